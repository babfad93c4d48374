"""Editions as text: `classic`, `classic+min3+hand-1`, `extreme@shuffled:KEY`."""

from urllib.parse import unquote

from tenback.notation.errors import NotationCode
from tenback.notation.layouts import Layouts, built_in
from tenback.rules.commands import SHUFFLED
from tenback.rules.deal import Deal
from tenback.rules.editions import EDITIONS, Edition
from tenback.rules.errors import BadInput, Reason


def read_edition(text: str, layouts: Layouts = built_in) -> Edition:
    """Return the edition that a text names, with its options and layout.

    >>> read_edition("classic+hand-1+min3")
    Classic(is_minimum_three=True, is_hand_smaller=True)
    """
    spelled, at, layout = text.partition("@")
    name, *options = spelled.lower().split("+")
    if name not in EDITIONS:
        raise BadInput(NotationCode.BAD_EDITION, text=name, known=", ".join(EDITIONS))
    kind = EDITIONS[name]
    known = [option.name for option in kind.known_options()]
    for option in options:
        if option not in known or options.count(option) > 1:
            raise bad_option(kind, option)
    edition = kind.with_options(options)
    if not at:
        return edition
    if not edition.has_commands:
        raise bad_option(kind, at + layout)
    return edition.with_layout(layouts(unquote(layout)))


def bad_option(edition: Edition | type[Edition], text: str) -> BadInput:
    """Return the error for an option that an edition does not have."""
    known = ", ".join(option.name for option in edition.known_options()) or Reason("none")
    return BadInput(NotationCode.BAD_OPTION, edition=edition.name, text=text, known=known)


def read_deal(edition: str, seats: int | None, seed: str, layouts: Layouts = built_in) -> Deal:
    """Return a deal of the edition named by a text; `extreme@shuffled` draws the layout too (E14).

    If the number of seats is None, the deal has the fewest seats that the edition allows.
    """
    spelled, _, layout = edition.partition("@")
    is_shuffled = layout == SHUFFLED
    rules = read_edition(spelled if is_shuffled else edition, layouts)
    seats = rules.seats[0] if seats is None else seats
    if not is_shuffled:
        return Deal(rules, seats, seed)
    if not rules.has_commands:
        return Deal(read_edition(edition, layouts), seats, seed)
    return Deal.with_shuffled_layout(rules, seats, seed)
