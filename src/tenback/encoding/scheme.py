"""Describes the inputs of a network in named sections, derived from an edition's description."""

from dataclasses import dataclass, field

import numpy as np

from tenback.encoding.rows import MOST_OTHERS
from tenback.fastsim.tables import LONGEST_TURN, MOST_CARDS, MOST_SEATS, NUMBER_COUNT, Array, Setup
from tenback.rules import Command, Edition, cards_in
from tenback.rules.talk import PILE_WORDS

COMMANDS = len(Command)
WORDS = len(PILE_WORDS)
BURNING = COMMANDS + 1
"""The kind of a burning card, numbered after the commands."""
BEHIND, AHEAD = 32, 63
"""How far a team's pile is seen from its top: three words of 32 cards. In a duel, all cards are."""
LEVELS = 25
"""The number of levels that a pile can reach, of four numbers each."""
USUAL_MINIMUM, MOST_OWED = 2, 3
SMALLEST_HAND, LARGEST_HAND = 5, LONGEST_TURN
"""The minimums and the sizes of full hands that the inputs can express.

The shipped networks were trained with these numbers, so a new edition must not change them. A test
checks that they are enough for every edition.
"""
SMALL_DRAW = 9
"""The largest size of a draw pile that is given exactly."""
KIND_PLACES = 128
MULTIPLE = 8
"""Input counts are multiples of this, as matrix units want."""


class Sections:
    """Named sections of consecutive inputs, padded with zeros to a round number.

    >>> Sections({"height": 1, "level": 25}, behind=96).filling
    6
    """

    def __init__(self, sizes: dict[str, int], behind: int = 0) -> None:
        self.sizes = sizes
        self.end = -(-(behind + sum(sizes.values())) // MULTIPLE) * MULTIPLE
        """The number of inputs, including the padding and the inputs before these sections."""
        self.filling = self.end - behind - sum(sizes.values())
        self._behind = behind

    def start(self, section: str) -> int:
        """Return the index at which a section begins.

        >>> Sections({"height": 1, "level": 25}, behind=96).start("level")
        97
        """
        names = list(self.sizes)
        return self._behind + sum(self.sizes[name] for name in names[: names.index(section)])


@dataclass(frozen=True)
class Scheme:
    """The inputs of a network for one edition."""

    behind: int
    ahead: int
    """How many cards before and after the top of a pile are seen."""
    side: int
    """The sum of a card and its mirror image."""
    kinds: tuple[int, ...]
    """The kinds of cards that are marked: commands, or burning cards."""
    is_duel: bool
    card_sets: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The names of the card sets shown for each pile."""
    pile: Sections = field(init=False, repr=False, compare=False)
    """The inputs of each pile other than card sets."""
    rest: Sections = field(init=False, repr=False, compare=False)
    """The inputs that belong to no pile."""

    @property
    def window(self) -> int:
        """The number of places around a top that are seen."""
        return self.behind + self.ahead + 1

    @property
    def places(self) -> tuple[str, ...]:
        """The sections of a row that say where cards can be, as far as the seat knows."""
        return ("hand", "unseen", "others") if self.is_duel else ("hand", "unseen")

    @property
    def set_size(self) -> int:
        """The number of inputs of each pile that show card sets; they come first."""
        return len(self.card_sets) * self.window

    @property
    def pile_size(self) -> int:
        """The number of inputs of each pile."""
        return self.pile.end

    @property
    def rest_size(self) -> int:
        """The number of inputs that belong to no pile."""
        return self.rest.end

    def __post_init__(self) -> None:
        object.__setattr__(self, "card_sets", self._card_sets())
        object.__setattr__(self, "pile", self._pile())
        object.__setattr__(self, "rest", self._rest())

    def _card_sets(self) -> tuple[str, ...]:
        return (
            *("hand", "unseen"),
            *("hand with hand ten back", "hand with unseen ten back", "unseen with hand ten back"),
            *(("others",) if self.is_duel else ()),
            *(f"{place} of kind {kind}" for place in ("hand", "unseen") for kind in self.kinds),
        )

    def _pile(self) -> Sections:
        sizes = {
            "height": 1,
            "ahead of the pile beside": 1,
            "towards the first opposite": 1,
            "towards the second opposite": 1,
            "hand ahead": 1,
            "unseen ahead": 1,
            "unseen close ahead": 1,
            "is used": 1,
            "is stale": 1,
            "was laid on last": 1,
            "is the opponent's": 1,
            "words": WORDS * MOST_OTHERS,
            "level": LEVELS,
            "command": COMMANDS,
            "burns": 1,
            "must be covered": 1,
        }
        return Sections(sizes, behind=self.set_size)

    def _rest(self) -> Sections:
        return Sections(
            {
                **dict.fromkeys(self.places, MOST_CARDS),
                "is over": 1,
                "has three": 1,
                "has a large minimum": 1,
                "has a minimum of one": 1,
                "hand sizes": MOST_SEATS,
                "is out": MOST_SEATS,
                "draw sizes": 2,
                "seats": MOST_SEATS,
                "full hand": LARGEST_HAND - SMALLEST_HAND + 1,
                "owed": MOST_OWED + 1,
                "played": LARGEST_HAND + 1,
                "own hand size": LARGEST_HAND + 1,
                "own draw size": SMALL_DRAW + 1,
                "other draw size": SMALL_DRAW + 1,
                "visible commands": COMMANDS,
            }
        )


def scheme_of(edition: Edition | type[Edition]) -> Scheme:
    """Return the scheme of a network for an edition."""
    rows = {pile.row_card for pile in edition.piles}
    kinds = (*range(1, BURNING),) if edition.has_commands else ()
    everything = len(edition.numbers) - 1
    return Scheme(
        behind=everything if edition.is_duel else BEHIND,
        ahead=everything if edition.is_duel else AHEAD,
        side=min(rows) + max(rows),
        kinds=(BURNING,) if edition.burning else kinds,
        is_duel=edition.is_duel,
    )


def card_kinds(setup: Setup) -> Array:
    """Return the kind of each card, one line per layout of a setup, or a single line.

    A kind is the number of a command, or BURNING, or 0.
    """
    commands = setup.layout_rows["commands"]
    kinds = np.zeros((max(1, len(commands)), KIND_PLACES), np.uint8)
    kinds[: len(commands), :NUMBER_COUNT] = commands
    kinds[:, list(cards_in(setup.edition.burning))] = BURNING
    return kinds
