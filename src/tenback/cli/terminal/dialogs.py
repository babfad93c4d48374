"""Dialogs over the table: a choice, a line of text, or a page to read."""

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
    """A question with several answers. Escape chooses none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, question: str, answers: Sequence[str], *, usual: int = 0) -> None:
        super().__init__()
        self._question, self._answers, self._usual = question, answers, usual

    def compose(self) -> ComposeResult:
        """Create the list of answers, each with the digit that chooses it."""
        with Vertical(classes="dialog"):
            yield Static(Text(self._question), classes="question")
            yield OptionList(
                *(Option(Content(f"{n} {each}")) for n, each in enumerate(self._answers, 1))
            )

    def on_mount(self) -> None:
        """Highlight the default answer."""
        self.query_one(OptionList).highlighted = self._usual

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close the dialog with the selected answer."""
        self.dismiss(event.option_index)

    def on_key(self, event: Key) -> None:
        """Close the dialog with this digit's answer. The digit must not reach the table below."""
        if event.key.isdigit() and 0 < int(event.key) <= len(self._answers):
            event.stop()
            self.dismiss(int(event.key) - 1)

    def action_cancel(self) -> None:
        """Close the dialog without an answer."""
        self.dismiss(None)


class LineDialog(ModalScreen[str | None]):
    """A question with a line to fill in. Escape returns None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, question: str, *, usual: str = "", is_secret: bool = False) -> None:
        super().__init__()
        self._question, self._usual, self._is_secret = question, usual, is_secret

    def compose(self) -> ComposeResult:
        """Create the question and the input line."""
        with Vertical(classes="dialog"):
            yield Static(Text(self._question), classes="question")
            yield Input(self._usual, password=self._is_secret)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the dialog with the line."""
        self.dismiss(event.value.strip())

    def action_cancel(self) -> None:
        """Close the dialog without a line."""
        self.dismiss(None)


class PageDialog(ModalScreen[None]):
    """A text to read. Every key closes it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Create the page."""
        with VerticalScroll(classes="dialog"):
            yield Static(Text(self._text))

    def on_key(self, event: Key) -> None:
        """Close the page. The key must not reach the table below."""
        event.stop()
        self.dismiss(None)

    def on_click(self) -> None:
        """Close the page."""
        self.dismiss(None)
