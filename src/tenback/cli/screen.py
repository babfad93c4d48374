"""The screen: one terminal that several people share, and what they type."""

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
    """Somebody wants to stop; the record says where."""


class Screen:
    """One terminal that several people share."""

    def __init__(self, texts: Texts, console: Console) -> None:
        self.texts = texts
        self._console = console

    def show(self, picture: RenderableType) -> None:
        """Show a picture."""
        self._console.print(picture)

    def say(self, text: str, style: str = "") -> None:
        """Say something."""
        self._console.print(Text(text, style=style), soft_wrap=True)

    def clear(self) -> None:
        """Make what was shown disappear, scrolled-off lines included."""
        if self._console.is_terminal:
            self._console.clear()
            self._console.file.write("\x1b[3J")

    def forget(self) -> None:
        """Clear the screen and what was typed, so that the next player does not see it."""
        self.clear()
        if readline is not None:
            readline.clear_history()

    def ask(self, question: str) -> str:
        """Return what somebody types."""
        while True:
            try:
                return input(f"{question} ").strip()
            except UnicodeDecodeError:
                self.say(self.texts("I did not understand that."), "red")
            except (EOFError, KeyboardInterrupt, RuntimeError):  # the last: no standard input
                raise Quit from None

    def choose(self, question: str, choices: Mapping[str, str], usual: str) -> str:
        """Return what one of a few keys stands for; just Enter is the usual one."""
        while True:
            answer = self.ask(f"{question}  [{usual}]").lower() or usual
            if answer in choices:
                return choices[answer]
            self.say(self.texts("Please type one of {keys}.", keys=", ".join(choices)))

    def ask_name(self, usual: str) -> str:
        """Return a name."""
        while True:
            try:
                return check_text(self.ask(f"{self.texts('Name?')}  [{usual}]")) or usual
            except TenbackError as error:
                self.say(self.texts.error(error), "red")

    def confirm(self, question: str) -> bool:
        """Return whether somebody says yes; just Enter is no."""
        return self.texts.is_yes(self.ask(f"{question}  {self.texts('[y/N]')}"))

    @contextmanager
    def saying_goodbye(self, sittings: Sittings) -> Iterator[None]:
        """Stop when somebody leaves: no error, no hand left on the screen, and how to come back."""
        try:
            yield
        except (Quit, KeyboardInterrupt):
            self.forget()
            self.say("")
            self.say_how_to_resume(sittings)

    def say_how_to_resume(self, sittings: Sittings) -> None:
        """Say how to come back to a sitting that is not over."""
        if sittings.kept is not None:
            program = ("tenback",) if which("tenback") else (sys.executable, "-m", "tenback")
            command = shlex.join((*program, "play", "--resume", str(sittings.kept)))
            self.say(self.texts("Saved. Resume with: {command}", command=command))
