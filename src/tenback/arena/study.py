"""Studies: something to play and count over many deals, part by part."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from time import perf_counter
from typing import Generic, Protocol, TypeVar

from tenback.arena.decisions import Decisions
from tenback.arena.records import KeptRecord
from tenback.bots import Recipe
from tenback.fastsim import Setup
from tenback.notation import write_layout
from tenback.notation.errors import NotationCode
from tenback.notation.json_form import Json
from tenback.rules import BadInput, Reason
from tenback.rules.commands import SHUFFLED
from tenback.rules.errors import quote


class Countable(Protocol):
    """Counts over some deals; the counts of different deals can be added."""

    @property
    def deals(self) -> int:
        """How many deals the counts cover."""

    def __add__(self: "C", other: "C", /) -> "C": ...


C = TypeVar("C", bound=Countable)


@dataclass(frozen=True, slots=True)
class PartResult(Generic[C]):
    """The result of some consecutive deals."""

    tally: C
    records: tuple[KeptRecord, ...] = ()
    decisions: Decisions | None = None
    seconds: float = 0.0


class Study(Protocol[C]):
    """What to play and count in a run. It can be sent to another process or machine."""

    @property
    def seed(self) -> str:
        """The seed that all deals of the run come from."""

    @property
    def is_compiled(self) -> bool:
        """Whether all of it is compiled, and releases the GIL while it runs."""

    @property
    def fewest(self) -> int:
        """The smallest number of deals worth playing together."""

    @property
    def nothing(self) -> C:
        """An empty tally."""

    @property
    def settings(self) -> Json:
        """What is played and by whom, without the seed; other settings make another study."""

    def play(self, deals: range) -> PartResult[C]:
        """Play the deals with these numbers."""

    def to_keep(self, deals: range) -> list[range]:
        """Return the deals of a range that must be played again for records and decisions."""

    def figures(self, tally: C) -> Json:
        """Return the figures of a tally as JSON."""

    def recall(self, found: Json) -> C:
        """Restore a tally from its figures."""


def play_part(study: Study[C], deals: range) -> PartResult[C]:
    """Play some deals of a study, and time them."""
    begun = perf_counter()
    part = study.play(deals)
    return replace(part, seconds=perf_counter() - begun)


def settings_of(setup: Setup, bots: Sequence[Recipe]) -> Json:
    """Return the settings of a study, with a digest of any files that it depends on."""
    edition, layout = setup.edition, setup.edition.layout
    found: Json = {"edition": edition.name, "options": list(edition.options)}
    files = dict(bot.file for bot in bots if bot.file is not None)
    if layout is not None:
        found["layout"] = SHUFFLED if setup.is_layout_shuffled else layout.name
        if not layout.is_built_in:
            files[layout.name] = sha256(write_layout(layout).encode()).hexdigest()
    found |= {"seats": setup.seats, "bots": [str(bot) for bot in bots]}
    return found | {"files": files} if files else found


def counts(found: Json, key: str, length: int) -> tuple[int, ...]:
    """Return the counts under a key, after checking their number and that none is negative."""
    values = found.get(key)
    if (
        not isinstance(values, list)
        or len(values) != length
        or not all(type(value) is int and value >= 0 for value in values)
    ):
        reason = Reason("{key} must be a list of {length} counts", key=quote(key), length=length)
        raise BadInput(NotationCode.BAD_JSON, reason=reason)
    return tuple(values)


def does_not_add_up() -> BadInput:
    """Return the error for figures that contradict each other."""
    return BadInput(NotationCode.BAD_JSON, reason=Reason("its counts do not add up"))
