"""A game around one screen, line by line: draw the table, read a line, make the move."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from tenback.cli import drawing
from tenback.cli.screen import Quit, Screen
from tenback.notation import Record, read_move, write_code, write_event
from tenback.rules import (
    BadInput,
    Begin,
    Move,
    Outcome,
    Play,
    Resign,
    Say,
    Signal,
    TenbackError,
    View,
    Word,
    cards_in,
)
from tenback.rules.errors import quote
from tenback.rules.events import Drew, Event, Finished, TurnBegan
from tenback.table import Table

if TYPE_CHECKING:
    from tenback.bots import Bot

WORDS = {"e": "end", "b": "back", "q": "quit", "?": "help", "h": "help"}
"""Short forms of what users can type, in addition to those of their language."""


CARD_AND_PILE = re.compile(r"^([0-9]+) ([a-z][a-z0-9])$")


class HotSeat:
    """A game at one screen, saved after every move."""

    def __init__(
        self,
        screen: Screen,
        table: Table,
        bots: Mapping[int, "Bot"],
        keep: Callable[[Record], None],
    ) -> None:
        self._screen = screen
        self._texts = screen.texts
        self._words = {**screen.texts.words, **WORDS}
        self._table = table
        self._bots = bots
        self._keep_record = keep
        self._people = [seat for seat in range(table.state.seats) if seat not in bots]
        self._notes: list[tuple[str, str]] = []
        """Notes to print below the next picture, each with its style."""

    def play(self) -> Outcome:
        """Play to the end and return the outcome. Raises `Quit` when a player wants to stop."""
        self._keep()
        state = self._table.state
        if state.turn is None and state.outcome is None:
            self._open()
        shown_to = self._people[0] if len(self._people) == 1 else None
        while (state := self._table.state).outcome is None:
            assert state.turn is not None
            self._let_bots_talk()
            if state.turn.seat in self._bots:
                self._move_bot(state.turn.seat)
                continue
            if state.turn.seat != shown_to:
                shown_to = state.turn.seat
                self._hand_over(shown_to)
            self._take_line(self._table.view(shown_to))
        self._finish()
        return state.outcome

    def _open(self) -> None:
        """Show every player their hand, then ask who begins (C4)."""
        texts, players = self._texts, self._table.players
        self._let_bots_talk()
        for seat in self._people:
            self._screen.forget()
            if len(self._people) > 1:
                asked = texts("{player}, press Enter to see your hand.", player=players[seat])
                self._screen.ask(asked)
            self._draw(self._table.view(seat))
            self._screen.ask(texts("Enter hides it."))
        self._screen.clear()
        self._screen.say(texts("Agree on who begins. No numbers!"))
        choices = {str(number): str(seat) for seat, number in enumerate(range(1, len(players) + 1))}
        names = "   ".join(f"{number} {player}" for number, player in enumerate(players, 1))
        starter = self._screen.choose(f"{texts('Who begins?')}  {names}", choices, "1")
        self._submit(Begin(int(starter)), seat=None)

    def _move_bot(self, seat: int) -> None:
        """Make a bot's next move."""
        self._submit(self._bots[seat].choose(self._bot_view(seat)), seat=seat)

    def _let_bots_talk(self) -> None:
        """Let the talking bots give their signals, seat by seat (C12)."""
        for seat, bot in self._bots.items():
            talk = getattr(bot, "talk", None)
            if talk is not None:
                for signal in talk(self._bot_view(seat)):
                    self._submit(Say(seat, signal), seat=seat)

    def _bot_view(self, seat: int) -> View:
        return self._table.view(seat, is_past_shown=True)

    def _hand_over(self, seat: int) -> None:
        """Hand the screen to the next player without showing anybody else's hand."""
        self._screen.forget()
        player = self._table.players[seat]
        self._screen.ask(self._texts("{player}, it is your turn. Press Enter.", player=player))
        self._notes += [(line, "dim") for line in self._turns_of_others(seat)]

    def _take_line(self, view: View) -> None:
        """Draw the table, read a line and carry it out."""
        assert view.seat is not None
        self._draw(view)
        for text, style in self._notes:
            self._screen.say(text, style)
        self._notes.clear()
        verb, _, rest = " ".join(self._screen.ask(">").lower().split()).partition(" ")
        line = f"{self._words.get(verb, verb)} {rest}".strip()
        match line:
            case "":
                pass
            case "help":
                self._help(view)
            case "laid":
                self._show_laid(view)
            case "quit":
                raise Quit
            case _:
                self._try(line, view)

    def _help(self, view: View) -> None:
        """Explain on a separate screen what users can type."""
        pile = view.edition.piles[0]
        lines = [self._texts(HELP_BEFORE, pile=pile)]
        if view.edition.why_no_talk(view.tops, Signal(Word.STUCK)) is None:
            lines.append(self._texts(HELP_SIGNALS, pile=pile))
            if view.edition.layout is not None:
                lines.append(self._texts(HELP_COMMANDS))
        lines.append(self._texts(HELP_AFTER))
        self._screen.clear()
        self._screen.say("\n".join(lines))
        self._screen.ask(self._texts("Enter goes back."))

    def _try(self, line: str, view: View) -> None:
        """Make the move in a line, or note why it is refused."""
        try:
            move = read_move(CARD_AND_PILE.sub(r"\1>\2", line), seat=view.seat)
            if self._is_confirmed(move, view):
                self._show_drawn(self._submit(move, seat=view.seat))
        except TenbackError as error:
            is_unknown = isinstance(error, BadInput) and not line.startswith("say ")
            text = self._text_for_unknown(line, view) if is_unknown else self._texts.error(error)
            self._notes.append((text, "red"))

    def _text_for_unknown(self, line: str, view: View) -> str:
        """Return a hint on what to type instead of a line that is no move."""
        template = "What is {line}? Type {card} {pile}, end, back, or help."
        card, pile = view.hand[0], view.edition.piles[0]
        return self._texts(template, line=quote(line), card=card, pile=pile)

    def _is_confirmed(self, move: Move, view: View) -> bool:
        """Ask for confirmation before a move that ends the game."""
        if isinstance(move, Play) and move in view.losing:
            question = self._texts("{move} loses at once. Really?", move=move)
        elif isinstance(move, Resign):
            question = self._texts("Give up?")
        else:
            return True
        return self._screen.confirm(question)

    def _submit(self, move: Move, *, seat: int | None) -> tuple[Event, ...]:
        events = self._table.submit(move, seat=seat)
        try:
            self._keep()
        except BadInput as error:
            self._notes.append((self._texts.error(error), "red"))
        return events

    def _show_drawn(self, events: tuple[Event, ...]) -> None:
        """Show a player the cards they drew, but to nobody else."""
        for event in events:
            if isinstance(event, Drew):
                cards = "  ".join(map(str, event.cards)) or "–"
                text = self._texts("You draw: {cards}", cards=cards)
                if len(self._people) > 1:
                    self._screen.ask(f"{text}   {self._texts('Enter hides it.')}")
                else:
                    self._notes.append((text, "green"))

    def _show_laid(self, view: View) -> None:
        """List the cards laid so far, which everybody has seen (C13)."""
        for cards in view.laid or ():
            laid = "  ".join(map(str, cards_in(cards)))
            self._notes.append((f"{self._texts('laid')}: {laid or '–'}", ""))

    def _draw(self, view: View) -> None:
        self._screen.clear()
        self._screen.say(str(view.edition), "dim")
        self._screen.show(drawing.view_picture(self._texts, view, self._table.players))

    def _turns_of_others(self, seat: int) -> Iterator[str]:
        """Yield a line for each turn that others have played since the seat's own last turn."""
        events = self._table.stream(seat)
        own = [
            n for n, event in enumerate(events) if isinstance(event, Drew) and event.seat == seat
        ]
        since = events[own[-1] + 1 :] if own else events
        others = (e for e in since if not isinstance(e, TurnBegan | Finished) and e.seat != seat)
        for who, turn in groupby(others, key=lambda event: event.seat):
            told = ", ".join(self._tell(event, who) for event in turn)
            yield f"{self._table.players[who]}: {told}"

    def _tell(self, event: Event, who: int) -> str:
        """Return the text for an event. A draw shows only the number of cards."""
        if isinstance(event, Drew):
            return self._texts("draws {count}", count=len(event.cards))
        return write_event(event, seat=who)

    def _finish(self) -> None:
        """Show how the game ended, with all cards open."""
        self._screen.clear()
        self._screen.show(
            drawing.state_picture(self._texts, self._table.state, self._table.players)
        )
        if self._table.deal is not None:
            self._screen.say(f"{self._texts('code')}: {write_code(self._table.deal)}")

    def _keep(self) -> None:
        self._keep_record(self._table.record())


HELP_BEFORE = (
    "23 {pile}       lay the 23 on {pile}\n"
    "end         end the turn and draw\n"
    "back        take the last card back\n"
    "laid        list what was laid"
)
HELP_SIGNALS = (
    "say …       a signal, without numbers\n   keep {pile}   please leave this pile alone\n   "
    "small {pile}  only a small step there, please\n   free {pile}   fine by me\n   help "
    "{pile}   please lay something there\n   stuck     my cards fit badly"
)
HELP_COMMANDS = (
    "   hold stop I hold a stop; or skull, three, silence, no-trick, one-pile,\n"
    "             draw-one"
)
HELP_AFTER = "resign      give up\nquit        stop here; the game is kept"
