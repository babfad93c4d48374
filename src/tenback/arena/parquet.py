"""Decisions in a Parquet file, with a data card that describes them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

import tenback
from tenback.arena.decisions import Decisions, deciders
from tenback.arena.simulation import Simulation
from tenback.encoding.rows import ROW_SIZE
from tenback.fastsim import ACTIONS
from tenback.fastsim.tables import Array
from tenback.notation.errors import NotationCode
from tenback.notation.files import make_folder, unwritable, write_file
from tenback.rules import BadInput, Reason

MASK_SIZE = -(-ACTIONS // 8)
CARD_ENDING = ".md"
GROUP = 512
"""How many deals make a row group."""
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


class DecisionFile:
    """A file for the decisions of a run, with its card; both are complete once it is closed."""

    def __init__(self, path: Path, study: Simulation, deals: int) -> None:
        self._path, self._card = path, path.with_suffix(CARD_ENDING)
        if self._card == path:
            reason = Reason(
                "its data card would overwrite this file; use another extension, like .parquet"
            )
            raise BadInput(NotationCode.CANNOT_WRITE, text=path, reason=reason)
        deciders(study.lineup)
        make_folder(path.parent)
        self._facts = {
            "version": tenback.__version__,
            **study.settings,
            "seed": study.seed,
            "deals": deals,
        }
        told = {f"tenback.{name}": _text(value) for name, value in self._facts.items()}
        schema = SCHEMA.with_metadata(told)
        with self._writing():
            self._file = parquet.ParquetWriter(path, schema, compression="zstd")
        self._rows = schema.empty_table()
        """What has not been written yet."""
        self._deals = self._grouped = self.count = 0
        """How many deals and decisions there are, and how many of the deals are in row groups."""

    def __enter__(self) -> "DecisionFile":
        return self

    def __exit__(self, *_error: object) -> None:
        """Write the rest, and the card for the deals that were played."""
        with self._writing():
            self._file.write_table(self._rows.combine_chunks())
            self._file.close()
        facts = {**self._facts, "deals": self._deals, "decisions": self.count}
        lines = "\n".join(f"| {name} | {_text(value)} |" for name, value in facts.items())
        write_file(self._card, CARD.format(facts=lines))

    def write(self, decisions: Decisions) -> None:
        """Take the decisions of the next deals. However they come, equal runs make equal files."""
        self._rows = pa.concat_tables([self._rows, _table(decisions, self._rows.schema)])
        self._deals = int(decisions.deals[-1]) + 1
        self.count += len(decisions.actions)
        while self._deals >= self._grouped + GROUP:
            self._grouped += GROUP
            size = int(np.searchsorted(self._rows["deal"].to_numpy(), self._grouped))
            with self._writing():
                self._file.write_table(self._rows.slice(0, size).combine_chunks())
            self._rows = self._rows.slice(size)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise unwritable(self._path, error) from None


def _table(group: Decisions, schema: Any) -> Any:
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
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _binary(lines: Array, size: int) -> list[bytes]:
    data = np.ascontiguousarray(lines).tobytes()
    return [data[start : start + size] for start in range(0, len(data), size)]


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
