"""The documentation builds without warnings, its links work, and axe-core finds nothing."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.page.axe import COLOR, violations
from tests.server.servers import CHROMIUM

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("handbook")
    command = [sys.executable, "-m", "handbook", str(folder / "site"), str(folder / "work")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "site"


def test_every_part_is_there(site: Path) -> None:
    for page in ("index", "play", "host", "write-a-bot", "research", "reference", "inside"):
        assert (site / f"{page}.html").is_file()
    for page in ("cli", "rest", "api/rules", "howto/own-bot", "architecture", "search"):
        assert (site / f"{page}.html").is_file()


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for attribute in ('src="http', 'rel="stylesheet" href="http', "@import"):
            assert attribute not in text, path


def test_commands_and_routes_are_told(site: Path) -> None:
    assert "tenback admin backup" in (site / "cli.html").read_text(encoding="utf-8")
    assert "/api/tables/{table}/record" in (site / "rest.html").read_text(encoding="utf-8")


def test_axe_finds_nothing_in_light_and_dark(site: Path) -> None:
    program, found = CHROMIUM.find(), []
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(
            executable_path=program, args=["--disable-gpu"]
        ).new_page()
        for name in ("index", "bots", "howto/own-bot", "api/rules", "rest", "search"):
            page.goto((site / f"{name}.html").as_uri())
            for theme, rules in (("light", None), ("dark", COLOR)):
                page.evaluate("(theme) => (document.body.dataset.theme = theme)", theme)
                found += [f"{name}, {theme}: {one}" for one in violations(page, rules)]
    assert found == []
