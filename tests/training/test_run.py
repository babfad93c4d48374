"""Training runs can be interrupted and resumed, and the same seed makes the same network."""

import json
from itertools import islice
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file

import tenback
from tenback.arena.errors import ArenaCode
from tenback.bots.network import Network
from tenback.notation.errors import NotationCode
from tenback.rules import BadInput
from tenback.training.errors import TrainingCode
from tenback.training.log import LOG, read_log
from tenback.training.run import CHECKPOINT, FINAL, PROGRESS, TrainingRun, find_device
from tests.training.tiny import TINY, tiny, training

ROUND = 8 * TINY.tables * (TINY.steps + 1)


def card_of(run: TrainingRun) -> dict[str, object]:
    with safe_open(run.network_path, "numpy") as file:
        card: dict[str, object] = json.loads(file.metadata()["card"])
        return card


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> TrainingRun:
    """Return a run that came to its end; nobody may change it."""
    torch.set_num_threads(1)
    run = training(tmp_path_factory.mktemp("whole"))
    for _ in run.entries():
        pass
    return run


def test_a_run_ends_when_all_plays_are_made(whole: TrainingRun) -> None:
    assert TINY.plays <= whole.learner.plays < TINY.plays + ROUND
    assert sorted(path.name for path in whole.folder.iterdir()) == [
        CHECKPOINT,
        LOG,
        "tiny.safetensors",
    ]


def test_the_log_has_a_line_for_every_evaluation(whole: TrainingRun) -> None:
    log = read_log(whole.folder)
    assert log == whole.log
    assert len(log) == 3
    assert log[-1].progress == 1.0
    assert log[-1].plays == whole.learner.plays
    assert all(set(standing.rates) == {"classic 2"} for standing in log)
    assert sorted(log, key=lambda standing: standing.seconds) == log


def test_the_card_tells_how_the_network_was_trained_and_what_was_measured(
    whole: TrainingRun,
) -> None:
    card = card_of(whole)
    assert card == whole.card()
    assert (card["name"], card["tenback"], card["device"]) == ("tiny", tenback.__version__, "CPU")
    assert card["plays"] == whole.learner.plays
    assert card["settings"] == json.loads(json.dumps(card["settings"]))
    assert card["rates"] == whole.log[-1].rates
    assert (card["deals"], card["seed"]) == ({"classic 2": TINY.evaluation_deals}, PROGRESS)


def test_the_network_that_is_kept_is_the_averaged_one_in_half_precision(whole: TrainingRun) -> None:
    kept = load_file(whole.network_path)
    for name, weight in whole.learner.average.state_dict().items():
        assert torch.equal(kept[name], weight.half())


def test_the_same_seed_makes_the_same_network_and_another_one_another(
    tmp_path: Path, whole: TrainingRun
) -> None:
    kept = load_file(whole.network_path)
    for seed, is_same in (("0", True), ("1", False)):
        run = training(tmp_path / seed, settings=tiny(seed=seed))
        for _ in run.entries():
            pass
        found = load_file(run.network_path)
        assert all(torch.equal(kept[name], found[name]) for name in kept) == is_same


def test_a_run_that_was_cut_off_goes_on_to_the_same_end(tmp_path: Path) -> None:
    first = training(tmp_path)
    entries = first.entries()
    seen = list(islice(entries, 4))
    entries.close()
    assert read_log(tmp_path) == [standing for standing in seen if standing.rates]
    again = training(tmp_path)
    assert again.learner.plays == first.learner.plays == seen[-1].plays
    assert again.seconds == first.seconds
    for name, weight in first.learner.network.state_dict().items():
        assert torch.equal(weight, again.learner.network.state_dict()[name])
    rest = list(again.entries())
    assert TINY.plays <= again.learner.plays < TINY.plays + ROUND
    assert again.seconds > first.seconds
    assert rest[-1].progress == 1.0
    assert read_log(tmp_path) == [standing for standing in [*seen, *rest] if standing.rates]


def test_a_run_that_is_over_stays_as_it_is(whole: TrainingRun) -> None:
    again = training(whole.folder)
    assert list(again.entries()) == []
    assert again.card() == whole.card()


def test_what_was_logged_after_the_checkpoint_is_forgotten(tmp_path: Path) -> None:
    first = training(tmp_path)
    entries = first.entries()
    next(entries)
    entries.close()
    (tmp_path / LOG).write_text('{"plays": 1, "torn', encoding="utf-8")
    training(tmp_path)
    assert read_log(tmp_path) == []


def test_an_interrupt_in_the_middle_of_a_round_keeps_what_was_learnt(tmp_path: Path) -> None:
    run = training(tmp_path)
    entries = run.entries()
    plays = next(entries).plays
    with pytest.raises(KeyboardInterrupt):
        entries.throw(KeyboardInterrupt)
    assert training(tmp_path).learner.plays == plays


def test_a_run_that_never_began_leaves_no_checkpoint(tmp_path: Path) -> None:
    run = training(tmp_path)
    run.entries().close()
    assert list(tmp_path.iterdir()) == []


def test_a_time_limit_shortens_the_training(tmp_path: Path) -> None:
    run = training(tmp_path, settings=tiny(plays=10**9), seconds=0.5)
    last = list(run.entries())[-1]
    assert last.progress == 1.0
    assert last.seconds >= 0.5
    assert last.rates


