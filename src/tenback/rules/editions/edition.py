"""The interface that every edition implements."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar, Self

from tenback.rules.cards import NO_CARDS, Cards, cards_in
from tenback.rules.commands import Command, Layout
from tenback.rules.editions.description import CommandCards, Description, Option
from tenback.rules.errors import BadInput, Code, Refused
from tenback.rules.outcome import Ending, Outcome
from tenback.rules.piles import Pile
from tenback.rules.progress import Progress
from tenback.rules.talk import Signal, Word


@dataclass(frozen=True)
class Edition(ABC):
    """A rule set with its options; prints as the first field of a position.

    The few functions that differ between editions judge a `Progress`. Everything else, above all
    the order of turns, belongs to the referee and is the same for all.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    letter: ClassVar[str]
    """The first letter of the edition's deal codes; never I, L, O or U, which people misread."""
    rule_letter: ClassVar[str]
    """The letter of the edition's rule numbers in `docs/rules.md`."""
    is_duel: ClassVar[bool] = False
    """Whether one seat wins against the other; otherwise the team wins or loses together."""
    piles: ClassVar[tuple[Pile, ...]]
    numbers: ClassVar[range]
    """The number cards of one draw pile."""
    seats: ClassVar[range]
    draw_pile_count: ClassVar[int]
    """How many draw piles there are: one for everybody, or one for each seat."""
    is_starter_drawn: ClassVar[bool]
    """Whether the deal decides who begins (F2); otherwise the table agrees on it (C4)."""

    has_commands: ClassVar[bool] = False
    """Whether cards carry commands, so that a layout can be chosen (E14)."""
    burning: ClassVar[int] = NO_CARDS
    """The burning cards, as a card set (O1)."""
    words: ClassVar[tuple[Word, ...]] = ()
    """The words that signals may use."""
    endings: ClassVar[tuple[Ending, ...]] = (Ending.ALL_LAID, Ending.STUCK, Ending.RESIGNED)
    """The ways in which a game can end."""

    @abstractmethod
    def hand_size(self, seats: int) -> int:
        """Return the size of a full hand."""

    @abstractmethod
    def minimum(self, *, is_draw_pile_empty: bool) -> int:
        """Return how many cards a turn that begins now must lay."""

    @abstractmethod
    def fits(self, progress: Progress) -> tuple[int, ...]:
        """Return, pile by pile, the set of cards that the seat may lay there now."""

    @abstractmethod
    def why_not(self, progress: Progress, card: int, pile: Pile) -> Refused:
        """Return the refusal that explains why a card does not fit on a pile."""

    def may_end(self, progress: Progress) -> bool:
        """Return whether the turn would be complete if it ended now."""
        return progress.played >= progress.minimum

    def is_every_play_safe(self, progress: Progress) -> bool:
        """Return True only if no legal play can lose; False means that each play must be tried."""
        return False

    def why_no_end(self, progress: Progress) -> Refused:
        """Return the refusal that explains why the turn may not end yet."""
        return Refused(Code.MINIMUM, minimum=progress.minimum, count=progress.played)

    def is_stopped(self, progress: Progress) -> bool:
        """Return whether the card laid last ended the turn (E3)."""
        return False

    def can_complete(self, progress: Progress) -> bool:
        """Return whether the turn can still be completed (C10, E12, F8, O5).

        This is the end test. An edition may take shortcuts; a test compares it with the definition.
        """
        return can_complete_by_definition(self, progress)

    def demands(self, progress: Progress) -> tuple[Command, ...]:
        """Return the commands that still demand something of the turn (E4, E5)."""
        return ()

    def fires(self, progress: Progress) -> tuple[Pile, ...]:
        """Return the piles with a burning card that the turn must still cover (O2)."""
        return ()

    @property
    def layout(self) -> Layout | None:
        """The layout of the commands, or None if no cards carry any (E14)."""
        return None

    def command_of(self, card: int) -> Command | None:
        """Return the command on a card, or None."""
        return None if self.layout is None else self.layout.command_of[card]

    def continuations(self, progress: Progress) -> Iterator[Progress]:
        """Yield the progress of the turn after each play that fits."""
        for pile, cards in zip(self.piles, self.fits(progress), strict=True):
            for card in cards_in(cards):
                yield progress.after(card, pile)

    @abstractmethod
    def draw_count(self, progress: Progress, *, seats: int) -> int:
        """Return how many cards the seat draws when its turn ends, if the draw pile has enough."""

    @abstractmethod
    def judge(
        self, progress: Progress, hands: Sequence[Cards], draw_piles: Sequence[Cards]
    ) -> Outcome | None:
        """Return the outcome if the game is over at this moment, otherwise None."""

    @abstractmethod
    def resigned(self, seat: int, hands: Sequence[Cards], draw_piles: Sequence[Cards]) -> Outcome:
        """Return the outcome when a seat gives up."""

    def why_no_talk(self, tops: Cards, signal: Signal) -> Refused | None:
        """Return the refusal of a signal that may not be given now, or None if it may."""
        if not self.words:
            return Refused(Code.NO_TALK, edition=self.name)
        if signal.word not in self.words or signal.pile not in (None, *self.piles):
            return Refused(Code.NO_SUCH_SIGNAL, edition=self.name, signal=signal)
        return None

    def draw_pile_of(self, seat: int) -> int:
        """Return the index of the draw pile that a seat draws from."""
        return seat if self.draw_pile_count > 1 else 0

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the edition does not allow."""
        if seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            allowed = str(least) if least == most else f"{least}–{most}"
            raise BadInput(Code.BAD_SEATS, edition=self.name, allowed=allowed, seats=seats)

    @classmethod
    def describe(cls) -> Description:
        """Return the description of the edition with all options off."""
        plain = cls()
        layout = plain.layout
        return Description(
            name=cls.name,
            title=cls.title,
            letter=cls.letter,
            rule_letter=cls.rule_letter,
            is_duel=cls.is_duel,
            is_starter_drawn=cls.is_starter_drawn,
            seats=tuple(cls.seats),
            hand_sizes=tuple(map(plain.hand_size, cls.seats)),
            minimum=plain.minimum(is_draw_pile_empty=False),
            last_minimum=plain.minimum(is_draw_pile_empty=True),
            numbers=cls.numbers,
            draw_pile_count=cls.draw_pile_count,
            piles=cls.piles,
            options=tuple(cls.known_options()),
            commands=() if layout is None else tuple(map(CommandCards, Command, layout.numbers)),
            burning=tuple(cards_in(cls.burning)),
            words=cls.words,
            endings=cls.endings,
        )

    @classmethod
    def known_options(cls) -> dict[Option, str]:
        """Return the edition's options, each with the name of the field that holds it."""
        return {f.metadata["option"]: f.name for f in fields(cls) if "option" in f.metadata}

    @classmethod
    def with_options(cls, options: Iterable[str]) -> Self:
        """Return the edition with the named options switched on."""
        on = set(options)
        return cls(**{f: True for option, f in cls.known_options().items() if option.name in on})

    def with_layout(self, layout: Layout) -> "Edition":
        """Return the edition with a different layout of commands (E14)."""
        raise AssertionError(f"no cards of {self.name} carry commands")

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options that are switched on."""
        return tuple(o.name for o, f in self.known_options().items() if getattr(self, f))

    def __str__(self) -> str:
        return "+".join((self.name, *self.options))


def can_complete_by_definition(edition: Edition, progress: Progress) -> bool:
    """Return whether the turn is complete already or can be completed by more plays."""
    return edition.may_end(progress) or any(
        can_complete_by_definition(edition, then) for then in edition.continuations(progress)
    )
