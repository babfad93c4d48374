"""Moves the process's memory into huge pages, where the system has them (Linux 6.1 or newer).

Cards come in from thousands of tables in turn, so nearly every step reads memory that no cache
holds. Finding it in pages of 4 KiB takes a fifth of the processor time that a card costs; in pages
of 2 MiB it takes next to nothing (docs/hosting.md has the figures). Python does not ask for huge
pages, so this module does, for what has already been allocated.
"""

import asyncio
import ctypes
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

CHECK = 10.0
"""Seconds between looks at how much memory the process has taken."""
GROWTH = 4
"""The huge pages by which the memory must have grown to go through it again."""

_ADVICE = 25
"""`MADV_COLLAPSE` of Linux."""
_SIZE = Path("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size")


class Span(NamedTuple):
    """A range of addresses."""

    start: int
    end: int


async def use_huge_pages() -> None:
    """Go through the memory whenever it has grown, in a thread, until cancelled."""
    size = huge_page_size()
    before = 0
    while size is not None:
        await asyncio.sleep(CHECK)
        resident = resident_bytes()
        if resident - before >= GROWTH * size:
            if not await asyncio.to_thread(collapse, spans(), size):
                return
            before = resident


def huge_page_size() -> int | None:
    """Return the size of huge pages in bytes, or None where there are none."""
    if sys.platform != "linux" or not _SIZE.exists():
        return None
    return int(_SIZE.read_text())


def resident_bytes() -> int:
    """Return how much memory of this process is in RAM."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def spans() -> list[Span]:
    """Return where the process keeps its data: writable memory that belongs to no file."""
    return list(_spans_in(Path("/proc/self/maps").read_text()))


def _spans_in(maps: str) -> Iterator[Span]:
    for line in maps.splitlines():
        addresses, permissions, _, _, inode, *name = line.split(maxsplit=5)
        if permissions.startswith("rw") and inode == "0" and name in ([], ["[heap]"]):
            start, _, end = addresses.partition("-")
            yield Span(int(start, 16), int(end, 16))


def collapse(where: list[Span], size: int) -> bool:
    """Move each aligned part of these spans into a huge page. Return whether any part is in one.

    Parts that hold nothing, or have been freed meanwhile, stay as they are.
    """
    advise = ctypes.CDLL(None, use_errno=True).madvise
    advise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    count = 0
    for start, end in where:
        for address in range(-(-start // size) * size, end - size + 1, size):
            if advise(address, size, _ADVICE) == 0:
                count += 1
            elif ctypes.get_errno() == errno.EPERM:
                return False
    return count > 0