def test_a_run_that_is_no_longer_limited_has_made_the_share_of_its_plays(tmp_path: Path) -> None:
    run = training(tmp_path, settings=tiny(plays=10**9), seconds=1000.0)
    run.seconds = 500.0
    entries = run.entries()
    assert next(entries).progress >= 0.5
    entries.close()
    assert training(tmp_path, settings=tiny(plays=10**9)).learner.progress < 0.01


def test_a_last_measurement_stands_on_the_card(tmp_path: Path) -> None:
    run = training(tmp_path, settings=tiny(setups={"classic 2": 3, "classic+min3 2": 1}))
    next(run.entries())
    run.measure(40, FINAL)
    run.save()
    card = card_of(run)
    assert (card["deals"], card["seed"]) == ({"classic 2": 30, "classic+min3 2": 10}, FINAL)
    assert training(tmp_path, settings=run.settings).measured == run.measured


def test_a_measurement_is_the_same_each_time_and_trains_nothing(whole: TrainingRun) -> None:
    before = [weight.clone() for weight in whole.learner.average.parameters()]
    assert whole.learner.evaluate(32, "x") == whole.learner.evaluate(32, "x")
    assert all(map(torch.equal, before, whole.learner.average.parameters()))


# beginning with another network


def test_a_run_may_begin_with_a_network_and_a_part_of_the_training_done(
    tmp_path: Path, whole: TrainingRun
) -> None:
    run = training(tmp_path, start=whole.network_path, head_start=0.5)
    assert run.learner.progress == 0.5
    for name, weight in load_file(whole.network_path).items():
        assert torch.equal(run.learner.network.state_dict()[name], weight.float())
    next(run.entries())
    run.save()
    begun_with = {
        key: whole.card()[key] for key in ("name", "tenback", "plays", "seconds", "start")
    }
    for one in (run, training(tmp_path)):
        assert one.card()["start"] == {"head_start": 0.5, **begun_with}


@pytest.mark.parametrize("setup", ["extreme 2", "on-fire 2"])
def test_a_network_for_classic_can_become_one_for_an_edition_with_more_to_see(
    tmp_path: Path, whole: TrainingRun, setup: str
) -> None:
    run = training(tmp_path, settings=tiny(setups={setup: 1}), start=whole.network_path)
    for _ in run.entries():
        pass
    assert run.learner.plays >= TINY.plays
    assert set(run.log[-1].rates) == {setup}
    assert Network(run.network_path).scheme == run.settings.scheme


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere.safetensors", "the file does not hold a network"),
        ("odd.safetensors", "the file does not hold a network"),
        ("other.safetensors", "its network is larger, or for another edition"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(
    tmp_path: Path, whole: TrainingRun, name: str, reason: str
) -> None:
    (tmp_path / "odd.safetensors").write_bytes(b"hello")
    (tmp_path / "other.safetensors").write_bytes(whole.network_path.read_bytes())
    with pytest.raises(BadInput) as caught:
        training(
            tmp_path / "run", settings=tiny(setups={"face-to-face 2": 1}), start=tmp_path / name
        )
    assert caught.value.code == NotationCode.BAD_FILE
    assert reason in str(caught.value)


# what is refused


def test_other_settings_in_the_same_folder_are_refused(whole: TrainingRun) -> None:
    with pytest.raises(BadInput) as caught:
        training(whole.folder, settings=tiny(rate=0.5))
    assert caught.value.code == ArenaCode.BAD_RESULT
    assert "its rate is 0.0002, not 0.5" in str(caught.value)


def test_a_checkpoint_of_a_version_without_a_setting_is_refused(
    tmp_path: Path, whole: TrainingRun
) -> None:
    memory = torch.load(whole.folder / CHECKPOINT)
    del memory["settings"]["grades"]
    torch.save(memory, tmp_path / CHECKPOINT)
    with pytest.raises(BadInput) as caught:
        training(tmp_path)
    assert "from another version of Tenback, which had no grades" in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04"])
def test_a_checkpoint_that_is_damaged_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / CHECKPOINT).write_bytes(content)
    with pytest.raises(BadInput) as caught:
        training(tmp_path)
    assert caught.value.code == ArenaCode.BAD_RESULT


@pytest.mark.parametrize("content", [{"settings": {}}, {"a": 1}, [1]])
def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path, content: object) -> None:
    torch.save(content, tmp_path / CHECKPOINT)
    with pytest.raises(BadInput) as caught:
        training(tmp_path)
    assert caught.value.code == ArenaCode.BAD_RESULT


def test_a_folder_that_cannot_be_made_is_told() -> None:
    with pytest.raises(BadInput) as caught:
        training(Path("/dev/null/run"))
    assert caught.value.code == NotationCode.CANNOT_WRITE


@pytest.mark.parametrize("name", ["tpu", "meta", "cuda:99", "cpu:x", ""])
def test_a_device_that_is_not_there_is_told(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        find_device(name)
    assert caught.value.code == TrainingCode.NO_DEVICE


def test_a_log_that_is_none_is_told(tmp_path: Path) -> None:
    for content in ("hello", '{"plays": 1}', "[]"):
        (tmp_path / LOG).write_text(content, encoding="utf-8")
        with pytest.raises(BadInput) as caught:
            read_log(tmp_path)
        assert caught.value.code == NotationCode.BAD_FILE
