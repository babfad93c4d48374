"""A memory for lines: a bot plans a whole turn, but is asked for one play at a time."""

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from tenback.encoding.rows import ROW, as_bytes, write_row
from tenback.fastsim.compiling import compiled
from tenback.fastsim.tables import Array, Row, Setup
from tenback.policies.lines import LINE

MOST_KEPT = 1 << 14
NO_LINE = -1
"""The length of a line that is not in the memory."""


class LineMemory:
    """Keeps the best line for each state of a seat's knowledge, up to a limit."""

    def __init__(self) -> None:
        self._lines: OrderedDict[bytes, Array] = OrderedDict()

    def recall(self, keys: Sequence[bytes]) -> Array:
        """Return the line kept for each key; its length is −1 where there is none."""
        found = np.zeros(len(keys), LINE)
        found["length"] = NO_LINE
        for index, key in enumerate(keys):
            line = self._lines.get(key)
            if line is not None:
                found[index] = line
                self._lines.move_to_end(key)
        return found

    def keep(self, keys: Sequence[bytes], lines: Array) -> None:
        """Keep lines, and forget the least recently used."""
        self._lines.update(zip(keys, lines, strict=True))
        while len(self._lines) > MOST_KEPT:
            self._lines.popitem(last=False)


def keys_of(setup: Setup, tables: Array) -> list[bytes]:
    """Return what the seat to move knows at each table, as a key."""
    rows = np.zeros(len(tables), ROW)
    write_rows(setup.rules, tables, rows)
    return [line.tobytes() for line in as_bytes(rows)]


@compiled
def write_rows(rules: Row, tables: Array, rows: Array) -> None:
    """Write what the seats to move know into rows."""
    for index in range(len(tables)):
        write_row(rules, tables[index], tables[index].layout, rows[index])
