"""The base of all companies of players: they lay a card when it is due, or as soon as they can."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any, Generic, TypeVar

from bench.load.figures import Figures

Play = TypeVar("Play")
"""A card that a player is ready to lay: the player, and the message to send."""


class PacedCompany(ABC, Generic[Play]):
    """A company of players who lay cards when they are due."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.on_over: Callable[[Any], None] = lambda _: None
        """Called when a sitting is over."""
        self._owed: deque[float] = deque()
        """The due times of cards for which the table was not ready yet."""
        self._ready: Play | None = None

    @property
    @abstractmethod
    def is_settled(self) -> bool:
        """Whether all messages have been answered."""

    @abstractmethod
    def _lay(self, play: Play, due: float) -> None:
        """Lay a card that was due at time `due`."""

    def have_ready(self, play: Play) -> None:
        """Lay this card at once if one is overdue; else keep it until one is due."""
        if self._owed:
            self._lay(play, self._owed.popleft())
        else:
            self._ready = play

    def is_due(self, due: float) -> None:
        """Lay a card now, or as soon as the table is ready."""
        window, play = self.figures.window, self._ready
        window.due += 1
        if play is None:
            window.late += 1
            self._owed.append(due)
            return
        self._ready = None
        window.lag.append(perf_counter() - due)
        self._lay(play, due)

    def forget_what_is_owed(self) -> None:
        """Drop overdue cards; count them as never sent, and as having taken until now."""
        window, now = self.figures.window, perf_counter()
        window.never_sent += len(self._owed)
        window.dues += self._owed
        window.from_due += [now - due for due in self._owed]
        self._owed.clear()
