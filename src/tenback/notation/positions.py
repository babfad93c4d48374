"""Positions as text: one line of five fields.

    classic 14,1,100,87 5.17.44.60.88.91/8.12.33.49.50.71.93 2.3.4.99 0:14>u1
    edition tops        hands, seat by seat                  draw     turn

The turn is `?` in the opening, with `?1.-` once seat 0 has named seat 1; `0` when seat 0 is to
move, `0:14>u1` when it has laid the 14; and `!1` at its end says that seat 1 has resigned.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import NoReturn

from tenback.notation.editions import read_edition
from tenback.notation.errors import NotationCode
from tenback.notation.layouts import Layouts, built_in
from tenback.notation.moves import NUMBER
from tenback.notation.position_check import checked
from tenback.rules.cards import Cards
from tenback.rules.editions import Edition
from tenback.rules.errors import BadInput, Reason, quote
from tenback.rules.moves import Play
from tenback.rules.piles import Pile
from tenback.rules.state import State, Turn

FIELDS = ("edition", "tops", "hands", "draw", "turn")
TURN = re.compile(r"(?P<who>\?[0-9.-]*|[0-9])(?::(?P<plays>[^!]*))?(?:!(?P<resigned>[0-9]))?")


def write_position(state: State) -> str:
    """Return a state as one line of text."""
    edition = state.edition
    tops = "/".join(
        ",".join(str(state.tops[pile.index]) for pile in side) for side in _sides(edition)
    )
    hands = "/".join(map(write_cards, state.hands))
    draw = "/".join(map(write_cards, state.draw_piles))
    return f"{edition} {tops} {hands} {draw} {_write_turn(state)}"


def write_cards(cards: Iterable[int]) -> str:
    """Return cards joined by dots, or a dash if there are none."""
    return ".".join(map(str, cards)) or "-"


def _write_turn(state: State) -> str:
    if state.turn is not None:
        plays = ",".join(map(str, state.turn.plays))
        text = f"{state.turn.seat}:{plays}" if plays else str(state.turn.seat)
    elif any(starter is not None for starter in state.named):
        text = "?" + ".".join("-" if starter is None else str(starter) for starter in state.named)
    else:
        text = "?"
    return text if state.resigned is None else f"{text}!{state.resigned}"


def read_position(text: str, layouts: Layouts = built_in) -> State:
    """Return the state that a position describes; raise `BadInput` for a bad field.

    The table must be possible: every card once, every top laid, every play of the running turn
    allowed. Whether a whole game leads there is not checked.
    """
    fields = text.split()
    if len(fields) != len(FIELDS):
        template = "a position has five fields, not {count}: edition tops hands draw turn"
        _unreadable("position", text, template, count=len(fields))
    edition = read_edition(fields[0], layouts)
    tops = _read_tops(edition, fields[1])
    hands = tuple(
        tuple(sorted(_read_cards("hands", fields[2], hand))) for hand in fields[2].split("/")
    )
    edition.check_seats(len(hands))
    draw_piles = tuple(_read_cards("draw", fields[3], draw) for draw in fields[3].split("/"))
    if len(draw_piles) != edition.draw_pile_count:
        _unreadable("draw", fields[3], "draw piles needed: {count}", count=edition.draw_pile_count)
    state = _read_turn(State(edition, tops, hands, draw_piles, turn=None), fields[4])
    return checked(state, dict(zip(FIELDS, fields, strict=True)))


def _read_tops(edition: Edition, text: str) -> Cards:
    sides = _sides(edition)
    groups = [side.split(",") for side in text.split("/")]
    if [len(group) for group in groups] != [len(side) for side in sides]:
        bare = (",".join(str(pile.row_card) for pile in side) for side in sides)
        _unreadable("tops", text, "it should look like {example}", example="/".join(bare))
    return tuple(_number("tops", text, digits) for group in groups for digits in group)


def _sides(edition: Edition) -> list[list[Pile]]:
    """Return the piles grouped by owner: a single group for a team, or one group per seat."""
    return [list(side) for _, side in groupby(edition.piles, key=lambda pile: pile.owner)]


def _read_cards(field: str, text: str, cards: str) -> Cards:
    if cards == "-":
        return ()
    return tuple(_number(field, text, digits) for digits in cards.split("."))


def _read_turn(state: State, text: str) -> State:
    parts = TURN.fullmatch(text)
    if parts is None:
        _unreadable("turn", text, "it should be ?, a seat, or a seat with plays like 0:14>u1,15>u1")
    who, plays, resigned = parts["who"], parts["plays"], parts["resigned"]
    if resigned is not None:
        state = replace(state, resigned=_seat(state, text, resigned))
    if who.startswith("?"):
        if plays is not None:
            _unreadable("turn", text, "nothing is laid in the opening")
        names = who[1:].split(".") if len(who) > 1 else ["-"] * state.seats
        if len(names) != state.seats:
            _unreadable("turn", text, "after ? each seat needs the seat it named, or -")
        named = tuple(None if name == "-" else _seat(state, text, name) for name in names)
        return replace(state, named=named)
    laid = () if plays is None else tuple(_play(state, text, p) for p in plays.split(","))
    return replace(state, turn=Turn(_seat(state, text, who), laid))


def _play(state: State, text: str, play: str) -> Play:
    piles = {pile.name: pile for pile in state.edition.piles}
    card, _, pile = play.lower().partition(">")
    if pile not in piles:
        names = ", ".join(piles)
        _unreadable(
            "turn", text, "{play} is not a play on one of {piles}", play=quote(play), piles=names
        )
    return Play(_number("turn", text, card), piles[pile])


def _seat(state: State, text: str, digit: str) -> int:
    if not NUMBER.fullmatch(digit) or int(digit) >= state.seats:
        last = state.seats - 1
        _unreadable(
            "turn", text, "{digit} is not a seat from 0 to {last}", digit=quote(digit), last=last
        )
    return int(digit)


def _number(field: str, text: str, digits: str) -> int:
    if not NUMBER.fullmatch(digits):
        _unreadable(field, text, "{digits} is not a number", digits=quote(digits))
    return int(digits)


def _unreadable(field: str, text: str, template: str, **details: object) -> NoReturn:
    reason = Reason(template, **details)
    raise BadInput(NotationCode.BAD_POSITION, field=field, text=text, reason=reason)
