"""Settings are read from files, and errors in them are reported with key and value."""

from pathlib import Path

import pytest

from tenback.encoding import scheme_of
from tenback.notation.errors import NotationCode
from tenback.rules import BadInput, Classic, FaceToFace
from tenback.training.errors import TrainingCode
from tenback.training.network import Shape
from tenback.training.settings import KEYS, NETWORKS, SHAPE_KEYS, Settings

DOCS = Path(__file__).parent.parent.parent / "docs" / "training.md"
NEEDED = 'name = "mine"\nplays = 1000\n'
ONE_SETUP = '[setups]\n"classic 2" = 1\n'


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def read(text: str) -> Settings:
    Path("mine.toml").write_text(text, encoding="utf-8")
    return Settings.read(Path("mine.toml"))


@pytest.mark.parametrize("path", sorted(NETWORKS.glob("*.toml")), ids=lambda path: path.stem)
def test_our_networks_have_good_settings_and_the_name_of_their_file(path: Path) -> None:
    settings = Settings.named(path.stem)
    assert settings.name == path.stem
    assert sum(settings.shares(settings.tables)) == settings.tables


def test_what_a_file_does_not_say_has_a_default() -> None:
    settings = read(f"{NEEDED}rate = 1\n{ONE_SETUP}[shape]\ntrunk = 64\n")
    assert settings == Settings(
        name="mine", setups={"classic 2": 1}, plays=1000, rate=1.0, shape=Shape(trunk=64)
    )
    assert settings.scheme == scheme_of(Classic)


def test_a_file_of_ones_own_is_found_by_its_path() -> None:
    read(f'{NEEDED}[setups]\n"face-to-face 2" = 1\n')
    assert Settings.named("mine.toml").scheme == scheme_of(FaceToFace)


