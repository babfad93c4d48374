"""What the tests of the page stand on: a real server, a real Chromium, people with browsers.

Both are there for this folder and not for the session: while Playwright's synchronous interface is
up, its event loop counts as running, and tests elsewhere could not run theirs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tenback import languages
from tests.compiling import compile_answers
from tests.page.person import Person
from tests.page.texts import Texts
from tests.server import servers
from tests.server.servers import CHROMIUM
from tests.server.serving import Serving

DEADLINE = 120_000
"""Milliseconds until what is waited for must be there: seconds on a busy machine, else tenths."""


@dataclass(frozen=True)
class Size:
    """How large a screen is, and whether it is touched."""

    name: str
    viewport: ViewportSize
    has_touch: bool

    def __str__(self) -> str:
        return self.name


PHONE = Size("phone", {"width": 390, "height": 844}, has_touch=True)
DESKTOP = Size("desktop", {"width": 1280, "height": 800}, has_touch=False)
SIZES = {size.name: size for size in (PHONE, DESKTOP)}


class Reachable(Protocol):
    """What has an address: a server, or what leads to one."""

    url: str


class Coming(Protocol):
    """Lets somebody come with a browser of their own."""

    def __call__(
        self,
        size: str = "desktop",
        language: str = "en",
        *,
        is_still: bool = True,
        server: Reachable | None = None,
    ) -> Person: ...


def pytest_configure(config: pytest.Config) -> None:
    """Let a missing Chromium be reported where nobody has asked for it by `-p` before."""
    if not config.pluginmanager.is_registered(servers):
        config.pluginmanager.register(servers)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Return this worker's Chromium."""
    program = CHROMIUM.find()
    expect.set_options(timeout=DEADLINE)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=program, args=["--disable-gpu"])


@pytest.fixture(scope="package")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Return a server that many tests share; who stops one starts an own."""
    compile_answers()  # longer than anybody waits, where it is not compiled yet
    with Serving(tmp_path_factory.mktemp("page") / "tenback.sqlite") as shared:
        yield shared
        assert shared.errors == ""


@pytest.fixture
def come(chromium: Browser, serving: Serving) -> Iterator[Coming]:
    """Return what lets people come; when they go, nothing may have gone wrong in their browsers."""
    people: list[Person] = []

    def come(
        size: str = "desktop",
        language: str = "en",
        *,
        is_still: bool = True,
        server: Reachable | None = None,
    ) -> Person:
        context = chromium.new_context(
            viewport=SIZES[size].viewport,
            has_touch=SIZES[size].has_touch,
            is_mobile=SIZES[size].has_touch,
            locale=languages.language(language).locale.replace("_", "-"),
            reduced_motion="reduce" if is_still else "no-preference",
        )
        context.set_default_timeout(DEADLINE)
        url = (server or serving).url
        people.append(Person(context, url, Texts(language), has_touch=SIZES[size].has_touch))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.faults] == []


@pytest.fixture(params=["phone-de", "desktop-en"])
def person(request: pytest.FixtureRequest, come: Coming) -> Person:
    """Return somebody; a test may ask by indirect parameters for `phone-en` or `desktop-de` too."""
    size, language = request.param.split("-")
    return come(size, language)
