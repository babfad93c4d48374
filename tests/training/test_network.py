import torch

from tenback.encoding import SCHEMES
from tenback.training.network import Network, Shape, grown

CLASSIC, EXTREME = SCHEMES["classic"], SCHEMES["extreme"]


def test_a_grown_network_does_not_mind_what_it_never_saw() -> None:
    shape = Shape(8, 16, 1)
    small, large = Network(CLASSIC, shape), Network(EXTREME, shape)
    large.load_state_dict(grown(small.state_dict(), EXTREME))
    planes = CLASSIC.set_size
    seen = torch.rand(5, 4, CLASSIC.pile_size)
    unknown = torch.rand(5, 4, EXTREME.pile_size - CLASSIC.pile_size)
    rest = torch.rand(5, CLASSIC.rest_size)
    wide = torch.cat((seen[..., :planes], unknown, seen[..., planes:]), dim=2)
    assert torch.allclose(small(seen, rest), large(wide, rest), atol=1e-6)


def test_weights_of_the_same_scheme_stay() -> None:
    weights = Network(CLASSIC, Shape(8, 16, 1)).state_dict()
    assert grown(weights, CLASSIC) is weights
