"""The fields of a compiled table, and the accessors that all other modules build on."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from tenback.fastsim.bits import Set, table_of_sets, words
from tenback.fastsim.compiling import inlined
from tenback.notation import bad_option
from tenback.rules import (
    Command,
    Edition,
    Ending,
    Layout,
    Word,
)
from tenback.rules.cards import NUMBERS, card_set
from tenback.rules.chance import seed_from
from tenback.rules.commands import SHUFFLED

Array = np.ndarray[Any, Any]
Row = Any
"""An element of a table array, or the rules: a Numba record, which has no Python type."""

MOST_SEATS = 5
LOWEST_CARD, MOST_CARDS = NUMBERS[0], len(NUMBERS)
LONGEST_TURN = 8
"""The largest hand (C3), and so the most cards of a turn."""
PILES = 4

NOBODY = NO_PILE = -1
"""No seat (in the opening, or no winner yet), or no pile (before the first card of a turn)."""
RUNNING = 0
ENDINGS = (None, *Ending)
ALL_LAID, STUCK, COMMAND_BROKEN, RESIGNED, FIRE = map(
    ENDINGS.index,
    (Ending.ALL_LAID, Ending.STUCK, Ending.COMMAND_BROKEN, Ending.RESIGNED, Ending.FIRE),
)
"""How games can end, as indices into `ENDINGS`."""
COMMANDS = (None, *Command)
STOP, SKULL, THREE, SILENCE, NO_TRICK, ONE_PILE, DRAW_ONE = map(
    COMMANDS.index,
    (
        Command.STOP,
        Command.SKULL,
        Command.THREE,
        Command.SILENCE,
        Command.NO_TRICK,
        Command.ONE_PILE,
        Command.DRAW_ONE,
    ),
)
"""The commands, as indices into `COMMANDS`."""
KINDS = len(COMMANDS)
WORDS = (None, Word.KEEP, Word.SMALL, Word.FREE, Word.HELP)
NOTHING, KEEP, SMALL, FREE, HELP = map(
    WORDS.index, (None, Word.KEEP, Word.SMALL, Word.FREE, Word.HELP)
)
"""The words about a pile, as indices into `WORDS`."""

NUMBER_COUNT = 101
CACHED = 64
SHUFFLED_LAYOUTS = 4096
"""The number of layouts that simulated deals draw from.

That is too many to learn by heart. Each layout has a key, so a position can name it.
"""

RULES = np.dtype(
    [
        ("is_duel", "i8"),
        ("has_commands", "i8"),
        ("seats", "i8"),
        ("hand_size", "i8"),
        ("minimum", "i8"),
        ("last_minimum", "i8"),  # when the draw pile is empty
        ("numbers", "i8"),  # the number of cards in a full draw pile
        ("tops", "i8"),
        ("burning", "i8", (2,)),  # the burning cards, which must be covered in time, as a set (O2)
    ],
    align=True,
)

LAYOUT = np.dtype(
    [
        ("commands", "u1", (NUMBER_COUNT,)),  # the command on each number
        ("carriers", "i8", (KINDS, 2)),  # the cards that carry each command, as sets
    ],
    align=True,
)

TABLE = np.dtype(
    [  # the fields that every move needs come first, to share cache lines
        ("hands", "i8", (MOST_SEATS, 2)),
        ("seat_streams", "u8", (MOST_SEATS,)),  # for the random choices of each seat
        ("tops", "i4"),  # one byte per pile
        ("seat", "i1"),
        ("minimum", "i1"),
        ("played", "i1"),
        ("used", "i1"),
        ("last", "i1"),
        ("has_stop", "i1"),
        ("has_three", "i1"),
        ("ending", "i1"),
        ("winner", "i1"),
        ("resigned", "i1"),
        ("talkers", "u1"),  # a bit for each seat that talks
        ("said", "u1", (MOST_SEATS, PILES)),  # the standing words, as indices into `WORDS`
        ("left", "i1", (2,)),  # cards not laid, by draw pile
        ("next", "i1", (2,)),  # the index in the deck of each draw pile's top
        ("ordered", "i1", (2,)),  # how many cards of a deck are in final order: dealing is lazy
        ("first_tops", "i4"),  # the tops when the turn began
        ("draw_streams", "u8", (2,)),  # for shuffling the draw piles
        ("plays", "u1", (LONGEST_TURN, 2)),
        ("laid", "i8", (2, 2)),
        ("deck", "u1", (2, MOST_CARDS)),
        ("spare_stream", "u8", (1,)),  # for single draws, such as the layout
        ("number", "i8"),  # the number of the deal in its run
        ("layout", "i8"),  # the index of the layout among those of the setup
        ("named", "i1", (MOST_SEATS,)),
        ("commands", "u1", (NUMBER_COUNT,)),
        ("carriers", "i8", (KINDS, 2)),
    ],
    align=True,
)


@dataclass(frozen=True)
class Setup:
    """What is played in a run: an edition with its options, and the number of seats."""

    edition: Edition
    seats: int
    is_layout_shuffled: bool = False
    """Whether every deal draws one of `layouts` (E14), as in `extreme@shuffled`."""

    def __post_init__(self) -> None:
        self.edition.check_seats(self.seats)
        if self.is_layout_shuffled and not self.edition.has_commands:
            raise bad_option(self.edition, f"@{SHUFFLED}")

    def __str__(self) -> str:
        shuffled = f"@{SHUFFLED}" if self.is_layout_shuffled else ""
        return f"{self.edition}{shuffled} {self.seats}"

    @property
    def is_duel(self) -> bool:
        """Whether the seats play against each other."""
        return self.edition.is_duel

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The layouts that deals may use; empty if cards carry no commands."""
        if self.is_layout_shuffled:
            return _shuffled_layouts()
        return () if self.edition.layout is None else (self.edition.layout,)

    def edition_with(self, layout: int) -> Edition:
        """Return the edition with one of the layouts, given by its index."""
        if not self.is_layout_shuffled:
            return self.edition
        return self.edition.with_layout(self.layouts[layout])

    @property
    def rules(self) -> Row:
        """The rules as compiled code reads them."""
        return _rules(self)

    @property
    def layout_rows(self) -> Array:
        """The layouts as compiled code reads them."""
        return _layout_rows(self)


