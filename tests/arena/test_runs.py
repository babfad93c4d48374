"""Runs: the same result however they are cut, interrupted and resumed."""

import json
import math
import multiprocessing
import os
import signal
import threading
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import tenback
from tenback.arena import DuelComparison, Engine, Local, Run, Study, TeamComparison, read_setup
from tenback.arena.errors import ArenaCode
from tenback.bots import Recipe
from tenback.rules import BadInput
from tests.arena.players import GREEDY, HERE, finish, simulation

GREEDY_AND_CHANCE = Recipe.read("greedy"), Recipe.read("random")
STUDIES: dict[str, Study[Any]] = {
    "compiled": simulation("greedy", "random"),
    "at tables": simulation(GREEDY),
    "duel": simulation("greedy", "random", edition="face-to-face"),
    "shuffled": simulation("greedy", edition="extreme@shuffled"),
    "teams": TeamComparison(read_setup("classic", 2), GREEDY_AND_CHANCE, "ABC"),
    "duels": DuelComparison(read_setup("face-to-face", 2), GREEDY_AND_CHANCE, "ABC"),
}


def deals_of(study: Study[Any]) -> int:
    return 20_000 if study.is_compiled else 24


@pytest.fixture(params=STUDIES)
def study(request: pytest.FixtureRequest) -> Study[Any]:
    return STUDIES[request.param]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "result.json"


def complaint(run: Run[Any]) -> BadInput:
    with pytest.raises(BadInput) as caught:
        list(run.progress_by_part())
    return caught.value


def result(run: Run[Any]) -> dict[str, Any]:
    *_, standing = run.progress_by_part()
    return {k: v for k, v in run.report(standing).items() if not k.endswith(("seconds", "second"))}


def test_what_is_told_on_the_way_is_the_result_of_the_first_deals(study: Study[Any]) -> None:
    run = Run(study, deals_of(study), Local(2))
    with closing(run.progress_by_part()) as progress_by_part:
        _, *some = islice(progress_by_part, 3)
    assert all(standing.tally == finish(study, standing.tally.deals).tally for standing in some)


def test_a_run_that_was_left_goes_on_where_it_stopped(study: Study[Any], out: Path) -> None:
    deals = deals_of(study)
    with closing(Run(study, deals, Local(2), out).progress_by_part()) as progress_by_part:
        *_, left = islice(progress_by_part, 3)
    kept = json.loads(out.read_text(encoding="utf-8"))
    assert kept["deals"] == left.tally.deals < deals
    assert kept["seconds"] == left.seconds
    first, *_, last = Run(study, deals, Local(2), out).progress_by_part()
    assert first == left
    assert last.tally == finish(study, deals).tally
    assert last.seconds > left.seconds


def test_a_run_goes_on_to_more_deals_than_were_first_asked_for(
    study: Study[Any], out: Path
) -> None:
    deals = deals_of(study)
    result(Run(study, deals // 3, Local(1), out))
    assert result(Run(study, deals, Local(2), out)) == result(Run(study, deals, Local(1)))


def test_any_number_of_jobs_gives_the_same_result(study: Study[Any]) -> None:
    """Two are in the test above: a process takes a second to start."""
    one, three = (Run(study, deals_of(study), Local(jobs)) for jobs in (1, 3))
    assert result(one) == result(three)


def test_a_file_that_holds_enough_is_only_read(study: Study[Any], out: Path) -> None:
    list(Run(study, 30, Local(1), out).progress_by_part())
    before = out.read_bytes()
    (only,) = Run(study, 20, Local(1), out).progress_by_part()
    assert only.tally.deals == 30
    assert out.read_bytes() == before


def test_the_file_of_a_run_says_what_is_reported(study: Study[Any], out: Path) -> None:
    run = Run(study, 30, Local(1), out)
    *_, standing = run.progress_by_part()
    assert json.loads(out.read_text(encoding="utf-8")) == run.report(standing)


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (simulation("greedy", seed="XYZ"), 'its seed is "ABC", not "XYZ"'),
        (simulation("greedy:4"), 'its bots is ["greedy", "greedy"], not ["greedy:4", "greedy:4"]'),
        (simulation("greedy", seats=3), "its seats is 2, not 3"),
        (simulation("greedy", edition="classic+min3"), 'its options is [], not ["min3"]'),
        (simulation("greedy", edition="extreme"), 'its edition is "classic", not "extreme"'),
        (STUDIES["teams"], 'its bots is ["greedy", "greedy"], not ["greedy", "random"]'),
    ],
)
def test_the_file_of_another_run_is_refused_with_what_differs(
    out: Path, other: Study[Any], difference: str
) -> None:
    result(Run(simulation("greedy"), 30, Local(1), out))
    before = out.read_bytes()
    error = complaint(Run(other, 60, Local(1), out))
    assert error.code == ArenaCode.BAD_RESULT
    assert difference in str(error)
    assert out.read_bytes() == before


def test_the_file_of_a_simulation_is_not_that_of_a_comparison(out: Path) -> None:
    result(Run(STUDIES["duel"], 30, Local(1), out))
    assert complaint(Run(STUDIES["duels"], 60, Local(1), out)).code == ArenaCode.BAD_RESULT


def test_a_bot_that_was_changed_meanwhile_makes_it_another_run(tmp_path: Path, out: Path) -> None:
    path = tmp_path / "mine.py"
    source = "from tenback.bots import Greedy\ndef mine(*, seed): return Greedy(reach={})\n"
    path.write_text(source.format(3), encoding="utf-8")
    result(Run(simulation(f"{path}:mine"), 2, Local(1), out))
    path.write_text(source.format(4), encoding="utf-8")
    error = complaint(Run(simulation(f"{path}:mine"), 4, Local(1), out))
    assert error.code == ArenaCode.BAD_RESULT
    assert "its files is" in str(error)


