"""The board: draws the model of a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from time import time

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from tenback.cli.drawing import MEANINGS, command_name, outcome, to_do
from tenback.cli.terminal.event_texts import quoted
from tenback.cli.terminal.model import TableModel
from tenback.cli.terminal.widgets import (
    ActionButton,
    CardBox,
    LastLines,
    PileBox,
    TurnLine,
    strip,
)
from tenback.cli.texts import Texts
from tenback.rules import EDITIONS, Pile, View, Word
from tenback.rules.talk import PILE_WORDS

PILES = max(len(edition.piles) for edition in EDITIONS.values())
CARDS = max(max(edition.describe().hand_sizes) for edition in EDITIONS.values())
SEATS = max(max(edition.seats) for edition in EDITIONS.values())
FRAME = 6
"""Columns of a pile's border that texts in it cannot use."""
LOW_TIME = 10
"""Seconds left at which the clock is highlighted."""
STRIP_HEIGHT = 24
"""The least number of rows at which the number strip is shown from the start."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """The state of the screen that is not part of the table."""

    chosen: int | None = None
    """The picked-up card."""
    note: str = ""
    style: str = ""
    is_strip_shown: bool | None = None
    """None means: if there is room."""


class Board(Vertical):
    """The piles, the other players, past events, the current turn, and the hand."""

    def __init__(self, texts: Texts) -> None:
        super().__init__(id="board")
        self._texts = texts

    def compose(self) -> ComposeResult:
        """Create all widgets. `draw` fills them."""
        yield Static(id="top")
        with Horizontal(id="piles"):
            yield from (PileBox(index) for index in range(PILES))
        yield Static(id="others")
        yield LastLines()
        yield Static(id="strip")
        yield TurnLine(id="turn")
        with Horizontal(id="starters"):
            yield from (ActionButton(str(n + 1), "", f"lay({n})") for n in range(SEATS))
        with Horizontal(id="hand"):
            yield from (CardBox(index) for index in range(CARDS))

    def draw(self, model: TableModel, pointing: Pointing) -> None:
        """Draw a model."""
        view = model.view
        for box in (*self.query(PileBox), *self.query(CardBox)):
            box.display = False
        self.query_one("#strip").display = False
        self._draw_starters(model.starters)
        if view is not None:
            self._draw_piles(model, view, pointing)
            self._draw_hand(model, view, pointing)
            self._draw_around(model, view)
            self._draw_strip(view, pointing)
        else:
            self._write("#top", Text(model.status, style="dim"))
        self.query_one(LastLines).draw(model.lines)
        self.draw_turn(model, pointing)

    def _draw_starters(self, starters: Sequence[str]) -> None:
        """Show who may begin, in rows of three if one row is too narrow."""
        box, columns = self.query_one("#starters"), self.screen.size.width
        box.display = bool(starters)
        buttons = list(self.query("#starters ActionButton").results(ActionButton))
        for number, button in enumerate(buttons):
            button.display = number < len(starters)
            if button.display:
                button.draw(str(number + 1), starters[number])
        is_narrow = sum(button.width for button in buttons if button.display) > columns
        box.set_class(is_narrow, "-narrow")
        for number, name in enumerate(starters if is_narrow else ()):
            buttons[number].draw(str(number + 1), name, room=columns // 3)

    def _draw_piles(self, model: TableModel, view: View, pointing: Pointing) -> None:
        plays = {} if pointing.chosen is None else model.plays_of(pointing.chosen)
        room = self.screen.size.width // len(view.edition.piles) - FRAME
        for pile in view.edition.piles:
            said = signals_about(self._texts, model, view, pile, room=room)
            owner = "" if pile.owner is None else model.players[pile.owner]
            box = self.query_one(f"#pile-{pile.index}", PileBox)
            box.display = True
            box.draw(self._texts, view, pile, plays.get(pile.name), said, owner)

    def _draw_hand(self, model: TableModel, view: View, pointing: Pointing) -> None:
        room = self.screen.size.width // view.edition.hand_size(len(view.hand_sizes))
        for index, card in enumerate(view.hand):
            box = self.query_one(f"#card-{index}", CardBox)
            box.display = True
            fits = bool(model.plays_of(card)) or not model.is_my_turn
            is_chosen = card == pointing.chosen
            box.draw(self._texts, view, card, room=room, is_chosen=is_chosen, fits=fits)

    def _draw_around(self, model: TableModel, view: View) -> None:
        texts = self._texts
        left = texts("draw pile: {count}", count=" / ".join(map(str, view.draw_sizes)))
        top = "   ".join(filter(None, (str(view.edition), left, model.status)))
        self._write("#top", Text(top, style="dim", overflow="ellipsis", no_wrap=True))
        others = [
            f"{player}: {texts('{count} in hand', count=view.hand_sizes[seat])}"
            + "".join(f" {quoted(texts, s)}" for s in view.signals[seat] if s.pile is None)
            for seat, player in enumerate(model.players)
            if seat != view.seat
        ]
        self._write("#others", Text("   ".join((*others, *effects_in_force(texts, view)))))

    def _draw_strip(self, view: View, pointing: Pointing) -> None:
        is_shown = pointing.is_strip_shown
        if is_shown is None:
            is_shown = self.screen.size.height >= STRIP_HEIGHT
        box = self.query_one("#strip", Static)
        box.display = is_shown and view.laid is not None
        if box.display:
            box.update(strip(view, (view.seat or 0) % len(view.draw_sizes)))

    def draw_turn(self, model: TableModel, pointing: Pointing) -> None:
        """Draw what the table waits for, and the clock."""
        line = Text(turn_text(self._texts, model), style="bold")
        if model.deadline is not None:
            line = Text.assemble(line, " ", clock(model.deadline - time()))
        if pointing.note:
            line = Text.assemble(line, "   ", (pointing.note, pointing.style))
        self._write("#turn", line)

    def _write(self, selector: str, text: Text) -> None:
        self.query_one(selector, Static).update(text)


def clock(seconds: float) -> Text:
    """Return the time left for a turn as text, highlighted when it is short.

    >>> clock(75.2).plain
    '1:16'
    """
    left = max(0, ceil(seconds))
    return Text(
        f"{left // 60}:{left % 60:02}", style="bold reverse" if left <= LOW_TIME else "bold"
    )


def turn_text(texts: Texts, model: TableModel) -> str:
    """Describe what the table waits for."""
    view = model.view
    if model.prompt is not None:
        return model.prompt
    if model.starters:
        return texts("Who begins?")
    if view is None:
        return ""
    if view.outcome is not None:
        return outcome(texts, view.outcome, model.players)
    if view.turn is None:
        return texts("opening: the table agrees on who begins")
    player = model.players[view.turn.seat]
    doing = texts("thinking …") if model.is_thinking else to_do(texts, view)
    return f"{player}  {doing}" if doing else texts("{player} is to move", player=player)


def effects_in_force(texts: Texts, view: View) -> list[str]:
    """Describe what the visible commands and fires require of everybody (E6, O2)."""
    told = [
        f"{command_name(texts, command)}: {texts(MEANINGS[command])}"
        for top in view.tops
        if (command := view.edition.command_of(top)) is not None and not command.is_lightning
    ]
    if any(view.edition.burning >> top & 1 for top in view.tops):
        told.append(f"{texts('burns')}: {texts('must be covered by the end of the next turn')}")
    return told


def meaning_of(texts: Texts, view: View, card: int) -> str:
    """Describe the special property of a card, if it has one."""
    command = view.edition.command_of(card)
    if command is not None:
        return f"{command_name(texts, command)}: {texts(MEANINGS[command])}"
    if view.edition.burning >> card & 1:
        return f"{texts('burns')}: {texts('must be covered by the end of the next turn')}"
    return ""


def signals_about(texts: Texts, model: TableModel, view: View, pile: Pile, *, room: int) -> str:
    """Return what players say about a pile, word by word. `free` is not shown.

    If the frame is too narrow for all of it, the speakers are left out first.
    """
    speakers: dict[Word, list[str]] = {}
    for seat, signals in enumerate(view.signals):
        for signal in signals:
            if signal.pile == pile and signal.word is not Word.FREE:
                speakers.setdefault(signal.word, []).append(initials(model.players[seat]))
    words = [texts(word.value) for word in PILE_WORDS if word in speakers]
    whole = ", ".join(f"{texts(word.value)} {' '.join(who)}" for word, who in speakers.items())
    ways = (whole, ", ".join(words), f"{words[0]} …" if len(words) > 1 else whole)
    return next((way for way in ways if cell_len(way) <= room), ways[-1])


def initials(name: str) -> str:
    """Return a short form of a name that still differs from others.

    >>> initials("master 2"), initials("Anna")
    ('m2', 'An')
    """
    first, _, last = name.rpartition(" ")
    return first[:1] + last if last.isdigit() else name[:2]
