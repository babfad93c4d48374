"""The editions: rule sets behind one interface, each in a small file that describes itself."""

from tenback.rules.editions.classic import Classic
from tenback.rules.editions.description import CommandCards, Description, Option
from tenback.rules.editions.edition import Edition
from tenback.rules.editions.extreme import Extreme
from tenback.rules.editions.face_to_face import FaceToFace
from tenback.rules.editions.on_fire import OnFire

EDITIONS: dict[str, type[Edition]] = {
    edition.name: edition for edition in (Classic, Extreme, FaceToFace, OnFire)
}
"""All editions by name. This is the only place where an edition is registered."""
USUAL_EDITION = next(iter(EDITIONS.values()))
"""The default edition."""

__all__ = [
    "EDITIONS",
    "USUAL_EDITION",
    "Classic",
    "CommandCards",
    "Description",
    "Edition",
    "Extreme",
    "FaceToFace",
    "OnFire",
    "Option",
]
