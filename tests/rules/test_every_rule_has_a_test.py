"""The rules are numbered; every number must begin the name of a test in this folder."""

import ast
import re
from pathlib import Path

import pytest

RULES = [
    *(f"c{number}" for number in range(1, 15)),
    *(f"e{number}" for number in range(1, 15)),
    *(f"o{number}" for number in range(1, 6)),
    *(f"f{number}" for number in range(1, 10)),
]


def rules_with_a_test() -> set[str]:
    """Return the rule number of every test function in this folder that begins with one."""
    functions = (
        node.name
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    )
    matches = (re.match(r"test_([cefo]\d+)_", name) for name in functions)
    return {match[1] for match in matches if match}


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_has_a_test(rule: str) -> None:
    assert rule in rules_with_a_test()


def test_no_test_is_named_after_a_rule_that_does_not_exist() -> None:
    assert rules_with_a_test() <= set(RULES)
