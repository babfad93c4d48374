"""The lines of many tables, and the rows at the ends of these lines."""

from typing import Any

import numpy as np

from tenback.encoding.rows import ROW, write_line_row
from tenback.fastsim.bits import whole
from tenback.fastsim.compiling import compiled
from tenback.fastsim.tables import Array, Row, Setup
from tenback.policies.lines import LINE, STACK, list_lines


def lines_of(setup: Setup, tables: Array, most: int) -> tuple[Array, Array, Array]:
    """Return the rows at the ends of lines, the table index of each line, and the lines.

    Each table gets up to `most` lines of its seat to move, the cheapest first.
    """
    lines, counts = np.zeros((len(tables), most), LINE), np.zeros(len(tables), np.int64)
    rows = np.zeros((len(tables), most), ROW)
    write_lines(setup.rules, tables, np.zeros(1, STACK), lines, rows, counts)
    is_meant = np.arange(most) < counts[:, None]
    return rows[is_meant], np.repeat(np.arange(len(tables)), counts), lines[is_meant]


@compiled
def write_lines(rules: Row, tables: Any, stacks: Any, lines: Any, rows: Any, counts: Any) -> None:
    """Write the lines of tables, the rows at their ends, and the number of lines of each table."""
    for index in range(len(tables)):
        table = tables[index]
        counts[index] = list_lines(rules, table, stacks[0].moments, lines[index])
        for place in range(counts[index]):
            write_line_row(
                rules, table, whole(table.layout), lines[index, place], rows[index, place]
            )
