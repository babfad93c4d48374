"""Deals: all the randomness of a game, made from a seed (C2, C3, F1, F2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tenback.rules.chance import Chance, check_seed
from tenback.rules.commands import Layout, layout_key
from tenback.rules.editions import Edition
from tenback.rules.referee import outcome_of
from tenback.rules.state import State, Turn

DRAW_PILE_PURPOSES = (("cards",), ("gold", "silver"))
"""The name of each draw pile's stream: one for all, or one per seat."""


@dataclass(frozen=True, slots=True)
class Deal:
    """An edition with its options, a number of seats, and a seed that orders the cards."""

    edition: Edition
    seats: int
    seed: str

    def __post_init__(self) -> None:
        self.edition.check_seats(self.seats)
        check_seed(self.seed)

    @classmethod
    def with_shuffled_layout(cls, edition: Edition, seats: int, seed: str) -> "Deal":
        """Return the deal that draws the layout together with the cards (E14)."""
        layout = Layout.shuffled(layout_key(check_seed(seed)))
        return cls(edition.with_layout(layout), seats, seed)

    def with_seed(self, seed: str) -> "Deal":
        """Return the same kind of deal with other cards; a shuffled layout is drawn again too."""
        if self.edition.layout is not None and self.edition.layout.is_shuffled:
            return self.with_shuffled_layout(self.edition, self.seats, seed)
        return replace(self, seed=seed)

    def shuffled_cards(self) -> tuple[tuple[int, ...], ...]:
        """Return the cards of each draw pile before anything is dealt, top first."""
        return tuple(
            Chance(purpose, self.seed).shuffled(self.edition.numbers)
            for purpose in DRAW_PILE_PURPOSES[self.edition.draw_pile_count - 1]
        )

    def start(self) -> State:
        """Return the state in which everybody has a full hand and nothing is laid."""
        starter = Chance("starter", self.seed).below(self.seats)
        return start_with(self.edition, self.seats, self.shuffled_cards(), starter)


def start_with(edition: Edition, seats: int, cards: Sequence[Sequence[int]], starter: int) -> State:
    """Return the state that draw piles in a given order lead to, top first.

    Seat 0 gets the first cards, then seat 1, and so on (C3). The starter matters only where the
    table does not have to agree on one.
    """
    size = edition.hand_size(seats)
    left = [tuple(pile) for pile in cards]
    hands = []
    for seat in range(seats):
        source = edition.draw_pile_of(seat)
        hands.append(tuple(sorted(left[source][:size])))
        left[source] = left[source][size:]
    tops = tuple(pile.row_card for pile in edition.piles)
    has_opening = seats > 1 and not edition.is_starter_drawn
    state = State(
        edition=edition,
        tops=tops,
        hands=tuple(hands),
        draw_piles=tuple(left),
        turn=None if has_opening else Turn(starter, (), tops),
        named=(None,) * seats if has_opening else (),
    )
    return replace(state, outcome=outcome_of(state))
