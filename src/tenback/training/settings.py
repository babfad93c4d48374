"""Settings: all that a network is trained with, from a file."""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from tenback.arena.lineup import read_setup
from tenback.encoding import SCHEMES, Scheme
from tenback.fastsim import Setup
from tenback.notation.files import read_file
from tenback.rules import BadInput, Code, Reason
from tenback.training.network import Shape


@dataclass(frozen=True, slots=True)
class Settings:
    """What is learnt, and how."""

    name: str
    setups: dict[str, int]
    """Editions with seats, as `classic+min3 2`, and how large a share of the tables each has."""
    plays: int
    """How many cards are laid in all."""
    talks: bool = True
    """Whether seats hear each other's signals."""
    silence: float = 0.25
    """The share of tables at which each seat may be one that never talks."""
    tables: int = 32768
    steps: int = 10
    """How many moves are made at each table between two rounds of learning."""
    batch: int = 4096
    uses: int = 2
    """How often each move is learnt from."""
    rate: float = 1e-3
    final_rate: float = 1e-5
    trust: float = 0.9
    final_trust: float = 0.85
    """λ: how far the targets look ahead."""
    exploration: float = 0.02
    """The share of moves left to chance at the beginning; it falls to nothing."""
    averaging: float = 0.97
    """How much of the acting network stays the same in a round."""
    evaluate_every: int = 100_000_000
    """After how many plays the win rate is measured."""
    evaluation_deals: int = 4096
    seed: str = "0"
    shape: Shape = field(default_factory=Shape)

    @classmethod
    def read(cls, path: Path) -> "Settings":
        """Return the settings of a file, or say what is wrong in it."""
        try:
            found = tomllib.loads(read_file(path))
        except tomllib.TOMLDecodeError as error:
            raise _bad(path, Reason("it is no TOML: {error}", error=error)) from None
        return cls(**_checked(path, found, cls))

    @property
    def tables_of_setups(self) -> list[Setup]:
        """The setups, read."""
        return [read_setup(name.split()[0], int(name.split()[1])) for name in self.setups]

    @property
    def scheme(self) -> Scheme:
        """What the network looks at."""
        return SCHEMES[self.tables_of_setups[0].edition.name]


def _checked(path: Path, found: dict[str, Any], cls: type) -> dict[str, Any]:
    known = {each.name: each for each in fields(cls)}
    values: dict[str, Any] = {}
    for key, value in found.items():
        if key not in known:
            reason = Reason("{key} is unknown; known: {known}", key=key, known=", ".join(known))
            raise _bad(path, reason)
        if key == "shape":
            value = Shape(**_checked(path, value, Shape))
        values[key] = value
    return values


def _bad(path: Path, reason: Reason) -> BadInput:
    return BadInput(Code.BAD_SETTINGS, path=path, reason=reason)
