"""A client's picture of a table, built from a welcome and the steps after it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tenback.notation import read_edition, read_event, read_move
from tenback.online.errors import OnlineCode
from tenback.protocol import (
    Chatted,
    Choices,
    Dealt,
    Fact,
    Followed,
    Happened,
    Opened,
    Place,
    Played,
    Replaced,
    ResignWished,
    Returned,
    Revealed,
    Sat,
    SeatView,
    Stood,
    TableSettings,
    Welcome,
    WordGiven,
    WordsClosed,
    WordWithheld,
)
from tenback.rules import Command, Edition, Ending, Outcome, Play, Turn, View
from tenback.rules.cards import card_set
from tenback.rules.commands import Layout
from tenback.rules.errors import BadInput
from tenback.rules.events import Drew, Event, Finished, Laid, Named, Said, TakenBack, TurnBegan
from tenback.rules.moves import Move, Say
from tenback.rules.piles import PILES
from tenback.rules.standing_signals import StandingSignals

MOST_KEPT = 100_000
"""The most events and chat messages per table; Tenback servers store fewer."""


@dataclass(slots=True)
class Seated:
    """A seat's occupant, as a client knows it."""

    name: str | None = None
    bot: str | None = None
    is_person: bool = False
    word: str = ""
    is_resigning: bool = False
    seal: str | None = None
    is_word_open: bool = True
    is_bot: bool = False

    @classmethod
    def at(cls, place: Place) -> "Seated":
        """Return the occupant of a place."""
        return cls(
            place.name,
            place.bot,
            place.is_person,
            place.word,
            place.is_resigning,
            place.seal,
            place.is_word_open,
            place.is_bot,
        )


