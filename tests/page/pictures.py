"""Takes a picture of every screen, into build/pictures: `python -m tests.page.pictures [SCREEN …]`.

On phones in German, on desktops in English; both in light and dark.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tests.page.conftest import SIZES, Size
from tests.page.person import Person
from tests.page.screens import SCREENS
from tests.page.texts import Texts
from tests.server.servers import CHROMIUM
from tests.server.serving import Serving

FOLDER = Path(__file__).parent.parent.parent / "build" / "pictures"
LANGUAGES = {"phone": "de", "desktop": "en"}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def take(person: Person, screen: str, size: Size) -> None:
    """Go to a screen, and take its picture in both themes; pages are longer than the window."""
    SCREENS[screen](person)
    for theme in THEMES:
        person.page.emulate_media(color_scheme=theme)
        is_table = person.page.locator("section.table, dialog[open]").count() > 0
        path = FOLDER / f"{screen}-{size}-{theme}.png"
        person.page.screenshot(path=path, full_page=not is_table, animations="disabled")


def take_all(chromium: Browser, url: str, screens: Sequence[str]) -> None:
    for screen in screens:
        print(screen, flush=True)
        for size in SIZES.values():
            context = chromium.new_context(
                viewport=size.viewport,
                has_touch=size.has_touch,
                is_mobile=size.has_touch,
                device_scale_factor=2 if size.has_touch else 1,
                locale=LANGUAGES[size.name],
                reduced_motion="reduce",
            )
            person = Person(context, url, Texts(LANGUAGES[size.name]), has_touch=size.has_touch)
            take(person, screen, size)
            context.close()


def main(screens: Sequence[str]) -> int:
    """Take the pictures that are asked for, or all."""
    unknown = set(screens) - set(SCREENS)
    if unknown:
        print(f"no such screen: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        Serving(Path(folder) / "tenback.sqlite") as serving,
        sync_playwright() as playwright,
    ):
        program = CHROMIUM.find()
        chromium = playwright.chromium.launch(executable_path=program, args=["--disable-gpu"])
        take_all(chromium, serving.url, screens or list(SCREENS))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
