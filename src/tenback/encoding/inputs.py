"""Converts rows to the inputs of a network.

Every pile is seen from its top: the cards at −32 … +63 from it, where forward is up on an ascending
pile and down on a descending one, so all piles look alike. Mirror images (n ↔ 101−n) look the same
too: the direction that is further ahead comes first, and within it the pile that is further ahead.

The same code runs on NumPy arrays and torch tensors; `xp` provides the functions that differ.
"""

from tenback.encoding.arrays import Arrays
from tenback.encoding.rows import MOST_OTHERS, SECTIONS, Array
from tenback.encoding.scheme import (
    BURNING,
    COMMANDS,
    LARGEST_HAND,
    LEVELS,
    MOST_OWED,
    SMALL_DRAW,
    SMALLEST_HAND,
    USUAL_MINIMUM,
    WORDS,
    Scheme,
    Sections,
)
from tenback.fastsim.tables import LOWEST_CARD, MOST_CARDS, MOST_SEATS, PILES
from tenback.rules.piles import TRICK

PLACES = 128
"""The number of places in a card set, one per number, rounded up to whole words."""
WORD, ONES = 32, (1 << 32) - 1
PADDING = 3
LINE = PADDING + PLACES // WORD + PADDING
"""The words of a card set, with PADDING empty words on both sides."""
SPREAD, PICKED = 0x0202020202, 0x010884422010
"""Multiplying a byte by SPREAD, masking with PICKED, and taking modulo 1023 reverses its bits."""


def inputs(rows: Array, kinds: Array, scheme: Scheme, xp: Arrays) -> tuple[Array, Array]:
    """Return the inputs of a network: those of each pile, in canonical order, and all others."""
    sets, piles, rest = card_sets(rows, kinds, scheme, xp)
    planes = xp.floats(_bits(sets, scheme.window, xp)).reshape(len(rows), PILES, -1)
    return xp.concatenate([planes, piles]), rest


def card_sets(rows: Array, kinds: Array, scheme: Scheme, xp: Arrays) -> tuple[Array, Array, Array]:
    """Return the inputs in three parts: card sets around each top, other inputs of piles, the rest.

    A card set is an array of 32-bit words; only as many bits count as the window has places.
    """
    order, is_mirrored = _order(rows, scheme, xp)
    lines = xp.arange(0, len(rows))[:, None]
    height = _heights(rows, scheme, xp)[lines, order]
    sets = _sets(rows, kinds, height, order, scheme, xp)
    return (
        sets,
        _pile_inputs(rows, kinds, sets, height, order, scheme, xp),
        _global_inputs(rows, kinds, is_mirrored, scheme, xp),
    )


def _layout(rows: Array, xp: Arrays) -> Array:
    low = SECTIONS["layout"].start
    return xp.integers(rows[:, low]) + 256 * xp.integers(rows[:, low + 1])


def _heights(rows: Array, scheme: Scheme, xp: Arrays) -> Array:
    """Return how far each pile has come; descending piles are mirrored."""
    tops = xp.integers(rows[:, SECTIONS["tops"]])
    return xp.where(_descending(scheme, xp) > 0, scheme.side - tops, tops)


def _descending(scheme: Scheme, xp: Arrays) -> Array:
    places = xp.arange(0, PILES)
    return places & 1 if scheme.is_duel else places >> 1


def _order(rows: Array, scheme: Scheme, xp: Arrays) -> tuple[Array, Array]:
    """Return the canonical order of the piles in each row, and whether the row is mirrored."""
    height = _heights(rows, scheme, xp)
    first, second, third, fourth = (height[:, pile] for pile in range(PILES))
    places = xp.arange(0, PILES)
    if scheme.is_duel:
        is_mirrored = xp.integers(first < second)
        return places ^ is_mirrored[:, None], is_mirrored
    is_mirrored = xp.integers(first + second < third + fourth)
    swap_up, swap_down = (xp.integers(pair)[:, None] for pair in (first < second, third < fourth))
    order = places ^ xp.concatenate([swap_up, swap_up, swap_down, swap_down])
    turned = xp.concatenate([order[:, 2:], order[:, :2]])
    return xp.where(is_mirrored[:, None] > 0, turned, order), is_mirrored


