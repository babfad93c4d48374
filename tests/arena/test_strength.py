"""Strength: what is measured, kept in a file and resumed, and whether it is true."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tenback.arena import Local, read_setup
from tenback.arena.errors import ArenaCode
from tenback.arena.strength import (
    DEALS,
    MEASURED_BOTS,
    MEASURED_EDITIONS,
    PLAIN,
    SEED,
    STORED,
    Cell,
    CellResult,
    cells_of,
    measure,
    read_results,
    write_results,
)
from tenback.bots import BOTS, Recipe
from tenback.bots.master import AT_ONCE, care_for
from tenback.notation import read_edition
from tenback.rules import EDITIONS, BadInput
from tests.arena.players import GREEDY, finish, simulation

TEAM = Cell("classic", 2, ("greedy", "greedy"))
MIXED = Cell("extreme@shuffled", 3, ("greedy", "greedy", "random"))
DUEL = Cell("face-to-face", 2, ("greedy", "random"))
AT_TABLES = Cell("classic", 2, (GREEDY, GREEDY))
TEAM_EDITIONS = [
    text for text in MEASURED_EDITIONS if not read_edition(text.partition("@")[0]).is_duel
]
COMPILED = [bot for bot in BOTS if Recipe(bot).policy is not None]
CELLS = (TEAM, MIXED, DUEL, AT_TABLES)


def measured(cell: Cell, deals: int, known: CellResult | None = None, jobs: int = 1) -> CellResult:
    *_, result = measure(cell, deals, Local(jobs), known)
    return result


def seats_of(edition: str) -> list[tuple[int, str]]:
    return [(cell.seats, cell.lineup) for cell in cells_of([edition])]


# what is measured


@pytest.mark.parametrize("edition", TEAM_EDITIONS)
def test_every_bot_is_measured_alone_and_in_teams_of_every_size(edition: str) -> None:
    wanted = {(seats, bot) for seats in range(1, 6) for bot in MEASURED_BOTS}
    assert wanted <= {*seats_of(edition)}


def test_every_pair_of_bots_meets_once() -> None:
    pairs = [cell.bots for cell in cells_of(["face-to-face"])]
    assert len(pairs) == len(MEASURED_BOTS) * (len(MEASURED_BOTS) - 1) // 2
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)


def test_bots_that_are_named_meet_each_other_the_stronger_one_first() -> None:
    cells = cells_of(["face-to-face"], ["random", "careful", "greedy+careful", "greedy"])
    assert {cell.bots for cell in cells} == {
        ("careful", "greedy"),
        ("careful", "random"),
        ("greedy", "random"),
    }


def test_a_mixed_team_has_the_first_bot_in_all_seats_that_are_left() -> None:
    cells = [*cells_of(["classic"], ["careful+greedy+random"])]
    assert [cell.bots for cell in cells] == [
        ("careful", "greedy", "random"),
        ("careful", "careful", "greedy", "random"),
        ("careful", "careful", "careful", "greedy", "random"),
    ]
    assert {cell.lineup for cell in cells} == {"careful+greedy+random"}


def test_further_teams_are_measured_in_plain_editions() -> None:
    assert {(2, "careful+greedy"), (5, "master+greedy")} <= {*seats_of("classic")}
    assert (1, "master+greedy") not in seats_of("classic")
    usual = {cell.lineup for cell in cells_of(["classic+min3"])}
    further = {cell.edition for cell in cells_of(TEAM_EDITIONS) if cell.lineup not in usual}
    assert further == {text for text in TEAM_EDITIONS if text in EDITIONS} - PLAIN


def test_the_control_without_signals_is_measured_in_classic() -> None:
    assert {(2, "mute"), (5, "mute+master")} <= {*seats_of("classic")}
    assert not any("mute" in lineup for _, lineup in seats_of("extreme"))


def test_the_slowest_bot_decides_how_many_deals_are_usual() -> None:
    assert TEAM.usual_deals == DEALS
    master, mixed = (Cell("extreme+min3", 2, (bot, "master")) for bot in ("master", "greedy"))
    assert mixed.usual_deals == master.usual_deals < DEALS


def test_editions_and_seats_can_be_chosen() -> None:
    cells = [*cells_of(["classic", "extreme"], ["greedy"], 2)]
    assert cells == [Cell(edition, 2, ("greedy", "greedy")) for edition in ("classic", "extreme")]


@pytest.mark.parametrize(
    ("text", "spelled"),
    [("classic+hand-1+min3", "classic+min3+hand-1"), ("extreme@standard", "extreme")],
)
def test_an_edition_has_one_spelling(text: str, spelled: str) -> None:
    assert [*cells_of([text], ["greedy"])] == [*cells_of([spelled], ["greedy"])]


# measuring


def test_a_result_is_that_of_the_simulation_on_the_same_deals() -> None:
    assert measured(TEAM, 500).tally == finish(simulation("greedy", seed=SEED), 500).tally


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_a_cell_that_is_gone_on_with_ends_like_one_that_is_not(cell: Cell) -> None:
    first = measured(cell, 7)
    assert first.tally.deals == 7
    assert measured(cell, 20, first, jobs=2) == measured(cell, 20)


def test_what_another_version_has_begun_begins_anew() -> None:
    known = replace(measured(TEAM, 30), version="0.0.1")
    assert measured(TEAM, 40, known) == measured(TEAM, 40)


# the file


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    results = {cell: measured(cell, 5) for cell in CELLS}
    write_results(tmp_path / "one.json", results)
    assert read_results(tmp_path / "one.json") == results
    write_results(tmp_path / "other.json", dict(reversed(results.items())))
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "other.json").read_bytes()


def test_where_no_file_is_nothing_is_known(tmp_path: Path) -> None:
    assert read_results(tmp_path / "none.json") == {}


def test_a_bot_that_is_not_here_is_told_of_all_the_same(tmp_path: Path) -> None:
    gone = Cell("classic", 1, ("gone.py:Gone",))
    write_results(
        tmp_path / "one.json",
        {gone: replace(measured(Cell("classic", 1, ("random",)), 9), cell=gone)},
    )
    assert [*read_results(tmp_path / "one.json")] == [gone]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": "OTHER"}, "its seed is OTHER, not STRENGTH"),
        ({"seats": 7}, "classic takes 1–5 players, not 7"),
        ({"seats": 3}, "bots given: 2, seats: 3"),
        ({"bots": []}, "bots given: 0, seats: 2"),
        ({"edition": "chess"}, "there is no edition 'chess'"),
        ({"won": 9}, "its counts do not add up"),
        ({"version": None}, "'version' must be a string"),
    ],
)
def test_a_file_that_cannot_be_true_is_refused(
    tmp_path: Path, change: dict[str, Any], complaint: str
) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"cells": [measured(TEAM, 5).as_json() | change]}), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_results(path)
    assert caught.value.code == ArenaCode.BAD_RESULT
    assert complaint in str(caught.value)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"cells": 5}', '{"cells": [5]}'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "one.json").write_text(content, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_results(tmp_path / "one.json")
    assert caught.value.code == ArenaCode.BAD_RESULT


# what comes with the program


def test_what_is_stored_is_written_by_the_command_and_not_by_hand(tmp_path: Path) -> None:
    write_results(tmp_path / "again.json", read_results())
    assert (tmp_path / "again.json").read_bytes() == STORED.read_bytes()


def test_what_is_stored_is_measured_on_as_many_deals_as_the_command_would_take() -> None:
    stored = read_results()
    assert {*stored} <= {*cells_of()}
    assert [cell for cell in stored if stored[cell].tally.deals != cell.usual_deals] == []


def test_only_bots_with_networks_are_slow_enough_to_be_missing() -> None:
    missing = {*cells_of()} - {*read_results()}
    assert all(any(Recipe(bot).thinks_together for bot in cell.bots) for cell in missing)


def test_where_master_plays_as_adept_does_it_has_the_same_figures() -> None:
    stored, compared = read_results(), 0
    for cell, result in stored.items():
        alike = replace(cell, bots=("master",) * cell.seats)
        is_team_of_adept = {*cell.bots} == {"adept"} and not cell.is_duel
        if is_team_of_adept and care_for(read_setup(cell.edition, cell.seats)) == AT_ONCE:
            assert stored[alike].tally == result.tally
            compared += 1
    assert compared >= 4


@pytest.mark.parametrize("edition", ["extreme+hand-1", "classic+min3+hand-1"])
@pytest.mark.parametrize("bot", COMPILED)
def test_what_is_stored_is_what_the_bots_of_today_win(bot: str, edition: str) -> None:
    """If not: `tenback bots --measure --again --bots NAME`, and `tenback bots --markdown`.

    One has commands, the other the larger minimum; with one card fewer in hand they end soon.
    """
    cell = Cell(edition, 3, (bot,) * 3)
    stored = read_results()[cell].tally
    assert measured(cell, stored.deals).tally == stored
