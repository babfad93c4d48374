"""What a network sees of rows."""

from hashlib import sha256

import numpy as np
import pytest

from tenback.arena.lineup import read_setup
from tenback.batch import TablePool
from tenback.batch.lines import lines_of
from tenback.encoding import ROW, NumPyArrays, as_bytes, inputs, scheme_of
from tenback.encoding.rows import SECTIONS
from tenback.encoding.scheme import LARGEST_HAND, MOST_OWED, SMALLEST_HAND, USUAL_MINIMUM
from tenback.encoding.spreading import spread
from tenback.fastsim.actions import END
from tenback.fastsim.bits import mask_of, words
from tenback.fastsim.tables import MOST_SEATS, Array
from tenback.policies.policy import TALKING_PLAYER
from tenback.rules import EDITIONS, Edition, OnFire, cards_in
from tests.variants import variants

SETUPS = [
    ("classic", 1),
    ("classic+min3", 3),
    ("classic+hand-1", 5),
    ("extreme", 2),
    ("extreme@shuffled", 4),
    ("on-fire", 1),
    ("on-fire+min3", 3),
    ("face-to-face", 2),
]
STEPS = 120
TABLES = 40
ARRAYS = NumPyArrays()


def moments(edition: str, seats: int) -> list[tuple[TablePool, Array]]:
    """Return a pool, and step by step what is known at its tables, now and at the ends of lines."""
    setup = read_setup(edition, seats)
    pool = TablePool(
        [(setup, TABLES)],
        seed=5,
        lineups=np.full((2, MOST_SEATS, 2), (TALKING_PLAYER, 0)),
        silence=0.5,
    )
    found = []
    for _ in range(STEPS):
        ends, owners, lines = lines_of(setup, pool.tables, 2)
        found.append((pool, as_bytes(np.concatenate([pool.buffers.rows, ends]))))
        best = lines[np.searchsorted(owners, np.arange(TABLES))]
        pool.step(np.where(best["length"] > 0, best["actions"][:, 0], END).astype(np.int64))
    return found


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_compiled_inputs_are_those_of_arrays(edition: str, seats: int) -> None:
    scheme = scheme_of(read_setup(edition, seats).edition)
    for pool, rows in moments(edition, seats)[::10]:
        found = spread(rows.view(ROW)[:, 0], pool.kinds, scheme)
        for one, other in zip(found, inputs(rows, pool.kinds, scheme, ARRAYS), strict=True):
            assert np.array_equal(one, other)


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_inputs_have_the_sizes_that_the_scheme_says(edition: str, seats: int) -> None:
    pool, rows = moments(edition, seats)[-1]
    scheme = scheme_of(pool.setups[0].edition)
    piles, rest = inputs(rows, pool.kinds, scheme, ARRAYS)
    assert piles.shape == (len(rows), 4, scheme.pile_size)
    assert rest.shape == (len(rows), scheme.rest_size)


@pytest.mark.parametrize(("edition", "seats"), [("on-fire", 1), ("on-fire+min3", 3)])
def test_o2_a_network_sees_which_piles_burn_and_which_must_be_covered(
    edition: str, seats: int
) -> None:
    seen = set[tuple[bool, ...]]()
    for pool, rows in moments(edition, seats):
        scheme = scheme_of(OnFire)
        piles, _ = inputs(rows, pool.kinds, scheme, ARRAYS)
        first = scheme.pile.start("burns")
        told = [sorted(row) for row in piles[..., first : first + 2].tolist()]
        for row, found in zip(rows.view(ROW)[:, 0], told, strict=True):
            burning = [bool(OnFire.burning >> int(top) & 1) for top in row["tops"]]
            is_used = [bool(row["used"] >> pile & 1) for pile in range(4)]
            fires = [[b, b and not used] for b, used in zip(burning, is_used, strict=True)]
            assert found == sorted(fires)
            seen.update(map(tuple, fires))
    assert seen == {(False, False), (True, False), (True, True)}


@pytest.mark.parametrize("seats", [1, 4])
def test_o1_burning_cards_are_told_among_those_around_a_top(seats: int) -> None:
    scheme = scheme_of(OnFire)
    for pool, rows in moments("on-fire", seats)[::7]:
        piles, _ = inputs(rows, pool.kinds, scheme, ARRAYS)
        planes = piles[..., : scheme.set_size].reshape(
            len(rows), 4, len(scheme.card_sets), scheme.window
        )
        for row, planes_of_row in zip(rows.view(ROW)[:, 0], planes, strict=True):
            for name, plane in (("hand", 5), ("unseen", 6)):
                burning = mask_of(row[name]) & OnFire.burning
                in_sight = [
                    sum(-scheme.behind <= step <= scheme.ahead for step in steps)
                    for steps in (
                        [(card - int(top)) * (1 if pile < 2 else -1) for card in cards_in(burning)]
                        for pile, top in enumerate(row["tops"])
                    )
                ]
                assert sorted(planes_of_row[:, plane].sum(-1).tolist()) == sorted(in_sight)


