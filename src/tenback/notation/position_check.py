"""Checks whether a position can occur on a table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from tenback.notation.errors import NotationCode
from tenback.rules.cards import BIT, HIGHEST, card_set
from tenback.rules.errors import BadInput, Reason
from tenback.rules.piles import Pile
from tenback.rules.progress import Progress
from tenback.rules.referee import is_turn_over, outcome_of
from tenback.rules.state import State, Turn


def checked(state: State, fields: Mapping[str, str]) -> State:
    """Return a state as it was read, with its outcome; raise `BadInput` for an impossible field."""
    return _Check(state, fields).checked()


class _Check:
    """The checks that one position must pass."""

    def __init__(self, state: State, fields: Mapping[str, str]) -> None:
        self._state = state
        self._fields = fields

    def checked(self) -> State:
        self._check_cards()
        self._check_tops()
        state = self._state
        if state.turn is None:
            self._check_opening()
        else:
            state = replace(state, turn=self._check_turn(state.turn))
        if state.resigned is not None and outcome_of(replace(state, resigned=None)):
            self._impossible("turn", "nobody can resign after the game is over")
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
                    self._impossible(field, "there is no card {card}", card=card)
        for source, draw in enumerate(state.draw_piles):
            seen = list(draw)
            for seat, hand in enumerate(state.hands):
                if state.edition.draw_pile_of(seat) == source:
                    seen.extend(hand)
            twice = next((card for card in seen if seen.count(card) > 1), None)
            if twice is not None:
                self._impossible("hands", "the {twice} appears twice", twice=twice)
        if len(state.draw_piles) > 1 and not any((*state.hands, *state.draw_piles)):
            self._impossible("hands", "only one player can have laid all cards")
        for seat, hand in enumerate(state.hands):
            if len(hand) > size:
                template = "seat {seat} holds more than {size} cards"
                self._impossible("hands", template, seat=seat, size=size)

    def _check_tops(self) -> None:
        state = self._state
        piles = zip(state.edition.piles, state.tops, strict=True)
        shown = [top for pile, top in piles if top != pile.row_card]
        for top in shown:
            if top not in state.edition.numbers:
                self._impossible("tops", "a pile cannot show {top}", top=top)
            laid = sum(cards >> top & 1 for cards in state.laid)
            if laid == 0:
                self._impossible("tops", "the {top} is still in a hand or a draw pile", top=top)
            if shown.count(top) > laid:
                self._impossible("tops", "the {top} lies on too many piles", top=top)
        if not shown and any(state.laid):
            self._impossible("tops", "cards are missing, but nothing lies on the piles")

    def _check_opening(self) -> None:
        if self._state.edition.is_starter_drawn:
            self._impossible("turn", "who begins is drawn at random")
        size = self._state.edition.hand_size(self._state.seats)
        if any(self._state.laid) or any(len(hand) != size for hand in self._state.hands):
            self._impossible("turn", "in the opening nothing is laid and every hand is full")
        if self._state.agreed is not None:
            self._impossible("turn", "all seats have named the same one, so the game has begun")

    def _check_turn(self, turn: Turn) -> Turn:
        """Return the turn with the tops at its start, as far as they can be known."""
        state, edition, seat = self._state, self._state.edition, turn.seat
        hand, source = state.hands[seat], edition.draw_pile_of(seat)
        if not hand and not state.draw_piles[source] and not turn.plays and any(state.hands):
            self._impossible(
                "turn", "seat {seat} has no cards left, so it cannot be its turn", seat=seat
            )
        if len(hand) + len(turn.plays) > edition.hand_size(state.seats):
            self._impossible("turn", "seat {seat} cannot have held that many cards", seat=seat)
        cards = [play.card for play in turn.plays]
        for card in cards:
            if card not in edition.numbers or not state.laid[source] >> card & 1:
                self._impossible("turn", "the {card} was not laid", card=card)
            if cards.count(card) > 1:
                self._impossible("turn", "the {card} was laid twice", card=card)
        last = {play.pile: play.card for play in turn.plays}
        for pile, card in last.items():
            if state.tops[pile.index] != card:
                self._impossible("turn", "{pile} does not show the {card}", pile=pile, card=card)
        self._check_plays(turn, untouched=[pile not in last for pile in edition.piles])
        known = (
            top if pile not in last else None
            for pile, top in zip(edition.piles, state.tops, strict=True)
        )
        return replace(turn, tops=tuple(known))

    def _check_plays(self, turn: Turn, *, untouched: Sequence[bool]) -> None:
        """Replay the turn; assume the most forgiving top where the first one is unknown."""
        state, edition = self._state, self._state.edition
        tops = tuple(
            top if is_known else _most_forgiving_top(pile, turn.seat)
            for pile, top, is_known in zip(edition.piles, state.tops, untouched, strict=True)
        )
        hand = card_set(state.hands[turn.seat]) | card_set(play.card for play in turn.plays)
        progress = Progress(turn.seat, state.progress.minimum, tops, hand)
        for play in turn.plays:
            if not edition.fits(progress)[play.pile.index] & BIT[play.card]:
                self._impossible("turn", "{play} cannot have been laid", play=play)
            progress = progress.after(play.card, play.pile)

    def _impossible(self, field: str, template: str, **details: object) -> NoReturn:
        text, reason = self._fields[field], Reason(template, **details)
        raise BadInput(NotationCode.IMPOSSIBLE_POSITION, field=field, text=text, reason=reason)


def _most_forgiving_top(pile: Pile, seat: int) -> int:
    """Return the top on which every card fits: forward, or backward on an opponent's pile."""
    if pile.owner in (None, seat):
        return pile.row_card
    return HIGHEST if pile.is_ascending else 0
