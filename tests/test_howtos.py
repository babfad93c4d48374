"""The how-tos work as they stand: their code runs, and does what the page says."""

import json
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tenback.languages.plurals import PluralRules
from tenback.rules import EDITIONS, Refused
from tenback.server.errors import ServerCode
from tenback.server.rest import about
from tenback.testing import check_bot

DOCS = Path(__file__).parent.parent / "docs"


def blocks(page: str, language: str) -> list[str]:
    """Return the blocks of code on a page, those within lists too."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return [dedent(block) for block in found]


def run(source: str, **names: Any) -> dict[str, Any]:
    """Return what some code defines."""
    exec(source, names)
    return names


def test_the_new_edition_passes_the_tests_of_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    edition, tests, *_ = blocks("howto/add-an-edition", "python")
    steady = run(edition, __name__=__name__)["Steady"]
    monkeypatch.setitem(EDITIONS, steady.name, steady)
    found = [test for name, test in run(tests).items() if name.startswith("test_s1_")]
    assert len(found) == 2
    for test in found:
        test()


@pytest.mark.parametrize(("page", "name"), [("write-a-bot", "MyBot"), ("howto/own-bot", "Patient")])
def test_the_bot_of_a_page_plays_as_a_bot_should(page: str, name: str) -> None:
    source, *_ = blocks(page, "python")
    check_bot(run(source)[name])


def test_the_built_in_bot_plays_as_a_bot_should() -> None:
    source, *_ = blocks("howto/built-in-bot", "python")
    modest = run(source)["Modest"]
    check_bot(lambda seed: modest())


def test_the_new_route_describes_an_edition() -> None:
    handler, imports, *_ = blocks("howto/add-a-rest-route", "python")
    route = run(imports + handler, **vars(about))["get_edition"]
    assert route.fn("on-fire").title == "On Fire"
    with pytest.raises(Refused) as refused:
        route.fn("off-fire")
    assert refused.value.code is ServerCode.NO_SUCH_PAGE


def test_the_new_language_counts() -> None:
    (described,) = blocks("howto/add-a-language", "json")
    rules = PluralRules(json.loads(described)["plurals"])
    assert [rules.categories[rules.place(count)] for count in (0, 1, 2)] == [
        "other",
        "one",
        "other",
    ]