@pytest.mark.parametrize(
    ("edition", "seats"), [("classic", 1), ("classic", 4), ("face-to-face", 2)]
)
def test_mirror_images_look_the_same(edition: str, seats: int) -> None:
    for pool, rows in moments(edition, seats)[::7]:
        scheme = scheme_of(pool.setups[0].edition)
        turned = np.stack([mirrored(row, scheme.side, scheme.is_duel) for row in rows])
        heights = rows[:, SECTIONS["tops"]].astype(int)
        up, down = ([0], [1]) if scheme.is_duel else ([0, 1], [2, 3])
        ahead = heights[:, up].sum(1)
        behind = (scheme.side - heights[:, down]).sum(1)
        decided = ahead != behind  # else either way round is as good
        for ours, theirs in zip(
            inputs(rows, pool.kinds, scheme, ARRAYS),
            inputs(turned, pool.kinds, scheme, ARRAYS),
            strict=True,
        ):
            assert np.array_equal(ours[decided], theirs[decided])


def mirrored(row: Array, side: int, is_duel: bool) -> Array:
    """Return the row with n and its mirror image exchanged, ascending and descending piles too."""
    order = [1, 0, 3, 2] if is_duel else [2, 3, 0, 1]
    found = row.copy().view(ROW)[0]
    for name in ("hand", "unseen", "others"):
        cards = [side - card for card in range(2, 100) if mask_of(found[name]) >> card & 1]
        found[name] = words(sum(1 << card for card in cards))
    found["tops"] = (side - found["tops"].astype(int))[order]
    found["said"] = found["said"][:, order]
    for name in ("used", "stale"):
        found[name] = sum((int(found[name]) >> pile & 1) << order.index(pile) for pile in range(4))
    if found["last"]:
        found["last"] = order.index(found["last"] - 1) + 1
    turned: Array = as_bytes(np.array([found]))[0]
    return turned


DIGESTS = {
    ("classic", 1): "e698c8d64282d572",
    ("classic", 4): "4eb33193fcfca7e6",
    ("extreme@shuffled", 4): "15ab51e7d4b7da68",
    ("face-to-face", 2): "80709395e6a5b6b0",
    ("on-fire", 3): "095182d949121599",
}
"""Of the inputs in some moments; with others, the networks that come with Tenback play worse."""


@pytest.mark.parametrize(("edition", "seats"), DIGESTS)
def test_shipped_networks_see_what_they_were_trained_on(edition: str, seats: int) -> None:
    digest = sha256()
    for pool, rows in moments(edition, seats)[::10]:
        for values in inputs(rows, pool.kinds, scheme_of(pool.setups[0].edition), ARRAYS):
            digest.update(np.ascontiguousarray(values).tobytes())
    assert digest.hexdigest()[:16] == DIGESTS[edition, seats]


def test_a_section_of_another_length_than_it_says_is_noticed() -> None:
    pool, rows = moments("classic", 2)[-1]
    scheme = scheme_of(pool.setups[0].edition)
    for sections, name in ((scheme.pile, "level"), (scheme.rest, "owed")):
        size = sections.sizes[name]
        sections.sizes[name] = size + 1
        with pytest.raises(AssertionError, match=name):
            inputs(rows, pool.kinds, scheme, ARRAYS)
        sections.sizes[name] = size


@pytest.mark.parametrize("variant", variants())
def test_the_inputs_can_express_the_numbers_of_every_edition(variant: str) -> None:
    edition = read_setup(variant, None).edition
    minimums = {edition.minimum(is_draw_pile_empty=is_empty) for is_empty in (False, True)}
    hands = {edition.hand_size(seats) for seats in edition.seats}
    assert minimums <= {1, *range(USUAL_MINIMUM, MOST_OWED + 1)}
    assert hands <= {*range(SMALLEST_HAND, LARGEST_HAND + 1)}


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
def test_sizes_are_round_and_the_sets_come_first(edition: type[Edition]) -> None:
    scheme = scheme_of(edition)
    assert scheme.pile_size % 8 == scheme.rest_size % 8 == 0
    assert scheme.pile.start("height") == scheme.set_size
    assert scheme.rest.start("hand") == 0
