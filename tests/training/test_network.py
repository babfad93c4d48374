import pytest
import torch
from torch import Tensor

from tenback.encoding import Scheme, scheme_of
from tenback.rules import EDITIONS
from tenback.training.network import Network, Shape

CLASSIC, EXTREME, ON_FIRE, DUEL = (
    scheme_of(EDITIONS[name]) for name in ("classic", "extreme", "on-fire", "face-to-face")
)
SMALL = Shape(8, 16, 1)


def random_inputs(scheme: Scheme) -> tuple[Tensor, Tensor]:
    """Return what networks look at."""
    piles = torch.rand(5, 4, scheme.pile_size)
    if scheme == CLASSIC:
        piles[..., scheme.pile.start("burns") :] = 0.0
    return piles, torch.rand(5, scheme.rest_size)


@pytest.mark.parametrize("scheme", [EXTREME, ON_FIRE])
def test_a_network_that_learns_more_does_not_mind_what_it_never_saw(scheme: Scheme) -> None:
    small, large = Network(CLASSIC, SMALL), Network(scheme, SMALL)
    large.take_over(small.state_dict())
    (seen, rest), (wide, _) = random_inputs(CLASSIC), random_inputs(scheme)
    wide[..., : CLASSIC.set_size] = seen[..., : CLASSIC.set_size]
    others = slice(scheme.set_size, scheme.pile.start("burns"))
    wide[..., others] = seen[..., CLASSIC.set_size : CLASSIC.pile.start("burns")]
    assert torch.allclose(small(seen, rest), large(wide, rest), atol=1e-6)


@pytest.mark.parametrize("shape", [SMALL, Shape(12, 16, 1), Shape(8, 40, 1), Shape(9, 17, 1)])
def test_a_wider_network_begins_by_playing_as_the_smaller_one(shape: Shape) -> None:
    small, large = Network(CLASSIC, SMALL), Network(CLASSIC, shape)
    large.take_over(small.state_dict())
    seen, rest = random_inputs(CLASSIC)
    assert torch.allclose(small(seen, rest), large(seen, rest), atol=1e-5)
    if shape == SMALL:
        assert all(map(torch.equal, small.state_dict().values(), large.state_dict().values()))


def test_a_deeper_network_begins_by_playing_much_as_the_smaller_one() -> None:
    small, large = Network(CLASSIC, SMALL), Network(CLASSIC, Shape(8, 16, 3))
    large.take_over(small.state_dict())
    seen, rest = random_inputs(CLASSIC)
    assert not torch.equal(small(seen, rest), large(seen, rest))
    assert torch.allclose(small(seen, rest), large(seen, rest), atol=0.05)


@pytest.mark.parametrize("scheme", [EXTREME, ON_FIRE])
def test_everything_in_a_grown_network_can_learn(scheme: Scheme) -> None:
    large = Network(scheme, Shape(12, 40, 2))
    large.take_over(Network(CLASSIC, SMALL).state_dict())
    optimizer = torch.optim.SGD(large.parameters(), lr=10.0)
    before = [weight.clone() for weight in large.parameters()]
    for _ in range(3):  # what nobody minds is minded first, and learns then
        optimizer.zero_grad()
        large(*random_inputs(scheme)).pow(2).mean().backward()
        optimizer.step()
    assert not any(map(torch.equal, before, large.parameters()))


@pytest.mark.parametrize(
    ("scheme", "shape"),
    [
        (CLASSIC, Shape(7, 16, 1)),
        (CLASSIC, Shape(8, 15, 1)),
        (CLASSIC, Shape(8, 16, 0)),
        (DUEL, SMALL),
        (DUEL, Shape(12, 40, 2)),
    ],
)
def test_what_is_larger_or_for_another_edition_is_not_taken_over(
    scheme: Scheme, shape: Shape
) -> None:
    with pytest.raises(ValueError, match="it is"):
        Network(scheme, shape).take_over(Network(CLASSIC, SMALL).state_dict())
    with pytest.raises(ValueError, match="another edition"):
        Network(CLASSIC, SMALL).take_over(Network(EXTREME, SMALL).state_dict())