@dataclass(slots=True)
class TableFold:
    """Everything a client knows about a table."""

    number: int = 0
    seat: int | None = None
    settings: TableSettings = field(default_factory=TableSettings)
    places: list[Seated] = field(default_factory=list)
    edition: Edition | None = None
    """None until the cards are dealt."""
    tops: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    hand_sizes: list[int] = field(default_factory=list)
    draw_sizes: list[int] = field(default_factory=list)
    laid: list[int] | None = None
    """The laid cards as one card set per draw pile; None where the table hides them (C13)."""
    turn: int | None = None
    plays: list[Play] = field(default_factory=list)
    """The plays of the current turn."""
    named: list[int | None] = field(default_factory=list)
    signals: StandingSignals = field(default_factory=lambda: StandingSignals(0), compare=False)
    history: list[Event] = field(default_factory=list)
    outcome: Outcome | None = None
    chat: list[Chatted] = field(default_factory=list)
    following: str | None = None
    commitment: str | None = None
    deal: str | None = None
    secret: str | None = None
    choices: Choices | None = None
    are_words_closed: bool = False
    """Whether every seat should open its word now."""
    deadline: int | None = None
    """When the clock of the current turn runs out, in milliseconds by the server's clock."""

    @property
    def is_dealt(self) -> bool:
        """Whether the cards have been dealt."""
        return self.edition is not None

    def begin(self, told: Welcome) -> None:
        """Start over from a welcome."""
        self.number, self.seat, self.choices = told.number, told.seat, told.choices
        self.settings, self.places = told.settings, [Seated.at(place) for place in told.places]
        self.commitment, self.secret, self.deal = told.commitment, told.secret, told.deal
        self.chat, self.following = list(told.chat), told.following
        self.are_words_closed, self.deadline = told.are_words_closed, told.deadline
        if told.cards is not None:
            self._see(told.cards)

    def take(self, step: Happened) -> None:
        """Apply the next step."""
        was_dealt, known = self.is_dealt, len(self.history)
        bots = [place.bot for place in self.places]
        for fact in step.facts:
            self._take(fact)
        self.number, self.choices = step.number, step.choices
        is_new = not was_dealt or any(isinstance(e, TurnBegan) for e in self.history[known:])
        self.deadline = self._next_deadline(step.at, bots, is_new=is_new)

    def view(self) -> View | None:
        """Return the seat's view of the table, or None before the deal."""
        if self.edition is None:
            return None
        choices = Choices() if self.choices is None else self.choices
        return View(
            edition=self.edition,
            seat=self.seat,
            tops=tuple(self.tops),
            hand=tuple(self.hand),
            hand_sizes=tuple(self.hand_sizes),
            draw_sizes=tuple(self.draw_sizes),
            laid=None if self.laid is None else tuple(self.laid),
            turn=None if self.turn is None else Turn(self.turn, tuple(self.plays)),
            named=tuple(self.named),
            outcome=self.outcome,
            moves=self._moves(choices.moves),
            losing=tuple(move for move in self._moves(choices.losing) if isinstance(move, Play)),
            minimum=choices.minimum,
            demands=tuple(map(Command, choices.demands)),
            fires=tuple(PILES[name] for name in choices.fires),
            signals=self.signals.signals,
            history=tuple(self.history) if self.settings.is_past_shown else (),
        )

    def check(self) -> None:
        """Refuse impossible states. The server is trusted about its cards, but not about this."""
        seats, edition = len(self.places), self.edition
        named = [seat for seat in (self.seat, self.turn, *self.named) if seat is not None]
        is_right = all(0 <= seat < seats for seat in named)
        if edition is not None:
            shown = {*self.tops, *self.hand}
            is_right &= seats in edition.seats and len(self.hand_sizes) == seats
            is_right &= len(self.tops) == len(edition.piles) and len(self.draw_sizes) in (1, seats)
            is_right &= shown <= {*edition.numbers, *(pile.row_card for pile in edition.piles)}
            is_right &= len(self.hand) <= max(edition.describe().hand_sizes)
        if not is_right or max(len(self.history), len(self.chat)) > MOST_KEPT:
            raise BadInput(OnlineCode.NOT_TENBACK, text="")

    def _next_deadline(self, at: int, bots: list[str | None], *, is_new: bool) -> int | None:
        """Return when the current turn must be over. The clock runs only for people."""
        clock, turn = self.settings.clock, self.turn
        if clock is None or turn is None or self.outcome is not None or self.places[turn].bot:
            return None
        return at + 1000 * clock if is_new or bots[turn] is not None else self.deadline

    def _moves(self, texts: Sequence[str]) -> tuple[Move, ...]:
        return tuple(read_move(text, seat=self.seat) for text in texts)

    def _see(self, cards: SeatView) -> None:
        self.edition = _edition(cards.edition, cards.commands)
        self.tops, self.hand, self.turn = list(cards.tops), sorted(cards.hand), cards.turn
        self.hand_sizes, self.draw_sizes = list(cards.hand_sizes), list(cards.draw_sizes)
        self.laid = None if cards.laid is None else [card_set(laid) for laid in cards.laid]
        self.plays = [each for each in map(read_move, cards.plays) if isinstance(each, Play)]
        self.named, self.history = list(cards.named), [read_event(text) for text in cards.history]
        self.signals = StandingSignals(len(self.places))
        for seat, said in enumerate(cards.signals):
            for text in said:
                move = read_move(f"say {text}", seat=seat)
                assert isinstance(move, Say)
                self.signals.update(Said(seat, move.signal))
        over = cards.outcome
        if over is not None:
            self.outcome = Outcome(Ending(over.ending), over.won, over.winner, over.left)

    def _take(self, fact: Fact) -> None:
        match fact:
            case Opened(settings, commitment):
                self.settings, self.commitment = settings, commitment
                self.places = [Seated() for _ in range(settings.seats)]
            case Sat(seat, name, bot, _, is_you, is_bot):
                self.places[seat] = Seated(name, bot, bot is None, is_bot=is_bot)
                self._sit(seat, is_you=is_you)
            case Stood(seat):
                self.places[seat] = Seated()
                self._sit(seat, is_you=False)
            case WordGiven(seat, word, seal, salt):
                place = self.places[seat]
                place.word, place.seal = word, seal
                place.is_word_open = seal is None or salt is not None
            case WordsClosed():
                self.are_words_closed = True
            case WordWithheld(seat):
                self.places[seat].is_word_open = True
            case Dealt():
                self._deal(fact)
            case Played(events):
                for text in events:
                    self._play(read_event(text))
            case Chatted():
                self.chat.append(fact)
            case ResignWished(seat, is_wished):
                self.places[seat].is_resigning = is_wished
            case Replaced(seat, bot):
                self.places[seat].bot, self.places[seat].is_resigning = bot, False
            case Returned(seat):
                self.places[seat].bot = None
            case Revealed(secret, code):
                self.secret, self.deal = secret or None, code
            case Followed(table):
                self.following = table

    def _sit(self, seat: int, *, is_you: bool) -> None:
        """Update the client's own seat after somebody has sat down."""
        if is_you:
            self.seat = seat
        elif self.seat == seat:
            self.seat = None

    def _deal(self, fact: Dealt) -> None:
        self.edition = _edition(fact.edition, fact.commands or {})
        self.tops = [pile.row_card for pile in self.edition.piles]
        self.hand, self.hand_sizes = sorted(fact.hand or ()), list(fact.hand_sizes)
        self.draw_sizes, self.turn = list(fact.draw_sizes), fact.turn
        self.laid = [0] * len(self.draw_sizes) if self.settings.is_past_shown else None
        self.named = [] if self.turn is not None else [None] * len(self.places)
        self.signals = StandingSignals(len(self.places))
        self.are_words_closed = False

    def _play(self, event: Event) -> None:
        self.history.append(event)
        self.signals.update(event)
        match event:
            case Named(seat, starter):
                self.named[seat] = starter
            case TurnBegan(seat):
                self.turn, self.plays, self.named = seat, [], []
            case Laid(seat, card, pile):
                self._hold(seat, card, is_held=False)
                self.tops[pile.index] = card
                self.plays.append(Play(card, pile))
            case TakenBack(seat, card, pile, top):
                self._hold(seat, card, is_held=True)
                self.tops[pile.index] = top
                self.plays.pop()
            case Drew(seat, cards):
                self.hand_sizes[seat] += len(cards)
                self.draw_sizes[seat % len(self.draw_sizes)] -= len(cards)
                if seat == self.seat:
                    self.hand = sorted([*self.hand, *(card for card in cards if card is not None)])
            case Finished(outcome):
                self.outcome = outcome
            case _:
                pass

    def _hold(self, seat: int, card: int, *, is_held: bool) -> None:
        self.hand_sizes[seat] += 1 if is_held else -1
        if seat == self.seat:
            self.hand = sorted(set(self.hand) ^ {card})
        if self.laid is not None:
            self.laid[seat % len(self.laid)] ^= 1 << card


def _edition(text: str, commands: dict[str, list[int]]) -> Edition:
    """Return a table's edition with its own layout of commands (E14)."""
    if not commands:
        return read_edition(text)
    return read_edition(text, lambda name: Layout.make(name, commands))
