"""A training run in a folder: its log, its checkpoint, and the network that comes of it.

log.jsonl            a line for every evaluation
checkpoint.pt        all that is needed to go on
NAME.safetensors     the averaged network in half precision, with its card
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
from safetensors.torch import load_file, save_file

import tenback
from tenback.notation.files import make_folder
from tenback.training.learner import Learner, Round
from tenback.training.settings import Settings

CHECKPOINT_EVERY = 60.0
"""So many seconds pass between two checkpoints."""
SEED_OF_EVALUATION = "progress"


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a run is."""

    plays: int
    seconds: float
    progress: float
    loss: float
    won: float
    left: float
    rates: dict[str, float]
    """The share of fresh deals won in each setup, where it has just been measured."""


class TrainingRun:
    """A learner with a folder. It can be cut off at any time and gone on with."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        *,
        device: str,
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
        self._limit = seconds
        self.learner = Learner(
            settings, device=torch.device(device), threads=threads, compiles=compiles
        )
        if (folder / "checkpoint.pt").exists():
            self._resume()
        elif start is not None:
            self.learner.begin_with(load_file(start), head_start)

    @property
    def network_path(self) -> Path:
        """Where the network is written."""
        return self.folder / f"{self.settings.name}.safetensors"

    def standings(self) -> Iterator[Standing]:
        """Train to the end; yield after every round. Whatever ends it, the checkpoint is written."""
        begun = perf_counter() - self.seconds
        saved = self.seconds
        last_measured = self.learner.plays
        try:
            for played in self.learner.rounds():
                self.seconds = perf_counter() - begun
                if self._limit is not None:
                    self.learner.hurry(self.seconds / self._limit)
                is_due = self.learner.plays - last_measured >= self.settings.evaluate_every
                rates: dict[str, float] = {}
                if is_due or self.learner.progress >= 1.0:
                    last_measured = self.learner.plays
                    rates = self.evaluate(self.settings.evaluation_deals, SEED_OF_EVALUATION)
                standing = self._standing(played, rates)
                if rates:
                    self._log(standing)
                if self.seconds - saved > CHECKPOINT_EVERY:
                    saved = self.seconds
                    self.save(rates)
                yield standing
        finally:
            self.save({})

    def evaluate(self, deals: int, seed: str) -> dict[str, float]:
        """Return the share of fresh deals won in each setup."""
        rates = self.learner.evaluate(deals, seed)
        return dict(zip(self.settings.setups, rates, strict=True))

    def save(self, rates: dict[str, float]) -> None:
        """Write the checkpoint and the network."""
        whole = self.folder / "checkpoint.new"
        torch.save(self.learner.memory() | {"seconds": self.seconds}, whole)
        whole.replace(self.folder / "checkpoint.pt")
        weights = {
            name: weight.half().contiguous().cpu()
            for name, weight in self.learner.average.state_dict().items()
        }
        save_file(weights, self.network_path, metadata={"card": json.dumps(self.card(rates))})

    def card(self, rates: dict[str, float]) -> dict[str, Any]:
        """Return how the network was trained, on what, and what it reaches."""
        return {
            "name": self.settings.name,
            "tenback": tenback.__version__,
            "settings": asdict(self.settings),
            "plays": self.learner.plays,
            "seconds": round(self.seconds),
            "device": self.learner.device_name,
            "rates": rates,
        }

    def _standing(self, played: Round, rates: dict[str, float]) -> Standing:
        learner = self.learner
        return Standing(
            learner.plays,
            self.seconds,
            learner.progress,
            played.loss,
            played.won,
            played.left,
            rates,
        )

    def _log(self, standing: Standing) -> None:
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(standing)) + "\n")

    def _resume(self) -> None:
        memory = torch.load(self.folder / "checkpoint.pt", map_location=self.learner.device)
        self.seconds = memory["seconds"]
        self.learner.recall(memory)
