"""Threads that share short pieces of work."""

import threading
import time

import pytest

from tenback.batch.workers import Workers


def test_every_part_is_done_in_a_thread_of_its_own() -> None:
    workers, done = Workers(2), dict[str, int]()
    for _ in range(50):
        done.clear()
        workers.share(
            lambda part: done.update({part: threading.get_ident()}), [("a",), ("b",), ("c",)]
        )
        assert done.keys() == {"a", "b", "c"}
        assert done["a"] == threading.get_ident()
        assert len(set(done.values())) == 3


def test_nothing_is_missed_when_everybody_has_fallen_asleep() -> None:
    workers, done = Workers(1), list[str]()

    def work(part: str) -> None:
        time.sleep(0.01)
        done.append(part)

    for _ in range(3):
        time.sleep(0.01)
        workers.share(work, [("a",), ("b",)])
    assert sorted(done) == ["a", "a", "a", "b", "b", "b"]


@pytest.mark.parametrize("bad", ["a", "b"])
def test_an_error_reaches_the_caller_after_all_have_finished(bad: str) -> None:
    workers, done = Workers(1), list[str]()

    def work(part: str) -> None:
        time.sleep(0 if part == bad else 0.05)
        if part == bad:
            raise ValueError(part)
        done.append(part)

    with pytest.raises(ValueError, match=bad):
        workers.share(work, [("a",), ("b",)])
    assert len(done) == 1
    workers.share(done.append, [("x",), ("y",)])
    assert sorted(done[1:]) == ["x", "y"]


def test_after_an_interrupt_results_of_earlier_work_are_not_taken_for_later_ones() -> None:
    workers, done = Workers(1), list[str]()

    def interrupted(part: str) -> None:
        if part == "b":
            time.sleep(0.05)

    helper = workers._helpers[0]
    helper.call(lambda: interrupted("b"))  # as if Ctrl-C had kept the caller from waiting

    def work(part: str) -> None:
        time.sleep(0.02 if part == "y" else 0)
        done.append(part)

    workers.share(work, [("x",), ("y",)])
    assert sorted(done) == ["x", "y"]


def test_the_threads_end_with_the_workers() -> None:
    before = set(threading.enumerate())
    workers = Workers(3)
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 3
    del workers
    for helper in helpers:
        helper.join(timeout=10)
        assert not helper.is_alive()
