"""Records of chosen sittings."""

from dataclasses import replace
from pathlib import Path

import pytest

from tenback.arena import Keep, Local, Run
from tenback.arena.errors import ArenaCode
from tenback.notation import read_record
from tenback.rules import BadInput
from tests.arena.players import GREEDY, simulation


def kept(folder: Path, choice: str, *bots: str, edition: str = "classic") -> dict[int, bool | None]:
    """Return the numbers of the records that a run of 60 deals leaves, and whether it was won."""
    study = replace(simulation(*bots, edition=edition), keep=Keep.read(choice))
    list(Run(study, 60, Local(1), records=folder).progress_by_part())
    found = {}
    for path in folder.glob("*.txt"):
        record = read_record(path.read_text(encoding="utf-8"))
        assert record.outcome is not None
        number = int(dict(record.tags)["deal-number"])
        assert path.name == f"ABC-{number}.txt"
        won = record.outcome.won
        found[number] = record.outcome.winner == 0 if won is None else won
    return dict(sorted(found.items()))


def test_records_are_kept_by_how_sittings_ended(tmp_path: Path) -> None:
    everything, won, lost = (kept(tmp_path / choice, choice) for choice in ("all", "won", "lost"))
    assert list(everything) == list(range(60))
    assert set(won.values()) == {True}
    assert set(lost.values()) == {False}
    assert dict(sorted({**won, **lost}.items())) == everything


def test_records_of_plain_bots_are_kept_likewise(tmp_path: Path) -> None:
    assert kept(tmp_path / "plain", "won", GREEDY) == kept(tmp_path / "compiled", "won")


def test_records_of_a_duel_are_kept_by_what_seat_0_did(tmp_path: Path) -> None:
    won = kept(tmp_path / "won", "won", "greedy", "greedy", edition="face-to-face")
    assert 0 < len(won) < 60
    assert set(won.values()) == {True}


@pytest.mark.parametrize("bot", ["greedy", GREEDY])
def test_records_are_kept_by_number(tmp_path: Path, bot: str) -> None:
    assert list(kept(tmp_path, "3, 17,20-22", bot)) == [3, 17, 20, 21, 22]


@pytest.mark.parametrize("bot", ["greedy", GREEDY])
@pytest.mark.parametrize("choice", ["all", "won", "lost", "3,17,20-45"])
def test_records_of_deals_that_are_known_already_are_kept_too(
    tmp_path: Path, choice: str, bot: str
) -> None:
    out, folder = tmp_path / "result.json", tmp_path / "gone on with"
    list(Run(simulation(bot), 40, Local(1), out).progress_by_part())
    study = replace(simulation(bot), keep=Keep.read(choice))
    engine = Local(2 if choice == "all" else 1)  # processes are dear
    first, *_, last = Run(study, 60, engine, out, folder).progress_by_part()
    assert (first.tally.deals, last.tally.deals) == (40, 60)
    whole = kept(tmp_path / "whole", choice, bot)
    assert {path.name for path in folder.iterdir()} == {f"ABC-{number}.txt" for number in whole}
    before = out.read_bytes()
    again = [*Run(study, 60, Local(1), out, tmp_path / "again").progress_by_part()]
    assert {standing.tally.deals for standing in again} == {60}
    assert len([*(tmp_path / "again").iterdir()]) == len(whole)
    assert out.read_bytes() == before


@pytest.mark.parametrize("text", ["", "some", "3-", "-3", "5-3", "3,,4", "3;4", "²", "1" * 10])
def test_what_says_not_what_to_keep_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        Keep.read(text)
    assert caught.value.code == ArenaCode.BAD_KEEP
