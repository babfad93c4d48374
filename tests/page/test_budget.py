"""What a visitor downloads before the first card: it must not grow unnoticed."""

import pytest

from bench.page import downloaded, files_of
from tenback.languages import LANGUAGES
from tenback.server.static_files import FOLDER

MOST_SCRIPT = {"": 60, "t": 95}
MOST_FONT = 40
"""Kilobytes; scripts are gzipped."""
AT_ONCE = 6
"""How many files a browser asks for at a time: one more would have to wait."""


@pytest.mark.parametrize("path", ["", "t"], ids=["start", "table"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_stay_small(path: str, language: str) -> None:
    script, _ = downloaded(path, language)
    assert 0 < script <= MOST_SCRIPT[path]


@pytest.mark.parametrize("path", ["", "t"], ids=["start", "table"])
def test_no_file_has_to_wait_for_another(path: str) -> None:
    assert 0 < len(files_of(path)) <= AT_ONCE


def test_the_typeface_stays_small() -> None:
    sizes = [path.stat().st_size / 1000 for path in (FOLDER / "assets").glob("*.woff2")]
    assert sizes
    assert sum(sizes) <= MOST_FONT
