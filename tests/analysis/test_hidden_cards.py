"""What is hidden changes no figure: other cards where nobody has looked, and the same analysis."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tenback.analysis import Analysis, analyse
from tenback.analysis.records import turn_starts
from tenback.analysis.sitting import Luck
from tenback.arena import Lineup, read_setup, sit
from tenback.bots import Recipe
from tenback.notation import Record
from tenback.rules import Event, evolve
from tenback.rules.events import Drew, TurnBegan

SETUPS = [
    ("classic", 1),
    ("classic", 3),
    ("extreme", 2),
    ("on-fire", 2),
    ("face-to-face", 2),
]
MOST_TURNS, LEAST_EVENTS, MOST_EVENTS = 30, 2, 8
"""Few events are analyzed at once, so that it is quick."""
Cards = set[int]
Exchange = dict[int, int]
"""The card that each hidden card becomes."""


@cache
def sitting(edition: str, seats: int) -> Record:
    """Return the record of a sitting of bots that talk and make mistakes."""
    return sit(Lineup.of(read_setup(edition, seats), [Recipe("greedy")]), "SECRET", 0).record()


def excerpt(record: Record, turn: int, count: int) -> Record:
    """Return some events of a record, from the beginning of a turn on."""
    state = record.start
    begins = [] if state.turn is None else [(0, state)]
    for index, event in enumerate(record.events):
        state = evolve(state, event)
        if isinstance(event, TurnBegan):
            begins.append((index + 1, state))
    first, start = begins[turn % len(begins)]
    return replace(record, deal=None, start=start, events=record.events[first : first + count])


def hidden_from_all(record: Record) -> list[Cards]:
    """Return the cards in the draw piles, and in hands whose seats have had no turn with them."""
    pile_of = record.start.edition.draw_pile_of
    seen: list[Cards] = [set() for _ in record.start.draw_piles]
    for state in (*(start.state for start in turn_starts(record)), record.end):
        if state.turn is not None:
            seen[pile_of(state.turn.seat)] |= {*state.hands[state.turn.seat]}
    held: list[Cards] = [{*pile} for pile in record.start.draw_piles]
    for seat, hand in enumerate(record.start.hands):
        held[pile_of(seat)] |= {*hand}
    return [all_of_them - looked_at for all_of_them, looked_at in zip(held, seen, strict=True)]


def shuffled(cards: Cards, random: Random) -> Exchange:
    """Return the card that each of these becomes."""
    ordered = sorted(cards)
    return dict(zip(ordered, random.sample(ordered, len(ordered)), strict=True))


def exchanged(record: Record, exchanges: Sequence[Exchange]) -> Record:
    """Return a record with other hidden cards, also where they are drawn later."""
    edition, start = record.start.edition, record.start

    def other(cards: Iterable[int | None], pile: int) -> tuple[int, ...]:
        return tuple(exchanges[pile].get(card, card) for card in cards if card is not None)

    def other_event(event: Event) -> Event:
        if not isinstance(event, Drew):
            return event
        return Drew(event.seat, other(event.cards, edition.draw_pile_of(event.seat)))

    hands = (other(hand, edition.draw_pile_of(seat)) for seat, hand in enumerate(start.hands))
    mixed = replace(
        start,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        draw_piles=tuple(other(cards, pile) for pile, cards in enumerate(start.draw_piles)),
    )
    return replace(record, start=mixed, events=tuple(map(other_event, record.events)))


def without_cards(analysis: Analysis) -> Analysis:
    """Return an analysis without the cards that were drawn, whose numbers are told in the end."""
    steps = (replace(step, cards=()) if isinstance(step, Luck) else step for step in analysis.steps)
    return replace(analysis, steps=tuple(steps))


@settings(max_examples=15, phases=[Phase.generate])  # shrinking would take minutes
@given(
    st.sampled_from(SETUPS),
    st.integers(0, MOST_TURNS - 1),
    st.integers(LEAST_EVENTS, MOST_EVENTS),
    st.randoms(use_true_random=False),
)
def test_cards_that_no_mover_has_seen_change_no_figure(
    setup: tuple[str, int], turn: int, count: int, random: Random
) -> None:
    record = excerpt(sitting(*setup), turn, count)
    hidden = hidden_from_all(record)
    mixed = exchanged(record, [shuffled(cards, random) for cards in hidden])
    assert without_cards(analyse(mixed)) == without_cards(analyse(record))
