"""Fixtures for the tests of the page: a real server, a real Chromium, people with browsers.

They live as long as the tests of this folder, not the session: while Playwright's synchronous
interface is up, its event loop counts as running, and tests elsewhere could not run theirs.
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
"""Milliseconds to wait for anything; it takes seconds on a busy machine, else tenths."""


@dataclass(frozen=True)
class Size:
    """The size of a screen, and whether it is a touch screen."""

    name: str
    viewport: ViewportSize
    has_touch: bool

    def __str__(self) -> str:
        return self.name


PHONE = Size("phone", {"width": 390, "height": 844}, has_touch=True)
DESKTOP = Size("desktop", {"width": 1280, "height": 800}, has_touch=False)
SIZES = {size.name: size for size in (PHONE, DESKTOP)}


class Reachable(Protocol):
    """Anything with an address: a server, or a relay to one."""

    url: str


class Coming(Protocol):
    """Makes a person with a browser of their own."""

    def __call__(
        self,
        size: str = "desktop",
        language: str = "en",
        *,
        is_still: bool = True,
        server: Reachable | None = None,
    ) -> Person: ...


def pytest_configure(config: pytest.Config) -> None:
    """Report a missing Chromium even if the plugin was not loaded with `-p`."""
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
    """Return a server that many tests share; a test that stops a server starts its own."""
    compile_answers()  # otherwise compiling would take longer than any test waits
    with Serving(tmp_path_factory.mktemp("page") / "tenback.sqlite") as shared:
        yield shared
        assert shared.errors == ""


@pytest.fixture
def come(chromium: Browser, serving: Serving) -> Iterator[Coming]:
    """Return a function that makes people; at the end, their browsers must have seen no errors."""
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
    """Return a person; indirect parameters choose their device, as `phone-en` or `desktop-de`."""
    size, language = request.param.split("-")
    return come(size, language)
