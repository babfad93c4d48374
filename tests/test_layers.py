"""Imports only point down, and the referee uses the standard library alone."""

import re
from pathlib import Path

import pytest

from handbook.api import PACKAGES
from tests.layers import HEIGHT, impurities_of_rules, packages, upward_imports

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tenback"


def test_every_package_has_a_layer_and_every_layer_its_packages() -> None:
    assert packages(SOURCE) == set(HEIGHT)


def test_the_architecture_lists_the_packages_lowest_first_and_the_handbook_keeps_the_order() -> (
    None
):
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text.partition("## Packages, lowest first")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    listed = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert {*listed} == packages(SOURCE) - {"__init__", "__main__"}
    assert listed == sorted(listed, key=HEIGHT.__getitem__)
    assert list(PACKAGES) == [name for name in listed if name in PACKAGES]


def test_imports_point_down() -> None:
    assert list(upward_imports(SOURCE)) == []


def test_the_referee_uses_nothing_but_plain_parts_of_the_standard_library() -> None:
    assert list(impurities_of_rules(SOURCE)) == []


@pytest.fixture
def made_up(tmp_path: Path) -> Path:
    """Return a tree with one module, `notation/moves.py`, which may import `rules` only."""
    for package in ("rules", "notation"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "moves.py").write_text("import re\n")
    return tmp_path


@pytest.mark.parametrize(
    "statement",
    [
        "import tenback.server",
        "import tenback.server.room as room",
        "from tenback.server import Room",
        "from tenback import server",
        "from tenback import rules, server",
        "import tenback\ntenback.server.Room()",
        "def later():\n    from tenback import server",
        "from tenback import encoding",  # the same layer
        "from tenback import nowhere",
        "import tenback.__main__",
    ],
)
def test_a_planted_import_upwards_is_found(made_up: Path, statement: str) -> None:
    (made_up / "notation" / "moves.py").write_text(statement)
    assert len(list(upward_imports(made_up))) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "import tenback\nprint(tenback.__version__)",
        "from tenback import __version__, rules",
        "from tenback.notation.moves import read_move",
        "from tenback.rules import Play",
        "import numpy",
    ],
)
def test_an_import_downwards_is_not(made_up: Path, statement: str) -> None:
    (made_up / "notation" / "moves.py").write_text(statement)
    assert list(upward_imports(made_up)) == []


@pytest.mark.parametrize(
    "statement",
    [
        "import numpy",
        "from time import sleep",
        "import tenback.notation",
        "from tenback import notation",
        "from tenback.rulesets import Classic",
        "print(1)",
    ],
)
def test_what_a_referee_must_not_do_is_found(made_up: Path, statement: str) -> None:
    (made_up / "rules" / "moves.py").write_text(statement)
    assert len(list(impurities_of_rules(made_up))) == 1


def test_a_folder_without_modules_does_not_pass(tmp_path: Path) -> None:
    assert packages(tmp_path) != set(HEIGHT)


def test_a_relative_import_is_refused(made_up: Path) -> None:
    (made_up / "notation" / "moves.py").write_text("from . import codes")
    with pytest.raises(AssertionError, match="imports relatively"):
        list(upward_imports(made_up))
