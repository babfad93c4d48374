"""Layouts: named, in files, and in one line."""

from pathlib import Path

import pytest

from tenback.notation import from_files, read_layout, read_position, write_layout, write_position
from tenback.notation.errors import NotationCode
from tenback.rules import STANDARD, BadInput, Code, Layout

OWN = dict(STANDARD.as_dict(), stop=[6, 31, 70, 96])


def test_a_layout_file_stands_in_a_position_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "my deck 100%.toml"
    path.write_text(write_layout(Layout.make("any", OWN)), encoding="utf-8")
    spelled = str(path).replace("%", "%25").replace(" ", "%20")
    position = f"extreme@{spelled} 60,50,40,30 61.62 70 0"
    state = read_position(position, from_files)
    assert state.edition.command_of(6) == "stop"
    assert write_position(state) == position


@pytest.mark.parametrize("name", ["standard", "shuffled:7"])
def test_numbers_of_ones_own_cannot_go_under_a_built_in_name(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        Layout.make(name, OWN)
    assert refused.value.code == Code.BAD_LAYOUT
    assert Layout.make("standard", STANDARD.as_dict()) == STANDARD


@pytest.mark.parametrize(
    "name", ["", "standard ", "shuffled", "shuffled:", "shuffled:!", "nowhere"]
)
def test_a_name_that_is_not_known_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        from_files(name)
    assert refused.value.code in (Code.NO_SUCH_LAYOUT, NotationCode.BAD_FILE, Code.BAD_SEED)


def test_a_file_far_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text("#" * 5000, encoding="utf-8")
    with pytest.raises(BadInput, match="too large"):
        from_files(str(path))
    with pytest.raises(BadInput, match="too large"):
        read_layout("#" * 5000, name="large")
