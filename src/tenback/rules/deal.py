"""Deals: all the randomness of a game, derived from a seed (C2, C3, F1, F2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tenback.rules.chance import Chance, check_seed
from tenback.rules.commands import Layout, layout_key
from tenback.rules.editions import Edition
from tenback.rules.referee import outcome_of
from tenback.rules.state import State, Turn

DRAW_PILE_PURPOSES = (("cards",), ("gold", "silver"))
"""The purposes of the streams that shuffle the draw piles: one shared pile, or one per seat."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The edition with its options, the number of seats, and the seed that orders the cards."""

    edition: Edition
    seats: int
    seed: str

    def __post_init__(self) -> None:
        self.edition.check_seats(self.seats)
        check_seed(self.seed)

    @classmethod
    def with_shuffled_layout(cls, edition: Edition, seats: int, seed: str) -> "Deal":
        """Return a deal whose seed draws the layout as well as the cards (E14)."""
        layout = Layout.shuffled(layout_key(check_seed(seed)))
        return cls(edition.with_layout(layout), seats, seed)

    def with_seed(self, seed: str) -> "Deal":
        """Return the same deal with another seed; a shuffled layout is drawn again as well."""
        if self.edition.layout is not None and self.edition.layout.is_shuffled:
            return self.with_shuffled_layout(self.edition, self.seats, seed)
        return replace(self, seed=seed)

    def shuffled_cards(self) -> tuple[tuple[int, ...], ...]:
        """Return each draw pile as it is before dealing, top card first."""
        return tuple(
            Chance(purpose, self.seed).shuffled(self.edition.numbers)
            for purpose in DRAW_PILE_PURPOSES[self.edition.draw_pile_count - 1]
        )

    def start(self) -> State:
        """Return the state at the start of the game: full hands, and no cards laid."""
        starter = Chance("starter", self.seed).below(self.seats)
        return start_with(self.edition, self.seats, self.shuffled_cards(), starter)


def start_with(edition: Edition, seats: int, cards: Sequence[Sequence[int]], starter: int) -> State:
    """Return the start of a game from complete draw piles, top card first.

    Seat 0 gets the first cards, then seat 1, and so on (C3). The starter is ignored where the table
    agrees on who begins (C4).
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
