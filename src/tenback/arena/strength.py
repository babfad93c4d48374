"""The strength of our bots: what is measured, and the results, kept in a file.

A cell is one figure of the table: who plays what. Its result comes from the first deals of a seed
reserved for these figures, so it can be extended later, and repeating it gives the same.
"""

import json
import tomllib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from tenback import __version__
from tenback.arena.duels import DuelComparison, Duels
from tenback.arena.engines import Engine
from tenback.arena.errors import ArenaCode
from tenback.arena.lineup import Lineup, read_setup
from tenback.arena.runs import FIRST_PART, Parts
from tenback.arena.simulation import Simulation
from tenback.arena.study import Study
from tenback.arena.tally import Tally
from tenback.bots import BOTS, SIMPLE_BOT, STAND_IN, STRONGEST_BOT, Recipe
from tenback.bots.registry import CONTROL
from tenback.notation.errors import NotationCode
from tenback.notation.files import read_file, write_file
from tenback.notation.json_form import Json, field, read_json, text_fields
from tenback.rules import EDITIONS, USUAL_EDITION, BadInput, Reason
from tenback.rules.commands import SHUFFLED

SEED = "STRENGTH"
"""The seed of the deals, which are never used for tuning or training."""
STORED = Path(__file__).with_name("strength.json")
"""The results that ship with the program."""
_exceptions = tomllib.loads(Path(__file__).with_name("strength.toml").read_text(encoding="utf-8"))
OTHER_DEALS = _exceptions["deals"]
"""How many deals the exceptional teams get: by edition, team and number of seats."""
PLAIN = frozenset(_exceptions["plain"])
"""Editions measured without options and mixed teams."""
PARTLY: dict[str, list[str]] = _exceptions["partly"]
"""Bots measured only in some editions."""
MEASURED_BOTS = tuple(bot for bot in BOTS if bot not in PARTLY)
WITH = "+"
"""Joins the names of a mixed team: `careful+greedy` is greedy in the last seat, and careful in all
others."""
MIXED = (
    *(WITH.join((listener, SIMPLE_BOT)) for listener in (STAND_IN, STRONGEST_BOT)),
    *(WITH.join((SIMPLE_BOT, listener)) for listener in (STAND_IN, STRONGEST_BOT)),
)
"""Teams with one player who does not listen, and with only one who does."""
CONTROLS = (CONTROL, WITH.join((CONTROL, STAND_IN)), WITH.join((CONTROL, STRONGEST_BOT)))
"""The control without signals, and one player among strong but silent ones. The control was trained
for the usual setups, and is measured only there."""
DEALS = 10_000
FEWER_DEALS, FEWER_DUELS = 4_000, 2_500
"""How many deals are enough for slow bots. In a duel a deal is four duels."""


def _measured_editions() -> Iterator[str]:
    """Yield every edition, with its options and shuffled layouts where those are measured."""
    for name, kind in EDITIONS.items():
        yield name
        if name in PLAIN:
            continue
        options = [f"+{option.name}" for option in kind.known_options()]
        if kind.has_commands:
            yield f"{name}@{SHUFFLED}"
        for count in range(1, len(options) + 1):
            yield from (name + "".join(some) for some in combinations(options, count))


