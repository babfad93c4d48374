"""The editions as clients see them."""

import json
from typing import Any

import msgspec

from tenback.protocol.rest import CommandView, EditionsView, EditionView, OptionView, PileView
from tenback.rules import EDITIONS, Description
from tenback.rules.commands import SHUFFLED, STANDARD

OWN_LAYOUT = "own"
"""The layout name that stands for the layout in the table's settings."""

HEAD = """\
// Made from src/tenback/rules/editions/ by `make protocol`: change those instead.

import type { EditionView } from "./protocol";

/** All editions; the first is the one that is played unless another is asked for. */
export const EDITIONS: readonly EditionView[] = """


def editions_view() -> EditionsView:
    """Return all editions, in the order in which they are offered."""
    return EditionsView([edition_view(edition.describe()) for edition in EDITIONS.values()])


def edition_view(edition: Description) -> EditionView:
    """Return an edition as clients see it."""
    return EditionView(
        name=edition.name,
        title=edition.title,
        letter=edition.letter,
        rule_letter=edition.rule_letter,
        is_duel=edition.is_duel,
        is_starter_drawn=edition.is_starter_drawn,
        seats=list(edition.seats),
        hand_sizes=list(edition.hand_sizes),
        minimum=edition.minimum,
        last_minimum=edition.last_minimum,
        lowest=edition.numbers[0],
        highest=edition.numbers[-1],
        draw_pile_count=edition.draw_pile_count,
        piles=[PileView(p.name, p.is_ascending, p.row_card, p.owner) for p in edition.piles],
        options=[OptionView(o.name, o.letter, o.title) for o in edition.options],
        commands=[
            CommandView(cards.command.value, cards.command.is_lightning, list(cards.numbers))
            for cards in edition.commands
        ],
        layouts=[STANDARD.name, SHUFFLED, OWN_LAYOUT] if edition.commands else [],
        burning=list(edition.burning),
        words=[word.value for word in edition.words],
        endings=[ending.value for ending in edition.endings],
    )


def editions_typescript() -> str:
    """Return the editions as a TypeScript module for the page, one item per line."""
    editions = msgspec.to_builtins(editions_view().editions)
    return f"{HEAD}[\n{''.join(map(_object, editions))}];\n"


def _object(edition: dict[str, Any]) -> str:
    fields = (f"    {name}: {_value(value)},\n" for name, value in edition.items())
    return f"  {{\n{''.join(fields)}  }},\n"


def _value(value: Any) -> str:
    """Return a value on one line, or a list of objects with one line per object."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + "".join(f"      {json.dumps(each)},\n" for each in value) + "    ]"
    return json.dumps(value)
