"""The games of an evening: tables, the bots at them, and the files with their records."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from tenback.cli.deals import new_seed
from tenback.notation import Record, read_any_record, write_code, write_record
from tenback.notation.errors import NotationCode
from tenback.notation.files import read_file, write_file
from tenback.notation.layouts import from_files
from tenback.rules import BadInput, Deal
from tenback.rules.errors import Reason
from tenback.table import Table

if TYPE_CHECKING:
    from tenback.bots import Bot

NO_TAKING_BACK = ("taking-back", "no")
"""The record tag for a table without take-backs."""
BOTS_TAG, PERSON = "bots", "-"
"""The record tag that lists bots by seat, and its word for a person's seat."""


@dataclass(frozen=True)
class Sitting:
    """A table, and the file of its record."""

    table: Table
    path: Path

    @property
    def bots(self) -> dict[int, str]:
        """The names of the bots by seat."""
        told = dict(self.table.tags).get(BOTS_TAG, "").split()
        return {seat: name for seat, name in enumerate(told) if name != PERSON}

    def make_bots(self) -> Mapping[int, "Bot"]:
        """Create the bots, which need the packages of an extra."""
        if not self.bots:
            return {}
        from tenback.bots import make_bot

        return {seat: make_bot(name, seed=new_seed()) for seat, name in self.bots.items()}


class Sittings:
    """Creates the tables of an evening. The first record goes where the user wants it."""

    new_seed = staticmethod(new_seed)

    def __init__(self, record: str | None, *, can_take_back: bool) -> None:
        self._record = None if record is None else Path(record)
        self._can_take_back = can_take_back
        self.kept: Path | None = None
        """The record of the current unfinished game."""

    def new(self, deal: Deal, people: Sequence[str], bots: Sequence[str]) -> Sitting:
        """Return a new game, with people on the first seats and bots on the last."""
        tags = [("date", date.today().isoformat())]
        if not self._can_take_back:
            tags.append(NO_TAKING_BACK)
        if bots:
            tags.append((BOTS_TAG, " ".join((*[PERSON] * len(people), *bots))))
        names = (*people, *distinct_names(bots))
        table = Table(deal, names, tags=tags, can_take_back=self._can_take_back)
        return Sitting(table, self._path(table))

    def following(self, before: Sitting, deal: Deal, *, is_same: bool) -> Sitting:
        """Return another game for the same players, with the same cards or new ones."""
        people = [name for seat, name in enumerate(before.table.players) if seat not in before.bots]
        cards = deal if is_same else deal.with_seed(new_seed())
        return self.new(cards, people, list(before.bots.values()))

    def resume(self, path: Path) -> Sitting:
        """Return the game in a record, ready to continue."""
        kept = read_any_record(read_file(path), from_files)
        if not self._can_take_back and NO_TAKING_BACK not in kept.tags:
            kept = replace(kept, tags=(*kept.tags, NO_TAKING_BACK))
        return Sitting(Table.resume(kept, can_take_back=NO_TAKING_BACK not in kept.tags), path)

    def keeper(self, sitting: Sitting) -> Callable[[Record], None]:
        """Return a function that writes the record of a game, completely or not at all."""

        def keep(record: Record) -> None:
            write_file(sitting.path, write_record(record))
            self.kept = None if record.outcome else sitting.path

        return keep

    def _path(self, table: Table) -> Path:
        """Return the path for a new record, which never exists yet."""
        if self._record is not None:
            asked, self._record = self._record, None
            if asked.exists():
                reason = Reason("it already exists; use --resume to continue it")
                raise BadInput(NotationCode.CANNOT_WRITE, text=asked, reason=reason)
            return asked
        code = write_code(table.deal) if table.deal is not None else "position"
        folder = user_data_path("tenback") / "records"
        stem = f"{date.today().isoformat()}-{code}"
        numbers = ("", *(f"-{number}" for number in range(2, 10_000)))
        return next(p for n in numbers if not (p := folder / f"{stem}{n}.txt").exists())


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return distinct names for the players at a table: a repeated name gets a number.

    >>> distinct_names(["master", "greedy", "master"])
    ['master', 'greedy', 'master 2']
    """
    told: list[str] = []
    for place, name in enumerate(names):
        number = names[: place + 1].count(name)
        told.append(name if number == 1 else f"{name} {number}")
    return told
