"""The commands `deal` and `layout`."""

import re
from pathlib import Path

import pytest

from tenback.notation import read_position
from tenback.rules import Command
from tests.cli.running import (
    Run,
    layout_file,
)

# deal


def test_deal_prints_code_edition_seats_seed_and_position(run: Run) -> None:
    done = run("deal", "--edition", "classic+min3", "--seats", "2", "--seed", "abc")
    assert done.code == 0
    assert [*done.facts] == ["code", "edition", "seats", "seed", "position"]
    assert done.facts["edition"] == "classic+min3"
    assert done.facts["seed"] == "ABC"
    assert re.fullmatch(r"C2M-ABC-[0-9A-Z]", done.facts["code"])
    assert read_position(done.facts["position"]).seats == 2


def test_deal_as_json_says_the_same(run: Run) -> None:
    line = ("deal", "--edition", "classic+min3", "--seats", "2", "--seed", "ABC")
    found = run(*line, "--json").json
    assert {key: str(value) for key, value in found.items()} == run(*line).facts
    assert found["seats"] == 2


def test_deal_without_options_is_classic_for_one_and_new_every_time(run: Run) -> None:
    first, second = run("deal", "--json").json, run("deal", "--json").json
    assert (first["edition"], first["seats"]) == ("classic", 1)
    assert first["seed"] != second["seed"]


@pytest.mark.parametrize(
    ("edition", "seats", "hand"),
    [
        ("classic", 1, 8),
        ("classic", 5, 6),
        ("classic+hand-1", 2, 6),
        ("classic+min3+hand-1", 5, 5),
        ("extreme", 4, 6),
        ("extreme+min3@shuffled", 2, 7),
        ("face-to-face", 2, 6),
    ],
)
def test_code_of_a_deal_deals_the_same_cards_again(
    run: Run, edition: str, seats: int, hand: int
) -> None:
    found = run("deal", "--edition", edition, "--seats", str(seats), "--json").json
    hands = read_position(found["position"]).hands
    assert [len(cards) for cards in hands] == [hand] * seats
    assert run("deal", found["code"], "--json").json == found
    assert run("deal", found["code"].lower().replace("-", " - "), "--json").json == found


def test_face_to_face_needs_no_number_of_seats(run: Run) -> None:
    assert run("deal", "--edition", "face-to-face", "--json").json["seats"] == 2


def test_deal_takes_a_layout_file_and_its_code_asks_for_it(run: Run, tmp_path: Path) -> None:
    path = layout_file(tmp_path / "mine.toml", run)
    found = run("deal", "--layout", path, "--json").json
    assert found["edition"] == f"extreme@{path}"
    refused = run("deal", found["code"])
    assert refused.code == 1
    assert "which must be given with it" in refused.err
    assert run("deal", found["code"], "--layout", path, "--json").json == found


@pytest.mark.parametrize("name", ["my deck.toml", "[red]deck.toml", "[x]/deck.toml"])
def test_position_with_a_layout_file_of_an_odd_name_reads_again(
    run: Run, tmp_path: Path, name: str
) -> None:
    path = layout_file(tmp_path / name, run)
    done = run("deal", "--layout", path)
    assert done.facts["edition"] == f"extreme@{path.replace(' ', '%20')}"
    assert run("legal", done.facts["position"]).code == 0


# layout


def test_layout_shows_every_command_with_its_numbers_and_meaning(run: Run) -> None:
    done = run("layout")
    assert done.code == 0
    for command in Command:
        assert re.search(rf"^ ?{command} +( ?\d+ +){{4}}\w+", done.out, re.MULTILINE)


def test_layout_as_toml_is_a_layout_file(run: Run, tmp_path: Path) -> None:
    path = layout_file(tmp_path / "mine.toml", run)
    shuffled = run("layout", "shuffled:ABC", "--json").json
    assert run("layout", path, "--json").json == {**shuffled, "name": path}
    assert shuffled != run("layout", "--json").json


def test_layout_as_json_has_four_numbers_of_each_command(run: Run) -> None:
    found = run("layout", "--json").json
    assert found["name"] == "standard"
    assert {command: len(numbers) for command, numbers in found["commands"].items()} == {
        command.value: 4 for command in Command
    }


@pytest.mark.parametrize("name", ["[red]deck.toml", "[x]/deck.toml"])
def test_layout_shows_the_whole_name_of_its_file(run: Run, tmp_path: Path, name: str) -> None:
    layout_file(tmp_path / name, run)
    assert run("layout", name).out.startswith(name)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("stop = ", "stops = ", "there is no command 'stops'"),
        ("[5, 31, 70, 96]", "[5, 31, 70]", "stop needs a list of 4 numbers"),
        ("[5, 31, 70, 96]", "5", "stop needs a list of 4 numbers"),
        ("[5, 31, 70, 96]", "[5, 31, 70, 100]", "stop has '100'"),
        ("[5, 31, 70, 96]", "[5, 31, 70, true]", "stop has 'True'"),
        ("[5, 31, 70, 96]", "[5, 31, 70, 3]", "3 appears twice: under stop and under skull"),
        ("[5, 31, 70, 96]", "[5, 5, 70, 96]", "5 appears twice: under stop and under stop"),
        ("[5, 31, 70, 96]", "[5, 31", "not TOML"),
    ],
)
def test_bad_layout_file_is_refused_with_the_reason(
    run: Run, tmp_path: Path, old: str, new: str, reason: str
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(run("layout", "--toml").out.replace(old, new), encoding="utf-8")
    done = run("layout", str(path))
    assert (done.code, done.out) == (1, "")
    assert reason in done.err
    assert done.err.count("\n") == 1


def test_layout_beside_a_code_that_has_none_is_refused(run: Run, tmp_path: Path) -> None:
    path = layout_file(tmp_path / "deck.toml", run)
    assert "no custom layout" in run("deal", "C2-4QX7M-0ZB2K-6", "--layout", path).err
