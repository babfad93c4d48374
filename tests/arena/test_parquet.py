"""Decisions in Parquet: what was seen, allowed and done agrees with the referee."""

from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

from tenback.arena import Lineup, Local, Run, Simulation, read_setup, sit
from tenback.arena.parquet import GROUP, DecisionFile
from tenback.arena.tally import Tally
from tenback.bots import Recipe
from tenback.fastsim import ACTIONS, action_of, run_seed, start
from tenback.rules import BadInput, Begin, apply, legal_moves
from tenback.rules.events import TurnBegan
from tests.arena.players import GREEDY

SEED, DEALS = "ABC", 3


def lineup(edition: str, seats: int, *bots: str) -> Lineup:
    return Lineup.of(read_setup(edition, seats), [Recipe.read(bot) for bot in bots])


def written(path: Path, playing: Lineup, deals: int = DEALS) -> Tally:
    """Play a run once, writing its decisions; return its tally."""
    study = Simulation(playing, SEED, has_decisions=True)
    with DecisionFile(path, study, deals) as file:
        *_, last = Run(study, deals, Local(1), decisions=file.write).progress_by_part()
    return last.tally


@pytest.mark.parametrize(
    ("edition", "seats", "bots"),
    [
        ("classic", 2, ["random"]),
        ("extreme", 3, ["careful", "greedy", "careful"]),
        ("face-to-face", 2, ["greedy", "random"]),
    ],
)
def test_decisions_are_those_that_are_simulated(
    tmp_path: Path, edition: str, seats: int, bots: list[str]
) -> None:
    playing, path = lineup(edition, seats, *bots), tmp_path / "decisions.parquet"
    tally = written(path, playing)
    assert tally == Simulation(playing, SEED).play(range(DEALS)).tally
    rows = parquet.read_table(path).to_pylist()
    for number in range(DEALS):
        table = sit(playing, SEED, number)
        state = start(playing.setup, seed=run_seed(SEED), number=number)
        mine = [row for row in rows if row["deal"] == number]
        assert [row["step"] for row in mine] == list(range(len(mine)))
        if bots[0] == "careful":  # who begins is agreed on by talking, which is no decision
            starter = next(event.seat for event in table.log if isinstance(event, TurnBegan))
            state = apply(state, Begin(starter))[0]
        for row in mine:
            bits = np.unpackbits(np.frombuffer(row["mask"], np.uint8))[:ACTIONS]
            legal = {action_of(move): move for move in legal_moves(state)}
            assert np.flatnonzero(bits).tolist() == sorted(legal)
            assert row["seat"] == (0 if state.turn is None else state.turn.seat)
            state = apply(state, legal[row["action"]])[0]
        outcome = table.state.outcome
        assert outcome is not None
        assert state.outcome == outcome
        for row in mine:
            has_won = outcome.won if outcome.winner is None else outcome.winner == row["seat"]
            assert (row["left"], row["won"]) == (outcome.left, has_won)


def test_a_card_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "new" / "decisions.parquet"
    written(path, lineup("classic", 1, "greedy"))
    count = parquet.read_metadata(path).num_rows
    card = path.with_suffix(".md").read_text(encoding="utf-8")
    for fact in ("| edition | classic |", "| bots | greedy |", f"| decisions | {count} |"):
        assert fact in card
    told = parquet.read_schema(path).metadata
    assert (told[b"tenback.seed"], told[b"tenback.deals"]) == (SEED.encode(), b"3")


def test_bots_of_ones_own_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        written(tmp_path / "decisions.parquet", lineup("classic", 1, GREEDY))
    assert not any(tmp_path.iterdir())


def test_a_file_is_the_same_however_its_run_was_cut_into_parts(tmp_path: Path) -> None:
    deals, playing = GROUP + 88, lineup("classic", 1, "greedy")
    study = Simulation(playing, SEED, has_decisions=True)
    files = []
    for size in (deals, 100):
        with DecisionFile(tmp_path / f"{size}.parquet", study, deals) as file:
            for first in range(0, deals, size):
                part = study.play(range(first, min(first + size, deals)))
                assert part.decisions is not None
                file.write(part.decisions)
        files.append((tmp_path / f"{size}.parquet").read_bytes())
    assert files[0] == files[1]
    assert parquet.read_metadata(tmp_path / "100.parquet").num_row_groups == 2


def test_a_card_is_not_written_over_its_data(tmp_path: Path) -> None:
    path = tmp_path / "decisions.md"
    with pytest.raises(
        BadInput, match=r"its data card would overwrite this file; use another extension"
    ):
        written(path, lineup("classic", 1, "greedy"))
    assert not path.exists()
