"""The model of a table as one screen shows it. Nothing here draws or decides."""

from dataclasses import dataclass

from tenback.rules import Play, Signal, View, Word
from tenback.rules.commands import Command
from tenback.rules.talk import PILE_WORDS


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A possible change to a seat: seat a bot there, or free it."""

    text: str
    seat: int
    bot: str | None


@dataclass(frozen=True, slots=True)
class TableModel:
    """Everything a screen shows. The person at the screen may see all of it.

    `view` belongs to the seat whose cards are open. While they are covered it is a spectator's view
    without a hand. Before the deal it is None.
    """

    players: tuple[str, ...] = ()
    view: View | None = None
    prompt: str | None = None
    """What Enter would do, as a question or hint."""
    starters: tuple[str, ...] = ()
    """The players to choose from, while the table asks who begins (C4)."""
    is_thinking: bool = False
    lines: tuple[str, ...] = ()
    """Past events, in words."""
    status: str = ""
    """Remarks about the table itself."""
    deadline: float | None = None
    """When the clock of the current turn runs out, by this machine's clock."""
    seat_changes: tuple[SeatChange, ...] = ()
    word: str | None = None
    """The player's word for the shuffle, while it can still be changed."""
    commitment: str = ""
    """The server's commitment to the cards."""

    @property
    def is_my_turn(self) -> bool:
        """Whether it is the turn of the seat whose cards are open."""
        view = self.view
        return view is not None and view.turn is not None and view.turn.seat == view.seat

    def plays_of(self, card: int) -> dict[str, Play]:
        """Return the possible plays of a card by the name of the pile."""
        moves = () if self.view is None else self.view.moves
        return {m.pile.name: m for m in moves if isinstance(m, Play) and m.card == card}

    def signals(self) -> list[Signal]:
        """Return the signals that may be given now. There are none for a single player."""
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
