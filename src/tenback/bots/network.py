"""Value networks, run with NumPy alone."""

import json
import tomllib
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import load_file

from tenback.bots.sparse_layer import add_weights
from tenback.encoding import Array, NumPyArrays, Scheme, card_sets, scheme_of
from tenback.encoding.inputs import WORD
from tenback.notation.errors import NotationCode
from tenback.rules import EDITIONS, BadInput, Reason

ARRAYS = NumPyArrays()
SHIPPED = files("tenback.bots") / "networks"
CACHED = 16
CHUNK = 256
"""How many rows are valued at a time: their inputs fit in a core's cache."""
SPREADS = (2.0, 6.0, 20.0)
"""The τ of the outputs after the chance to win: see `worth`."""
GRADES = (0.1, 0.0, 0.0)
"""The default weights of these outputs in play and at the end of training."""
FEWEST = 8
"""Smaller batches are padded to this: NumPy adds up products of very few rows in another order."""


class Network:
    """Rates a moment for the seat that has just moved, with four numbers from 0 to 1."""

    def __init__(self, path: Path) -> None:
        self.weights = {name: array.astype(np.float32) for name, array in load_file(path).items()}
        with safe_open(path, framework="numpy") as file:
            self.card: dict[str, Any] = json.loads(file.metadata()["card"])
        self.scheme = scheme_in(self.card)
        self.grades: tuple[float, ...] = tuple(self.card["settings"].get("grades", GRADES))
        self._first, self._second, self._joint, self._out = (
            _layer(self.weights, name) for name in ("first", "second", "joint", "out")
        )
        count = sum(name.startswith("layers.") for name in self.weights) // 2
        self._layers = [_layer(self.weights, f"layers.{index}") for index in range(count)]

    @cached_property
    def digest(self) -> str:
        """A short digest of the weights."""
        digest = blake2b(digest_size=6)
        for name, weights in sorted(self.weights.items()):
            digest.update(name.encode())
            digest.update(np.ascontiguousarray(weights).tobytes())
        return digest.hexdigest()

    def __call__(self, rows: Array, kinds: Array) -> Array:
        """Return the values of rows of bytes; `kinds` holds the layouts they refer to."""
        starts = range(0, max(1, len(rows)), CHUNK)
        return np.concatenate([self._some(rows[start : start + CHUNK], kinds) for start in starts])

    def _some(self, rows: Array, kinds: Array) -> Array:
        if 0 < len(rows) < FEWEST:
            filled = np.concatenate((rows, np.repeat(rows[:1], FEWEST - len(rows), axis=0)))
            return self._values(filled, kinds)[: len(rows)]
        return self._values(rows, kinds)

    def _values(self, rows: Array, kinds: Array) -> Array:
        sets, piles, rest = card_sets(rows, kinds, self.scheme, ARRAYS)
        seen = _relu(self._seen(sets, piles), self._second).reshape(len(rows), -1)
        trunk = _relu(np.concatenate((seen, rest), axis=1), self._joint)
        for layer in self._layers:
            trunk += _relu(trunk, layer)
        weights, bias = self._out
        return 1 / (1 + np.exp(-(trunk @ weights + bias)))

    def _seen(self, sets: Array, piles: Array) -> Array:
        """Return the output of the first layer for each pile."""
        weights, bias = self._first
        found = piles.reshape(-1, piles.shape[-1]) @ weights[self.scheme.set_size :]
        found += bias
        lines = sets.reshape(-1, *sets.shape[2:])
        add_weights(lines, WORD, self.scheme.window, weights, found)
        return np.maximum(found, 0, out=found)


def worth(left: Array, is_won: Array, *, is_duel: bool) -> Array:
    """Return the target outputs for finished games.

    First whether the game was won, then how close it came: exp(−left / τ) of the cards left. In a
    duel, how clearly: a half, plus or minus half of 1 − exp(−left / τ), of what the loser had left.
    """
    won = is_won.astype(np.float64)[:, None]
    close = np.exp(-left[:, None] / np.array(SPREADS))
    if is_duel:
        close = 0.5 + (won - 0.5) * (1 - close)
    return np.concatenate((won, close), axis=1)


def scheme_in(card: dict[str, Any]) -> Scheme:
    """Return the input scheme of the network with this card."""
    edition = next(iter(card["settings"]["setups"])).split()[0]
    return scheme_of(EDITIONS[edition.partition("+")[0].partition("@")[0]])


def _layer(weights: dict[str, Array], name: str) -> tuple[Array, Array]:
    return np.ascontiguousarray(weights[f"{name}.weight"].T), weights[f"{name}.bias"]


def _relu(values: Array, layer: tuple[Array, Array]) -> Array:
    weights, bias = layer
    found = values @ weights
    found += bias
    return np.maximum(found, 0, out=found)


@cache
def shipped(name: str) -> Network:
    """Return one of the networks that ship with Tenback."""
    with as_file(SHIPPED / f"{name}.safetensors") as path:
        return read_network(path)


@cache
def shipped_networks() -> dict[str, dict[str, Any]]:
    """Return the names of the networks that ship with Tenback, and the tables each plays at."""
    return tomllib.loads((SHIPPED / "networks.toml").read_text(encoding="utf-8"))


@lru_cache(CACHED)
def read_network(path: str | Path) -> Network:
    """Return the network in a file, or refuse a file that holds none."""
    try:
        return Network(Path(path))
    except FileNotFoundError:
        reason = Reason("there is no such file")
    except (OSError, SafetensorError, LookupError, TypeError, ValueError):
        reason = Reason("the file does not hold a network")
    raise BadInput(NotationCode.BAD_FILE, text=path, reason=reason)
