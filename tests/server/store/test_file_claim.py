"""One SQLite file is served by a single process, or by several that share it."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.store.database_url import read_database_url
from tenback.server.store.file_claim import claimed


@pytest.mark.parametrize(
    ("first", "second", "can_both"),
    [(True, True, False), (True, False, False), (False, True, False), (False, False, True)],
)
def test_a_file_is_shared_only_by_servers_that_look_for_each_other(
    tmp_path: Path, first: bool, second: bool, can_both: bool
) -> None:
    url = read_database_url(f"sqlite:///{tmp_path / 'new' / 'x.sqlite'}")
    with claimed(url, is_alone=first), ExitStack() as other:
        if can_both:
            other.enter_context(claimed(url, is_alone=second))
        else:
            with pytest.raises(BadInput) as refused:
                other.enter_context(claimed(url, is_alone=second))
            assert refused.value.code is ServerCode.BAD_DATABASE
    with claimed(url, is_alone=True):
        pass


def test_postgresql_is_always_shared() -> None:
    url = read_database_url("postgresql://nobody@nowhere/tenback")
    with claimed(url, is_alone=True), claimed(url, is_alone=True):
        pass
