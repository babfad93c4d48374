"""`python -m tests.page.pictures [WALK …]` takes pictures of every screen, into build/pictures.

On phones and desktops, in languages that take turns; both in light and dark.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, expect, sync_playwright

from tests.compiling import compile_answers
from tests.page.conftest import DEADLINE, SIZES, Size
from tests.page.person import Person
from tests.page.screens import THEMES, WALKS, dress, languages_of
from tests.page.texts import Texts
from tests.server.servers import CHROMIUM
from tests.server.serving import Serving

FOLDER = Path(__file__).parent.parent.parent / "build" / "pictures"


@contextmanager
def somebody(chromium: Browser, url: str, size: Size, language: str) -> Iterator[Person]:
    """Yield a person with a high-resolution screen."""
    context = chromium.new_context(
        viewport=size.viewport,
        has_touch=size.has_touch,
        is_mobile=size.has_touch,
        device_scale_factor=2 if size.has_touch else 1,
        locale=language,
        reduced_motion="reduce",
    )
    context.set_default_timeout(DEADLINE)
    person = Person(context, url, Texts(language), has_touch=size.has_touch)
    try:
        yield person
    finally:
        print("".join(f"  {fault}\n" for fault in person.faults), end="", file=sys.stderr)
        context.close()


def take(person: Person, name: str) -> None:
    """Take pictures of the screen in both themes; of pages, also what is below the window."""
    for theme in THEMES:
        dress(person, theme)
        is_table = person.page.locator("section.table, dialog[open]").count() > 0
        path = FOLDER / f"{name}-{theme}.png"
        person.page.screenshot(path=path, full_page=not is_table, animations="disabled")


def main(walks: Sequence[str]) -> int:
    """Take the pictures of these walks, or of all."""
    unknown = set(walks) - set(WALKS)
    if unknown:
        print(f"no such walk: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    program = CHROMIUM.find()
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=DEADLINE)
    compile_answers()
    with (
        TemporaryDirectory() as folder,
        Serving(Path(folder) / "tenback.sqlite") as serving,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=program, args=["--disable-gpu"])
        for walk in walks or WALKS:
            for size in SIZES.values():
                language = languages_of(walk)[size.name]
                with somebody(chromium, serving.url, size, language) as person:
                    for screen in WALKS[walk](person):
                        print(f"{screen}, {size}", flush=True)
                        take(person, f"{screen}-{size}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
