"""What a visitor downloads before the first card: it must not grow unnoticed."""

import pytest

from bench.page import downloaded
from tenback.languages import LANGUAGES
from tenback.server.static_files import FOLDER

MOST_SCRIPT = 150
MOST_FONT = 40
"""Kilobytes; scripts are gzipped."""


@pytest.mark.parametrize("path", ["", "t"], ids=["start", "table"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_stay_small(path: str, language: str) -> None:
    script, _ = downloaded(path, language)
    assert 0 < script <= MOST_SCRIPT


def test_the_typeface_stays_small() -> None:
    sizes = [path.stat().st_size / 1000 for path in (FOLDER / "assets").glob("*.woff2")]
    assert sizes
    assert sum(sizes) <= MOST_FONT
