"""The deal of a table, made from its settings."""

from collections.abc import Sequence
from datetime import date

import msgspec

from tenback.notation import read_code, read_deal, read_edition
from tenback.notation.fair_dealing import fair_seed
from tenback.protocol import TableSettings
from tenback.protocol.editions import OWN_LAYOUT
from tenback.rules import BadInput, Deal, Edition, Layout, Reason
from tenback.rules.commands import SHUFFLED
from tenback.server.errors import ServerCode

ANY_SEED = "0"
RATED_CLOCK = 300
"""Seconds per turn of a rated duel, unless the table sets its own clock."""


def normalize_settings(settings: TableSettings) -> TableSettings:
    """Return the settings in their canonical spelling, or refuse them.

    A deal code decides everything it specifies. In the deal of the day nobody gets hints or
    watches: results are compared, and everybody should see the cards for the first time.
    A duel that counts for ratings has a clock, so that nobody waits for an opponent who has left.
    """
    if settings.day is not None:
        _check_day(settings)
        settings = msgspec.structs.replace(settings, has_hints=False, can_watch=False)
    if settings.deal is None:
        deal = deal_from_seed(settings, ANY_SEED)
        _check_layout(deal.edition, settings.edition)
        clock = RATED_CLOCK if _is_rated(settings) else None
        return msgspec.structs.replace(
            settings, edition=plain_edition(deal), clock=settings.clock or clock
        )
    layout = None if settings.layout is None else Layout.make(OWN_LAYOUT, settings.layout)
    deal = read_code(settings.deal, layout)
    return msgspec.structs.replace(settings, edition=plain_edition(deal), seats=deal.seats)


def is_duel(settings: TableSettings) -> bool:
    """Return whether two seats play against each other."""
    edition, _, _ = settings.edition.partition("@")
    return read_edition(edition).draw_pile_count > 1


def _is_rated(settings: TableSettings) -> bool:
    """Return whether a table can count for ratings (docs/ratings.md)."""
    return is_duel(settings) and not settings.has_hints and settings.day is None


def _check_day(settings: TableSettings) -> None:
    """Refuse settings that a day's deal cannot have; it is the same for everybody."""
    assert settings.day is not None
    try:
        date.fromisoformat(settings.day)
    except ValueError:
        raise BadInput(ServerCode.BAD_DAY, text=settings.day) from None
    if settings.deal is not None:
        raise BadInput(ServerCode.BAD_TABLE, reason=Reason("either a deal code or a day, not both"))
    if settings.layout is not None:
        reason = Reason("the deal of the day cannot have a custom layout")
        raise BadInput(ServerCode.BAD_TABLE, reason=reason)


def deal_of(
    settings: TableSettings,
    *,
    code: str | None = None,
    secret: str | None = None,
    words: Sequence[str] = (),
) -> Deal:
    """Return the deal of a code or else of the settings, or else the fairly drawn one."""
    code = code or settings.deal
    if code is not None:
        return read_code(code, _own_layout(settings))
    assert secret is not None
    return deal_from_seed(settings, fair_seed(secret, words))


def deal_from_seed(settings: TableSettings, seed: str) -> Deal:
    """Return the deal that a seed produces."""
    layout = _own_layout(settings)
    if layout is None:
        return read_deal(settings.edition, settings.seats, seed)
    edition = read_edition(settings.edition).with_layout(layout)
    return Deal(edition, settings.seats, seed)


def _own_layout(settings: TableSettings) -> Layout | None:
    if settings.layout is None:
        return None
    edition, _, named = settings.edition.partition("@")
    if not read_edition(edition).has_commands or named:
        reason = Reason("custom command numbers need an edition with commands, and no other layout")
        raise BadInput(ServerCode.BAD_TABLE, reason=reason)
    return Layout.make(OWN_LAYOUT, settings.layout)


def _check_layout(edition: Edition, text: str) -> None:
    """Refuse a shuffled layout that a player chose; a fair one is drawn with the cards (E14)."""
    is_drawn = text.partition("@")[2] == SHUFFLED
    if edition.layout is not None and edition.layout.is_shuffled and not is_drawn:
        name = f"{edition.name}@{SHUFFLED}"
        reason = Reason(
            "a shuffled layout is drawn with the cards: write {name}, without a key", name=name
        )
        raise BadInput(ServerCode.BAD_TABLE, reason=reason)


def plain_edition(deal: Deal) -> str:
    """Return the edition of a deal, without the parts that come from its seed."""
    return str(deal.edition).partition(":")[0].removesuffix(f"@{OWN_LAYOUT}")
