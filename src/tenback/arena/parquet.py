"""Decisions in a Parquet file, with a data card that describes them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

import tenback
from tenback.arena.decisions import Decisions, decisions_of
from tenback.arena.lineup import Lineup
from tenback.arena.study import settings_of
from tenback.encoding.rows import ROW_SIZE
from tenback.fastsim import ACTIONS
from tenback.fastsim.tables import Array
from tenback.notation.errors import NotationCode
from tenback.notation.files import make_folder, unwritable, write_file
from tenback.rules import BadInput, Reason

MASK_SIZE = -(-ACTIONS // 8)
CARD_ENDING = ".md"
SCHEMA = pa.schema(
    [
        ("deal", pa.int64()),
        ("step", pa.int16()),
        ("seat", pa.int8()),
        ("observation", pa.binary(ROW_SIZE)),
        ("mask", pa.binary(MASK_SIZE)),
        ("action", pa.int16()),
        ("left", pa.uint8()),
        ("won", pa.bool_()),
    ]
)

CARD = """# Decisions of bots at Tenback

| | |
|---|---|
{facts}

A row is one decision, sorted by deal and step. The deals are those of the run with this seed:
`tenback simulate` with the same arguments plays them again, to the last card.

| column | type | meaning |
|---|---|---|
| `deal` | int64 | the number of the deal in its run |
| `step` | int16 | which decision of the deal it is, from 0 |
| `seat` | int8 | who decides; in the opening seat 0, for all |
| `observation` | 96 bytes | what this seat knows; `tenback.envs.unpacked` spreads it |
| `mask` | 50 bytes | what is legal: `numpy.unpackbits(mask)[:398]` |
| `action` | int16 | what was done: a place in the mask |
| `left` | uint8 | how many cards were left in the end: the team's, or the loser's |
| `won` | bool | whether the team, or in a duel this seat, won in the end |

`tenback.envs` comes with the extra `tenback[envs]`. `docs/environments.md` explains the sections of
observations and the numbers of actions. The data come from a simulator: nobody is in them, and they
are as free as the program that made them (MIT). The bots are far from perfect: what they did is not
what should be done. Deals are not weighted, so decisions of long games are more frequent than those
of short ones.
"""


def write_decisions(
    path: Path,
    lineup: Lineup,
    seed: str,
    deals: int,
    *,
    tell: Callable[[int], None] = lambda _written: None,
) -> int:
    """Write the decisions of a run, with their card next to them; return how many there are.

    `tell` gets the number of deals written so far.
    """
    card = path.with_suffix(CARD_ENDING)
    if card == path:
        reason = Reason(
            "its data card would overwrite this file; use another extension, like .parquet"
        )
        raise BadInput(NotationCode.CANNOT_WRITE, text=path, reason=reason)
    make_folder(path.parent)
    groups = decisions_of(lineup, seed, deals)
    first = next(groups)
    settings = settings_of(lineup.setup, lineup.bots)
    facts = {"version": tenback.__version__, **settings, "seed": seed, "deals": deals}
    told = {f"tenback.{name}": _text(value) for name, value in facts.items()}
    count = 0
    try:
        with parquet.ParquetWriter(path, SCHEMA.with_metadata(told), compression="zstd") as writer:
            for group in _chained(first, groups):
                writer.write_table(_table(group))
                count += len(group.actions)
                tell(int(group.deals[-1]) + 1)
    except OSError as error:
        raise unwritable(path, error) from None
    facts["decisions"] = count
    lines = "\n".join(f"| {name} | {_text(value)} |" for name, value in facts.items())
    write_file(card, CARD.format(facts=lines))
    return count


def _chained(first: Decisions, groups: Iterator[Decisions]) -> Iterator[Decisions]:
    yield first
    yield from groups


def _table(group: Decisions) -> Any:
    columns = [
        group.deals,
        group.steps,
        group.seats,
        _binary(group.observations, ROW_SIZE),
        _binary(group.masks, MASK_SIZE),
        group.actions,
        group.left,
        group.won,
    ]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA, strict=True)]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)


def _binary(lines: Array, size: int) -> list[bytes]:
    data = np.ascontiguousarray(lines).tobytes()
    return [data[start : start + size] for start in range(0, len(data), size)]


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