@lru_cache(CACHED)
def _rules(setup: Setup) -> Row:
    edition = setup.edition
    rules = np.zeros(1, RULES)
    rules["is_duel"] = setup.is_duel
    rules["has_commands"] = edition.layout is not None
    rules["seats"] = setup.seats
    rules["hand_size"] = edition.hand_size(setup.seats)
    rules["minimum"] = edition.minimum(is_draw_pile_empty=False)
    rules["last_minimum"] = edition.minimum(is_draw_pile_empty=True)
    rules["numbers"] = len(edition.numbers)
    rules["tops"] = packed(pile.row_card for pile in edition.piles)
    rules["burning"] = words(edition.burning)
    return rules[0]


@lru_cache(CACHED)
def _layout_rows(setup: Setup) -> Array:
    layouts = setup.layouts
    rows = np.zeros(len(layouts), LAYOUT)
    for row, layout in zip(rows, layouts, strict=True):
        row["commands"] = [COMMANDS.index(command) for command in layout.command_of]
        row["carriers"][1:] = table_of_sets(map(card_set, layout.numbers))
    return rows


@cache
def _shuffled_layouts() -> tuple[Layout, ...]:
    keys = (seed_from("simulated-layout", str(number)) for number in range(SHUFFLED_LAYOUTS))
    return tuple(map(Layout.shuffled, keys))


def packed(tops: Any) -> int:
    """Return the tops packed into one number, one byte per pile."""
    return sum(top << 8 * index for index, top in enumerate(tops))


def unpacked(tops: int) -> tuple[int, ...]:
    """Return the tops in a packed number."""
    return tuple(int(tops) >> 8 * pile & 255 for pile in range(PILES))


@inlined
def top_of(tops: int, pile: int) -> int:
    """Return the top of a pile."""
    return (tops >> (8 * pile)) & 255


@inlined
def put(tops: int, pile: int, card: int) -> int:
    """Return the packed tops after a card is laid on a pile."""
    return (tops & ~(255 << (8 * pile))) | (card << (8 * pile))


@inlined
def is_descending_pile(rules: Row, pile: int) -> int:
    """Return 1 for a descending pile, 0 for an ascending one."""
    return pile & 1 if rules.is_duel else pile >> 1


@inlined
def hand_of(table: Row, seat: int) -> Set:
    """Return the cards that a seat holds."""
    return table.hands[seat, 0], table.hands[seat, 1]


@inlined
def hold(table: Row, seat: int, cards: Set) -> None:
    """Set the cards that a seat holds."""
    table.hands[seat, 0], table.hands[seat, 1] = cards


@inlined
def carriers(table: Row, command: int) -> Set:
    """Return the set of cards that carry a command."""
    return table.carriers[command, 0], table.carriers[command, 1]


@inlined
def burning_cards(rules: Row) -> Set:
    """Return the set of burning cards (O1)."""
    return rules.burning[0], rules.burning[1]


@inlined
def draw_pile_of(rules: Row, seat: int) -> int:
    """Return the index of the draw pile that a seat draws from."""
    return seat if rules.is_duel else 0


@inlined
def draw_size(rules: Row, table: Row, source: int) -> int:
    """Return how many cards are left in a draw pile."""
    return rules.numbers - table.next[source]
