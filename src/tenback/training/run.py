"""A training run in a folder: its log, its checkpoint, and the resulting network.

log.jsonl            a line for every evaluation
checkpoint.pt        everything needed to resume
NAME.safetensors     the averaged network in half precision, with its card
"""

import json
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from pickle import UnpicklingError
from time import perf_counter
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save

import tenback
from tenback.arena.errors import ArenaCode
from tenback.notation.errors import NotationCode
from tenback.notation.files import make_folder, unwritable
from tenback.rules import BadInput, Reason
from tenback.training.errors import TrainingCode
from tenback.training.learner import Learner, Round
from tenback.training.log import LogEntry, add_to_log, write_log
from tenback.training.settings import Settings

CHECKPOINT = "checkpoint.pt"
SAVING = 60.0
"""The most seconds of work that a crash can lose."""
PROGRESS, FINAL = "progress", "final"
"""The seeds of the deals that a network is measured on: during the run, and at the end."""
ODD = (TypeError, ValueError, AttributeError)
"""The errors raised when a file does not hold what it should."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How often a network won the fresh deals of each setup."""

    plays: int
    """How many plays it had learned from by then."""
    seed: str
    deals: dict[str, int]
    rates: dict[str, float]


class TrainingRun:
    """A learner with a folder; it can be interrupted at any time and resumed."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        *,
        device: torch.device,
        threads: int,
        seconds: float | None = None,
        start: Path | None = None,
        head_start: float = 0.0,
        compiles: bool = True,
    ) -> None:
        make_folder(folder)
        self.settings = settings
        self.folder = folder
        self.seconds = 0.0
        self.log: list[LogEntry] = []
        self.measured: Measured | None = None
        self.start: dict[str, Any] | None = None
        self._limit = seconds
        self._device = device
        memory = self._memory()
        with self._troubles():
            self.learner = Learner(settings, device=device, threads=threads, compiles=compiles)
        if memory is not None:
            self._resume(memory)
        elif start is not None:
            self._begin_with(start, head_start)

    @property
    def network_path(self) -> Path:
        """Where the network is written."""
        return self.folder / f"{self.settings.name}.safetensors"

    def entries(self) -> Generator[LogEntry]:
        """Train to the end, yielding after every round; however it ends, save what was learned."""
        begun = perf_counter() - self.seconds
        saved = self.seconds
        try:
            with self._troubles():
                for played in self.learner.rounds():
                    self.seconds = perf_counter() - begun
                    yield self._log_entry(played)
                    if self.seconds - saved > SAVING:
                        self.save()
                        saved = self.seconds
        finally:
            if self.learner.plays:
                self.save()

    def measure(self, deals: int, seed: str) -> Measured:
        """Play fresh deals as well as the network can, and remember the share it won."""
        names = self.settings.setups
        shares = dict(zip(names, self.settings.shares(deals), strict=True))
        with self._troubles():
            rates = dict(zip(names, self.learner.evaluate(deals, seed), strict=True))
        self.measured = Measured(self.learner.plays, seed, shares, rates)
        return self.measured

    def save(self) -> None:
        """Write the checkpoint and the network."""
        memory = BytesIO()
        mine = {
            "settings": asdict(self.settings),
            "seconds": self.seconds,
            "log": [asdict(standing) for standing in self.log],
            "measured": None if self.measured is None else asdict(self.measured),
            "start": self.start,
        }
        torch.save(self.learner.memory() | mine, memory)
        _replace(self.folder / CHECKPOINT, memory.getvalue())
        weights = {
            name: weight.half().contiguous().cpu()
            for name, weight in self.learner.average.state_dict().items()
        }
        _replace(self.network_path, save(weights, {"card": json.dumps(self.card())}))

    def card(self) -> dict[str, Any]:
        """Return the network's card: how it was trained, on what, and how well it plays."""
        found = self.measured
        return {
            "name": self.settings.name,
            "tenback": tenback.__version__,
            "settings": asdict(self.settings),
            "plays": self.learner.plays,
            "seconds": round(self.seconds),
            "device": self.learner.device_name,
            "start": self.start,
            "rates": {} if found is None else found.rates,
            "deals": {} if found is None else found.deals,
            "seed": None if found is None else found.seed,
        }

    def _log_entry(self, played: Round) -> LogEntry:
        """Return the log entry for a round, measured and logged when an evaluation is due."""
        learner = self.learner
        if self._limit is not None:
            learner.hurry(self.seconds / self._limit)
        last = self.log[-1].plays if self.log else 0
        is_due = learner.plays - last >= self.settings.evaluate_every or learner.progress >= 1.0
        rates: dict[str, float] = {}
        if is_due:
            rates = self.measure(self.settings.evaluation_deals, PROGRESS).rates
        standing = LogEntry(
            learner.plays,
            self.seconds,
            learner.progress,
            played.loss,
            played.won,
            played.left,
            rates,
        )
        if is_due:
            self.log.append(standing)
            add_to_log(self.folder, standing)
        return standing

    def _memory(self) -> dict[str, Any] | None:
        """Return the content of the checkpoint, which must come from the same settings."""
        path = self.folder / CHECKPOINT
        if not path.exists():
            return None
        try:
            memory: dict[str, Any] = torch.load(path, map_location=self._device)
            there, here = dict(memory["settings"]), asdict(self.settings)
        except (OSError, RuntimeError, EOFError, UnpicklingError, LookupError, *ODD):
            raise _no_checkpoint(
                path, Reason("it is damaged, or not a Tenback checkpoint")
            ) from None
        for key in here:
            if key not in there:
                template = "it comes from another version of Tenback, which had no {key}"
                raise _no_checkpoint(path, Reason(template, key=key))
            if there[key] != here[key]:
                found, wanted = json.dumps(there[key]), json.dumps(here[key])
                template = "its {key} is {there}, not {wanted}"
                reason = Reason(template, key=key, there=found, wanted=wanted)
                raise _no_checkpoint(path, reason)
        return memory

    def _resume(self, memory: dict[str, Any]) -> None:
        """Resume from a checkpoint, and drop what was logged after it."""
        try:
            self.learner.recall(memory)
            if self._limit is None and self.learner.progress < 1.0:
                self.learner.hurry(0.0)  # there is no time limit anymore
            self.seconds = float(memory["seconds"])
            self.log = [LogEntry(**standing) for standing in memory["log"]]
            self.measured = None if memory["measured"] is None else Measured(**memory["measured"])
            self.start = memory["start"]
        except (RuntimeError, LookupError, *ODD):
            reason = Reason("it is damaged, or not a Tenback checkpoint")
            raise _no_checkpoint(self.folder / CHECKPOINT, reason) from None
        write_log(self.folder, self.log)

    def _begin_with(self, start: Path, head_start: float) -> None:
        try:
            weights, origin = load_file(start), _origin(start)
        except (OSError, SafetensorError, LookupError, json.JSONDecodeError):
            raise _bad_start(start, "the file does not hold a network") from None
        try:
            self.learner.begin_with(weights, head_start)
        except (LookupError, RuntimeError, ValueError):
            raise _bad_start(start, "its network is larger, or for another edition") from None
        self.start = {"head_start": head_start} | origin

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        """Turn a device's out-of-memory errors into readable ones."""
        try:
            yield
        except torch.OutOfMemoryError:
            raise no_device(
                self._device, "its memory is too small: use fewer tables or a smaller batch"
            ) from None


def _origin(path: Path) -> dict[str, Any]:
    """Return what the card says about the network that training started from."""
    with safe_open(path, framework="pt") as file:
        card = json.loads((file.metadata() or {})["card"])
    return {key: card.get(key) for key in ("name", "tenback", "plays", "seconds", "start")}


def find_device(name: str | None) -> torch.device:
    """Return the device with a name, or the fastest one if no name is given."""
    if name is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError:
        raise no_device(name, "a device is cpu, cuda, or one of several GPUs like cuda:1") from None
    if device.type not in ("cpu", "cuda"):
        raise no_device(name, "a device is cpu, cuda, or one of several GPUs like cuda:1")
    if device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        raise no_device(name, "torch finds no such device here")
    return device


def no_device(device: object, template: str) -> BadInput:
    """Return the error about a device."""
    return BadInput(TrainingCode.NO_DEVICE, text=device, reason=Reason(template))


def _bad_start(path: Path, template: str) -> BadInput:
    return BadInput(NotationCode.BAD_FILE, text=path, reason=Reason(template))


def _no_checkpoint(path: Path, reason: Reason) -> BadInput:
    return BadInput(ArenaCode.BAD_RESULT, text=path, reason=reason)


def _replace(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise unwritable(path, error) from None
