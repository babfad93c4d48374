"""Names: invisible ones, and those that look like a bot's, are refused."""

from pathlib import Path

import pytest

from tenback.bots import BOTS
from tenback.rules import BadInput
from tenback.server.account_checks import check_account, check_name
from tenback.server.errors import ServerCode
from tenback.server.names import DELETED_NAME, SHOWN_BOTS, SHOWN_DELETED


def refusal(name: str) -> str:
    with pytest.raises(BadInput) as refused:
        check_name(name)
    return refused.value.code


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",  # Hangul filler
        "\u115f",
        "\uffa0",
        "\u2800",  # Braille without dots
        "An\u3164na",
        "A\u034fnna",  # combining grapheme joiner
        "A\ufe0fnna",
        "A\U000e0100nna",
        "Z" + "\u0308" * 30,
        "Z\u0308\u0301\u0327oe",
        "\u0308",
    ],
)
def test_a_name_that_cannot_be_seen_or_leaves_its_line_is_refused(name: str) -> None:
    assert refusal(name) == ServerCode.BAD_NAME


@pytest.mark.parametrize("name", ["ac\u3164count", "account\u2800", "Z\u0308\u0301\u0327oe"])
def test_an_account_is_called_by_what_can_be_seen(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        check_account(name)
    assert refused.value.code is ServerCode.BAD_ACCOUNT


def test_nobody_is_called_like_somebody_who_was_deleted() -> None:
    page = Path(__file__).parent.parent.parent / "web" / "src"
    assert f'DELETED = "{DELETED_NAME}"' in (page / "core" / "playerName.ts").read_text("utf-8")
    assert {DELETED_NAME, "Gelöschte Person", "Joueur supprimé"} <= {*SHOWN_DELETED}
    assert {refusal(name) for name in SHOWN_DELETED} == {ServerCode.NAME_OF_OTHER}


@pytest.mark.parametrize("bot", [*BOTS, *SHOWN_BOTS])
def test_nobody_is_called_like_a_bot(bot: str) -> None:
    for name in (bot, bot.upper(), f" {bot}!", "-".join(bot), bot.replace("a", "а")):
        assert refusal(name) == ServerCode.NAME_OF_OTHER


@pytest.mark.parametrize(
    "name", ["MA5TER", "ｍａｓｔｅｒ", "ᴍᴀsᴛᴇʀ", "Mäster", "Ma\u0301ster", "𝕸𝖆𝖘𝖙𝖊𝖗"]
)
def test_nobody_looks_like_a_bot(name: str) -> None:
    assert refusal(name) == ServerCode.NAME_OF_OTHER


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Nguyễn",
        "שָׁלוֹם",
        "ประภัสสร",
        "张伟",
        "محمّد",
        "Анна",
        "Master Yoda",
        "Masterson",
        "X",
        "❤️",
    ],
)
def test_names_of_people_are_taken(name: str) -> None:
    assert check_name(name)
