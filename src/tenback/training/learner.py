"""Learning by self-play: tables on the processor's cores, the network where it is fastest.

The tables stand in two groups. While the network values the candidates of one, the other's tables
are moved on; then both have moved some steps, and the network learns from what happened.
"""

import copy
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from tenback.encoding import after, inputs
from tenback.encoding.rows import ROW_SIZE, as_bytes
from tenback.fastsim import run_seed
from tenback.fastsim.tables import Array
from tenback.rules.chance import seed_from
from tenback.training.arrays import TorchArrays
from tenback.training.network import OUTPUTS, Network
from tenback.training.self_play import (
    BEST,
    CHOSEN,
    IS_DONE,
    IS_WON,
    LEFT,
    LINE,
    SEAT,
    CandidateBatch,
    SelfPlay,
)
from tenback.training.settings import Settings
from tenback.training.targets import outcomes, returns, weights_at

GROUPS = 2


def pinned(shape: tuple[int, ...], kind: np.dtype[Any]) -> Array:
    """Return an array in memory that a device reads without a copy between."""
    size = math.prod(shape) * kind.itemsize
    return torch.zeros(size, dtype=torch.uint8, pin_memory=True).numpy().view(kind).reshape(shape)


class Outlook:
    """What a batch of candidates leads to. The host hears of their scores a little later."""

    def __init__(self, learner: "Learner", batch: CandidateBatch) -> None:
        self._learner = learner
        self._batch = batch
        device = learner.device
        self._owners = torch.arange(len(batch.rows), device=device)
        self._told = torch.zeros(batch.listed.size, pin_memory=learner.is_fast)
        self._arrived: Any = torch.cuda.Event() if learner.is_fast else None  # type: ignore[no-untyped-call]
        self.rows = torch.zeros((0, ROW_SIZE), dtype=torch.uint8, device=device)
        self.values = torch.zeros((0, OUTPUTS), device=device)

    def look(self, weights: Tensor, kinds: Tensor) -> None:
        """Begin to value all candidates."""
        batch, learner, count = self._batch, self._learner, self._batch.candidates
        if count == 0:
            return
        arrays = as_bytes(batch.rows), batch.listed, batch.starts
        rows, listed, starts = map(learner.send, arrays)
        owners = torch.repeat_interleave(self._owners, starts.diff(), output_size=count)
        places = torch.arange(count, device=rows.device) - starts[owners]
        self.rows, self.values = learner.value(rows, owners, listed[owners, places], kinds)
        self._told[:count].copy_(self.values @ weights, non_blocking=True)
        if self._arrived is not None:
            self._arrived.record()

    @property
    def scores(self) -> Array:
        """The scores, waited for."""
        if self._arrived is not None:
            self._arrived.synchronize()
        return self._told[: self._batch.candidates].numpy()


class Valuer:
    """Values candidates of self-play with a network, and remembers what its moves were worth."""

    def __init__(self, learner: "Learner", tables: SelfPlay, steps: int) -> None:
        self.tables = tables
        self._learner = learner
        device = learner.device
        self.kinds = torch.from_numpy(tables.pool.kinds).to(device)
        self._first, self._further = (
            Outlook(learner, batch) for batch in (tables.candidates, tables.further)
        )
        count = len(tables.pool)
        self.rows = torch.zeros((steps, count, ROW_SIZE), dtype=torch.uint8, device=device)
        self.best = torch.zeros((steps, count, OUTPUTS), device=device)
        self.ends = torch.zeros((steps, count, OUTPUTS), device=device)
        self.is_done = torch.zeros((steps, count), dtype=torch.bool, device=device)
        self.is_explored = torch.zeros((steps, count), dtype=torch.bool, device=device)
        self.seats = torch.zeros((steps, count), dtype=torch.int8, device=device)

    def look(self, weights: Tensor) -> None:
        """Begin to value all candidates of the tables."""
        self._first.look(weights, self.kinds)

    def follow(self, weights: Tensor) -> None:
        """Begin to value what could come after the best of them, as far as that is asked for."""
        if self.tables.breadth > 0:
            self.tables.follow(self._first.scores)
            self._further.look(weights, self.kinds)

    def move(self, step: int, exploration: float) -> None:
        """Make the moves that look best, and note what they were."""
        first, further = self._first, self._further
        told = self._learner.send(self.tables.step(first.scores, further.scores, exploration))
        chosen, best, line = told[CHOSEN], told[BEST], told[LINE]
        self.rows[step] = first.rows[chosen]
        self.best[step] = first.values[best]
        if len(further.values) > 0:
            values = further.values[line.clamp(min=0)]
            self.best[step] = torch.where(line[:, None] < 0, self.best[step], values)
        self.is_explored[step] = chosen != best
        self.is_done[step] = told[IS_DONE] > 0
        is_duel = self.tables.pool.setups[0].is_duel
        self.ends[step] = outcomes(told[LEFT], told[IS_WON], is_duel=is_duel)
        self.seats[step] = told[SEAT]

    def samples(self, trust: float) -> tuple[Tensor, Tensor]:
        """Return rows and targets of all steps but the last, which is kept for the next round."""
        is_turned = torch.zeros_like(self.is_done)
        if self.tables.pool.setups[0].is_duel:
            is_turned[1:] = self.seats[1:] != self.seats[:-1]
        targets = returns(self.best, self.is_explored, self.is_done, self.ends, is_turned, trust)
        rows = self.rows[:-1].reshape(-1, self.rows.shape[-1]).clone()
        for column in (self.rows, self.best, self.ends):
            column[0] = column[-1]
        for flags in (self.is_explored, self.is_done, self.seats):
            flags[0] = flags[-1]
        return rows, targets.reshape(-1, OUTPUTS)


