"""Deal codes: short, forgiving, and safe against slips."""

import pytest

from tenback.notation import read_code, read_deal, write_code
from tenback.notation.errors import NotationCode
from tenback.rules import STANDARD, BadInput, Classic, Code, Deal, Extreme, Layout
from tenback.rules.errors import ErrorCode

OWN = Layout.make("my.toml", dict(STANDARD.as_dict(), stop=[6, 31, 70, 96]))


@pytest.mark.parametrize(
    ("edition", "seats", "head"),
    [
        ("classic", 1, "C1"),
        ("classic+min3+hand-1", 5, "C5MH"),
        ("extreme", 3, "E3"),
        ("extreme+min3@shuffled", 2, "E2MS"),
        ("face-to-face", 2, "F2"),
    ],
)
def test_the_head_of_a_code_names_edition_seats_and_options(
    edition: str, seats: int, head: str
) -> None:
    deal = read_deal(edition, seats, "4QX7M0ZB2K")
    assert write_code(deal).startswith(f"{head}-4QX7M-0ZB2K-")
    assert read_code(write_code(deal)) == deal


def test_small_letters_blanks_and_misread_signs_are_understood() -> None:
    deal = Deal(Classic(), 2, "1000000001")
    assert read_code(write_code(deal).lower().replace("0", "o", 3)) == deal
    assert read_code(f"  {write_code(deal)}\n") == deal


def test_a_layout_of_ones_own_must_be_given_with_the_code() -> None:
    deal = Deal(Extreme(layout=OWN), 2, "7")
    code = write_code(deal)
    assert code.startswith("E2L-")
    assert read_code(code, OWN) == deal
    with pytest.raises(BadInput, match="custom layout"):
        read_code(code)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", NotationCode.BAD_CODE),
        ("C2", NotationCode.BAD_CODE),
        ("X2-4QX7M-0ZB2K-6", NotationCode.BAD_CODE),
        ("CC-4QX7M-0ZB2K-6", NotationCode.BAD_CODE),
        ("C2-4QX7M-0ZB2K-7", NotationCode.BAD_CHECK),
        ("C2-4QX7N-0ZB2K-6", NotationCode.BAD_CHECK),
        ("C3-4QX7M-0ZB2K-6", NotationCode.BAD_CHECK),
        ("C2-4QX7M-0ZB2!-6", Code.BAD_SEED),
        (f"C2-{'A' * 65}-6", Code.BAD_SEED),
    ],
)
def test_a_bad_code_is_refused(text: str, code: ErrorCode) -> None:
    with pytest.raises(BadInput) as refused:
        read_code(text)
    assert refused.value.code == code


def test_a_slip_in_one_sign_is_caught_nearly_always() -> None:
    """One of 32 check signs fits by chance."""
    code, slips, caught = "C2-4QX7M-0ZB2K-6", 0, 0
    for place in range(3, len(code)):
        for sign in "0123456789ABCDEFGHJKMNPQRSTVWXYZ":
            if code[place] not in (sign, "-"):
                slips += 1
                try:
                    read_code(code[:place] + sign + code[place + 1 :])
                except BadInput:
                    caught += 1
    assert caught / slips > 0.95
