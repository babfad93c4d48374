"""Plays deals the way `adept` does, at many tables at once, on the CPU or a GPU."""

from dataclasses import dataclass

import torch
from torch import Tensor

from bench.calibration.counts import BINS, PHASES, Counts
from bench.tensors import network_like, small_numbers
from tenback.analysis.calibration import label_of
from tenback.analysis.chances import LINES
from tenback.bots.master import AT_ONCE
from tenback.bots.network import Network as Shipped
from tenback.encoding import inputs
from tenback.encoding.rows import ROW_SIZE
from tenback.fastsim import Setup, run_seed
from tenback.policies.endings import UNKNOWN
from tenback.training.arrays import TorchArrays
from tenback.training.learner import best_lines
from tenback.training.tables import KernelTables
from tenback.training.targets import outcomes

ROWS_AT_ONCE = 1 << 15


class Judge:
    """Runs a network on a device, the way analyses and bots use it."""

    def __init__(self, network: Shipped, device: torch.device) -> None:
        self._network = network_like(network).to(device).requires_grad_(False)
        self._scheme = network.scheme
        self._arrays = TorchArrays(device, torch.float32)
        self.weights = torch.tensor([1.0, *network.grades], device=device)

    def __call__(self, rows: Tensor, kinds: Tensor) -> Tensor:
        """Return the values of rows."""
        return torch.cat(
            [
                torch.sigmoid(self._network(*inputs(part, kinds, self._scheme, self._arrays)))
                for part in torch.split(rows, ROWS_AT_ONCE)
            ]
        )


@dataclass(frozen=True, slots=True)
class Said:
    """The chances stated at the beginning of turns, one for each table."""

    chance: Tensor
    """The chance after the best line."""
    is_exact: Tensor
    best: Tensor
    """The place of the line that `adept` plays."""


class Tables:
    """Tables of one setup, with the chances of their lines."""

    def __init__(
        self, setup: Setup, network: Shipped, *, games: int, seed: str, device: torch.device
    ) -> None:
        self.setup = setup
        self._judge = Judge(network, device)
        self.dealt = KernelTables(
            [(setup, games)], most=LINES, seed=run_seed(seed), device=device, with_lefts=True
        )
        self._kinds = torch.from_numpy(self.dealt.setups.kinds).to(device)
        self._places = torch.arange(LINES, device=device)

    def say(self, which: Tensor) -> Said:
        """Return the chances stated at some tables."""
        dealt = self.dealt
        is_meant = self._places < dealt.counts[which, None]
        left = torch.where(is_meant, dealt.lefts[which], UNKNOWN)
        values = outcomes(left, left == 0, is_duel=self.setup.is_duel)
        is_open = is_meant & (left == UNKNOWN)
        rows = dealt.rows[which][is_open].reshape(-1, ROW_SIZE)
        if len(rows):
            values[is_open] = self._judge(rows, self._kinds)
        scores = (values @ self._judge.weights)[:, : AT_ONCE.lines]
        chances = torch.where(is_meant, values[..., 0], -1.0)
        best = chances.argmax(1, keepdim=True)
        return Said(
            chances.gather(1, best)[:, 0],
            ~is_open.gather(1, best)[:, 0],
            best_lines(scores, dealt.counts[which]),
        )

    @property
    def left(self) -> Tensor:
        """How many cards are still to be laid at each table."""
        return small_numbers(self.dealt.tables, "left").sum(1)

    @property
    def seats(self) -> Tensor:
        """The seat to move at each table."""
        return small_numbers(self.dealt.tables, "seat")[:, 0]


def counted(
    setup: Setup, network: Shipped, *, games: int, seed: str, device: torch.device
) -> Counts:
    """Play the first deals of a seed, and count which chances were stated and came true."""
    tables = Tables(setup, network, games=games, seed=seed, device=device)
    first_left = tables.left
    is_over, is_won = torch.zeros((2, games), dtype=torch.bool, device=device)
    places = torch.zeros(games, dtype=torch.int64, device=device)
    notes = []
    while not is_over.all():
        running = torch.nonzero(~is_over)[:, 0]
        said, seats = tables.say(running), tables.seats[running]
        laid = 1 - tables.left[running] / first_left[running]
        phases = (PHASES * laid).long().clamp(0, PHASES - 1)
        notes.append((running, said.chance, said.is_exact, seats, phases))
        places.zero_()
        places[running] = said.best
        tables.dealt.step(places)
        movers, is_done, wins, _ = tables.dealt.ends.long().unbind(1)
        ends = (is_done > 0) & ~is_over
        is_first = (movers == 0) if setup.is_duel else torch.ones_like(ends)
        is_won |= ends & ((wins > 0) == is_first)
        is_over |= ends
    which, chance, is_exact, seats, phases = (torch.cat(part) for part in zip(*notes, strict=True))
    came_true = is_won[which]
    if setup.is_duel:
        came_true = came_true == (seats == 0)
    return _counts(setup, network, seed, is_won, chance, is_exact, came_true, phases)


def _counts(
    setup: Setup,
    network: Shipped,
    seed: str,
    is_won: Tensor,
    chance: Tensor,
    is_exact: Tensor,
    came_true: Tensor,
    phases: Tensor,
) -> Counts:
    bins = phases * BINS + (chance * BINS).long().clamp(0, BINS - 1)

    def summed(weights: Tensor) -> Tensor:
        found = torch.bincount(bins, weights.double() * ~is_exact, PHASES * BINS)
        return found.reshape(PHASES, BINS)

    exact = [is_exact & (chance == end) for end in (0.0, 1.0)]
    return Counts(
        setup=str(setup),
        network=label_of(network),
        seed=seed,
        games=len(is_won),
        won=int(is_won.sum()),
        said=summed(torch.ones_like(chance)).long().tolist(),
        sums=summed(chance).round(decimals=4).tolist(),
        wins=summed(came_true).long().tolist(),
        exact=[[int(part.sum()), int(came_true[part].sum())] for part in exact],
    )
