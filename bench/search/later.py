"""Values tables some turns later, on a device: draws hidden cards and plays lines."""

import torch
from torch import Tensor

from bench.tensors import network_like, small_numbers
from tenback.batch.turns import TurnSetups
from tenback.bots.network import Network as Shipped
from tenback.encoding import inputs
from tenback.fastsim import Setup
from tenback.fastsim.tables import ALL_LAID, RUNNING
from tenback.policies.endings import UNKNOWN
from tenback.training.arrays import TorchArrays
from tenback.training.tables import ENOUGH_MOMENTS, KernelTurns
from tenback.training.targets import outcomes

ROWS_AT_ONCE = 1 << 16
TABLES_AT_ONCE = 1 << 17


class Judge:
    """A network on a device, in half precision where that is faster."""

    def __init__(self, setup: Setup, network: Shipped, device: torch.device) -> None:
        is_fast = device.type == "cuda"
        self._precision = torch.float16 if is_fast else torch.float32
        self._network = network_like(network).to(device, self._precision).requires_grad_(False)
        self.weights = torch.tensor([1.0, *network.grades], device=device)
        self.is_duel = setup.is_duel
        kinds = torch.from_numpy(TurnSetups.of([(setup, 1)]).kinds).to(device)
        arrays = TorchArrays(device, self._precision)

        def value(rows: Tensor) -> Tensor:
            seen = inputs(rows, kinds, network.scheme, arrays)
            return torch.sigmoid(self._network(*seen).float()) @ self.weights

        self._value = torch.compile(value, fullgraph=True) if is_fast else value
        self._size = ROWS_AT_ONCE if is_fast else 1

    def __call__(self, rows: Tensor) -> Tensor:
        """Return the values of rows."""
        missing = -len(rows) % self._size
        filled = torch.cat((rows, rows[:1].expand(missing, -1))) if missing else rows
        parts = torch.split(filled, ROWS_AT_ONCE)
        return torch.cat([self._value(part) for part in parts])[: len(rows)]

    def scores(self, rows: Tensor, counts: Tensor, lefts: Tensor) -> tuple[Tensor, Tensor]:
        """Return the values of lines, table by table, and whether they are exact."""
        is_meant = torch.arange(lefts.shape[1], device=lefts.device) < counts[:, None]
        left = torch.where(is_meant, lefts, UNKNOWN)
        scores = outcomes(left, left == 0, is_duel=self.is_duel) @ self.weights
        is_open = is_meant & (left == UNKNOWN)
        if is_open.any():
            scores[is_open] = self(rows[is_open])
        return scores.masked_fill(~is_meant, -1.0), is_meant & (left != UNKNOWN)

    def ends(self, tables: Tensor, seats: Tensor) -> Tensor:
        """Return the values of finished games to seats."""
        winner, left = small_numbers(tables, "winner")[:, 0], small_numbers(tables, "left")
        is_won = (
            winner == seats if self.is_duel else small_numbers(tables, "ending")[:, 0] == ALL_LAID
        )
        loser = (1 - winner).clamp(0, 1) if self.is_duel else torch.zeros_like(winner)
        left = left.gather(1, loser[:, None])[:, 0]
        return outcomes(left, is_won, is_duel=self.is_duel) @ self.weights


class Later:
    """Plays turns at tables through draws, and values the results."""

    def __init__(self, setup: Setup, judge: Judge, most: int, device: torch.device) -> None:
        self._judge = judge
        self._turns = KernelTurns(
            setup, tables=TABLES_AT_ONCE, most=most, device=device, moments=ENOUGH_MOMENTS
        )
        self._every = torch.arange(TABLES_AT_ONCE, device=device)

    def worth(
        self, tables: Tensor, lines: Tensor, seeds: Tensor, draws: Tensor, turns: int
    ) -> Tensor:
        """Return the values to the seats to move, some turns after lines are played."""
        parts = zip(
            *(torch.split(each, TABLES_AT_ONCE) for each in (tables, lines, seeds, draws)),
            strict=True,
        )
        return torch.cat([self._worth(a, b, c, d, turns) for a, b, c, d in parts])

    def _worth(
        self, tables: Tensor, lines: Tensor, seeds: Tensor, draws: Tensor, turns: int
    ) -> Tensor:
        tables, seats = tables.clone(), small_numbers(tables, "seat")[:, 0]
        self._turns.advance(tables, lines, seeds, draws)
        scores = self._scores(len(tables))
        for _ in range(turns - 1):
            best = self._turns.lines[self._every[: len(tables)], scores.argmax(1)]
            self._turns.advance(tables, best)
            scores = self._scores(len(tables))
        found = scores.max(1).values
        if self._judge.is_duel:
            is_other = small_numbers(tables, "seat")[:, 0] != seats
            found = torch.where(is_other, self._judge.weights.sum() - found, found)
        is_over = small_numbers(tables, "ending")[:, 0] != RUNNING
        return torch.where(is_over, self._judge.ends(tables, seats), found)

    def _scores(self, count: int) -> Tensor:
        turns = self._turns
        return self._judge.scores(turns.rows[:count], turns.counts[:count], turns.lefts[:count])[0]
