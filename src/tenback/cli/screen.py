"""A terminal that several people share: output, and questions to the players."""

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from shutil import which

from rich.console import Console, RenderableType
from rich.text import Text

from tenback.cli.sittings import Sittings
from tenback.cli.texts import Texts
from tenback.notation.records import check_text
from tenback.rules import TenbackError

try:
    import readline  # gives input() its line editing
except ImportError:  # as on Windows
    readline = None  # type: ignore[assignment]


class Quit(Exception):
    """A player wants to stop. The record is kept."""


class Screen:
    """A terminal that several people share."""

    def __init__(self, texts: Texts, console: Console) -> None:
        self.texts = texts
        self._console = console

    def show(self, picture: RenderableType) -> None:
        """Show a picture."""
        self._console.print(picture)

    def say(self, text: str, style: str = "") -> None:
        """Print a text."""
        self._console.print(Text(text, style=style), soft_wrap=True)

    def clear(self) -> None:
        """Clear the terminal, including lines that scrolled off."""
        if self._console.is_terminal:
            self._console.clear()
            self._console.file.write("\x1b[3J")

    def forget(self) -> None:
        """Clear the terminal and the input history, to hide them from the next player."""
        self.clear()
        if readline is not None:
            readline.clear_history()

    def ask(self, question: str) -> str:
        """Ask a question and return the answer."""
        while True:
            try:
                return input(f"{question} ").strip()
            except UnicodeDecodeError:
                self.say(self.texts("I did not understand that."), "red")
            except (EOFError, KeyboardInterrupt, RuntimeError):  # RuntimeError: no standard input
                raise Quit from None

    def choose(self, question: str, choices: Mapping[str, str], usual: str) -> str:
        """Ask for one of several keys and return its value. Just Enter chooses the usual one."""
        while True:
            answer = self.ask(f"{question}  [{usual}]").lower() or usual
            if answer in choices:
                return choices[answer]
            self.say(self.texts("Please type one of {keys}.", keys=", ".join(choices)))

    def ask_name(self, usual: str) -> str:
        """Ask for a name and return it."""
        while True:
            try:
                return check_text(self.ask(f"{self.texts('Name?')}  [{usual}]")) or usual
            except TenbackError as error:
                self.say(self.texts.error(error), "red")

    def confirm(self, question: str) -> bool:
        """Ask a yes-or-no question. Just Enter means no."""
        return self.texts.is_yes(self.ask(f"{question}  {self.texts('[y/N]')}"))

    @contextmanager
    def handling_quit(self, sittings: Sittings) -> Iterator[None]:
        """End quietly when a player stops: no error, no hand on the screen, and how to resume."""
        try:
            yield
        except (Quit, KeyboardInterrupt):
            self.forget()
            self.say("")
            self.say_how_to_resume(sittings)

    def say_how_to_resume(self, sittings: Sittings) -> None:
        """Print how to resume an unfinished game."""
        if sittings.kept is not None:
            program = ("tenback",) if which("tenback") else (sys.executable, "-m", "tenback")
            command = shlex.join((*program, "play", "--resume", str(sittings.kept)))
            self.say(self.texts("Saved. Resume with: {command}", command=command))
