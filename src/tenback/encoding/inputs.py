"""From rows to the inputs of a network, and from a row to the row after a move.

Every pile is seen from its top: the cards at −32 … +63 of it, forward being up on an ascending pile
and down on a descending one, so that all piles look alike. What is mirrored (n ↔ 101−n) looks the
same too: the direction that is further ahead comes first, and in it the pile that is.

The same code runs on arrays of NumPy and on tensors of torch; `library` says which.
"""

from dataclasses import dataclass

from tenback.encoding.library import Library
from tenback.encoding.rows import MOST_OTHERS, PILES, SECTIONS, Array
from tenback.rules import EDITIONS, Edition

LOWEST_CARD, MOST_CARDS = 2, 98
PLACES = 128
"""Cards as places in a line: more than there are."""
END = MOST_CARDS * PILES
KINDS = 7
STOP, THREE = 1, 3
"""Commands as numbers, as in `fastsim.tables`."""
BURNING = KINDS + 1
"""A card that burns, as a kind behind those of commands."""
TRICK = 10
WORDS = 4
"""How many words there are to say about a pile."""
HEIGHTS = 25
"""How many steps of four a pile has."""
SMALL_DRAW = 9
"""Up to here the size of a draw pile is told exactly."""
OF_EVERY_PILE = 11 + WORDS * MOST_OTHERS + HEIGHTS + KINDS
"""How many inputs a pile has in every edition that are no sets."""
OF_FIRES = 2
"""Those behind them: whether the pile burns, and whether this turn must cover it."""

WORD, ONES = 32, (1 << 32) - 1
PADDING = 3
LINE = PADDING + PLACES // WORD + PADDING
"""Card sets are cut into words, with so many empty ones before and behind."""
SPREAD, PICKED = 0x0202020202, 0x010884422010
"""A byte times the first, masked by the second, modulo 1023, is the byte read backwards."""


