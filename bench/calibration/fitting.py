"""Fits maps from stated chances to how often they come true, and measures their errors."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

import tenback.analysis
from bench.calibration.counts import FITTED, JUDGED, PHASES, Counts
from tenback.analysis.calibration import MAPS, ChanceMap, features_of
from tenback.fastsim.tables import Array

FILE = Path(tenback.analysis.__file__).with_name(MAPS)
TRUST = 100.0
"""How much the fit favors a map that changes nothing, counted in turns: next to nothing."""
ROUNDS = 50
SMALLEST_STEP = 1e-9
LEVELS = 20
"""The number of classes in which chances are compared."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A map, with the counts that it is judged on."""

    chance_map: ChanceMap
    judged: Counts


def fitted(counts: Iterable[Counts]) -> list[Fit]:
    """Return a map for each setup with counts of both seeds: fitted to one, judged on the other."""
    found = []
    for _, group in groupby(counts, key=lambda each: (each.setup, each.network)):
        by_seed = {each.seed: each for each in group}
        if {FITTED, JUDGED} <= by_seed.keys():
            found.append(Fit(fit(*by_seed[FITTED].arrays), by_seed[JUDGED]))
    return found


def fit(said: Array, means: Array, wins: Array) -> ChanceMap:
    """Return the likeliest map, by Newton's method; a step that leads too far is halved."""
    features, start = features_of(means), np.array(astuple(ChanceMap()))

    def doubt(weights: Array) -> float:
        odds = features @ weights
        surprise = said * np.logaddexp(0, odds) - wins * odds
        return float(surprise.sum() + TRUST / 2 * ((weights - start) ** 2).sum())

    weights = start.copy()
    for _ in range(ROUNDS):
        chances = ChanceMap(*weights)(means)
        slope = features.T @ (wins - said * chances) - TRUST * (weights - start)
        curve = (features.T * (said * chances * (1 - chances))) @ features + TRUST * np.eye(3)
        step = np.linalg.solve(curve, slope)
        while doubt(weights + step) > doubt(weights) and np.abs(step).max() > SMALLEST_STEP:
            step /= 2
        weights = weights + step
    chance_map = ChanceMap(*weights.round(4).tolist())
    if min(chance_map.win, chance_map.loss) <= 0:
        raise ValueError(f"{chance_map} does not rise")
    return chance_map


def expected_error(told: Array, said: Array, wins: Array) -> float:
    """Return the expected calibration error: the mean error of classes, weighted by their size."""
    levels = np.minimum((told * LEVELS).astype(np.int64), LEVELS - 1)
    gaps = np.bincount(levels, said * told - wins, LEVELS)
    return float(np.abs(gaps).sum() / said.sum())


def errors_of(fit: Fit) -> tuple[float, float, list[float]]:
    """Return the error without the map, the error with it, and the latter for each third."""
    said, means, wins = fit.judged.arrays
    thirds = [fit.judged.phase(index) for index in range(PHASES)]
    return (
        expected_error(means, said, wins),
        expected_error(fit.chance_map(means), said, wins),
        [expected_error(fit.chance_map(mean), count, won) for count, mean, won in thirds],
    )


def write_maps(fits: Sequence[Fit]) -> None:
    """Store the maps where analyses find them; maps of other setups stay as they are."""
    maps: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    for each in fits:
        judged = each.judged
        maps[judged.setup] = {"network": judged.network, "map": astuple(each.chance_map)}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(part)}" for name, part in maps.items())
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def table_of(fits: Sequence[Fit]) -> str:
    """Return the figures as a Markdown table."""
    lines = [
        "| setup | games | turns | won | raw error | error as shown | early, middle, late |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for each in fits:
        judged, (before, after, thirds) = each.judged, errors_of(each)
        lines.append(
            f"| {judged.setup} | {judged.games:,} | {judged.decisions:,} | "
            f"{100 * judged.won / judged.games:.1f} % | {100 * before:.2f} | {100 * after:.2f} | "
            f"{', '.join(f'{100 * third:.1f}' for third in thirds)} |"
        )
    return "\n".join(lines)


def draw(fits: Sequence[Fit], path: Path) -> None:
    """Draw the chances against how often they come true, with a plot for each setup."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - nobody else needs it

    columns = 4
    figure = Figure(figsize=(10, 2.6 * -(-len(fits) // columns)), layout="constrained")
    for index, each in enumerate(fits):
        axes = figure.add_subplot(-(-len(fits) // columns), columns, index + 1)
        said, means, wins = each.judged.arrays
        told = each.chance_map(means)
        axes.plot((0, 100), (0, 100), color="0.7", linewidth=1)
        for values, mark, name in ((means, "x", "said"), (told, "o", "told")):
            levels = np.minimum((values * LEVELS).astype(np.int64), LEVELS - 1)
            size = np.bincount(levels, said, LEVELS)
            is_seen = size >= 100
            mean, won = (
                100 * np.bincount(levels, part, LEVELS)[is_seen] / size[is_seen]
                for part in (said * values, wins)
            )
            axes.plot(mean, won, mark, markersize=3.5, label=name)
        axes.set_title(each.judged.setup, fontsize=9)
        axes.tick_params(labelsize=7)
        if index == 0:
            axes.legend(fontsize=7)
    figure.supxlabel("chance (%)", fontsize=9)
    figure.supylabel("came true (%)", fontsize=9)
    figure.savefig(path)