@dataclass(frozen=True, slots=True)
class Round:
    """How a round of playing and learning went."""

    plays: int
    loss: float
    won: float
    """The share of sittings won, exploration included."""
    left: float
    """How many cards were left on average."""
    candidates: float


class Learner:
    """A network that plays against, or with, itself."""

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
        self._arrays = TorchArrays(device, precision)
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
        functions: tuple[tuple[Any, bool], ...] = (
            (self._after_of, True),
            (self._inputs_of, True),
            (self._loss_of, False),
        )
        self._after, self._expand, self._loss = (
            torch.compile(function, dynamic=is_dynamic, fullgraph=True) if compiles else function
            for function, is_dynamic in functions
        )
        self._threads = threads
        self._graph: Any = None
        self._valuers: list[Valuer] = []

    def self_play(self, tables: int, seed: str, *, is_test: bool) -> SelfPlay:
        """Return tables of which every setup has its share; in a test, duels are with a rival."""
        settings = self.settings
        shares = list(zip(settings.tables_of_setups, settings.shares(tables), strict=True))
        return SelfPlay(
            shares,
            seed=run_seed(seed),
            threads=self._threads,
            silence=0.0 if is_test else settings.silence,
            talks=settings.talks,
            has_rival=is_test and self._scheme.is_duel,
            breadth=settings.breadth,
            allocate=pinned if self.is_fast else np.zeros,
        )

    @property
    def progress(self) -> float:
        """The share of the training that is done."""
        share = min(1.0, max(self._hurry, self.plays / self.settings.plays))
        return self._head_start + (1 - self._head_start) * share

    @property
    def device_name(self) -> str:
        """What the network runs on."""
        return torch.cuda.get_device_name(self.device) if self.is_fast else "CPU"

    def hurry(self, progress: float) -> None:
        """Count at least so much of the training as done, because time is limited."""
        self._hurry = progress

    def begin_with(self, weights: dict[str, Tensor], head_start: float) -> None:
        """Begin by playing as another network does, and with some of the training done."""
        self._head_start = head_start
        self.network.take_over(weights)
        for network in (self.average, self._actor):
            network.load_state_dict(self.network.state_dict())

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on, but for the tables: those are dealt anew."""
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "plays": self.plays,
            "hurry": self._hurry,
            "head_start": self._head_start,
        }

    def recall(self, memory: dict[str, Any]) -> None:
        """Go on from there."""
        self.network.load_state_dict(memory["network"])
        self.average.load_state_dict(memory["average"])
        self._actor.load_state_dict(memory["average"])
        self.optimizer.load_state_dict(memory["optimizer"])
        if self.is_fast:
            for group in self.optimizer.param_groups:
                group["lr"] = self._rate  # not the tensor of the checkpoint, which nobody changes
        self.plays = memory["plays"]
        self._hurry = memory["hurry"]
        self._head_start = memory["head_start"]

    def send(self, array: Array) -> Tensor:
        """Return an array of the host as a tensor of the device, on its own."""
        return torch.from_numpy(array).to(self.device, non_blocking=True, copy=True)

    def value(
        self, rows: Tensor, owners: Tensor, actions: Tensor, kinds: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return the rows after all candidates, and what they are worth."""
        with torch.no_grad():
            then = self._after(rows, owners, actions, kinds)
            values = [
                torch.sigmoid(self._actor(*self._expand(part, kinds)).float())
                for part in then.split(1 << 17)
            ]
            return then, torch.cat(values)

    def _after_of(self, rows: Tensor, owners: Tensor, actions: Tensor, kinds: Tensor) -> Tensor:
        return after(rows[owners], actions, kinds, self._arrays)  # type: ignore[no-any-return]

    def _inputs_of(self, rows: Tensor, kinds: Tensor) -> tuple[Tensor, Tensor]:
        return inputs(rows, kinds, self._scheme, self._arrays)

    def rounds(self) -> Iterator[Round]:
        """Play and learn until all plays are made; yield after every round."""
        while self.progress < 1.0:
            yield self._round()

    def _sit_down(self) -> None:
        """Deal the tables: others, wherever a training is gone on with."""
        settings = self.settings
        for group in range(GROUPS):
            purpose = f"{settings.name}:{settings.seed}:{self.plays}:{group}"
            seed = seed_from("training", purpose)
            tables = self.self_play(settings.tables // GROUPS, seed, is_test=False)
            self._valuers.append(Valuer(self, tables, settings.steps + 1))

    def _round(self) -> Round:
        settings, progress = self.settings, self.progress
        weights = torch.tensor(weights_at(progress, settings.grades), device=self.device)
        exploration = settings.exploration * (1 - progress)
        trust = settings.trust + (settings.final_trust - settings.trust) * progress
        first = 1 if self._valuers else 0
        if not self._valuers:
            self._sit_down()
        finished = won = left = 0
        for valuer in self._valuers:
            valuer.look(weights)
        for step in range(first, settings.steps + 1):
            for valuer in self._valuers:
                valuer.follow(weights)
            for valuer in self._valuers:
                valuer.move(step, exploration)
                told = valuer.tables.told
                finished += int(told[IS_DONE].sum())
                won += int((told[IS_WON] * told[IS_DONE]).sum())
                left += int((told[LEFT] * told[IS_DONE]).sum())
                if step < settings.steps:
                    valuer.look(weights)
        parts = [valuer.samples(trust) for valuer in self._valuers]
        rows, targets = (torch.cat(part) for part in zip(*parts, strict=True))
        loss = self._learn(rows, targets)
        self._settle()
        plays = settings.steps * settings.tables  # what was learnt from, in the first round too
        self.plays += plays
        candidates = (
            sum(valuer.tables.candidates.candidates for valuer in self._valuers) / settings.tables
        )
        finished = max(1, finished)
        return Round(plays, loss, won / finished, left / finished, candidates)

    def _learn(self, rows: Tensor, targets: Tensor) -> float:
        settings = self.settings
        waves = 0.5 * (1 + math.cos(math.pi * self.progress))
        rate = settings.final_rate + (settings.rate - settings.final_rate) * waves
        if self.is_fast:
            self._rate.fill_(rate)
        else:
            for group in self.optimizer.param_groups:
                group["lr"] = rate
        kinds = self._valuers[0].kinds
        batch, losses = settings.batch, []
        for _ in range(settings.uses):
            order = torch.randperm(len(rows), device=self.device)
            for index in range(0, len(rows) - batch + 1, batch):
                part = order[index : index + batch]
                losses.append(self._learn_batch(rows[part], targets[part], kinds))
        return float(torch.stack(losses).mean())

    def _learn_batch(self, rows: Tensor, targets: Tensor, kinds: Tensor) -> Tensor:
        if not self.is_fast:
            return self._descend(rows, targets, kinds)
        if self._graph is None:
            self._rows, self._targets = rows.clone(), targets.clone()
            stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self._descend(self._rows, self._targets, kinds)
            torch.cuda.current_stream().wait_stream(stream)
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph):
                self._found = self._descend(self._rows, self._targets, kinds)
        self._rows.copy_(rows)
        self._targets.copy_(targets)
        self._graph.replay()
        return self._found.clone()

    def _descend(self, rows: Tensor, targets: Tensor, kinds: Tensor) -> Tensor:
        loss: Tensor = self._loss(rows, targets, kinds)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimizer.step()
        return loss.detach()

    def _loss_of(self, rows: Tensor, targets: Tensor, kinds: Tensor) -> Tensor:
        piles, rest = self._inputs_of(rows, kinds)
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

        Everybody talks there who talks at all; duels are those against `careful`.
        """
        tables = self.self_play(deals, seed_from("evaluation", seed), is_test=True)
        valuer = Valuer(self, tables, 1)
        weights = torch.tensor(weights_at(1.0, self.settings.grades), device=self.device)
        is_over, is_won = np.zeros((2, len(tables.pool)), np.bool_)
        while not is_over.all():
            valuer.look(weights)
            valuer.follow(weights)
            valuer.move(0, 0.0)
            fresh = (tables.told[IS_DONE] > 0) & ~is_over
            is_won |= fresh & (tables.told[IS_WON] > 0)
            is_over |= fresh
        pool = tables.pool
        return [float(is_won[pool.setup_of == index].mean()) for index in range(len(pool.setups))]
