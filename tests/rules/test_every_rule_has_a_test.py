"""Every rule of `docs/rules.md` has a test that pytest collects, and that checks something.

A test belongs to the rule that begins its name. It checks something if it compares what a call
returned, or expects a refusal; a test that is skipped, shadowed or empty does not count.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RULE = re.compile(r"^- \*\*([A-Z]\d+) ", re.MULTILINE)
NUMBERED = re.compile(r"test_([a-z]\d+)_")
RULES = [number.lower() for number in RULE.findall((ROOT / "docs" / "rules.md").read_text("utf-8"))]

EMPTY = "def test_c5_laid(): ..."
PLANTED = {
    "no body": EMPTY,
    "a doc string only": 'def test_c5_laid():\n    """A card is laid."""',
    "nothing compared": "def test_c5_laid():\n    state = at(TABLE)\n    after(state, MOVE)",
    "a constant": "def test_c5_laid():\n    assert True",
    "what it made itself": "def test_c5_laid():\n    cards = [5]\n    assert cards == [5]",
    "skipped": "@pytest.mark.skip\ndef test_c5_laid():\n    assert plays(at(TABLE))",
    "expected to fail": "@pytest.mark.xfail\ndef test_c5_laid():\n    assert plays(at(TABLE))",
    "within a function": "def test():\n    def test_c5_laid():\n        assert plays(at(TABLE))",
    "shadowed": f"def test_c5_laid():\n    assert plays(at(TABLE))\n{EMPTY}",
}


def checking_tests(tree: ast.Module) -> Iterator[str]:
    """Yield the names of the tests in a module that check something when they run."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name, function in functions.items():
        if NUMBERED.match(name) and checks_something(function) and not is_left_out(function):
            yield name


def is_left_out(function: ast.FunctionDef) -> bool:
    marks = " ".join(map(ast.unparse, function.decorator_list))
    return re.search(r"\b(skip|skipif|xfail)\b", marks) is not None


def checks_something(function: ast.FunctionDef) -> bool:
    """Return whether a test asserts something about what it called, or expects an error."""
    called = {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.For | ast.comprehension) and calls(value_of(node))
        for target in ast.walk(node.targets[0] if isinstance(node, ast.Assign) else node.target)
        if isinstance(target, ast.Name)
    }
    parameters = {argument.arg for argument in function.args.args}
    return any(
        "pytest.raises" in ast.unparse(node)
        if isinstance(node, ast.With)
        else calls(node.test) or called & names_in(node.test) or parameters & names_in(node.test)
        for node in ast.walk(function)
        if isinstance(node, ast.Assert | ast.With)
    )


def value_of(node: ast.Assign | ast.For | ast.comprehension) -> ast.expr:
    return node.value if isinstance(node, ast.Assign) else node.iter


def calls(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Call) for part in ast.walk(node))


def names_in(node: ast.expr) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


@cache
def collected() -> dict[str, set[str]]:
    """Return the tests that pytest collects in this folder, by rule."""
    command = (sys.executable, "-m", "pytest", "--collect-only", "-o", "addopts=-q", str(HERE))
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found: dict[str, set[str]] = {}
    for path, name in re.findall(r"^(\S+\.py)::(\w+)", listed, re.MULTILINE):
        if match := NUMBERED.match(name):
            found.setdefault(match[1], set()).add(f"{Path(path).name}::{name}")
    return found


@cache
def checking() -> set[str]:
    return {
        f"{path.name}::{name}"
        for path in HERE.glob("test_*.py")
        for name in checking_tests(ast.parse(path.read_text(encoding="utf-8")))
    }


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_has_a_test_that_runs_and_checks_something(rule: str) -> None:
    assert collected().get(rule, set()) & checking()


def test_every_test_of_a_rule_checks_something() -> None:
    assert set[str]().union(*collected().values()) - checking() == set()


def test_no_test_is_named_after_a_rule_that_does_not_exist() -> None:
    assert collected().keys() <= {*RULES}


def test_rules_are_numbered_without_gaps() -> None:
    for letter in {rule[0] for rule in RULES}:
        numbers = [int(rule[1:]) for rule in RULES if rule[0] == letter]
        assert numbers == [*range(1, len(numbers) + 1)]
    assert len(RULES) > 40


@pytest.mark.parametrize("source", PLANTED.values(), ids=PLANTED)
def test_a_test_that_checks_nothing_is_found(source: str) -> None:
    assert [*checking_tests(ast.parse(source))] == []


def test_a_test_that_checks_something_is_one() -> None:
    source = 'def test_c5_laid():\n    state = at("classic …")\n    assert state.tops == (5,)'
    assert [*checking_tests(ast.parse(source))] == ["test_c5_laid"]
