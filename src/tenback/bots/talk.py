"""What our bots say, and whom they name to begin (docs/signals.md)."""

from collections.abc import Iterator

from tenback.fastsim.bits import words
from tenback.fastsim.tables import WORDS, packed
from tenback.policies.signals import STARTS, start_of, word_for
from tenback.rules import Name, Signal, View, Word, card_set

NO_START = -1
"""Stands for a seat that has not said how good its start is: worse than all `STARTS`."""


def talk(view: View) -> tuple[Signal, ...]:
    """Return the signals that the seat has not given yet (C12); a solo player gives none."""
    assert view.seat is not None
    has_listeners = len(view.hand_sizes) > 1 and view.outcome is None
    if not has_listeners or view.edition.why_no_talk(view.tops, Signal(Word.STUCK)):
        return ()
    standing = view.signals[view.seat]
    return tuple(signal for signal in _to_say(view) if signal not in standing)


def _to_say(view: View) -> Iterator[Signal]:
    """Yield a word for every pile, and in the opening one for the hand (C4)."""
    hand = words(card_set(view.hand))
    for pile, top in zip(view.edition.piles, view.tops, strict=True):
        word = WORDS[word_for(hand, int(not pile.is_ascending), top)]
        assert word is not None
        yield Signal(word, pile)
    if view.turn is None:
        owed = view.edition.minimum(is_draw_pile_empty=False)
        yield Signal(STARTS[start_of(hand, packed(view.tops), owed)])


def name_best_start(view: View) -> Name:
    """Name the seat that claimed the best start, on a tie the lowest (C4).

    If other seats name a seat without such a claim, the lowest of those seats decides.
    """
    assert view.seat is not None
    starts = [_start_said(signals) for signals in view.signals]
    best = max(starts)
    wish = view.seat if best == NO_START else starts.index(best)
    decisions = (
        named
        for seat, (named, start) in enumerate(zip(view.named, starts, strict=True))
        if named is not None and start == NO_START and seat != view.seat
    )
    return Name(view.seat, next(decisions, wish))


def _start_said(signals: tuple[Signal, ...]) -> int:
    """Return how good a seat said its start is."""
    return max((STARTS.index(s.word) for s in signals if s.word in STARTS), default=NO_START)
