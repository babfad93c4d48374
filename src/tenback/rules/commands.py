"""The seven commands of Extreme, and which numbers carry them (E2, E6, E14)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tenback.rules.cards import HIGHEST, NUMBERS, card_set
from tenback.rules.chance import Chance, check_seed, seed_from
from tenback.rules.errors import BadInput, Code, Reason, quote

CARDS_PER_COMMAND = 4
SHUFFLED = "shuffled"


class Command(StrEnum):
    """A command on a card: lightning binds one turn (E2), infinity binds while visible (E6)."""

    STOP = "stop"
    SKULL = "skull"
    THREE = "three"
    SILENCE = "silence"
    NO_TRICK = "no-trick"
    ONE_PILE = "one-pile"
    DRAW_ONE = "draw-one"

    @property
    def is_lightning(self) -> bool:
        """Whether the command binds only the seat that lays it, and only in that turn (E2)."""
        return self in (Command.STOP, Command.SKULL, Command.THREE)


@dataclass(frozen=True, slots=True)
class Layout:
    """A map from commands to the numbers that carry them (E14).

    Layouts are equal if their names and numbers are equal.
    """

    name: str
    numbers: tuple[tuple[int, ...], ...]
    """The four numbers of each command, ascending, in the order of `Command`."""
    command_of: tuple[Command | None, ...] = field(init=False, compare=False, repr=False)
    """The command on each card, indexed by number; None for cards without a command."""
    stops: int = field(init=False, compare=False, repr=False)
    skulls: int = field(init=False, compare=False, repr=False)
    threes: int = field(init=False, compare=False, repr=False)
    no_tricks: int = field(init=False, compare=False, repr=False)
    one_piles: int = field(init=False, compare=False, repr=False)
    """The cards that carry each of these commands, as card sets."""

    def __post_init__(self) -> None:
        by_number: list[Command | None] = [None] * (HIGHEST + 1)
        for command, numbers in zip(Command, self.numbers, strict=True):
            for number in numbers:
                by_number[number] = command
        object.__setattr__(self, "command_of", tuple(by_number))
        stops, skulls, threes, _, no_tricks, one_piles, _ = map(card_set, self.numbers)
        object.__setattr__(self, "stops", stops)
        object.__setattr__(self, "skulls", skulls)
        object.__setattr__(self, "threes", threes)
        object.__setattr__(self, "no_tricks", no_tricks)
        object.__setattr__(self, "one_piles", one_piles)

    @classmethod
    def make(cls, name: str, numbers: Mapping[str, object]) -> "Layout":
        """Return a layout with these numbers per command; raise `BadInput` if they are wrong."""
        for kind in numbers:
            if kind not in set(Command):
                raise _bad_layout("there is no command {kind}", kind=quote(kind))
        seen: dict[int, Command] = {}
        for command in Command:
            of_kind = numbers.get(command.value)
            if not isinstance(of_kind, list | tuple) or len(of_kind) != CARDS_PER_COMMAND:
                raise _bad_layout("{command} needs a list of 4 numbers", command=command)
            for number in of_kind:
                if type(number) is not int or number not in NUMBERS:
                    template = "{command} has {number}, which is not a number from 2 to 99"
                    raise _bad_layout(template, command=command, number=quote(number))
                if number in seen:
                    template = "{number} appears twice: under {other} and under {command}"
                    raise _bad_layout(template, number=number, other=seen[number], command=command)
                seen[number] = command
        layout = cls(
            name,
            tuple(
                tuple(sorted(number for number, kind in seen.items() if kind is command))
                for command in Command
            ),
        )
        if layout.is_built_in and layout != built_in(name):
            raise _bad_layout("the layout {name} has different numbers", name=quote(name))
        return layout

    @classmethod
    def shuffled(cls, key: str) -> "Layout":
        """Return the shuffled layout that belongs to a key (see `layout_key`)."""
        drawn = Chance("layout", key).shuffled(NUMBERS)
        size = CARDS_PER_COMMAND
        return cls(
            f"{SHUFFLED}:{key}",
            tuple(tuple(sorted(drawn[i * size : (i + 1) * size])) for i in range(len(Command))),
        )

    @property
    def is_built_in(self) -> bool:
        """Whether the name alone determines which numbers carry commands."""
        return self.name == STANDARD.name or self.is_shuffled

    @property
    def is_shuffled(self) -> bool:
        """Whether the layout was drawn at random."""
        return self.name.startswith(f"{SHUFFLED}:")

    def as_dict(self) -> dict[str, list[int]]:
        """Return the numbers of each command, in the form of a layout file."""
        return {command.value: list(of) for command, of in zip(Command, self.numbers, strict=True)}

    def __str__(self) -> str:
        return self.name


def layout_key(seed: str) -> str:
    """Return the key of a deal's shuffled layout; it does not reveal the seed."""
    return seed_from("layout-key", seed)


def _bad_layout(template: str, **details: object) -> BadInput:
    return BadInput(Code.BAD_LAYOUT, reason=Reason(template, **details))


def built_in(name: str) -> Layout:
    """Return the built-in layout of this name: `standard` or `shuffled:KEY`."""
    kind, _, key = name.partition(":")
    if name == STANDARD.name:
        return STANDARD
    if kind == SHUFFLED and key:
        return Layout.shuffled(check_seed(key.upper()))
    reason = Reason("the built-in ones are standard and shuffled:KEY")
    raise BadInput(Code.NO_SUCH_LAYOUT, text=name, reason=reason)


STANDARD = Layout(
    "standard",
    (  # symmetric under n ↔ 101−n, each command once in 2–25, 26–50, 51–75 and 76–99
        (5, 31, 70, 96),  # stop
        (3, 38, 63, 98),  # skull
        (12, 27, 74, 89),  # three
        (9, 41, 60, 92),  # silence
        (16, 48, 53, 85),  # no-trick
        (19, 45, 56, 82),  # one-pile
        (23, 34, 67, 78),  # draw-one
    ),
)