def _pile_inputs(
    rows: Array,
    kinds: Array,
    sets: Array,
    height: Array,
    order: Array,
    scheme: Scheme,
    xp: Arrays,
) -> Array:
    """Return the inputs of each pile other than card sets."""
    lines = xp.arange(0, len(rows))[:, None]
    hand, unseen = (_bits(sets[:, :, plane], scheme.window, xp) for plane in range(2))
    top = xp.integers(rows[:, SECTIONS["tops"]])[lines, order]
    layout = _layout(rows, xp)[:, None]
    said = rows[:, SECTIONS["said"]].reshape(len(rows), MOST_OTHERS, PILES)
    words = [said[lines, other, order] for other in range(MOST_OTHERS)]
    places = xp.arange(0, PILES)
    kind = xp.integers(kinds[layout, top])
    last = xp.integers(rows[:, SECTIONS["last"]])
    burns, is_used = xp.floats(kind == BURNING)[..., None], _is_marked(rows, "used", order, xp)

    forward = slice(scheme.behind + 1, None)
    close = slice(scheme.behind + 1, scheme.behind + 1 + TRICK)
    return _joined(
        {
            "height": height[..., None] * 0.01,
            "ahead of the pile beside": (height[:, places ^ 1] - height)[..., None] * 0.02,
            "towards the first opposite": _gap(height, 2, scheme, xp),
            "towards the second opposite": _gap(height, 3, scheme, xp),
            "hand ahead": hand[..., forward].sum(-1)[..., None] * 0.125,
            "unseen ahead": unseen[..., forward].sum(-1)[..., None] * 0.02,
            "unseen close ahead": unseen[..., close].sum(-1)[..., None] * 0.1,
            "is used": is_used,
            "is stale": _is_marked(rows, "stale", order, xp),
            "was laid on last": (last == order + 1)[..., None],
            "is the opponent's": (order >= (2 if scheme.is_duel else PILES))[..., None],
            "words": xp.concatenate([_one_hot(word, 1, WORDS, xp) for word in words]),
            "level": _one_hot(height >> 2, 0, LEVELS - 1, xp),
            "command": _one_hot(kind, 1, COMMANDS, xp),
            "burns": burns,
            "must be covered": burns * (1 - is_used),
        },
        scheme.pile,
        xp,
    )


def _gap(height: Array, across: int, scheme: Scheme, xp: Arrays) -> Array:
    """Return how far each pile and a pile of the other direction have passed each other."""
    return (height[:, xp.arange(0, PILES) ^ across] + height - scheme.side)[..., None] * 0.01


def _is_marked(rows: Array, name: str, order: Array, xp: Arrays) -> Array:
    """Return whether each pile's bit is set in a section with one bit per pile."""
    return xp.floats((xp.integers(rows[:, SECTIONS[name]]) & (1 << order)) > 0)[..., None]


def _sets(
    rows: Array, kinds: Array, height: Array, order: Array, scheme: Scheme, xp: Arrays
) -> Array:
    """Return the card sets around each top: who may hold the cards, and which are ten apart."""
    direction = _descending(scheme, xp)[order]
    first = height - scheme.behind

    def window(octets: Array, back: int = 0) -> Array:
        return _window(octets, first - back, direction, scheme, xp)

    held, hidden = rows[:, SECTIONS["hand"]], rows[:, SECTIONS["unseen"]]
    hand, unseen = window(held), window(hidden)
    hand_back, unseen_back = window(held, TRICK), window(hidden, TRICK)
    sets = {
        "hand": hand,
        "unseen": unseen,
        "hand with hand ten back": hand & hand_back,
        "hand with unseen ten back": hand & unseen_back,
        "unseen with hand ten back": unseen & hand_back,
    }
    if scheme.is_duel:
        sets["others"] = window(rows[:, SECTIONS["others"]])
    if scheme.kinds:
        kind_of = xp.integers(kinds[_layout(rows, xp)])
        marked = {kind: window(_octets(kind_of == kind, xp)) for kind in scheme.kinds}
        for place, cards in (("hand", hand), ("unseen", unseen)):
            for kind, those in marked.items():
                sets[f"{place} of kind {kind}"] = cards & those
    assert tuple(sets) == scheme.card_sets
    return xp.concatenate(list(sets.values())).reshape(len(rows), PILES, len(sets), -1)


def _octets(is_in: Array, xp: Arrays) -> Array:
    """Return card sets, given as one boolean per card, packed into bytes."""
    bits = xp.integers(is_in).reshape(len(is_in), -1, 8)
    return (bits << xp.arange(0, 8)).sum(-1)


