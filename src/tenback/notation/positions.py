"""Positions as text, everything in one line of five fields.

    classic 14,1,100,87 5.17.44.60.88.91/8.12.33.49.50.71.93 2.3.4.99 0:14>u1
    edition tops        hands, seat by seat                  draw     turn

The turn is `?` in the opening, with `?1.-` once seat 0 has named seat 1; `0` when seat 0 is to
move, `0:14>u1` when it has laid the 14; and `!1` at its end says that seat 1 has resigned.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NoReturn

from tenback.notation.editions import read_edition
from tenback.notation.layouts import Layouts, built_in
from tenback.rules.cards import BIT, HIGHEST, card_set
from tenback.rules.editions import Edition
from tenback.rules.errors import BadInput, Code
from tenback.rules.moves import Play
from tenback.rules.piles import Pile
from tenback.rules.progress import Progress
from tenback.rules.referee import is_turn_over, outcome_of
from tenback.rules.state import Cards, State, Turn

FIELDS = ("edition", "tops", "hands", "draw", "turn")
NUMBER = re.compile(r"[0-9]{1,3}")
TURN = re.compile(r"(?P<who>\?[0-9.-]*|[0-9])(?::(?P<plays>[^!]*))?(?:!(?P<resigned>[0-9]))?")


def write_position(state: State) -> str:
    """Return the text of a state."""
    edition = state.edition
    if edition.decks > 1:
        tops = "/".join(
            ",".join(str(state.tops[pile.index]) for pile in edition.piles if pile.owner == seat)
            for seat in range(state.seats)
        )
    else:
        tops = ",".join(map(str, state.tops))
    hands = "/".join(map(write_cards, state.hands))
    draw = "/".join(map(write_cards, state.draw_piles))
    return f"{edition} {tops} {hands} {draw} {_write_turn(state)}"


def write_cards(cards: Iterable[int]) -> str:
    """Return cards joined by dots, or a dash for none."""
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
    """Return the state of a position, or say which field cannot be read, or cannot be.

    What lies on the table must be possible: every card once, every top laid, every play of the
    running turn allowed. Whether a whole sitting leads there is not asked.
    """
    fields = text.split()
    if len(fields) != len(FIELDS):
        reason = f"it has {len(fields)} fields, not 5: edition tops hands draw turn"
        raise BadInput(Code.BAD_POSITION, field="whole", text=text, reason=reason)
    edition = read_edition(fields[0], layouts)
    tops = _read_tops(edition, fields[1])
    hands = tuple(
        tuple(sorted(_read_cards("hands", fields[2], hand))) for hand in fields[2].split("/")
    )
    edition.check_seats(len(hands))
    draw_piles = tuple(_read_cards("draw", fields[3], draw) for draw in fields[3].split("/"))
    if len(draw_piles) != edition.decks:
        _unreadable("draw", fields[3], f"{edition.name} has {edition.decks} draw pile(s)")
    state = _read_turn(State(edition, tops, hands, draw_piles, turn=None), fields[4])
    return _Check(state, fields).state()


def _read_tops(edition: Edition, text: str) -> Cards:
    owners = {pile.owner for pile in edition.piles}
    sides = text.split("/")
    groups = [side.split(",") for side in sides]
    each = len(edition.piles) // len(owners)
    if len(sides) != len(owners) or any(len(group) != each for group in groups):
        _unreadable(
            "tops", text, "1,1,100,100 has the form" if each > 2 else "1,60/1,60 has the form"
        )
    return tuple(_number("tops", text, digits) for group in groups for digits in group)


def _read_cards(field: str, text: str, cards: str) -> Cards:
    if cards == "-":
        return ()
    return tuple(_number(field, text, digits) for digits in cards.split("."))


def _read_turn(state: State, text: str) -> State:
    parts = TURN.fullmatch(text)
    if parts is None:
        _unreadable("turn", text, "it is ?, or a seat, or a seat and plays like 0:14>u1,15>u1")
    who, plays, resigned = parts["who"], parts["plays"], parts["resigned"]
    if resigned is not None:
        state = replace(state, resigned=_seat(state, text, resigned))
    if who.startswith("?"):
        if plays is not None:
            _unreadable("turn", text, "nothing is laid in the opening")
        names = who[1:].split(".") if len(who) > 1 else ["-"] * state.seats
        if len(names) != state.seats:
            _unreadable("turn", text, "it does not have one name for each seat")
        named = tuple(None if name == "-" else _seat(state, text, name) for name in names)
        return replace(state, named=named)
    laid = () if plays is None else tuple(_play(state, text, p) for p in plays.split(","))
    return replace(state, turn=Turn(_seat(state, text, who), laid))


def _play(state: State, text: str, play: str) -> Play:
    piles = {pile.name: pile for pile in state.edition.piles}
    card, _, pile = play.partition(">")
    if pile not in piles:
        _unreadable("turn", text, f"{play!r} is not a play on one of {', '.join(piles)}")
    return Play(_number("turn", text, card), piles[pile])


def _seat(state: State, text: str, digit: str) -> int:
    if not NUMBER.fullmatch(digit) or int(digit) >= state.seats:
        _unreadable("turn", text, f"there is no seat {digit!r}, only 0 to {state.seats - 1}")
    return int(digit)


def _number(field: str, text: str, digits: str) -> int:
    if not NUMBER.fullmatch(digits):
        _unreadable(field, text, f"{digits!r:.20} is no number")
    return int(digits)


def _unreadable(field: str, text: str, reason: str) -> NoReturn:
    raise BadInput(Code.BAD_POSITION, field=field, text=text, reason=reason)


class _Check:
    """Everything that must hold of a position for it to lie on a table."""

    def __init__(self, state: State, fields: Sequence[str]) -> None:
        self._state = state
        self._fields = dict(zip(FIELDS, fields, strict=True))

    def state(self) -> State:
        """Return the position, judged, if it can be."""
        self._check_cards()
        self._check_tops()
        state = self._state
        if state.turn is None:
            self._check_opening()
        else:
            state = replace(state, turn=self._check_turn(state.turn))
        if state.resigned is not None and outcome_of(replace(state, resigned=None)):
            self._impossible("turn", "nobody resigns when it is over")
        state = replace(state, outcome=outcome_of(state))
        if state.outcome is None and state.turn is not None and is_turn_over(state):
            self._impossible("turn", "with this card the turn would have ended")
        return state

    def _check_cards(self) -> None:
        state, numbers = self._state, self._state.edition.numbers
        size = state.edition.hand_size(state.seats)
        for field, groups in (("hands", state.hands), ("draw", state.draw_piles)):
            for card in (card for group in groups for card in group):
                if card not in numbers:
                    self._impossible(field, f"there is no card {card}")
        for deck, draw in enumerate(state.draw_piles):
            seen = list(draw)
            for seat, hand in enumerate(state.hands):
                if state.edition.deck_of(seat) == deck:
                    seen.extend(hand)
            twice = next((card for card in seen if seen.count(card) > 1), None)
            if twice is not None:
                self._impossible("hands", f"the {twice} is there twice")
        for seat, hand in enumerate(state.hands):
            if len(hand) > size:
                self._impossible("hands", f"seat {seat} holds more than {size} cards")

    def _check_tops(self) -> None:
        state = self._state
        bare = [
            top == pile.row_card for pile, top in zip(state.edition.piles, state.tops, strict=True)
        ]
        shown = [top for top, is_bare in zip(state.tops, bare, strict=True) if not is_bare]
        for top in shown:
            if top not in state.edition.numbers:
                self._impossible("tops", f"a pile cannot show {top}")
            laid = sum(cards >> top & 1 for cards in state.laid)
            if laid == 0:
                self._impossible("tops", f"the {top} is still in a hand or a draw pile")
            if shown.count(top) > laid:
                self._impossible("tops", f"the {top} lies on more piles than it was laid on")
        if not shown and any(state.laid):
            self._impossible("tops", "cards are missing, but nothing lies on the piles")

    def _check_opening(self) -> None:
        if self._state.edition.is_starter_drawn:
            self._impossible("turn", "who begins is drawn by lot")
        if any(self._state.laid):
            self._impossible("turn", "in the opening nothing has been laid")
        if None not in self._state.named and len(set(self._state.named)) == 1:
            self._impossible("turn", "all have named the same seat, so it has begun")

    def _check_turn(self, turn: Turn) -> Turn:
        """Return the turn, with the tops it began with as far as they can be known."""
        state, edition, seat = self._state, self._state.edition, turn.seat
        hand, deck = state.hands[seat], edition.deck_of(seat)
        if not hand and not state.draw_piles[deck] and not turn.plays and any(state.hands):
            self._impossible("turn", f"seat {seat} has laid all its cards and is passed over")
        if len(hand) + len(turn.plays) > edition.hand_size(state.seats):
            self._impossible("turn", f"seat {seat} cannot have held so many cards")
        cards = [play.card for play in turn.plays]
        for card in cards:
            if card not in edition.numbers or not state.laid[deck] >> card & 1:
                self._impossible("turn", f"the {card} was not laid")
            if cards.count(card) > 1:
                self._impossible("turn", f"the {card} was laid twice")
        last = {play.pile: play.card for play in turn.plays}
        for pile, card in last.items():
            if state.tops[pile.index] != card:
                self._impossible("turn", f"{pile} does not show the {card}")
        self._check_plays(turn, untouched=[pile not in last for pile in edition.piles])
        known = (
            top if pile not in last else None
            for pile, top in zip(edition.piles, state.tops, strict=True)
        )
        return replace(turn, tops=tuple(known))

    def _check_plays(self, turn: Turn, *, untouched: Sequence[bool]) -> None:
        """Replay the turn; where a pile's first top is not known, take the most forgiving one."""
        state, edition = self._state, self._state.edition
        tops = tuple(
            top if is_known else _most_forgiving_top(pile, turn.seat)
            for pile, top, is_known in zip(edition.piles, state.tops, untouched, strict=True)
        )
        hand = card_set(state.hands[turn.seat]) | card_set(play.card for play in turn.plays)
        progress = Progress(turn.seat, state.progress.minimum, tops, hand)
        for play in turn.plays:
            if not edition.fits(progress)[play.pile.index] & BIT[play.card]:
                self._impossible("turn", f"{play} cannot have been laid")
            progress = progress.after(play.card, play.pile)

    def _impossible(self, field: str, reason: str) -> NoReturn:
        raise BadInput(
            Code.IMPOSSIBLE_POSITION, field=field, text=self._fields[field], reason=reason
        )


def _most_forgiving_top(pile: Pile, seat: int) -> int:
    """Return the top on which every card can be laid: forwards, or with the opponent backwards."""
    if pile.owner in (None, seat):
        return pile.row_card
    return HIGHEST if pile.is_ascending else 0
