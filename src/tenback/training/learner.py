"""Learning by self-play: play whole turns at many tables, then learn from the results.

The tables are played on the CPU's cores; the network runs where it is fastest.
"""

import copy
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from tenback.batch import BatchPlayer, play_batched
from tenback.batch.lines import lines_of
from tenback.batch.pool import layout_kinds
from tenback.batch.workers import Workers
from tenback.bots.thinking import best_of
from tenback.encoding import inputs
from tenback.encoding.rows import ROW, ROW_SIZE, SECTIONS, as_bytes
from tenback.encoding.scheme import Scheme
from tenback.encoding.spreading import scheme_row, write_inputs
from tenback.fastsim import run_seed
from tenback.fastsim.actions import END
from tenback.fastsim.tables import PILES, Array
from tenback.policies.policy import CAREFUL, POLICIES, Policy
from tenback.rules.chance import seed_from
from tenback.training.arrays import TorchArrays
from tenback.training.network import OUTPUTS, Network
from tenback.training.settings import Settings
from tenback.training.tables import Tables, tables_on
from tenback.training.targets import outcomes, returns, weights_at

ROWS_AT_ONCE = 1 << 17
"""How many rows are valued in one batch."""


class HostInputs:
    """Turns rows into network inputs on the CPU, in threads, reusing the same tensors."""

    def __init__(self, scheme: Scheme, kinds: Array, most: int, threads: int) -> None:
        self._schemes, self._kinds = scheme_row(scheme), kinds
        self.piles = torch.zeros((most, PILES, scheme.pile_size))
        self.rest = torch.zeros((most, scheme.rest_size))
        self._threads, self._workers = threads, Workers(threads - 1)

    def __call__(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return the inputs of rows of bytes; they are valid until the next call."""
        records = rows.contiguous().numpy().view(ROW)[:, 0]
        piles, rest = self.piles[: len(rows)].numpy(), self.rest[: len(rows)].numpy()
        bounds = pairwise(np.linspace(0, len(rows), self._threads + 1, dtype=int))
        self._workers.share(
            write_inputs,
            [
                (self._schemes, records[part], self._kinds, piles[part], rest[part])
                for part in (slice(*bound) for bound in bounds)
            ],
        )
        return self.piles[: len(rows)], self.rest[: len(rows)]


class DeviceInputs:
    """Turns rows into network inputs on a device."""

    def __init__(self, scheme: Scheme, kinds: Array, device: torch.device) -> None:
        self._kinds = torch.from_numpy(kinds).to(device)
        arrays = TorchArrays(device, torch.bfloat16)
        self._spread = torch.compile(
            lambda rows, kinds: inputs(rows, kinds, scheme, arrays), fullgraph=True
        )

    def __call__(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return the inputs of rows of bytes."""
        piles, rest = self._spread(rows, self._kinds)
        return piles, rest


class Memory:
    """What happened at the tables in the turns of a round and in the turn before it."""

    def __init__(self, steps: int, tables: int, device: torch.device) -> None:
        self.rows = torch.zeros((steps, tables, ROW_SIZE), dtype=torch.uint8, device=device)
        self.best, self.ends = torch.zeros((2, steps, tables, OUTPUTS), device=device)
        self.is_done = torch.zeros((steps, tables), dtype=torch.bool, device=device)
        self.is_explored = torch.zeros((steps, tables), dtype=torch.bool, device=device)
        self.seats = torch.zeros((steps, tables), dtype=torch.uint8, device=device)

    def samples(self, trust: float, *, is_duel: bool) -> tuple[Tensor, Tensor]:
        """Return rows and targets of all turns but the last, which is kept for the next round."""
        is_turned = torch.zeros_like(self.is_done)
        if is_duel:
            is_turned[1:] = self.seats[1:] != self.seats[:-1]
        targets = returns(self.best, self.is_explored, self.is_done, self.ends, is_turned, trust)
        rows = self.rows[:-1].reshape(-1, ROW_SIZE).clone()
        for column in (
            *(self.rows, self.best, self.ends, self.is_done),
            *(self.is_explored, self.seats),
        ):
            column[0] = column[-1]
        return rows, targets.reshape(-1, OUTPUTS)


@dataclass(frozen=True, slots=True)
class Round:
    """The results of one round of playing and learning."""

    plays: int
    loss: float
    won: float
    """The share of games won, exploration included."""
    left: float
    """How many cards were left on average."""
    lines: float
    """How many lines there were to choose from on average."""


class Learner:
    """Trains a network by letting it play with or against itself."""

    def __init__(
        self, settings: Settings, *, device: torch.device, threads: int, compiles: bool
    ) -> None:
        self.settings = settings
        self._scheme = settings.scheme
        self.device = device
        self.plays = 0
        self._hurry = 0.0
        self._head_start = 0.0
        self.is_fast = device.type == "cuda"
        precision = torch.bfloat16 if self.is_fast else torch.float32
        torch.manual_seed(run_seed(settings.seed) % (1 << 31))
        self.network = Network(self._scheme, settings.shape).to(device)
        self.average = copy.deepcopy(self.network)
        self._actor = copy.deepcopy(self.network).to(precision).requires_grad_(False)
        self._rate = torch.tensor(settings.rate, device=device)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(),
            lr=self._rate if self.is_fast else settings.rate,
            capturable=self.is_fast,
            fused=self.is_fast or None,
        )
        functions: tuple[Any, ...] = (self._value_of, self._loss_of)
        self._value, self._loss = (
            torch.compile(function, fullgraph=True) if compiles else function
            for function in functions
        )
        self._threads = threads
        self._graph: Any = None
        self._tables: Any = None

    def tables(self, count: int, seed: str, *, is_test: bool) -> Tables:
        """Return tables shared out among the setups; in a test, everybody talks."""
        settings = self.settings
        return tables_on(
            self.device,
            list(zip(settings.tables_of_setups, settings.shares(count), strict=True)),
            most=settings.lines,
            seed=run_seed(seed),
            threads=self._threads,
            silence=0.0 if is_test else settings.silence,
            talks=settings.talks,
        )

    def inputs(self, kinds: Array, most: int) -> Any:
        """Return an object that turns up to `most` rows at a time into network inputs."""
        if self.is_fast:
            return DeviceInputs(self._scheme, kinds, self.device)
        return HostInputs(self._scheme, kinds, most, self._threads)

    @property
    def progress(self) -> float:
        """The share of the training that is done."""
        share = min(1.0, max(self._hurry, self.plays / self.settings.plays))
        return self._head_start + (1 - self._head_start) * share

    @property
    def device_name(self) -> str:
        """The device that the network runs on."""
        return torch.cuda.get_device_name(self.device) if self.is_fast else "CPU"

    def hurry(self, progress: float) -> None:
        """Count at least a given share of the training as done, to meet a time limit."""
        self._hurry = progress

    def begin_with(self, weights: dict[str, Tensor], head_start: float) -> None:
        """Start out playing like another network, with part of the training counted as done."""
        self._head_start = head_start
        self.network.take_over(weights)
        for network in (self.average, self._actor):
            network.load_state_dict(self.network.state_dict())

    def memory(self) -> dict[str, Any]:
        """Return everything needed to resume, except the tables, which are dealt again."""
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "plays": self.plays,
            "hurry": self._hurry,
            "head_start": self._head_start,
        }

    def recall(self, memory: dict[str, Any]) -> None:
        """Resume from what `memory` returned."""
        self.network.load_state_dict(memory["network"])
        self.average.load_state_dict(memory["average"])
        self._actor.load_state_dict(memory["average"])
        self.optimizer.load_state_dict(memory["optimizer"])
        if self.is_fast:
            for group in self.optimizer.param_groups:
                group["lr"] = self._rate  # the checkpoint's own tensor would never be updated
        self.plays = memory["plays"]
        self._hurry = memory["hurry"]
        self._head_start = memory["head_start"]

    def value(self, rows: Tensor, inputs: Any) -> Tensor:
        """Return the values of rows."""
        with torch.no_grad():
            parts = torch.split(rows.reshape(-1, ROW_SIZE), ROWS_AT_ONCE)
            values = torch.cat([self._value(*inputs(part)) for part in parts])
        return values.reshape(*rows.shape[:-1], OUTPUTS)

    def _value_of(self, piles: Tensor, rest: Tensor) -> Tensor:
        kind = self._actor.out.weight.dtype
        return torch.sigmoid(self._actor(piles.to(kind), rest.to(kind)).float())

    def rounds(self) -> Iterator[Round]:
        """Play and learn until all plays are made; yield after every round."""
        while self.progress < 1.0:
            yield self._round()

    def _sit_down(self) -> None:
        """Deal the tables; a resumed run gets different deals."""
        settings = self.settings
        seed = seed_from("training", f"{settings.name}:{settings.seed}:{self.plays}")
        self._tables = self.tables(settings.tables, seed, is_test=False)
        kinds = self._tables.setups.kinds
        rows = settings.tables * settings.lines
        self._inputs = self.inputs(kinds, min(rows, ROWS_AT_ONCE))
        self._batch_inputs = self.inputs(kinds, settings.batch)
        self._memory = Memory(settings.steps + 1, settings.tables, self.device)
        self._targets = torch.zeros((settings.batch, OUTPUTS), device=self.device)

    def _round(self) -> Round:
        settings, progress = self.settings, self.progress
        weights = torch.tensor(weights_at(progress, settings.grades), device=self.device)
        exploration = settings.exploration * (1 - progress)
        trust = settings.trust + (settings.final_trust - settings.trust) * progress
        first = 1 if self._tables is not None else 0
        if self._tables is None:
            self._sit_down()
        sums = torch.zeros(5, dtype=torch.int64, device=self.device)
        for step in range(first, settings.steps + 1):
            sums += self._play(step, weights, exploration)
        rows, targets = self._memory.samples(trust, is_duel=self._scheme.is_duel)
        loss = self._learn(rows, targets)
        self._settle()
        plays, finished, won, left, lines = sums.tolist()
        self.plays += plays
        finished = max(1, finished)
        turns = (settings.steps + 1 - first) * settings.tables
        return Round(plays, loss, won / finished, left / finished, lines / turns)

    def _play(self, step: int, weights: Tensor, exploration: float) -> Tensor:
        """Play a turn at every table and note its result; return the sums."""
        tables, memory = self._tables, self._memory
        values = self.value(tables.rows, self._inputs)
        best = best_lines(values @ weights, tables.counts)
        chosen = best
        if exploration > 0:
            dice = torch.rand((2, len(tables)), device=self.device)
            any_line = (dice[0] * tables.counts).long()
            chosen = torch.where(dice[1] < exploration, any_line, best)
        every = torch.arange(len(tables), device=self.device)
        memory.rows[step] = tables.rows[every, chosen]
        memory.best[step] = values[every, best]
        memory.is_explored[step] = chosen != best
        lines = tables.counts.sum()
        tables.step(chosen)
        seats, is_done, is_won, left = tables.ends.unbind(1)
        memory.seats[step] = seats
        memory.is_done[step] = is_done > 0
        memory.ends[step] = outcomes(left, is_won, is_duel=self._scheme.is_duel)
        played = memory.rows[step][:, SECTIONS["played"].start]
        counted = (played, is_done, is_won * is_done, left * is_done)
        return torch.stack([*(column.long().sum() for column in counted), lines])

    def _learn(self, rows: Tensor, targets: Tensor) -> float:
        settings = self.settings
        waves = 0.5 * (1 + math.cos(math.pi * self.progress))
        rate = settings.final_rate + (settings.rate - settings.final_rate) * waves
        if self.is_fast:
            self._rate.fill_(rate)
        else:
            for group in self.optimizer.param_groups:
                group["lr"] = rate
        batch, losses = settings.batch, []
        for _ in range(settings.uses):
            order = torch.randperm(len(rows), device=self.device)
            for index in range(0, len(rows) - batch + 1, batch):
                part = order[index : index + batch]
                losses.append(self._learn_batch(rows[part], targets[part]))
        return float(torch.stack(losses).mean())

    def _learn_batch(self, rows: Tensor, targets: Tensor) -> Tensor:
        piles, rest = self._batch_inputs(rows)
        self._targets.copy_(targets)
        if not self.is_fast:
            return self._descend(piles, rest)
        if self._graph is None:
            self._piles, self._rest = piles.clone(), rest.clone()
            stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self._descend(self._piles, self._rest)
            torch.cuda.current_stream().wait_stream(stream)
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph):
                self._found = self._descend(self._piles, self._rest)
        self._piles.copy_(piles)
        self._rest.copy_(rest)
        self._graph.replay()
        return self._found.clone()

    def _descend(self, piles: Tensor, rest: Tensor) -> Tensor:
        loss: Tensor = self._loss(piles, rest, self._targets)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimizer.step()
        return loss.detach()

    def _loss_of(self, piles: Tensor, rest: Tensor, targets: Tensor) -> Tensor:
        kind = "cuda" if self.is_fast else "cpu"
        with torch.autocast(kind, torch.bfloat16, enabled=self.is_fast, cache_enabled=False):
            logits = self.network(piles, rest)
        return binary_cross_entropy_with_logits(logits.float(), targets)

    def _settle(self) -> None:
        """Let the acting network follow the learning one."""
        stays = self.settings.averaging
        with torch.no_grad():
            own: list[Tensor] = list(self.average.parameters())
            new: list[Tensor] = list(self.network.parameters())
            torch._foreach_mul_(own, stays)
            torch._foreach_add_(own, new, alpha=1 - stays)
            for actor, mean in zip(self._actor.parameters(), own, strict=True):
                actor.copy_(mean)

    def evaluate(self, deals: int, seed: str) -> list[float]:
        """Return the share of fresh deals won in each setup, without any exploration.

        Everybody talks where talk is allowed; duels are played against `careful`.
        """
        weights = torch.tensor(weights_at(1.0, self.settings.grades), device=self.device)
        seed = seed_from("evaluation", seed)
        if self._scheme.is_duel:
            return self._evaluate_duels(deals, seed, weights)
        tables = self.tables(deals, seed, is_test=True)
        inputs = self.inputs(tables.setups.kinds, min(tables.rows[..., 0].numel(), ROWS_AT_ONCE))
        is_over, is_won = torch.zeros((2, deals), dtype=torch.bool, device=self.device)
        while not is_over.all():
            tables.step(best_lines(self.value(tables.rows, inputs) @ weights, tables.counts))
            is_done, wins = tables.ends[:, 1] > 0, tables.ends[:, 2] > 0
            is_won |= is_done & ~is_over & wins
            is_over |= is_done
        setup_of, wins = tables.setups.setup_of, is_won.cpu().numpy()
        return [float(wins[setup_of == index].mean()) for index in range(setup_of.max() + 1)]

    def _evaluate_duels(self, deals: int, seed: str, weights: Tensor) -> list[float]:
        """Return the share won against `careful`, alternating between the two seats."""
        (setup,) = set(self.settings.tables_of_setups)
        inputs = self.inputs(layout_kinds([setup])[0], ROWS_AT_ONCE)

        def think(tables: Array) -> Array:
            rows, owners, lines = lines_of(setup, tables, self.settings.lines)
            values = self.value(torch.from_numpy(as_bytes(rows)).to(self.device), inputs)
            best = best_of(owners, (values @ weights).cpu().numpy())
            return np.where(lines["length"][best] > 0, lines["actions"][best, 0], END)

        learner, half, won = BatchPlayer(think, talks=False), deals // 2, 0
        for seat in range(2):
            players: list[Policy | BatchPlayer] = [Policy(POLICIES[CAREFUL])] * 2
            players[seat] = learner
            results = play_batched(
                setup, players, seed=run_seed(seed), first=seat * half, count=half
            )
            won += int((results.winner == seat).sum())
        return [won / (2 * half)]


def best_lines(scores: Tensor, counts: Tensor) -> Tensor:
    """Return the place of the best-scoring line at each table."""
    places = torch.arange(scores.shape[1], device=scores.device)
    return scores.masked_fill(places >= counts[:, None], -math.inf).argmax(1)