def test_tables_are_shared_by_weight() -> None:
    settings = Settings(name="x", setups={"classic 2": 3, "classic 3": 1}, plays=1)
    assert settings.shares(1000) == [750, 250]
    assert settings.shares(2) == [2, 0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = ", "not TOML, "),
        (f"plays = 1\n{ONE_SETUP}", "name is missing"),
        (NEEDED, "setups is missing"),
        (f'name = "mine"\n{ONE_SETUP}', "plays is missing"),
        (f"{NEEDED}lambda = 1\n{ONE_SETUP}", "lambda is unknown: use one of name, setups, plays, "),
        (f"{NEEDED}{ONE_SETUP}[shape]\nwidth = 1\n", "shape.width is unknown: use one of encoder"),
        (
            f'plays = 1\nname = "../x"\n{ONE_SETUP}',
            'name is "../x", not a string of at most 40 lowercase',
        ),
        (f"{NEEDED}tables = 0\n{ONE_SETUP}", "tables is 0, not a whole number from 2 to 4194304"),
        (f'{NEEDED}tables = "64"\n{ONE_SETUP}', 'tables is "64", not a whole number'),
        (f"{NEEDED}tables = 64.0\n{ONE_SETUP}", "tables is 64.0, not a whole number"),
        (f"{NEEDED}tables = true\n{ONE_SETUP}", "tables is true, not a whole number"),
        (f"{NEEDED}tables = 33\n{ONE_SETUP}", "tables is 33, not an even number"),
        (f"{NEEDED}steps = -1\n{ONE_SETUP}", "steps is -1, not a whole number from 1 to 1000"),
        (f"{NEEDED}uses = 0\n{ONE_SETUP}", "uses is 0, not a whole number from 1"),
        (f"{NEEDED}rate = 0\n{ONE_SETUP}", "rate is 0, not a number from 1e-08 to 1"),
        (f"{NEEDED}rate = nan\n{ONE_SETUP}", "rate is NaN, not a number from"),
        (f'{NEEDED}trust = "x"\n{ONE_SETUP}', 'trust is "x", not a number from 0 to 1'),
        (f"{NEEDED}exploration = 1.5\n{ONE_SETUP}", "exploration is 1.5, not a number from 0 to 1"),
        (f"{NEEDED}averaging = 1\n{ONE_SETUP}", "averaging is 1, not a number from 0 to 0.9999"),
        (f"{NEEDED}grades = 0.1\n{ONE_SETUP}", "grades is 0.1, not a list of 3, each a number"),
        (f"{NEEDED}grades = [0.1]\n{ONE_SETUP}", "grades is [0.1], not a list of 3, each a number"),
        (f"{NEEDED}grades = [0, 0, 2]\n{ONE_SETUP}", "grades is [0, 0, 2], not a list of 3, each"),
        (f"{NEEDED}talks = 1\n{ONE_SETUP}", "talks is 1, not true or false"),
        (f"{NEEDED}seed = 1\n{ONE_SETUP}", "seed is 1, not a string of 1 to 64 characters"),
        (f'{NEEDED}seed = "no!"\n{ONE_SETUP}', 'seed is "no!", not a string of 1 to 64 characters'),
        (f"{NEEDED}shape = 3\n{ONE_SETUP}", "shape is 3, not a table with lines like trunk = 512"),
        (f"{NEEDED}{ONE_SETUP}[shape]\ntrunk = 0\n", "shape.trunk is 0, not a whole number from 1"),
        (f"{NEEDED}setups = []\n", "setups is [], not a table with lines like"),
        (f"{NEEDED}[setups]\n", "setups is {}, not a table with lines like"),
        (f"{NEEDED}[setups]\nclassic = 1\n", 'the setup "classic" should look like "classic 2"'),
        (
            f'{NEEDED}[setups]\n"chess 2" = 1\n',
            "the setup \"chess 2\": there is no edition 'chess'",
        ),
        (
            f'{NEEDED}[setups]\n"classic 6" = 1\n',
            'the setup "classic 6": classic takes 1–5 players',
        ),
        (f'{NEEDED}[setups]\n"classic 2" = 0\n', 'setups."classic 2" is 0, not a whole number'),
        (
            f'{NEEDED}[setups]\n"classic 2" = 1\n"extreme 2" = 1\n',
            'no network plays both "classic 2" and "extreme 2"',
        ),
        (
            f"{NEEDED}tables = 64\nsteps = 2\nbatch = 129\n{ONE_SETUP}",
            "batch is 129, not at most tables × steps, 128",
        ),
        (
            f"{NEEDED}tables = 32\nbatch = 1\n{ONE_SETUP}'classic 3' = 100\n",
            "tables is 32, not enough for two of every setup",
        ),
        (
            f"{NEEDED}evaluation_deals = 4\n{ONE_SETUP}'classic 3' = 100\n",
            "evaluation_deals is 4, not enough for one of every setup",
        ),
    ],
)
def test_what_is_wrong_is_told_with_file_key_value_and_what_would_be_right(
    text: str, reason: str
) -> None:
    with pytest.raises(BadInput) as caught:
        read(text)
    assert caught.value.code == TrainingCode.BAD_SETTINGS
    assert str(caught.value).startswith(f"the settings 'mine.toml' cannot be used: {reason}")


def test_a_file_that_is_no_settings_at_all_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        read("a" * 70_000)
    assert caught.value.code == NotationCode.BAD_FILE


def test_a_network_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(BadInput) as caught:
        Settings.named("sol")
    assert caught.value.code == TrainingCode.BAD_SETTINGS
    assert "one of our networks: duel, extreme, fire, silent, solo, team" in str(caught.value)


def test_every_key_is_documented_with_its_default() -> None:
    text = DOCS.read_text(encoding="utf-8")
    keys = [*KEYS, *(f"shape.{key}" for key in SHAPE_KEYS)]
    assert [key for key in keys if key != "shape" and f"| `{key}` |" not in text] == []
