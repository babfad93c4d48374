"""The commands of a host: `tenback admin`, on a database that has seen people."""

import asyncio
from pathlib import Path

import pytest

from tenback.cli.admin import command
from tenback.cli.commands import CliGroup
from tenback.cli.texts import Texts
from tenback.server.store import People
from tests.cli.running import Run
from tests.server.store.opening import opened, person

NAMES = (
    "figures",
    "backup",
    "restore",
    "people",
    "rename",
    "ban",
    "delete",
    "tidy",
    "announce",
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Return a database in which there is somebody, called Anna."""
    url = f"sqlite:///{tmp_path / 'x.sqlite'}"

    async def prepare() -> None:
        async with opened(url) as database:
            await person(database)

    asyncio.run(prepare())
    return url


def test_all_commands_are_listed_and_have_help(run: Run) -> None:
    group = command(Texts("en"))
    assert isinstance(group, CliGroup)
    assert tuple(group.commands) == NAMES
    for name in NAMES:
        assert run("admin", name, "--help").out.startswith(f"Usage: tenback admin {name}")


def test_figures_are_for_people_and_for_programs(run: Run, url: str) -> None:
    told = run("admin", "figures", "--database-url", url).out
    assert "people: 0 with an account, 1 guest, 0 new in a week, 0 banned\n" in told
    found = run("admin", "figures", "--json", "--database-url", url).json
    assert (found["guests"], found["steps"]) == (1, 0)
    assert found["database_bytes"] > 0
    assert "Leute: 0 mit Konto" in run("admin", "figures", "--lang=de", "--database-url", url).out


def test_a_database_that_is_not_there_is_not_made(run: Run, tmp_path: Path) -> None:
    missing = tmp_path / "none.sqlite"
    asked = ("--database-url", f"sqlite:///{missing}")
    run("admin", "figures", *asked).assert_refused("there is no such file")
    assert not missing.exists()


def test_a_database_of_another_version_is_left_alone(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    asked = ("--database-url", f"sqlite:///{empty}")
    run("admin", "figures", *asked).assert_refused("it comes from another version")


def test_people_are_found_and_renamed(run: Run, url: str) -> None:
    asked = ("--database-url", url)
    (anna,) = run("admin", "people", "ann", "--json", *asked).json
    assert (anna["name"], anna["account"], anna["ban"]) == ("Anna", None, None)
    assert run("admin", "rename", anna["id"], "Cleo", *asked).out == (
        f"Anna ({anna['id']}) is now called Cleo\n"
    )
    assert "  guest  Cleo\n" in run("admin", "people", anna["id"], *asked).out
    assert run("admin", "people", "Anna", *asked).out == "nobody was found\n"
    run("admin", "rename", anna["id"], "", *asked).assert_refused("is not a valid name")
    run("admin", "rename", "nobody", "Ben", *asked).assert_refused("nobody has the id")
    assert run("admin", "people", *asked).code == 2


def test_nobody_is_renamed_to_what_looks_like_an_account(run: Run, url: str) -> None:
    async def claim() -> str:
        async with opened(url) as database:
            cleo = await person(database, "Cleo")
            assert await People(database).claim(cleo.id, "cleo", "hash")
            return cleo.id

    cleo, asked = asyncio.run(claim()), ("--database-url", url)
    (anna,) = run("admin", "people", "Anna", "--json", *asked).json
    for name in ("Cleo", "С1ео"):
        run("admin", "rename", anna["id"], name, *asked).assert_refused("cleo")
    assert run("admin", "people", "Anna", "--json", *asked).json == [anna]
    assert run("admin", "rename", cleo, "CLEO", *asked).code == 0


def test_a_backup_is_written_and_restored(run: Run, url: str, tmp_path: Path) -> None:
    file, other = tmp_path / "b.sqlite", f"sqlite:///{tmp_path / 'y.sqlite'}"
    told = run("admin", "backup", str(file), "--json", "--database-url", url).json
    assert told == {"file": str(file), "steps": 0, "bytes": file.stat().st_size}
    done = run("admin", "restore", str(file), "--database-url", other)
    assert done.out == f"restored from {file}\n"
    assert run("admin", "people", "Anna", "--json", "--database-url", other).json
    run("admin", "restore", str(file), "--database-url", other).assert_refused("it is not empty")
    kept = run("admin", "restore", str(file), "--replace", "--json", "--database-url", other).json
    assert Path(kept["kept"]).exists()


@pytest.mark.parametrize("line", [(), ("5", "--cancel"), ("5", "--text", "a\nb"), ("-1",)])
def test_an_announcement_names_minutes_and_one_line(
    run: Run, url: str, line: tuple[str, ...]
) -> None:
    assert run("admin", "announce", *line, "--database-url", url).code == 2


def test_a_stop_is_announced_and_taken_back(run: Run, url: str) -> None:
    asked = ("--database-url", url)
    told = run("admin", "announce", "10", "--text", "Back soon.", *asked).out
    assert told.startswith("announced: the server stops at ")
    assert run("admin", "announce", "5", "--json", *asked).json["text"] == ""
    assert run("admin", "announce", "--cancel", *asked).out == "the announcement is withdrawn\n"


def test_a_ban_is_made_and_lifted(run: Run, url: str) -> None:
    asked = ("--database-url", url)
    anna = run("admin", "people", "Anna", "--json", *asked).json[0]["id"]
    told = run("admin", "ban", anna, "--reason", "spam", *asked).out
    assert told == f"Anna ({anna}) is banned\n"
    assert "  Anna  banned: spam\n" in run("admin", "people", "Anna", *asked).out
    assert run("admin", "figures", "--json", *asked).json["sessions"] == 0
    assert run("admin", "ban", anna, "--lift", "--json", *asked).json["ban"] is None
    assert run("admin", "people", "Anna", "--json", *asked).json[0]["ban"] is None


def test_a_person_is_deleted_once_that_is_confirmed(run: Run, url: str) -> None:
    asked = ("--database-url", url)
    anna = run("admin", "people", "Anna", "--json", *asked).json[0]["id"]
    assert run("admin", "delete", anna, *asked, stdin="n\n").code == 130
    assert run("admin", "people", "Anna", "--json", *asked).json
    assert run("admin", "delete", anna, "--yes", *asked).out == f"Anna ({anna}) is deleted\n"
    assert run("admin", "people", "Anna", "--json", *asked).json == []


def test_tidying_can_be_tried_first(run: Run, url: str) -> None:
    asked = ("--database-url", url)
    none = "0 guests, 0 tables, 0 chat messages\n"
    assert run("admin", "tidy", "--keep-guests", "0", *asked).code == 2
    assert run("admin", "tidy", "--dry-run", "--json", *asked).json["guests"] == 1
    assert run("admin", "tidy", *asked).out == none.replace("0 guests", "1 guest")
    assert run("admin", "tidy", *asked).out == none
