"""Names of bots: how they are parsed, and what is wrong with them."""

import pickle
from pathlib import Path

import pytest

from tenback.bots import BOTS, Greedy, Random, Recipe, make_bot
from tenback.bots.careful import Careful
from tenback.bots.errors import BotCode
from tenback.notation import read_position
from tenback.policies.errors import PlayerCode
from tenback.rules import BadInput, view_of

SOURCE = """
from dataclasses import dataclass
from neighbour import REACH
from tenback.bots import Greedy

@dataclass
class Mine:
    seed: str

    def choose(self, view):
        return Greedy(REACH).choose(view)

class NoChoice:
    def __init__(self, *, seed): ...

class NoSeed: ...

class Raising:
    def __init__(self, *, seed):
        raise LookupError("where was I?")

class NoTalk(Mine):
    talk = "a lot"
"""
POSITION = "classic 60,50,40,30 69 70.71 0:58>u1,60>u1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "my bots" / "mine.py"
    path.parent.mkdir()
    path.write_text(SOURCE, encoding="utf-8")
    (path.parent / "neighbour.py").write_text("REACH = 9\n", encoding="utf-8")
    return path


def complaint(name: str) -> BadInput:
    with pytest.raises(BadInput) as caught:
        make_bot(name, seed="A")
    return caught.value


def test_built_in_bots_are_made_by_their_names() -> None:
    assert BOTS == ("random", "greedy", "careful", "adept", "master")
    assert isinstance(make_bot("random", seed="A"), Random)
    assert make_bot("greedy", seed="A") == Greedy()
    assert make_bot("greedy:7", seed="A") == Greedy(reach=7)
    assert make_bot("careful", seed="A") == Careful()


def test_a_recipe_prints_as_the_shortest_name() -> None:
    assert [str(Recipe.read(name)) for name in ("greedy:3", "greedy:4")] == ["greedy", "greedy:4"]


def test_a_bot_of_ones_own_comes_from_a_file_and_may_import_its_neighbours(path: Path) -> None:
    bot = make_bot(f"{path}:Mine", seed="A")
    assert str(bot.choose(view_of(read_position(POSITION), 0))) == "69>u1"


def test_a_recipe_carries_its_source_along(path: Path) -> None:
    sent = pickle.dumps(Recipe.read(f"{path}:Mine"))
    path.unlink()
    assert repr(pickle.loads(sent).make(seed="A")) == "Mine(seed='A')"


def test_a_bot_of_ones_own_comes_from_a_module() -> None:
    assert make_bot("tests.arena.players:greedy", seed="A") == Greedy()


def test_only_built_in_bots_are_compiled() -> None:
    assert str(Recipe.read("greedy:5").policy) == "greedy:5"
    assert Recipe.read("tests.arena.players:greedy").policy is None


@pytest.mark.parametrize("name", ["", "gredy", "greedy:", "greedy:x", "mine.py", ":Mine", "x:5"])
def test_an_unknown_name_is_refused_with_what_there_is(name: str) -> None:
    error = complaint(name)
    assert error.code == PlayerCode.NO_SUCH_BOT
    assert "random, greedy, careful" in str(error)
    assert "file.py:Name" in str(error)


def test_a_file_that_is_not_there_is_refused() -> None:
    assert str(complaint("nowhere.py:Mine")) == (
        "'nowhere.py' cannot be read: there is no such file"
    )


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Yours", "it has no Yours, only Mine, NoChoice, NoSeed, Raising, NoTalk"),
        ("NoChoice", "what it returns has no method choose"),
        ("NoTalk", "what it returns has an attribute talk that is not a function"),
        ("NoSeed", "calling it with a seed fails: TypeError: NoSeed() takes no arguments"),
        ("Raising", "calling it with a seed fails: LookupError: where was I? (mine.py, line 20)"),
    ],
)
def test_what_is_no_bot_is_refused_with_the_reason(path: Path, name: str, reason: str) -> None:
    error = complaint(f"{path}:{name}")
    assert error.code == BotCode.BAD_BOT
    assert str(error).endswith(f"is not a bot: {reason}")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def", "SyntaxError: invalid syntax (broken.py, line 1)"),
        ("import nowhere_at_all", "No module named 'nowhere_at_all' (broken.py, line 1)"),
        ("raise SystemExit(3)", "SystemExit: 3 (broken.py, line 1)"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_refused(tmp_path: Path, source: str, reason: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(source, encoding="utf-8")
    error = complaint(f"{path}:Mine")
    assert error.code == BotCode.BAD_BOT
    assert reason in str(error)


def test_a_module_that_is_not_there_is_refused() -> None:
    assert "No module named 'no_such'" in str(complaint("no_such.module:Mine"))
