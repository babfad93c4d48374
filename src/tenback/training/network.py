"""The value network: what a moment is worth to the seat that has just moved."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from tenback.encoding import SCHEMES, Scheme

OUTPUTS = 4
"""The chance to win, and three grades of closeness: see `tenback.training.targets`."""


CLASSIC = SCHEMES["classic"]


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a network is."""

    encoder: int = 128
    trunk: int = 512
    layers: int = 3


class Network(nn.Module):
    """All piles through one encoder; side by side with everything else into a trunk."""

    def __init__(self, scheme: Scheme, shape: Shape) -> None:
        super().__init__()
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


def grown(weights: dict[str, Tensor], scheme: Scheme) -> dict[str, Tensor]:
    """Return the weights of a network for Classic as those of one that is to learn commands too.

    It begins by not minding them. All other weights stay as they are.
    """
    first, added = weights["first.weight"], scheme.pile_size - CLASSIC.pile_size
    if not scheme.has_commands or first.shape[1] != CLASSIC.pile_size:
        return weights
    planes = CLASSIC.set_size
    fresh = torch.zeros(len(first), added, dtype=first.dtype, device=first.device)
    return weights | {"first.weight": torch.cat((first[:, :planes], fresh, first[:, planes:]), 1)}