def _rounded(size: int) -> int:
    """Return the next multiple of eight, which matrix units want."""
    return -(-size // 8) * 8


@dataclass(frozen=True)
class Scheme:
    """How much a network looks at: what an edition needs."""

    behind: int
    ahead: int
    """How far a pile is seen from its top."""
    side: int
    """A card and its mirror image add up to this."""
    kinds: tuple[int, ...]
    """The kinds of cards that are looked for: commands, or what burns."""
    is_duel: bool

    @property
    def window(self) -> int:
        """How many cards of a pile are seen."""
        return self.behind + self.ahead + 1

    @property
    def planes(self) -> int:
        """How many things are asked of each of those cards."""
        return 5 + 2 * len(self.kinds) + self.is_duel

    @property
    def set_size(self) -> int:
        """How many inputs of each pile are sets: the first ones."""
        return self.planes * self.window

    @property
    def pile_size(self) -> int:
        """How many inputs there are for each pile."""
        return _rounded(self.set_size + OF_EVERY_PILE + OF_FIRES)

    @property
    def rest_size(self) -> int:
        """How many inputs there are besides."""
        return _rounded(MOST_CARDS * (2 + self.is_duel) + 67 + KINDS)


COMMANDS = tuple(range(1, KINDS + 1))


def _scheme(edition: type[Edition]) -> Scheme:
    side = max(pile.row_card for pile in edition.piles) + 1
    if edition.is_duel:
        return Scheme(behind=57, ahead=57, side=side, kinds=(), is_duel=True)
    kinds = COMMANDS if edition.has_commands else (BURNING,) if edition.burning else ()
    return Scheme(behind=32, ahead=63, side=side, kinds=kinds, is_duel=False)


SCHEMES = {name: _scheme(edition) for name, edition in EDITIONS.items()}
"""What a network sees, by edition."""


def after(rows: Array, actions: Array, kinds: Array, library: Library) -> Array:
    """Return the rows after a play or `end` each, before anything is drawn or said.

    `kinds` holds the layouts: for each, the kind of every card as a number.
    """

    def column(name: str) -> Array:
        return library.numbers(rows[:, SECTIONS[name]])

    action = library.numbers(actions)
    is_play = library.numbers(action < END)
    card = ((action >> 2) + LOWEST_CARD) * is_play
    pile = (action & 3) ^ (2 * column("seat") * column("is_duel"))[:, 0]
    lays = (library.span(0, PILES) == pile[:, None]) & (is_play > 0)[:, None]
    kind = library.numbers(kinds[_layout(rows, library), card])
    bits = library.numbers(library.span(0, 16) == (card >> 3)[:, None])
    mark = ((1 << pile) * is_play)[:, None]
    size = column("sizes")[:, 0] - is_play
    changed = {
        "hand": column("hand") & ~(bits * ((1 << (card & 7)) * is_play)[:, None]),
        "tops": library.where(lays, card[:, None], column("tops")),
        "played": column("played") + is_play[:, None],
        "used": column("used") | mark,
        "last": library.where(is_play > 0, pile + 1, column("last")[:, 0])[:, None],
        "has_three": column("has_three") | library.numbers(kind == THREE)[:, None],
        "is_over": library.numbers((is_play == 0) | (kind == STOP) | (size == 0))[:, None],
        "stale": column("stale") | mark,
    }
    rows = library.copy(rows)
    for name, values in changed.items():
        rows[:, SECTIONS[name]] = library.bytes(values)
    rows[:, SECTIONS["sizes"].start] = library.bytes(size)
    return rows


def inputs(rows: Array, kinds: Array, scheme: Scheme, library: Library) -> tuple[Array, Array]:
    """Return what a network sees: of each pile, in canonical order, and of everything else."""
    sets, piles, rest = sights(rows, kinds, scheme, library)
    planes = library.reals(_bits(sets, scheme.window, library)).reshape(len(rows), PILES, -1)
    return library.join([planes, piles]), rest


def sights(
    rows: Array, kinds: Array, scheme: Scheme, library: Library
) -> tuple[Array, Array, Array]:
    """Return the same with the cards around each top still as sets, the other inputs beside them.

    A set is some words of 32 places, of which the first ones count: as many as the window has.
    """
    order, is_mirrored = _order(rows, scheme, library)
    lines = library.span(0, len(rows))[:, None]
    height = _heights(rows, scheme, library)[lines, order]
    sets = _sets(rows, kinds, height, order, scheme, library)
    return (
        sets,
        _of_piles(rows, kinds, sets, height, order, scheme, library),
        _of_the_rest(rows, kinds, is_mirrored, scheme, library),
    )


def _layout(rows: Array, library: Library) -> Array:
    low = SECTIONS["layout"].start
    return library.numbers(rows[:, low]) + 256 * library.numbers(rows[:, low + 1])


def _heights(rows: Array, scheme: Scheme, library: Library) -> Array:
    """Return how far each pile is, descending ones as their mirror images."""
    tops = library.numbers(rows[:, SECTIONS["tops"]])
    return library.where(_descending(scheme, library) > 0, scheme.side - tops, tops)


def _descending(scheme: Scheme, library: Library) -> Array:
    places = library.span(0, PILES)
    return places & 1 if scheme.is_duel else places >> 1


def _order(rows: Array, scheme: Scheme, library: Library) -> tuple[Array, Array]:
    """Return in which order piles are told, and whether all is seen in the mirror."""
    height = _heights(rows, scheme, library)
    first, second, third, fourth = (height[:, pile] for pile in range(PILES))
    places = library.span(0, PILES)
    if scheme.is_duel:
        is_mirrored = library.numbers(first < second)
        return places ^ is_mirrored[:, None], is_mirrored
    is_mirrored = library.numbers(first + second < third + fourth)
    swap_up, swap_down = (
        library.numbers(pair)[:, None] for pair in (first < second, third < fourth)
    )
    order = places ^ library.join([swap_up, swap_up, swap_down, swap_down])
    turned = library.join([order[:, 2:], order[:, :2]])
    return library.where(is_mirrored[:, None] > 0, turned, order), is_mirrored


def _of_piles(
    rows: Array,
    kinds: Array,
    sets: Array,
    height: Array,
    order: Array,
    scheme: Scheme,
    library: Library,
) -> Array:
    """Return the inputs of each pile that are no sets."""
    lines = library.span(0, len(rows))[:, None]
    hand, unseen = (_bits(sets[:, :, plane], scheme.window, library) for plane in range(2))
    top = library.numbers(rows[:, SECTIONS["tops"]])[lines, order]
    layout = _layout(rows, library)[:, None]
    said = rows[:, SECTIONS["said"]].reshape(len(rows), MOST_OTHERS, PILES)
    words = [said[lines, other, order] for other in range(MOST_OTHERS)]
    places, bit = library.span(0, PILES), 1 << order
    kind = library.numbers(kinds[layout, top])
    burns = library.reals(kind == BURNING)

    def is_marked(name: str) -> Array:
        return library.reals((library.numbers(rows[:, SECTIONS[name]]) & bit) > 0)

    forward = slice(scheme.behind + 1, None)
    close = slice(scheme.behind + 1, scheme.behind + 1 + TRICK)
    single = [
        height * 0.01,
        (height[:, places ^ 1] - height) * 0.02,
        (height[:, places ^ 2] + height - scheme.side) * 0.01,
        (height[:, places ^ 3] + height - scheme.side) * 0.01,
        hand[..., forward].sum(-1) * 0.125,
        unseen[..., forward].sum(-1) * 0.02,
        unseen[..., close].sum(-1) * 0.1,
        is_marked("used"),
        is_marked("stale"),
        library.numbers(rows[:, SECTIONS["last"]]) == order + 1,
        order >= (2 if scheme.is_duel else PILES),
    ]
    return _joined(
        [
            *(library.reals(values)[..., None] for values in single),
            *(_one_hot(word, 1, WORDS, library) for word in words),
            _one_hot(height >> 2, 0, HEIGHTS - 1, library),
            _one_hot(kind, 1, KINDS, library),
            burns[..., None],
            (burns * (1 - is_marked("used")))[..., None],
        ],
        scheme.pile_size - scheme.set_size,
        library,
    )


def _sets(
    rows: Array, kinds: Array, height: Array, order: Array, scheme: Scheme, library: Library
) -> Array:
    """Return of the cards around each top who has them, and which are ten apart, as sets."""
    direction = _descending(scheme, library)[order]
    first = height - scheme.behind

    def window(octets: Array, back: int = 0) -> Array:
        return _window(octets, first - back, direction, scheme, library)

    held, hidden = rows[:, SECTIONS["hand"]], rows[:, SECTIONS["unseen"]]
    hand, unseen = window(held), window(hidden)
    ten_back = window(held, TRICK), window(hidden, TRICK)
    sets = [hand, unseen, hand & ten_back[0], hand & ten_back[1], unseen & ten_back[0]]
    if scheme.is_duel:
        sets.append(window(rows[:, SECTIONS["others"]]))
    if scheme.kinds:
        kind = library.numbers(kinds[_layout(rows, library)])
        marked = [window(_octets(kind == number, library)) for number in scheme.kinds]
        sets += [cards & those for cards in (hand, unseen) for those in marked]
    return library.join(sets).reshape(len(rows), PILES, len(sets), -1)


def _octets(is_in: Array, library: Library) -> Array:
    """Return sets of cards, told card by card, eight to a byte."""
    bits = library.numbers(is_in).reshape(len(is_in), -1, 8)
    return (bits << library.span(0, 8)).sum(-1)


def _of_the_rest(
    rows: Array, kinds: Array, is_mirrored: Array, scheme: Scheme, library: Library
) -> Array:
    """Return the inputs that belong to no pile: all cards, what the turn asks for, sizes."""

    def column(name: str) -> Array:
        return library.numbers(rows[:, SECTIONS[name]])

    lowest = is_mirrored * 0 + LOWEST_CARD
    sets = ("hand", "unseen", "others") if scheme.is_duel else ("hand", "unseen")
    sizes, draws = column("sizes"), column("draws")
    owed = library.clip(column("minimum") - column("played"), 0, 3)
    layout = _layout(rows, library)[:, None]
    visible = library.numbers(kinds[layout, column("tops")])
    commands = _one_hot(visible, 1, KINDS, library).sum(1)
    return _joined(
        [
            *(
                library.reals(
                    _bits(
                        _window(rows[:, SECTIONS[name]], lowest, is_mirrored, scheme, library),
                        MOST_CARDS,
                        library,
                    )
                )
                for name in sets
            ),
            *(library.reals(column(name) > 0) for name in ("is_over", "has_three")),
            library.reals(column("usual") > 2),
            library.reals(column("minimum") == 1),
            library.reals(sizes * 0.125),
            library.reals(sizes == 0),
            library.reals(draws * 0.01),
            _one_hot(column("seats")[:, 0], 1, MOST_OTHERS + 1, library),
            _one_hot(column("hand_size")[:, 0], 5, 8, library),
            _one_hot(owed[:, 0], 0, 3, library),
            _one_hot(column("played")[:, 0], 0, 8, library),
            _one_hot(sizes[:, 0], 0, 8, library),
            _one_hot(draws[:, 0], 0, SMALL_DRAW, library),
            _one_hot(draws[:, 1], 0, SMALL_DRAW, library),
            library.clip(commands, 0, 1),
        ],
        scheme.rest_size,
        library,
    )


def _joined(parts: list[Array], size: int, library: Library) -> Array:
    """Return inputs side by side, filled up with zeros."""
    missing = size - sum(part.shape[-1] for part in parts)
    return library.join([*parts, *[parts[0][..., :1] * 0] * missing])


def _window(
    octets: Array, first: Array, direction: Array, scheme: Scheme, library: Library
) -> Array:
    """Return a card set of each row from some place on, in words of 32 places.

    Descending, places are those of the mirror image. What lies outside of the set is empty.
    """
    words = _words(octets, library)
    start = first + PADDING * WORD + direction * (PLACES - 1 - scheme.side)
    count = -(-max(scheme.window, MOST_CARDS) // WORD)
    index = (start >> 5)[..., None] + direction[..., None] * LINE + library.span(0, count + 1)
    lines = library.span(0, len(octets)).reshape((-1,) + (1,) * first.ndim)
    found = words[lines, index]
    joint = found[..., :-1] | (found[..., 1:] << WORD)
    return (joint >> (start & (WORD - 1))[..., None]) & ONES


def _words(octets: Array, library: Library) -> Array:
    """Return a card set of each row in words, then its mirror image, with empty ones around."""
    packed = library.wide(octets)
    mirrored = (packed[:, 15 - library.span(0, 16)] * SPREAD & PICKED) % 1023
    line = []
    for each in (packed, mirrored):
        words = (each.reshape(-1, 4, 4) << (library.wide(library.span(0, 4)) * 8)).sum(-1)
        line += [words[:, :PADDING] * 0, words, words[:, :PADDING] * 0]
    return library.join(line)


def _bits(words: Array, count: int, library: Library) -> Array:
    """Return the first places of words, as 0 and 1."""
    bits = (library.numbers(words)[..., None] >> library.span(0, WORD)) & 1
    return bits.reshape(*words.shape[:-1], words.shape[-1] * WORD)[..., :count]


def _one_hot(values: Array, first: int, last: int, library: Library) -> Array:
    return library.reals(values[..., None] == library.span(first, last + 1))