def test_a_module_that_was_changed_meanwhile_makes_it_another_run(
    tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "changing_bot.py"
    source = "from tenback.bots import Greedy\ndef mine(*, seed): return Greedy(reach={})\n"
    path.write_text(source.format(3), encoding="utf-8")
    result(Run(simulation("changing_bot:mine"), 2, Local(1), out))
    path.write_text(source.format(4), encoding="utf-8")
    error = complaint(Run(simulation("changing_bot:mine"), 4, Local(1), out))
    assert error.code == ArenaCode.BAD_RESULT
    assert "its files is" in str(error)


@pytest.mark.parametrize("version", ["0.0.1", None])
def test_the_result_of_another_version_is_refused(out: Path, version: str | None) -> None:
    list(Run(simulation("greedy"), 30, Local(1), out).progress_by_part())
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["version"] == tenback.__version__
    out.write_text(json.dumps(found | {"version": version}), encoding="utf-8")
    error = complaint(Run(simulation("greedy"), 60, Local(1), out))
    assert error.code == ArenaCode.BAD_RESULT
    assert f"its version is {json.dumps(version)}, not" in str(error)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seconds": -1.0}, "its counts do not add up"),
        ({"seconds": math.nan}, "its counts do not add up"),
        ({"seconds": math.inf}, "its counts do not add up"),
        ({"won": 30}, "its counts do not add up"),
        ({"deals": 31}, "its counts do not add up"),
        ({"deals": None}, "its counts do not add up"),
        ({"seconds": "1"}, "its counts do not add up"),
        ({"won": 31}, "its counts do not add up"),
        ({"won": "1"}, "'won' must be a number"),
        ({"left_histogram": [30]}, "'left_histogram' must be a list of 99 counts"),
        ({"left_histogram": [-1] * 99}, "'left_histogram' must be a list of 99 counts"),
        ({"left_histogram": 5}, "'left_histogram' must be a list of 99 counts"),
    ],
)
def test_a_result_that_contradicts_itself_is_refused(
    out: Path, change: dict[str, Any], reason: str
) -> None:
    study = simulation("greedy")
    list(Run(study, 30, Local(1), out).progress_by_part())
    found = json.loads(out.read_text(encoding="utf-8"))
    out.write_text(json.dumps(found | change), encoding="utf-8")
    error = complaint(Run(study, 60, Local(1), out))
    assert error.code == ArenaCode.BAD_RESULT
    assert reason in str(error)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("teams", {"both_won": 31}),
        ("teams", {"left_difference_histogram": [[0, 29]]}),
        ("teams", {"left_difference_histogram": [[99, 30]]}),
        ("teams", {"left_difference_histogram": ["x"]}),
        ("teams", {"a": None}),
        ("duels", {"wins_per_deal": [30, 0, 0, 0, 0]}),
        ("duels", {"wins_per_deal": [30]}),
        ("duels", {"wins": {}}),
    ],
)
def test_a_comparison_that_contradicts_itself_is_refused(
    out: Path, kind: str, change: dict[str, Any]
) -> None:
    list(Run(STUDIES[kind], 30, Local(1), out).progress_by_part())
    found = json.loads(out.read_text(encoding="utf-8"))
    out.write_text(json.dumps(found | change), encoding="utf-8")
    assert complaint(Run(STUDIES[kind], 60, Local(1), out)).code == ArenaCode.BAD_RESULT


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"seed": 5}', '{"seed": "no!"}'])
def test_a_file_that_is_no_result_is_refused_and_left_alone(out: Path, content: str) -> None:
    out.write_text(content, encoding="utf-8")
    assert complaint(Run(simulation("greedy"), 60, Local(1), out)).code == ArenaCode.BAD_RESULT
    assert out.read_text(encoding="utf-8") == content


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_stops_the_run_and_what_was_played_is_kept(out: Path, jobs: int) -> None:
    run = Run(simulation(f"{HERE}:RaisingInTheEnd"), 1000, Local(jobs), out)
    error = complaint(run)
    assert error.code == ArenaCode.BOT_FAILED
    failed_in = error.details["number"]
    kept = json.loads(out.read_text(encoding="utf-8"))["deals"]
    assert isinstance(failed_in, int)
    assert 0 < kept <= failed_in
    assert complaint(run).details["number"] == failed_in


def test_a_worker_that_dies_is_told() -> None:
    assert complaint(Run(simulation(f"{HERE}:Dying"), 4, Local(2))).code == ArenaCode.WORKER_DIED


def test_workers_end_at_once_when_a_run_is_left() -> None:
    with closing(
        Run(simulation(f"{HERE}:Sleeping"), 4, Local(2)).progress_by_part()
    ) as progress_by_part:
        next(progress_by_part)
        with pytest.raises(KeyboardInterrupt):
            _interrupted(progress_by_part)
    assert multiprocessing.active_children() == []


def _interrupted(progress_by_part: Any) -> None:
    """Press Ctrl-C while a part is awaited that takes an hour."""
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    next(progress_by_part)


def test_nothing_played_has_no_rate_and_an_interval_of_everything() -> None:
    study = simulation("greedy")
    run = Run(study, 1, Local(1))
    report = run.report(next(run.progress_by_part()))
    assert report["deals"] == 0
    assert report["rate"] is report["left_mean"] is report["deals_per_second"] is None
    assert report["interval"] == [0.0, 1.0]


def test_an_engine_is_anything_that_plays_parts_in_their_order() -> None:
    engines: list[Engine] = [Local(1), Local(2)]
    assert len({finish(simulation("greedy"), 9000, engine).tally for engine in engines}) == 1
