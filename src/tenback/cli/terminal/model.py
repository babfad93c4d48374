"""A table as one screen shows it, wherever it is played. Nothing here draws or decides."""

from dataclasses import dataclass

from tenback.rules import Play, Signal, View, Word
from tenback.rules.commands import Command
from tenback.rules.talk import PILE_WORDS


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A change of a seat: a bot for somebody who is away, or nobody."""

    text: str
    seat: int
    bot: str | None


@dataclass(frozen=True, slots=True)
class TableModel:
    """All that a screen shows. Whoever sits in front of it may see all of it.

    `view` is that of the seat whose cards lie open. While they are covered it is a spectator's,
    so there is no hand to show; before the cards are dealt there is none.
    """

    players: tuple[str, ...] = ()
    view: View | None = None
    prompt: str | None = None
    """What Enter would do."""
    starters: tuple[str, ...] = ()
    """Whom to choose from, while the table asks who begins (C4)."""
    is_thinking: bool = False
    lines: tuple[str, ...] = ()
    """What has happened, in words."""
    status: str = ""
    """What there is to know about the table itself."""
    deadline: float | None = None
    """When the clock of the running turn runs out, by the clock of this machine."""
    seat_changes: tuple[SeatChange, ...] = ()
    word: str | None = None
    """One's word for the shuffle, as long as it can be changed."""
    commitment: str = ""
    """What binds the server to its cards."""

    @property
    def is_my_turn(self) -> bool:
        """Whether the seat whose cards lie open is to move."""
        view = self.view
        return view is not None and view.turn is not None and view.turn.seat == view.seat

    def plays_of(self, card: int) -> dict[str, Play]:
        """Return where a card may be laid, by the name of the pile."""
        moves = () if self.view is None else self.view.moves
        return {m.pile.name: m for m in moves if isinstance(m, Play) and m.card == card}

    def signals(self) -> list[Signal]:
        """Return what may be said now; nobody listens to somebody who is alone."""
        view = self.view
        if view is None or view.seat is None or view.outcome is not None or len(self.players) == 1:
            return []
        every: list[Signal] = []
        for word in view.edition.describe().words:
            if word in PILE_WORDS:
                every += [Signal(word, pile) for pile in view.edition.piles]
            elif word is Word.HOLD:
                every += [Signal(word, command=command) for command in Command]
            elif view.turn is None or not word.value.endswith("-start"):
                every.append(Signal(word))
        return [each for each in every if view.edition.why_no_talk(view.tops, each) is None]
