"""The benchmark measures every bot on the same tasks and deals."""

from itertools import product

import pytest

from tenback.arena import Lineup, Local, read_setup, sit
from tenback.arena.benchmark import SEED, Kind, SilentRecipe, chosen, measured, report, tasks_of
from tenback.arena.errors import ArenaCode
from tenback.bots import Recipe
from tenback.rules import BadInput, Said

CAREFUL, GREEDY = Recipe("careful"), Recipe("greedy")


def test_all_that_is_measured_is_there() -> None:
    tasks = list(tasks_of(CAREFUL, [GREEDY]))
    counts = {kind: sum(task.kind is kind for task in tasks) for kind in Kind}
    assert list(counts.values()) == [15, 4, 4, 16, 2]
    crossed = [task.bots for task in tasks if task.kind is Kind.CROSS_PLAY]
    assert crossed[:4] == [*product((CAREFUL, GREEDY), repeat=2)]
    assert crossed[5] == (CAREFUL, GREEDY, CAREFUL)


def test_some_of_it_can_be_chosen() -> None:
    tasks = list(tasks_of(CAREFUL))
    assert chosen(tasks, []) == tasks
    found = chosen(tasks, ["self-play", "ad hoc", "classic"])
    assert {(task.kind, task.edition) for task in found} == {
        (Kind.SELF_PLAY, "classic"),
        (Kind.AD_HOC, "classic"),
    }
    with pytest.raises(
        BadInput, match="no task 'nothing': use one of self-play, without talk,"
    ) as caught:
        chosen(tasks, ["nothing"])
    assert caught.value.code is ArenaCode.NO_SUCH_TASK


def test_figures_are_those_of_the_deals_of_the_benchmark() -> None:
    engine = Local(1)
    tasks = [task for task in tasks_of(GREEDY) if task.seats == 2]
    figures = [measured(task, engine, 3) for task in tasks]
    told = report([GREEDY], figures)
    assert (told["bot"], told["seed"], len(told["figures"])) == ("greedy", SEED, len(tasks))
    again = [measured(task, engine, 3).as_json() for task in tasks]
    assert told["figures"] == again
    assert all(0 <= figure.interval[0] <= figure.rate <= figure.interval[1] for figure in figures)


def test_a_silenced_bot_says_nothing_and_plays_all_the_same() -> None:
    setup = read_setup("classic", 2)
    for recipe, is_heard in ((CAREFUL, True), (SilentRecipe.of(CAREFUL), False)):
        table = sit(Lineup.of(setup, [recipe]), SEED, 0)
        assert table.state.outcome is not None
        assert any(isinstance(event, Said) for event in table.log) is is_heard
