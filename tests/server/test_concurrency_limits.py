"""Limits on jobs in progress: nobody can use up the total for others."""

import asyncio
from threading import Event
from typing import Any

import pytest

from tenback.rules import Refused
from tenback.server.concurrency_limits import ConcurrencyLimit
from tenback.server.errors import ServerCode
from tenback.server.previews.gallery import MOST_OF_ADDRESS, Gallery


def test_beyond_the_total_every_address_still_has_one() -> None:
    limit = ConcurrencyLimit(4, 2)
    for address in ("a", "a", "b", "b", "c", "d"):
        limit.begin(address)
    for address in ("a", "b", "c", "d"):
        with pytest.raises(Refused) as refused:
            limit.begin(address)
        assert refused.value.code is ServerCode.TOO_MANY
    for address in ("a", "b", "b"):
        limit.end(address)
    limit.begin("c")


class SlowPainter:
    """Paints nothing until it may, and notes for whom."""

    def __init__(self) -> None:
        self.may_paint = Event()
        self.painted: list[Any] = []

    def png(self, board: Any) -> bytes:
        assert self.may_paint.wait(60)
        self.painted.append(board)
        return b""


def test_an_address_that_asks_for_pictures_delays_only_itself() -> None:
    async def story() -> None:
        painter = SlowPainter()
        gallery: Any = Gallery(painter)  # type: ignore[arg-type]
        boards = [f"bad {number}" for number in range(MOST_OF_ADDRESS + 1)]
        asked = [asyncio.create_task(gallery.picture(board, "bad")) for board in boards]
        asked.append(asyncio.create_task(gallery.picture("good", "good")))
        await asyncio.sleep(0)
        painter.may_paint.set()
        *answers, refused, _ = await asyncio.gather(*asked, return_exceptions=True)
        assert answers == [b""] * MOST_OF_ADDRESS
        assert isinstance(refused, Refused)
        assert refused.code is ServerCode.TOO_MANY
        assert painter.painted.index("good") <= 2

    asyncio.run(story())