MEASURED_EDITIONS = tuple(_measured_editions())


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of the table: an edition, with a bot for each seat or two that meet in a duel."""

    edition: str
    seats: int
    bots: tuple[str, ...]

    @property
    def is_duel(self) -> bool:
        """Whether the bots meet each other."""
        return read_setup(self.edition, self.seats).is_duel

    @property
    def lineup(self) -> str:
        """The name of the team, for any number of seats.

        >>> Cell("classic", 4, ("careful", "careful", "careful", "greedy")).lineup
        'careful+greedy'
        """
        first, *others = self.bots
        while others and others[0] == first:
            del others[0]
        return WITH.join((first, *others))

    @property
    def usual_deals(self) -> int:
        """How many deals the cell plays by default.

        The slowest bot decides, unless the file says otherwise.
        """
        is_slow = any(Recipe(bot).thinks_together for bot in self.bots)
        usual = (FEWER_DUELS if self.is_duel else FEWER_DEALS) if is_slow else DEALS
        other = OTHER_DEALS.get(self.edition, {}).get(self.lineup, {})
        return int(other.get(str(self.seats), usual))

    def study(self, recipe: Callable[[str], Recipe] = Recipe.read) -> Study[Any]:
        """Return the study of the cell; in a duel, with both colors and both starters."""
        setup = read_setup(self.edition, self.seats)
        lineup = Lineup(setup, tuple(recipe(bot) for bot in self.bots))
        if not setup.is_duel:
            return Simulation(lineup, SEED)
        a, b = lineup.bots
        return DuelComparison(setup, (a, b), SEED)


@dataclass(frozen=True, slots=True)
class CellResult:
    """The result of a cell."""

    cell: Cell
    tally: Tally | Duels
    version: str = __version__
    """The version of Tenback; other versions may give other results."""

    def as_json(self) -> Json:
        """Return the result as JSON."""
        cell, tally = self.cell, self.tally
        return {
            "version": self.version,
            "edition": cell.edition,
            "seats": cell.seats,
            "bots": list(cell.bots),
            "deals": tally.deals,
            "seed": SEED,
            **cell.study(Recipe).figures(tally),
        }

    @classmethod
    def from_json(cls, found: Json) -> "CellResult":
        """Restore a result from its JSON."""
        cell = Cell(
            field(found, "edition", str), field(found, "seats", int), text_fields(found, "bots")
        )
        if (there := field(found, "seed", str)) != SEED:
            reason = Reason(
                "its {key} is {there}, not {wanted}", key="seed", there=there, wanted=SEED
            )
            raise BadInput(NotationCode.BAD_JSON, reason=reason)
        # The bots are not made: results can be shown even where a bot itself is missing.
        return cls(cell, cell.study(Recipe).recall(found), field(found, "version", str))


CellResults = Mapping[Cell, CellResult]


def cells_of(
    editions: Iterable[str] = MEASURED_EDITIONS,
    lineups: Sequence[str] | None = None,
    seats: int | None = None,
) -> Iterator[Cell]:
    """Yield the cells of all bots or of the given lineups; in duels, the bots meet each other."""
    names = MEASURED_BOTS if lineups is None else tuple(dict.fromkeys(lineups))
    for text in editions:
        setup = read_setup(text, None)
        edition, _, _ = str(setup).rpartition(" ")  # in its canonical spelling
        counts = [count for count in setup.edition.seats if seats in (None, count)]
        for name in names:
            if not setup.is_duel:
                yield from _teams(edition, name, counts)
        if lineups is None:
            for name in (name for name, places in PARTLY.items() if edition in places):
                yield from _teams(edition, name, counts)
            for name in _further(edition):
                yield from _teams(edition, name, [count for count in counts if count > 1])
        if setup.is_duel:
            alone = sorted((name for name in names if WITH not in name), key=partial(_place, BOTS))
            pairs = combinations(reversed(alone), 2)
            yield from (Cell(edition, count, pair) for pair in pairs for count in counts)


def measure(
    cell: Cell, deals: int, engine: Engine, known: CellResult | None
) -> Generator[CellResult]:
    """Yield the growing result, starting from what this version has already measured."""
    study = cell.study()
    tally = study.nothing
    if known is not None and known.version == __version__:
        tally = known.tally
    parts = Parts([range(tally.deals, deals)], FIRST_PART, study.fewest)
    with engine.open(study) as play:
        for part in play(parts):
            parts.learn(part)
            tally += part.tally
            yield CellResult(cell, tally)


def read_results(path: Path = STORED) -> dict[Cell, CellResult]:
    """Return the results that a file holds; none if it does not exist."""
    if not path.exists():
        return {}
    try:
        found = read_json(read_file(path))
        entries = field(found, "cells", list)
        if not all(isinstance(entry, dict) for entry in entries):
            raise BadInput(NotationCode.BAD_JSON, reason=Reason("it is not an object"))
        results = map(CellResult.from_json, entries)
        return {result.cell: result for result in results}
    except BadInput as error:
        raise BadInput(ArenaCode.BAD_RESULT, text=path, reason=error) from None


def write_results(path: Path, results: CellResults) -> None:
    """Write results to a file, one per line, in a fixed order."""
    lines = (json.dumps(result.as_json()) for result in sorted_by_cell(results.values()))
    write_file(path, '{"cells": [\n' + ",\n".join(lines) + "\n]}\n")


def sorted_by_cell(results: Iterable[CellResult]) -> list[CellResult]:
    """Return results sorted by edition, team and seats."""
    names = (*BOTS, *_further(USUAL_EDITION.name))

    def place(result: CellResult) -> tuple[Any, ...]:
        cell = result.cell
        duels = tuple(_place(BOTS, bot) for bot in cell.bots) if cell.is_duel else ()
        return (
            _place(MEASURED_EDITIONS, cell.edition),
            duels,
            _place(names, cell.lineup),
            cell.seats,
        )

    return sorted(results, key=place)


def _place(names: Sequence[str], name: str) -> tuple[int, str]:
    """Return the rank of a name; unknown ones follow in alphabetical order."""
    return (names.index(name) if name in names else len(names)), name


def _further(edition: str) -> tuple[str, ...]:
    """Return the mixed and silent teams that an edition is also measured with."""
    control, *among = CONTROLS
    if edition == USUAL_EDITION.name:
        return (control, *MIXED, *among)
    has_mixed = edition in EDITIONS and edition not in PLAIN and not EDITIONS[edition].is_duel
    return MIXED if has_mixed else ()


def _teams(edition: str, name: str, counts: Iterable[int]) -> Iterator[Cell]:
    """Yield a team for each number of seats that can hold it."""
    first, *others = name.split(WITH)
    for count in counts:
        if count > len(others):
            yield Cell(edition, count, (first,) * (count - len(others)) + tuple(others))
