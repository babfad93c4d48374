"""Bots are registered in one place: no other module knows their names."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import tenback
from tenback.bots import BOTS, SIMPLE_BOT, STAND_IN, STRONGEST_BOT, Recipe, Talker
from tenback.bots.registry import REGISTRY, BuiltInBot

SOURCE = Path(tenback.__file__).parent
NAMES = "|".join(bot.name for bot in REGISTRY)
A_NAME = re.compile(rf"({NAMES})(?![\w ])")
"""At the beginning of a text: `greedy`, `greedy:5`, `greedy+careful`, but no sentence."""
NAMED_IN = {"policies/policy.py", "bots/master.py", "bots/registry.py"}
OF_THE_WIRE = {"protocol/from_client.py"}
"""A default of wire protocol 1, which stands below the bots."""


def names_in(source: str) -> Iterator[str]:
    """Yield the bots that a module names, doc strings aside."""
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docs:
                if (found := A_NAME.match(text)) is not None:
                    yield found[1]


def test_no_module_but_the_registry_knows_a_bot_by_name() -> None:
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name not in NAMED_IN | OF_THE_WIRE:
            assert list(names_in(path.read_text(encoding="utf-8"))) == [], name


def test_the_registry_and_what_it_registers_name_each_bot() -> None:
    found = Counter(
        bot for name in NAMED_IN for bot in names_in((SOURCE / name).read_text(encoding="utf-8"))
    )
    assert set(found) == {bot.name for bot in REGISTRY}


@pytest.mark.parametrize(
    "source", ['BOT = "greedy"', 'BOTS = ("careful", "master")', 'TEAM = "greedy+careful"']
)
def test_a_name_is_found(source: str) -> None:
    assert list(names_in(source))


@pytest.mark.parametrize("source", ['"""greedy."""', 'HELP = "greedy is a bot"', 'X = "mastery"'])
def test_what_people_read_does_not_count(source: str) -> None:
    assert not list(names_in(source))


def test_bots_stand_in_the_order_of_their_strength() -> None:
    assert BOTS == ("random", "greedy", "careful", "adept", "master")
    assert (SIMPLE_BOT, STAND_IN, STRONGEST_BOT) == ("greedy", "careful", "master")


@pytest.mark.parametrize("bot", REGISTRY, ids=lambda bot: bot.name)
def test_the_registry_says_what_a_bot_does(bot: BuiltInBot) -> None:
    recipe = Recipe.read(bot.name)
    assert isinstance(recipe.make(seed="ABC"), Talker) == bot.talks == recipe.talks
    assert (recipe.policy is not None) == bot.is_policy
    assert recipe.thinks_together == bot.has_network
