"""Comparisons: pairs and duels, counted again by hand."""

from itertools import product

import pytest

from tenback.arena import DuelComparison, Lineup, TeamComparison, read_setup
from tenback.arena.errors import ArenaCode
from tenback.arena.intervals import bounded_interval, mean_interval
from tenback.arena.sittings import sit
from tenback.bots import Recipe
from tenback.rules import BadInput, Outcome
from tests.arena.players import GREEDY, finish

DEALS = 40
A, B = "greedy:9", "greedy:1"


def outcome(edition: str, *bots: str, number: int, starter: int | None = None) -> Outcome:
    lineup = Lineup.of(read_setup(edition, 2), [Recipe.read(bot) for bot in bots])
    found = sit(lineup, "ABC", number, starter=starter).state.outcome
    assert found is not None
    return found


def test_pairs_are_counted_deal_by_deal() -> None:
    bots = Recipe.read(A), Recipe.read(B)
    pairs = finish(TeamComparison(read_setup("classic", 2), bots, "ABC"), DEALS).tally
    a, b = ([outcome("classic", bot, number=n) for n in range(DEALS)] for bot in (A, B))
    won = [(one.won, other.won) for one, other in zip(a, b, strict=True)]
    left = [one.left - other.left for one, other in zip(a, b, strict=True)]
    assert pairs.deals == DEALS
    assert pairs.both == won.count((True, True))
    assert pairs.only_a == won.count((True, False))
    assert pairs.only_b == won.count((False, True)) > 0
    assert pairs.neither == won.count((False, False))
    assert pairs.difference == pytest.approx(
        sum(x is True for x, _ in won) / DEALS - sum(x is True for _, x in won) / DEALS
    )
    assert pairs.left_difference == pytest.approx(sum(left) / DEALS)
    assert pairs.left_difference_interval == mean_interval([(d, 1) for d in left], -98, 98)
    assert pairs.difference_interval == bounded_interval(
        [(int(x is True) - int(y is True), 1) for x, y in won], -1, 1
    )
    assert (pairs.a.left_mean, pairs.b.left_mean) == pytest.approx(
        (sum(o.left for o in a) / DEALS, sum(o.left for o in b) / DEALS)
    )


def test_duels_are_counted_with_both_colours_and_both_starters() -> None:
    bots = Recipe.read(A), Recipe.read(B)
    duels = finish(DuelComparison(read_setup("face-to-face", 2), bots, "ABC"), DEALS).tally
    won = {}
    for seat, starter, number in product((0, 1), (0, 1), range(DEALS)):
        seated = (A, B) if seat == 0 else (B, A)
        end = outcome("face-to-face", *seated, number=number, starter=starter)
        won[seat, starter, number] = end.winner == seat
    per_deal = [sum(v for (_, _, n), v in won.items() if n == number) for number in range(DEALS)]
    assert duels.deals == DEALS
    assert duels.won == sum(won.values()) == sum(per_deal)
    assert duels.by_deal == tuple(per_deal.count(wins) for wins in range(5))
    assert duels.won_as(seat=1) == sum(v for (seat, _, _), v in won.items() if seat == 1)
    assert duels.won_as(begins=True) == sum(v for (s, first, _), v in won.items() if s == first)
    assert duels.rate == pytest.approx(sum(per_deal) / (4 * DEALS))
    low, high = bounded_interval([(wins, 1) for wins in per_deal], 0, 4)
    assert duels.interval == (low / 4, high / 4)


@pytest.mark.parametrize("edition", ["classic", "extreme", "face-to-face"])
def test_a_bot_is_exactly_as_good_as_itself(edition: str) -> None:
    setup, bot = read_setup(edition, 2), Recipe.read("greedy")
    if edition == "face-to-face":
        duels = finish(DuelComparison(setup, (bot, bot), "ABC"), 500).tally
        assert duels.by_deal == (0, 0, 500, 0, 0)
        assert duels.rate == 0.5
    else:
        pairs = finish(TeamComparison(setup, (bot, bot), "ABC"), 500).tally
        assert (pairs.difference, pairs.left_difference) == (0, 0)
        assert pairs.only_a == pairs.only_b == 0


@pytest.mark.parametrize(
    ("kind", "edition", "reason"),
    [
        (TeamComparison, "face-to-face", "in face-to-face: it is a duel"),
        (DuelComparison, "classic", "in classic: it is not a duel"),
    ],
)
def test_a_duel_is_not_compared_as_a_team_nor_a_team_as_a_duel(
    kind: type[TeamComparison] | type[DuelComparison], edition: str, reason: str
) -> None:
    with pytest.raises(BadInput) as caught:
        kind(read_setup(edition, 2), (Recipe.read(A), Recipe.read(B)), "ABC")
    assert caught.value.code == ArenaCode.NOT_COMPARABLE
    assert reason in str(caught.value)


@pytest.mark.parametrize("kind", [TeamComparison, DuelComparison])
def test_compiled_and_plain_bots_compare_alike(
    kind: type[TeamComparison] | type[DuelComparison],
) -> None:
    setup = read_setup("classic" if kind is TeamComparison else "face-to-face", 2)
    other = Recipe.read("greedy:9")
    compiled, plain = (kind(setup, (Recipe.read(b), other), "ABC") for b in ("greedy", GREEDY))
    assert compiled.is_compiled
    assert not plain.is_compiled
    assert compiled.play(range(10)) == plain.play(range(10))
