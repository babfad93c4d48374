"""Fixtures for the tests of the arena."""

import pytest

from tests.arena.players import compile_all


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    compile_all()
