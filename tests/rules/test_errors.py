"""Errors survive the way to other processes; each package has its own codes."""

import pickle
from collections import Counter

import pytest

from tenback.notation import BadRecord, read_record
from tenback.notation.errors import NotationCode
from tenback.rules import BadInput, Code, Reason, Refused, TenbackError
from tests.error_codes import code_lists, error_codes

INNER = Refused(Code.NOT_IN_HAND, seat=1, card=50)


@pytest.mark.parametrize(
    "error",
    [
        INNER,
        BadInput(NotationCode.BAD_FILE, text="it's here", reason=Reason("there is no such file")),
        BadInput(NotationCode.BAD_RECORD, text="turn 1", reason=INNER),
    ],
)
def test_an_error_is_the_same_after_a_journey(error: TenbackError) -> None:
    after: TenbackError = pickle.loads(pickle.dumps(error))
    assert type(after) is type(error)
    assert (after.code, str(after)) == (error.code, str(error))
    assert {k: str(v) for k, v in after.details.items()} == {
        k: str(v) for k, v in error.details.items()
    }


def test_the_complaints_about_a_record_travel_with_it() -> None:
    with pytest.raises(BadRecord) as caught:
        read_record("tenback: 1\nstart: nonsense\n")
    after: BadRecord = pickle.loads(pickle.dumps(caught.value))
    assert [str(c.error) for c in after.complaints] == [
        str(c.error) for c in caught.value.complaints
    ]


def test_a_code_has_one_meaning_over_all_packages() -> None:
    times = Counter(code.value for code in error_codes())
    assert [code for code, count in times.items() if count > 1] == []


def test_every_package_lists_its_codes_in_its_own_errors_module() -> None:
    homes = [codes.__module__ for codes in code_lists()]
    assert "tenback.server.errors" in homes
    assert all(home.endswith(".errors") for home in homes)
    assert len(set(homes)) == len(homes)


def test_a_code_is_a_stable_text_and_carries_its_message() -> None:
    assert (Code.OVER.value, str(Code.OVER)) == ("over", "over")
    assert Code.OVER.message == "the game is over"
