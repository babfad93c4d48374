"""Training runs that take only a moment."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from tenback.training.network import Shape
from tenback.training.run import TrainingRun
from tenback.training.settings import Settings

CPU = torch.device("cpu")
TINY = Settings(
    name="tiny",
    setups={"classic 2": 1},
    plays=5_000,
    tables=64,
    steps=6,
    batch=96,
    evaluate_every=1_500,
    evaluation_deals=16,
    shape=Shape(encoder=8, trunk=16, layers=1),
)


def tiny(**changes: Any) -> Settings:
    """Return settings for a training run that takes only a moment."""
    return replace(TINY, **changes)


def training(folder: Path, **options: Any) -> TrainingRun:
    """Return a training run in a folder, with tiny settings unless others are given."""
    settings = options.pop("settings", TINY)
    return TrainingRun(settings, folder, device=CPU, threads=1, compiles=False, **options)
