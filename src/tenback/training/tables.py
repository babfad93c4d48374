"""The tables of a training run as tensors: played on the CPU, or on the network's device."""

import ctypes
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from tenback.batch.turns import END_OF_TURN, NOT_YET, TurnPool, TurnSetups, turn_lineup, turn_run
from tenback.encoding.rows import ROW_SIZE, as_bytes
from tenback.fastsim.tables import TABLE, Setup
from tenback.kernels.library import built, can_build
from tenback.kernels.program import program_of
from tenback.policies.endings import UNKNOWN
from tenback.policies.lines import LINE, MOST_MOMENTS

ENOUGH_MOMENTS = 2000
"""The most moments of a turn searched on a GPU, where all tables wait for the slowest one."""
STACK = 16 << 10
"""Stack bytes per thread: the end test of Extreme calls itself for each card of a hand."""


class Tables(Protocol):
    """Tables at which whole turns are played, as tensors."""

    setups: TurnSetups
    rows: Tensor
    """What the seat to move knows at the end of each line; see `tenback.encoding.rows`."""
    counts: Tensor
    """How many of the lines are valid."""
    ends: Tensor
    """The results of the lines chosen last: `END_OF_TURN`, in bytes."""

    def __len__(self) -> int:
        """Return the number of tables."""

    def step(self, places: Tensor) -> None:
        """Play the chosen line of each table, given by its place; list those of the next turn."""


def tables_on(
    device: torch.device,
    shares: Sequence[tuple[Setup, int]],
    *,
    most: int,
    seed: int,
    threads: int,
    silence: float,
    talks: bool,
) -> Tables:
    """Return tables for a device, played on the device itself if the kernel can be built for it."""
    if device.type == "cuda" and can_build(is_cuda=True):
        return KernelTables(
            shares,
            most=most,
            seed=seed,
            device=device,
            silence=silence,
            talks=talks,
            moments=ENOUGH_MOMENTS,
        )
    pool = TurnPool(shares, most=most, seed=seed, threads=threads, silence=silence, talks=talks)
    return HostTables(pool, device)


class HostTables:
    """A `TurnPool` on the CPU, with its arrays as tensors on a device."""

    def __init__(self, pool: TurnPool, device: torch.device) -> None:
        self.pool = pool
        self._device = device
        self.setups = pool.setups
        self._host = (
            torch.from_numpy(as_bytes(pool.rows.reshape(-1)).reshape(*pool.rows.shape, ROW_SIZE)),
            torch.from_numpy(pool.counts),
            torch.from_numpy(pool.ends.view(np.uint8).reshape(len(pool), -1)),
        )
        self._take_over()

    def __len__(self) -> int:
        return len(self.pool)

    def step(self, places: Tensor) -> None:
        """Play the chosen line of each table, given by its place; list those of the next turn."""
        self.pool.step(places.cpu().numpy())
        self._take_over()

    def _take_over(self) -> None:
        self.rows, self.counts, self.ends = (array.to(self._device) for array in self._host)


class Arguments(ctypes.Structure):
    """The kernel's arguments: the addresses of all arrays, in the order of `kernels/play.h`."""

    _fields_ = [
        *((name, ctypes.c_void_p) for name in ("rules", "layouts", "spans", "run", "lineup")),
        *((name, ctypes.c_void_p) for name in ("setup_of", "places", "tables", "lines", "rows")),
        *((name, ctypes.c_void_p) for name in ("counts", "ends", "queue", "lefts")),
        *((name, ctypes.c_int64) for name in ("count", "most")),
    ]


