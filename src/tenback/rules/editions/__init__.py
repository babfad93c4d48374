"""The editions: rule sets behind one interface."""

from tenback.rules.editions.classic import Classic
from tenback.rules.editions.edition import Edition
from tenback.rules.editions.extreme import Extreme
from tenback.rules.editions.face_to_face import FaceToFace
from tenback.rules.editions.on_fire import OnFire

EDITIONS: dict[str, type[Edition]] = {
    edition.name: edition for edition in (Classic, Extreme, OnFire, FaceToFace)
}

__all__ = ["EDITIONS", "Classic", "Edition", "Extreme", "FaceToFace", "OnFire"]
