"""What all companies have in common: they lay a card when it is due, or as soon as they can."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any, Generic, TypeVar

from bench.load.figures import Figures

Play = TypeVar("Play")
"""A card that somebody would lay now: who, and the message that says so."""


class PacedCompany(ABC, Generic[Play]):
    """People who lay cards when they are due."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.on_over: Callable[[Any], None] = lambda _: None
        """Hears that a sitting is over."""
        self._owed: deque[float] = deque()
        """When the cards were due for which the table was not ready."""
        self._ready: Play | None = None

    @property
    @abstractmethod
    def is_settled(self) -> bool:
        """Whether all is answered."""

    @abstractmethod
    def _lay(self, play: Play, due: float) -> None:
        """Lay a card that was due at a time."""

    def have_ready(self, play: Play) -> None:
        """Lay a card if one is owed; else it waits until one is due."""
        if self._owed:
            self._lay(play, self._owed.popleft())
        else:
            self._ready = play

    def is_due(self, due: float) -> None:
        """Lay a card now; if it is not this company's time, as soon as it is."""
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
        """Play no more; what was due and could not be sent has taken until now."""
        window, now = self.figures.window, perf_counter()
        window.never_sent += len(self._owed)
        window.dues += self._owed
        window.from_due += [now - due for due in self._owed]
        self._owed.clear()
