"""Shipped networks and compiled records as tensors."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from tenback.bots.network import Network as Shipped
from tenback.fastsim.tables import TABLE
from tenback.training.network import Network, Shape


def network_like(shipped: Shipped) -> Network:
    """Return a Torch network with the weights of a shipped network, or one from a file."""
    network = Network(shipped.scheme, Shape(**shipped.card["settings"]["shape"]))
    network.load_state_dict(
        {name: torch.from_numpy(weights) for name, weights in shipped.weights.items()}
    )
    return network


def octets_of(records: Tensor, name: str, kind: np.dtype[Any] = TABLE) -> Tensor:
    """Return the bytes of a field, with a row for each record."""
    assert kind.fields is not None
    field, start = kind.fields[name][:2]
    return records.reshape(-1, kind.itemsize)[:, start : start + field.itemsize]


def small_numbers(records: Tensor, name: str, kind: np.dtype[Any] = TABLE) -> Tensor:
    """Return a field of one-byte numbers, with a row for each record."""
    return octets_of(records, name, kind).view(torch.int8).long()
