"""Lists every variant of each edition: its options and layouts, read from its description."""

from collections.abc import Iterable
from itertools import combinations

from tenback.rules import EDITIONS, Edition


def variants_of(edition: type[Edition]) -> list[str]:
    """Return the names of an edition with every set of options and every kind of layout.

    >>> from tenback.rules import Classic
    >>> variants_of(Classic)
    ['classic', 'classic+min3', 'classic+hand-1', 'classic+min3+hand-1']
    """
    options = [option.name for option in edition.known_options()]
    sets = [chosen for size in range(len(options) + 1) for chosen in combinations(options, size)]
    layouts = ("", "@shuffled") if edition.has_commands else ("",)
    return ["+".join((edition.name, *chosen)) + layout for chosen in sets for layout in layouts]


def variants(editions: Iterable[type[Edition]] = EDITIONS.values()) -> list[str]:
    """Return the variants of all these editions."""
    return [variant for edition in editions for variant in variants_of(edition)]
