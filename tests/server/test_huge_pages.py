"""Memory moves into huge pages where Linux has them, and keeps what it holds."""

import mmap
import re
from pathlib import Path

import pytest

from tenback.server.huge_pages import Span, collapse, huge_page_size, resident_bytes, spans

SIZE = 2 << 20
PARTS = 8


def test_the_data_of_the_process_is_found() -> None:
    with mmap.mmap(-1, PARTS * SIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.write(b"x" * len(memory))
        found = spans()
        assert sum(end - start for start, end in found) >= len(memory)
        assert resident_bytes() > len(memory)


def test_memory_in_huge_pages_holds_what_it_held() -> None:
    size = huge_page_size()
    if size != SIZE:
        pytest.skip(f"huge pages of this system: {size}")
    with mmap.mmap(-1, PARTS * SIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        data = bytes(range(256)) * (len(memory) // 256)
        memory.write(data)
        assert collapse(spans(), SIZE)
        assert memory[:] == data
        assert huge_bytes() >= (PARTS - 1) * SIZE


def test_memory_without_a_whole_page_stays_as_it_is() -> None:
    assert not collapse([Span(SIZE + 1, 3 * SIZE - 1), Span(SIZE, SIZE)], SIZE)


def huge_bytes() -> int:
    """Return how much of this process's memory is in huge pages."""
    rollup = Path("/proc/self/smaps_rollup").read_text()
    found = re.search(r"AnonHugePages: +(\d+) kB", rollup)
    assert found is not None
    return 1024 * int(found[1])
