"""The value network, which rates a moment for the seat that has just moved."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from tenback.encoding import Scheme, scheme_of
from tenback.rules import USUAL_EDITION

OUTPUTS = 4
"""The chance to win, and three grades of closeness: see `tenback.training.targets`."""


PLAIN = scheme_of(USUAL_EDITION)
"""The scheme without commands and fires, whose sets come after these."""
NEXT_TO_NOTHING = 0.01


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a network."""

    encoder: int = 128
    trunk: int = 512
    layers: int = 3


class Network(nn.Module):
    """Sends each pile through one encoder, then all piles and everything else through a trunk."""

    def __init__(self, scheme: Scheme, shape: Shape) -> None:
        super().__init__()
        self._scheme = scheme
        encoder, trunk = shape.encoder, shape.trunk
        self.first = nn.Linear(scheme.pile_size, encoder)
        self.second = nn.Linear(encoder, encoder)
        self.joint = nn.Linear(4 * encoder + scheme.rest_size, trunk)
        self.layers = nn.ModuleList(nn.Linear(trunk, trunk) for _ in range(shape.layers))
        self.out = nn.Linear(trunk, OUTPUTS)

    def forward(self, piles: Tensor, rest: Tensor) -> Tensor:
        """Return logits."""
        seen = torch.relu(self.second(torch.relu(self.first(piles))))
        trunk = torch.relu(self.joint(torch.cat((seen.flatten(1), rest), dim=1)))
        for layer in self.layers:
            trunk = trunk + torch.relu(layer(trunk))
        return self.out(trunk)  # type: ignore[no-any-return]

    def take_over(self, weights: dict[str, Tensor]) -> None:
        """Take over the weights of another network, which may be smaller or know only Classic.

        What the other one lacks can be learned, but has no effect at first. Added layers do next to
        nothing; if they did nothing at all, they would never learn.
        """
        own = self.state_dict()
        for name, (rows, columns) in self._places(weights).items():
            own[f"{name}.bias"][rows] = weights[f"{name}.bias"].to(own[f"{name}.bias"])
            weight = own[f"{name}.weight"]
            weight[rows] = 0.0
            weight[rows[:, None], columns] = weights[f"{name}.weight"].to(weight)
        if weights["first.weight"].shape[1] < self._scheme.pile_size:
            # Classic pads these inputs with zeros, so their weights are still random.
            own["first.weight"][:, self._scheme.pile.start("burns") :] = 0.0
        for index in range(_layers_in(weights), len(self.layers)):
            own[f"layers.{index}.weight"] *= NEXT_TO_NOTHING
            own[f"layers.{index}.bias"].zero_()

    def _places(self, weights: dict[str, Tensor]) -> dict[str, tuple[Tensor, Tensor]]:
        """Return where the rows and columns of another network's layers belong in this one."""
        encoder, trunk = (len(weights[f"{name}.bias"]) for name in ("first", "joint"))
        wide, layers = self.first.out_features, _layers_in(weights)
        inputs = _inputs_in(self._scheme, weights["first.weight"].shape[1])
        rest = self.joint.in_features - 4 * wide
        if inputs is None or weights["joint.weight"].shape[1] != 4 * encoder + rest:
            raise ValueError("it is for another edition")
        if encoder > wide or trunk > self.joint.out_features or layers > len(self.layers):
            raise ValueError("it is larger")
        seen, units = torch.arange(encoder), torch.arange(trunk)
        piles = [pile * wide + seen for pile in range(4)]
        return {
            "first": (seen, inputs),
            "second": (seen, seen),
            "joint": (units, torch.cat((*piles, 4 * wide + torch.arange(rest)))),
            **{f"layers.{index}": (units, units) for index in range(layers)},
            "out": (torch.arange(OUTPUTS), units),
        }


def _layers_in(weights: dict[str, Tensor]) -> int:
    return sum(name.startswith("layers.") for name in weights) // 2


def _inputs_in(scheme: Scheme, theirs: int) -> Tensor | None:
    """Return where the inputs of a pile are among a larger set of inputs; None if they are not.

    Commands and fires have further sets, after those of Classic.
    """
    size = scheme.pile_size
    if theirs == size:
        return torch.arange(size)
    if replace(scheme, kinds=PLAIN.kinds) != PLAIN or theirs != PLAIN.pile_size:
        return None
    others = PLAIN.pile_size - PLAIN.set_size
    return torch.cat((torch.arange(PLAIN.set_size), torch.arange(size - others, size)))
