"""What decisions gave away and what luck brought: it adds up, and uses nothing hidden."""

from dataclasses import replace
from functools import cache

import pytest

from tenback.analysis import Analysis, analyse
from tenback.analysis.errors import AnalysisCode
from tenback.analysis.sitting import LuckKind
from tenback.arena import Lineup, read_setup, sit
from tenback.bots import Recipe
from tenback.notation import Record, read_code, read_move, read_position
from tenback.rules import BadInput, Begin, Command, Play, State, legal_moves
from tenback.rules.events import Drew
from tenback.rules.moves import BACK, END, Resign
from tenback.table import Table

SETUPS = [
    ("classic", 1),
    ("classic+min3", 2),
    ("classic", 4),
    ("extreme", 3),
    ("on-fire", 1),
    ("face-to-face", 2),
]
CODE = "C1-4QX7M-0ZB2K-H"


@cache
def sitting(edition: str, seats: int, bot: str = "careful") -> Record:
    """Return the record of a sitting of bots."""
    lineup = Lineup.of(read_setup(edition, seats), [Recipe(bot)])
    return sit(lineup, "ANA", 0).record()


@cache
def analysed(edition: str, seats: int, bot: str) -> Analysis:
    """Return the analysis of a sitting of bots."""
    return analyse(sitting(edition, seats, bot))


def balance(analysis: Analysis) -> float:
    """Return what the start, luck and what was given away make for the side of seat 0."""
    sides = [-1 if analysis.is_duel and share.seat else 1 for share in analysis.shares]
    changes = (share.luck - share.given_away for share in analysis.shares)
    return analysis.start + sum(s * c for s, c in zip(sides, changes, strict=True))