class KernelTables:
    """The same tables as those of a `TurnPool`, played on the device itself.

    The kernel writes these tensors: a step changes them. `lefts`, if wanted, says how many cards
    are left at best after each line, as `policies.endings` does.
    """

    def __init__(
        self,
        shares: Sequence[tuple[Setup, int]],
        *,
        most: int,
        seed: int,
        device: torch.device,
        silence: float = 0.0,
        talks: bool = True,
        moments: int = MOST_MOMENTS,
        with_lefts: bool = False,
    ) -> None:
        self.setups = setups = TurnSetups.of(shares)
        self._device = device
        count = len(setups.setup_of)
        program = program_of(shares[0][0], moments, with_lefts=with_lefts)
        self._library = _library(program, device)
        given = (
            *(setups.rules, setups.layouts, setups.spans, turn_run(seed, count, silence)),
            *(turn_lineup(talks=talks), setups.setup_of),
        )
        self._given = [torch.from_numpy(_octets(array)).to(device) for array in given]
        self.tables, lines = self._bytes(count * TABLE.itemsize), count * most
        self.lines = self._bytes(lines * LINE.itemsize).reshape(count, most, -1)
        self.rows = self._bytes(lines * ROW_SIZE).reshape(count, most, ROW_SIZE)
        self.counts = torch.zeros(count, dtype=torch.int64, device=device)
        self.ends = self._bytes(count * END_OF_TURN.itemsize).reshape(count, -1)
        self._places = torch.full_like(self.counts, NOT_YET)
        self.lefts = torch.full((count, most) if with_lefts else (0,), UNKNOWN, device=device)
        self._queue = self._bytes(4)
        arrays = (
            *(self._places, self.tables, self.lines, self.rows, self.counts, self.ends),
            *(self._queue, self.lefts),
        )
        self._arguments = Arguments(
            *(array.data_ptr() for array in (*self._given, *arrays)), count, most
        )
        self._play()

    def __len__(self) -> int:
        return len(self.counts)

    def step(self, places: Tensor) -> None:
        """Play the chosen line of each table, given by its place; list those of the next turn."""
        self._places.copy_(places)
        self._play()

    def _play(self) -> None:
        _check(self._library.play(ctypes.byref(self._arguments), _stream(self._device)))

    def _bytes(self, count: int) -> Tensor:
        return torch.zeros(count, dtype=torch.uint8, device=self._device)


class Turns(ctypes.Structure):
    """The turns to play: the addresses of their arrays, in the order of `kernels/play.h`."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("lines", "seeds", "draws")]


class KernelTurns:
    """Plays turns at any tables of a setup on a device, and lists the lines of the next ones.

    The kernel writes these tensors: the next turns change them.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        tables: int,
        most: int,
        device: torch.device,
        moments: int = MOST_MOMENTS,
    ) -> None:
        self._device, self._most = device, most
        program = program_of(setup, moments, with_lefts=True, with_draws=True)
        self._library = _library(program, device)
        setups = TurnSetups.of([(setup, tables)])
        given = (setups.rules, setups.layouts, setups.spans, setups.setup_of)
        self._given = [torch.from_numpy(_octets(array)).to(device) for array in given]
        self.lines, self.rows, self._queue = (
            torch.zeros(shape, dtype=torch.uint8, device=device)
            for shape in ((tables, most, LINE.itemsize), (tables, most, ROW_SIZE), 4)
        )
        self.counts = torch.zeros(tables, dtype=torch.int64, device=device)
        self.lefts = torch.full((tables, most), UNKNOWN, device=device)

    def advance(
        self,
        tables: Tensor,
        lines: Tensor,
        seeds: Tensor | None = None,
        draws: Tensor | None = None,
    ) -> None:
        """Play a line at each table, which changes it; with seeds, first draw the hidden cards."""
        rules, layouts, spans, setup_of = (array.data_ptr() for array in self._given)
        arguments = Arguments(
            *(rules, layouts, spans, None, None, setup_of, None, tables.data_ptr()),
            *(self.lines.data_ptr(), self.rows.data_ptr(), self.counts.data_ptr(), None),
            *(self._queue.data_ptr(), self.lefts.data_ptr(), len(tables), self._most),
        )
        given = (None if array is None else array.data_ptr() for array in (lines, seeds, draws))
        turns = Turns(*given)
        error = self._library.advance(
            ctypes.byref(arguments), ctypes.byref(turns), _stream(self._device)
        )
        _check(error)


def _octets(array: Any) -> Any:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def _library(program: str, device: torch.device) -> ctypes.CDLL:
    """Load a program, built for a device if need be."""
    if device.type != "cuda":
        return built(program, architecture=None)
    major, minor = torch.cuda.get_device_capability(device)
    library = built(program, architecture=f"sm_{major}{minor}")
    _check(library.prepare(ctypes.c_int64(STACK)))
    return library


def _stream(device: torch.device) -> ctypes.c_void_p:
    is_cuda = device.type == "cuda"
    return ctypes.c_void_p(torch.cuda.current_stream(device).cuda_stream if is_cuda else None)


def _check(error: int) -> None:
    if error:
        raise RuntimeError(f"CUDA error {error}")
