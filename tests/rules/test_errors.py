"""Errors cross to other processes as they are."""

import pickle

import pytest

from tenback.notation import BadRecord, read_record
from tenback.rules import BadInput, Code, Reason, Refused, TenbackError

INNER = Refused(Code.NOT_IN_HAND, seat=1, card=50)


@pytest.mark.parametrize(
    "error",
    [
        INNER,
        BadInput(Code.BAD_FILE, text="it's here", reason=Reason("there is no such file")),
        BadInput(Code.BAD_RECORD, text="turn 1", reason=INNER),
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
