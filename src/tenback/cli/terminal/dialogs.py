"""What lies over the table for a moment: a choice, a line to write, a page to read."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option


class ChoiceDialog(ModalScreen[int | None]):
    """A question with some answers; Escape is none of them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, question: str, answers: Sequence[str], *, usual: int = 0) -> None:
        super().__init__()
        self._question, self._answers, self._usual = question, answers, usual

    def compose(self) -> ComposeResult:
        """Show the answers, each with the digit that chooses it."""
        with Vertical(classes="dialog"):
            yield Static(Text(self._question), classes="question")
            yield OptionList(
                *(Option(Content(f"{n} {each}")) for n, each in enumerate(self._answers, 1))
            )

    def on_mount(self) -> None:
        """Begin at the usual answer."""
        self.query_one(OptionList).highlighted = self._usual

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the answer."""
        self.dismiss(event.option_index)

    def on_key(self, event: Key) -> None:
        """Take the answer of a digit, which means something else at the table below."""
        if event.key.isdigit() and 0 < int(event.key) <= len(self._answers):
            event.stop()
            self.dismiss(int(event.key) - 1)

    def action_cancel(self) -> None:
        """Choose nothing."""
        self.dismiss(None)


class LineDialog(ModalScreen[str | None]):
    """A line to write; Escape writes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, question: str, *, usual: str = "", is_secret: bool = False) -> None:
        super().__init__()
        self._question, self._usual, self._is_secret = question, usual, is_secret

    def compose(self) -> ComposeResult:
        """Show the question and the line."""
        with Vertical(classes="dialog"):
            yield Static(Text(self._question), classes="question")
            yield Input(self._usual, password=self._is_secret)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was written."""
        self.dismiss(event.value.strip())

    def action_cancel(self) -> None:
        """Write nothing."""
        self.dismiss(None)


class PageDialog(ModalScreen[None]):
    """Something to read; every key goes back."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Show the page."""
        with VerticalScroll(classes="dialog"):
            yield Static(Text(self._text))

    def on_key(self, event: Key) -> None:
        """Go back; the key does nothing at the table below."""
        event.stop()
        self.dismiss(None)

    def on_click(self) -> None:
        """Go back."""
        self.dismiss(None)