def _global_inputs(
    rows: Array, kinds: Array, is_mirrored: Array, scheme: Scheme, xp: Arrays
) -> Array:
    """Return the inputs that belong to no pile: all cards, demands on the turn, sizes."""

    def column(name: str) -> Array:
        return xp.integers(rows[:, SECTIONS[name]])

    lowest = is_mirrored * 0 + LOWEST_CARD

    def cards(place: str) -> Array:
        words = _window(rows[:, SECTIONS[place]], lowest, is_mirrored, scheme, xp)
        return _bits(words, MOST_CARDS, xp)

    sizes, draws = column("sizes"), column("draws")
    owed = xp.clip(column("minimum") - column("played"), 0, MOST_OWED)
    layout = _layout(rows, xp)[:, None]
    visible = _one_hot(xp.integers(kinds[layout, column("tops")]), 1, COMMANDS, xp).sum(1)
    return _joined(
        {
            **{place: cards(place) for place in scheme.places},
            "is over": column("is_over") > 0,
            "has three": column("has_three") > 0,
            "has a large minimum": column("usual") > USUAL_MINIMUM,
            "has a minimum of one": column("minimum") == 1,
            "hand sizes": sizes * 0.125,
            "is out": sizes == 0,
            "draw sizes": draws * 0.01,
            "seats": _one_hot(column("seats")[:, 0], 1, MOST_SEATS, xp),
            "full hand": _one_hot(column("hand_size")[:, 0], SMALLEST_HAND, LARGEST_HAND, xp),
            "owed": _one_hot(owed[:, 0], 0, MOST_OWED, xp),
            "played": _one_hot(column("played")[:, 0], 0, LARGEST_HAND, xp),
            "own hand size": _one_hot(sizes[:, 0], 0, LARGEST_HAND, xp),
            "own draw size": _one_hot(draws[:, 0], 0, SMALL_DRAW, xp),
            "other draw size": _one_hot(draws[:, 1], 0, SMALL_DRAW, xp),
            "visible commands": xp.clip(visible, 0, 1),
        },
        scheme.rest,
        xp,
    )


def _joined(parts: dict[str, Array], sections: Sections, xp: Arrays) -> Array:
    """Return inputs joined and padded with zeros; each must be as long as its section."""
    lengths = {name: part.shape[-1] for name, part in parts.items()}
    assert lengths == sections.sizes, (lengths, sections.sizes)
    filling = next(iter(parts.values()))[..., :1] * 0
    columns = [xp.floats(part) for part in (*parts.values(), *[filling] * sections.filling)]
    return xp.concatenate(columns)


def _window(octets: Array, first: Array, direction: Array, scheme: Scheme, xp: Arrays) -> Array:
    """Return the part of each row's card set that starts at `first`, as 32-bit words.

    In descending direction the set is mirrored first. Places outside the set are empty.
    """
    words = _words(octets, xp)
    start = first + PADDING * WORD + direction * (PLACES - 1 - scheme.side)
    count = -(-max(scheme.window, MOST_CARDS) // WORD)
    index = (start >> 5)[..., None] + direction[..., None] * LINE + xp.arange(0, count + 1)
    lines = xp.arange(0, len(octets)).reshape((-1,) + (1,) * first.ndim)
    found = words[lines, index]
    joint = found[..., :-1] | (found[..., 1:] << WORD)
    return (joint >> (start & (WORD - 1))[..., None]) & ONES


def _words(octets: Array, xp: Arrays) -> Array:
    """Return each row's card set as words, followed by its mirror image, both padded."""
    packed = xp.wide_integers(octets)
    mirrored = (packed[:, 15 - xp.arange(0, 16)] * SPREAD & PICKED) % 1023
    line = []
    for each in (packed, mirrored):
        words = (each.reshape(-1, 4, 4) << (xp.wide_integers(xp.arange(0, 4)) * 8)).sum(-1)
        line += [words[:, :PADDING] * 0, words, words[:, :PADDING] * 0]
    return xp.concatenate(line)


def _bits(words: Array, count: int, xp: Arrays) -> Array:
    """Return the first `count` bits of words as zeros and ones."""
    bits = (xp.integers(words)[..., None] >> xp.arange(0, WORD)) & 1
    return bits.reshape(*words.shape[:-1], words.shape[-1] * WORD)[..., :count]


def _one_hot(values: Array, first: int, last: int, xp: Arrays) -> Array:
    return xp.floats(values[..., None] == xp.arange(first, last + 1))
