"""The widgets of a table: piles, cards, the number strip, buttons. They judge nothing."""

from collections.abc import Sequence

from rich.text import Text
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from tenback.cli.drawing import HELP_MARK, LOSING_MARK, TRICK_MARK, mark, pile_name
from tenback.cli.texts import Texts
from tenback.rules import Pile, Play, View, cards_in

LAID, OUT, HELD, TOP = "·", "─", "●", "▲"
PER_ROW = 50
LEAST_WIDTH, MOST_WIDTH = 7, 12
"""The width of a card with its borders. The longest command name needs the most."""


class PileBox(Static):
    """A pile: its top card, what players say about it, and the step of the chosen card."""

    class Pressed(Message):
        """A click on a pile."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, index: int) -> None:
        super().__init__(id=f"pile-{index}", classes="pile")
        self._index = index

    def draw(
        self, texts: Texts, view: View, pile: Pile, play: Play | None, said: str, owner: str
    ) -> None:
        """Draw the pile."""
        top = view.tops[pile.index]
        self.border_title = Content(f"{pile.index + 1} {pile_name(pile)} {owner}".strip())
        self.border_subtitle = Content(said)
        lines = [Text(str(top), style="bold")]
        lines.append(Text(mark(texts, view.edition, top), style="yellow"))
        lines.append(step_text(view, play) if play is not None else Text(""))
        self.update(Text("\n").join(lines))
        self.set_class(play is not None, "-open")

    def on_click(self) -> None:
        """Post the click."""
        self.post_message(self.Pressed(self._index))


class CardBox(Static):
    """A card of the open hand."""

    class Pressed(Message):
        """A click on a card."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, index: int) -> None:
        super().__init__(id=f"card-{index}", classes="card")
        self._index = index

    def draw(
        self, texts: Texts, view: View, card: int, *, room: int, is_chosen: bool, fits: bool
    ) -> None:
        """Draw a card, at most `room` columns wide."""
        face = Text(str(card), style="bold" if fits else "dim")
        if is_chosen:
            face.stylize("reverse")
        if view.edition.has_commands or view.edition.burning:
            width = min(max(room, LEAST_WIDTH), MOST_WIDTH)
            self.styles.width = width
            name = Text(mark(texts, view.edition, card), style="yellow")
            name.truncate(width - 2, overflow="ellipsis")
            face.append("\n").append_text(name)
        self.update(face)
        self.set_class(is_chosen, "-chosen")

    def on_click(self) -> None:
        """Post the click."""
        self.post_message(self.Pressed(self._index))


class ActionButton(Static):
    """A clickable word, with the key that does the same."""

    def __init__(self, key: str, label: str, action: str) -> None:
        super().__init__(classes="action")
        self.action = action
        self.draw(key, label)

    def draw(self, key: str, label: str, *, room: int | None = None) -> None:
        """Draw a key and a word, at most `room` columns wide."""
        text = Text.assemble((f" {key} ", "reverse"), f" {label} ")
        if room is not None:
            text.truncate(room, overflow="ellipsis")
        self.width = text.cell_len
        self.update(text)

    async def on_click(self) -> None:
        """Run the button's action."""
        await self.screen.run_action(self.action)


class LastLines(Static):
    """What happened last: as many lines as there is room for."""

    def __init__(self) -> None:
        super().__init__(id="lines")
        self._lines: Sequence[str] = ()

    def draw(self, lines: Sequence[str]) -> None:
        """Draw the last lines."""
        self._lines = lines
        text = "\n".join(lines[-max(1, self.size.height) :])
        self.update(Text(text, style="dim", overflow="ellipsis", no_wrap=True))

    def on_resize(self) -> None:
        """Draw as many lines as there is room for now."""
        self.draw(self._lines)


class TurnLine(Static):
    """The line on what the table waits for. A click on it acts like Enter."""

    async def on_click(self) -> None:
        """Act like Enter."""
        await self.screen.run_action("confirm")


def step_text(view: View, play: Play) -> Text:
    """Return the step of a play, with marks for what it costs."""
    step = play.pile.step(view.tops[play.pile.index], play.card)
    if step > 0:
        text, style = f"+{step}", ""
    elif play.pile.owner in (None, view.seat):
        text, style = f"{TRICK_MARK}{-step}", "green"
    else:
        text, style = f"{HELP_MARK}{-step}", "cyan"
    return (
        Text(f"{LOSING_MARK} {text}", style="bold red")
        if play in view.losing
        else Text(text, style)
    )


def strip(view: View, set_index: int = 0) -> Text:
    """Return the number strip: which numbers were laid, are held, or are still out."""
    laid = set(cards_in(view.laid[set_index])) if view.laid is not None else set()
    held = set(view.hand)
    text = Text()
    numbers = list(view.edition.numbers)
    for start in range(0, len(numbers), PER_ROW):
        row = numbers[start : start + PER_ROW]
        text.append(f"{row[0]:>3} ", style="dim")
        for number in row:
            if number in held:
                text.append(HELD, style="bold")
            elif number in laid:
                text.append(LAID, style="dim")
            else:
                text.append(OUT)
        text.append(f" {row[-1]}\n", style="dim")
    text.right_crop(1)
    return text