def played(code: str, *moves: str) -> Record:
    """Return a sitting of one with these moves."""
    table = Table(read_code(code))
    for move in moves:
        table.submit(read_move(move), seat=None)
    return table.record()


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
@pytest.mark.parametrize("bot", ["careful", "greedy"])
def test_the_start_luck_and_what_was_given_away_make_the_end(
    edition: str, seats: int, bot: str
) -> None:
    analysis = analysed(edition, seats, bot)
    outcome = sitting(edition, seats, bot).outcome
    assert outcome is not None
    assert analysis.end == (outcome.winner == 0 if analysis.is_duel else outcome.won)
    assert balance(analysis) == pytest.approx(analysis.end)
    for decision in analysis.decisions:
        assert 0 <= decision.after <= decision.before <= 1
        # a move with which the best line begins costs nothing, however its worth was confirmed
        assert decision.given_away == 0 or decision.best[0] != decision.move
    events = [step.event for step in analysis.steps]
    assert events == sorted(events)


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_a_record_that_is_not_finished_ends_with_a_chance(edition: str, seats: int) -> None:
    record = sitting(edition, seats)
    half = replace(record, events=record.events[: len(record.events) // 2])
    analysis = analyse(half)
    assert 0 < analysis.end < 1
    assert balance(analysis) == pytest.approx(analysis.end)


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_the_same_record_gets_the_same_analysis(edition: str, seats: int) -> None:
    assert analyse(sitting(edition, seats)) == analysed(edition, seats, "careful")


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_cards_that_nobody_has_drawn_change_nothing(edition: str, seats: int) -> None:
    record = sitting(edition, seats)
    begun = replace(record, events=record.events[: len(record.events) // 3])
    undrawn = min(map(len, begun.end.draw_piles))
    assert undrawn > 5
    mixed = replace(begun, deal=None, start=with_ends_reversed(record.start, undrawn))
    assert mixed.end != begun.end
    assert analyse(mixed) == analyse(begun)


def with_ends_reversed(state: State, count: int) -> State:
    """Return a state whose draw piles end with the same cards the other way round."""
    piles = ((*pile[:-count], *reversed(pile[-count:])) for pile in state.draw_piles)
    return replace(state, draw_piles=tuple(piles))


@pytest.mark.parametrize(("edition", "seats"), [setup for setup in SETUPS if setup[1] > 1])
def test_cards_in_hands_that_the_mover_does_not_see_change_nothing(
    edition: str, seats: int
) -> None:
    record = sitting(edition, seats)
    ends = (index for index, event in enumerate(record.events) if isinstance(event, Drew))
    begun = replace(record, events=record.events[: next(ends)])
    assert begun.end.turn is not None
    mixed = replace(begun, deal=None, start=with_other_hands(record.start, begun.end.turn.seat))
    assert mixed.end != begun.end
    assert analyse(mixed) == analyse(begun)


def with_other_hands(state: State, mover: int) -> State:
    """Return a state whose other hands have changed cards with the bottom of their draw piles."""
    hands, piles = list(state.hands), list(state.draw_piles)
    for seat in set(range(len(hands))) - {mover}:
        source = seat % len(piles)
        pile, size = piles[source], len(hands[seat])
        piles[source] = (*sorted(hands[seat]), *pile[:-size])
        hands[seat] = type(hands[seat])(pile[-size:])
    return replace(state, hands=tuple(hands), draw_piles=tuple(piles))


def test_a_blunder_costs_most_and_the_better_line_is_told() -> None:
    low, *_, high = sorted(played(CODE).start.hands[0])
    worst = analyse(played(CODE, f"{high}>u1", f"{low}>d1", "end")).mistakes()[0]
    assert str(worst.move) == f"{high}>u1"
    assert worst.given_away > 0.1
    assert worst.best[0] != worst.move
    assert worst.best[-1] == END
    best = [str(move) for move in worst.best]
    assert analyse(played(CODE, *best)).mistakes(0.001) == ()


def test_the_best_line_of_a_good_play_goes_on_well_whatever_was_done_then() -> None:
    best = analyse(played(CODE, "77>u1", "20>d1", "end")).mistakes()[0].best
    start = played(CODE).start
    low, *_, high = sorted(card for card in start.hands[0] if f"{card}>" not in str(best[0]))
    spoilt = analyse(played(CODE, str(best[0]), f"{high}>u2", f"{low}>d2", "end"))
    first, second = spoilt.decisions[:2]
    assert first.given_away == pytest.approx(0, abs=0.01)
    assert second.given_away > 0.05
    assert first.best[0] == best[0]
    assert first.best[1:] == second.best


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_draws_are_ranked_by_the_luck_they_brought(edition: str, seats: int) -> None:
    analysis = analysed(edition, seats, "careful")
    lucky, unlucky = analysis.luckiest(), analysis.unluckiest()
    gains = [draw.gain for draw in (*lucky, *reversed(unlucky))]
    assert gains == sorted(gains, reverse=True)
    assert {draw.kind for draw in (*lucky, *unlucky)} == {LuckKind.DRAW}
    drawn = [luck for luck in analysis.luck if luck.cards and luck.gain != 0]
    assert sorted(draw.event for draw in (*lucky, *unlucky)) == [draw.event for draw in drawn]
    great = max(draw.gain for draw in drawn) / 2
    assert analysis.luckiest(great) == tuple(draw for draw in lucky if draw.gain > great)
    assert analysis.unluckiest(great) == tuple(draw for draw in unlucky if draw.gain < -great)


def test_what_was_taken_back_costs_nothing() -> None:
    table = Table(read_code(CODE))
    first, *_, last = (move for move in legal_moves(table.state))
    for move in (last, BACK, first):
        table.submit(move, seat=0)
    (decision,) = analyse(table.record()).decisions
    assert decision.move == first


def test_giving_up_gives_the_chance_away() -> None:
    table = Table(read_code("F2-4QX7M-0ZB2K-0"))
    if table.state.turn is None:
        table.submit(Begin(0), seat=None)
    table.submit(Resign(1), seat=1)
    (decision,) = analyse(table.record()).decisions
    assert (decision.seat, decision.after) == (1, 0)
    assert decision.given_away > 0.2


def test_giving_up_is_no_mistake_among_plays() -> None:
    analysis = analyse(played(CODE, "77>u1", "20>d1", "end", "0:resign"))
    assert analysis.decisions[-1].move == Resign(0)
    assert analysis.decisions[-1].given_away > 0
    assert str(analysis.mistakes()[0].move) == "77>u1"
    assert Resign(0) not in [decision.move for decision in analysis.mistakes()]
    assert balance(analysis) == pytest.approx(0)


def test_what_others_say_in_a_turn_is_luck() -> None:
    analysis = analysed("classic", 4, "careful")
    assert {step.kind for step in analysis.luck} == {LuckKind.DRAW, LuckKind.TALK}


def test_without_a_turn_there_is_nothing_to_analyse() -> None:
    with pytest.raises(BadInput) as caught:
        analyse(Table(read_code("C2-4QX7M-0ZB2K-6")).record())
    assert caught.value.code is AnalysisCode.NOTHING_DECIDED


def extreme(position: str, *moves: str) -> Analysis:
    """Return the analysis of moves from a position of Extreme."""
    table = Table(read_position(position))
    for move in moves:
        table.submit(read_move(move), seat=None)
    return analyse(table.record())


def test_e8_a_command_costs_what_it_forbids() -> None:
    (cost,) = extreme("extreme 81,84,2,4 71.85 - 0", "85>u2").commands
    assert (cost.event, cost.card, cost.command) == (0, 85, Command.NO_TRICK)
    assert cost.cost == 1
    (harmless,) = extreme("extreme 81,84,2,4 71.85 - 0", "71>u1", "85>u2").commands
    assert harmless.cost == 0


def test_e3_a_stop_without_which_the_turn_was_lost_cost_nothing() -> None:
    (cost,) = extreme("extreme 95,97,4,2 50.96 10.20 0", "96>u1").commands
    assert (cost.card, cost.command, cost.cost) == (96, Command.STOP, 0)


def test_every_command_that_is_laid_has_its_cost() -> None:
    command_of = sitting("extreme", 3).start.edition.command_of
    analysis = analysed("extreme", 3, "careful")
    laid = [
        (decision.event, command)
        for decision in analysis.decisions
        if isinstance(decision.move, Play) and (command := command_of(decision.move.card))
    ]
    assert [(each.event, each.command) for each in analysis.commands] == laid
    assert all(0 <= each.cost <= 1 for each in analysis.commands)
    assert analysed("classic", 1, "careful").commands == ()


def test_turns_are_told_in_sums() -> None:
    for setup in (("classic", 4), ("face-to-face", 2)):
        analysis = analysed(*setup, "careful")
        turns = analysis.turns()
        assert turns[0].start == analysis.start
        assert turns[-1].end == pytest.approx(analysis.end)
        assert [turn.turn for turn in turns] == sorted({step.turn for step in analysis.steps})
