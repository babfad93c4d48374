"""From the settings of a table to its cards."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tenback.notation import Fairness, fair_seed, fairness_tags, read_code, read_deal, verify
from tenback.notation.codes import write_code
from tenback.notation.errors import NotationCode
from tenback.notation.fair_dealing import commitment_of
from tenback.notation.layouts import write_layout
from tenback.protocol import TableSettings
from tenback.rules import BadInput, Code, Extreme
from tenback.rules.chance import seed_from
from tenback.rules.commands import STANDARD, layout_key
from tenback.rules.errors import ErrorCode
from tenback.server.deals import ANY_SEED, deal_from_seed, deal_of, normalize_settings
from tenback.server.errors import ServerCode
from tenback.table import Table
from tests.properties.strategies import TEAM_EDITIONS, seeds
from tests.server.rooms import SECRET, own_layouts, table_settings

OWN = {kind: [100 - n + 1 for n in numbers] for kind, numbers in STANDARD.as_dict().items()}
OWN["stop"], OWN["skull"] = OWN["skull"], OWN["stop"]


def refusal(**settings: object) -> ErrorCode:
    with pytest.raises(BadInput) as refused:
        normalize_settings(structs.replace(TableSettings(), **settings))
    return refused.value.code


@pytest.mark.parametrize("edition", [*TEAM_EDITIONS, "face-to-face"])
def test_every_edition_option_and_layout_can_be_dealt(edition: str) -> None:
    for seats in (2,) if edition == "face-to-face" else (1, 2, 3, 4, 5):
        settings = TableSettings(edition=edition, seats=seats)
        assert normalize_settings(settings) == settings
        deal = deal_of(settings, secret=SECRET, words=[""] * seats)
        assert deal == read_deal(edition, seats, fair_seed(SECRET, [""] * seats))


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        ("Classic+hand-1+min3", "classic+min3+hand-1"),
        ("EXTREME", "extreme"),
        ("extreme@standard", "extreme"),
        ("extreme+min3@%73tandard", "extreme+min3"),
    ],
)
def test_an_edition_has_one_spelling(text: str, settled: str) -> None:
    assert normalize_settings(TableSettings(edition=text)).edition == settled


@given(table_settings())
def test_what_is_settled_stays_as_it_is(settings: TableSettings) -> None:
    settled = normalize_settings(settings)
    assert normalize_settings(settled) == settled


@given(table_settings(), st.lists(st.sampled_from(("", "moon", "Grüße")), min_size=5, max_size=5))
def test_a_deal_is_found_again_by_its_code(settings: TableSettings, words: list[str]) -> None:
    settings = normalize_settings(settings)
    deal = deal_of(settings, secret=SECRET, words=words[: settings.seats])
    assert deal_of(settings, code=write_code(deal)) == deal
    assert deal.seats == settings.seats
    same_again = normalize_settings(structs.replace(settings, deal=write_code(deal)))
    assert deal_of(same_again) == deal
    assert (same_again.edition, same_again.seats) == (settings.edition, settings.seats)


@given(table_settings(), seeds)
def test_a_fair_deal_is_verified(settings: TableSettings, word: str) -> None:
    settings = normalize_settings(structs.replace(settings, deal=None))
    words = (word, *[""] * (settings.seats - 1))
    table = Table(deal_of(settings, secret=SECRET, words=words))
    table.tags = fairness_tags(Fairness(commitment_of(SECRET), SECRET, words))
    verify(table.record())


# ---- layouts ----


def test_e14_an_own_layout_is_given_by_its_numbers() -> None:
    settings = normalize_settings(TableSettings(edition="extreme+min3", layout=OWN, seats=3))
    assert settings.edition == "extreme+min3"
    edition = deal_from_seed(settings, ANY_SEED).edition
    assert isinstance(edition, Extreme)
    assert edition.is_minimum_three
    assert edition.layout.as_dict() == {kind: sorted(numbers) for kind, numbers in OWN.items()}


@given(own_layouts(), seeds)
def test_e14_the_code_of_an_own_layout_needs_the_numbers(
    layout: dict[str, list[int]], seed: str
) -> None:
    settings = TableSettings(edition="extreme", layout=layout, seats=2)
    code = write_code(deal_from_seed(settings, seed))
    assert normalize_settings(structs.replace(settings, deal=code)) == structs.replace(
        settings, deal=code
    )
    assert refusal(deal=code) == NotationCode.BAD_CODE


@pytest.mark.parametrize(
    "edition", ["classic", "face-to-face", "extreme@standard", "extreme@shuffled"]
)
def test_e14_numbers_of_commands_are_for_extreme_without_another_layout(edition: str) -> None:
    assert refusal(edition=edition, layout=OWN, seats=2) == ServerCode.BAD_TABLE


@pytest.mark.parametrize(
    "layout",
    [
        {},
        {"stop": [2, 3, 4, 5]},
        {**OWN, "stop": OWN["skull"]},
        {**OWN, "stop": [1, 2, 3, 4]},
        {**OWN, "stop": [100] * 4},
        {**OWN, "stop": OWN["stop"][:3]},
        {**OWN, "dance": [2, 3, 4, 5]},
    ],
)
def test_e14_a_bad_layout_is_refused(layout: dict[str, list[int]]) -> None:
    assert refusal(edition="extreme", layout=layout) == Code.BAD_LAYOUT


@pytest.mark.parametrize("key", ["ABC", "abc", layout_key(ANY_SEED)])
@pytest.mark.parametrize("name", ["shuffled", "%73huffled"])
def test_e14_nobody_chooses_the_shuffled_layout_of_a_fair_table(name: str, key: str) -> None:
    """It could not be verified: a fair layout is drawn from the same seed as the cards."""
    assert refusal(edition=f"extreme@{name}:{key}") == ServerCode.BAD_TABLE
    assert refusal(edition=f"extreme@{name}:{key}", day="2026-11-15") == ServerCode.BAD_TABLE


def test_a_layout_is_never_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "layout.toml"
    path.write_text(write_layout(STANDARD))
    for name in (str(path), "/dev/zero", "layout.toml", "own", "../standard", "", "standard "):
        assert refusal(edition=f"extreme@{name}") == Code.NO_SUCH_LAYOUT


# ---- codes and days ----


def test_the_settings_of_a_known_code_win() -> None:
    code = write_code(read_deal("extreme+min3@shuffled", 4, "7"))
    wanted = TableSettings(edition="classic", seats=2, deal=code, can_watch=False, clock=60)
    settings = normalize_settings(wanted)
    assert settings == structs.replace(wanted, edition="extreme+min3@shuffled", seats=4)
    assert deal_of(settings) == read_code(code)


def test_the_deal_of_a_day_is_the_one_of_its_code() -> None:
    settings = normalize_settings(TableSettings(edition="classic", seats=2, day="2026-11-15"))
    deal = read_deal("classic", 2, seed_from("day", "some"))
    assert deal_of(settings, code=write_code(deal), secret=SECRET, words=["a", "b"]) == deal


def test_the_deal_of_a_day_is_played_without_hints() -> None:
    assert TableSettings(edition="classic").has_hints
    assert not normalize_settings(
        TableSettings(edition="classic", day="2026-11-15", has_hints=True)
    ).has_hints


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"edition": "chess"}, NotationCode.BAD_EDITION),
        ({"edition": ""}, NotationCode.BAD_EDITION),
        ({"edition": "classic+min4"}, NotationCode.BAD_OPTION),
        ({"edition": "classic+min3+min3"}, NotationCode.BAD_OPTION),
        ({"edition": "classic@standard"}, NotationCode.BAD_OPTION),
        ({"edition": "face-to-face+min3"}, NotationCode.BAD_OPTION),
        ({"edition": "face-to-face", "seats": 1}, Code.BAD_SEATS),
        ({"edition": "face-to-face", "seats": 3}, Code.BAD_SEATS),
        ({"edition": "classic", "seats": 6}, Code.BAD_SEATS),
        ({"deal": "C2-4QX7M-0ZB2K-7"}, NotationCode.BAD_CHECK),
        ({"deal": ""}, NotationCode.BAD_CODE),
        ({"deal": "X2-4QX7M-0ZB2K-6"}, NotationCode.BAD_CODE),
        ({"deal": "C2-4QX7M-0ZB2K-6", "day": "2026-11-15"}, ServerCode.BAD_TABLE),
        ({"deal": "C2-4QX7M-0ZB2K-6", "layout": OWN}, NotationCode.BAD_CODE),
    ],
)
def test_what_cannot_be_is_refused_with_its_code(
    settings: dict[str, object], code: ErrorCode
) -> None:
    assert refusal(**settings) == code
