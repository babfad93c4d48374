"""Plural rules as CLDR writes them, for whole numbers.

A language brings its rules along (`language.json`), copied from CLDR, so that no list of languages
is needed here. The libraries that know them all are large for this (Babel: 10 MB) and the base
install has to stay small. The page asks `Intl.PluralRules`; its tests compare the two.
"""

import re
from collections.abc import Mapping

RELATION = re.compile(r"([niv])(?: % (\d+))? (!?=) ([\d.,]+)")
"""Matches `n % 10 = 2..4,9`; n is the number, i its whole part, v how many decimals it shows."""


class PluralRules:
    """The plural categories of a language, in the order of CLDR; `other` is the last."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self._rules = tuple(rules.values())
        self.categories = (*rules, "other")

    def place(self, count: int) -> int:
        """Return the index of a number's category.

        >>> polish = PluralRules({
        ...     "one": "i = 1 and v = 0",
        ...     "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        ... })
        >>> [polish.categories[polish.place(count)] for count in (1, 3, 5, 12, 22)]
        ['one', 'few', 'other', 'other', 'few']
        """
        found = (place for place, rule in enumerate(self._rules) if holds(rule, abs(count)))
        return next(found, len(self._rules))


def holds(rule: str, count: int) -> bool:
    """Return whether a number satisfies a rule: `i = 0,1`, `n % 10 = 1 and n % 100 != 11`."""
    return any(
        all(_relation(part, count) for part in alternative.split(" and "))
        for alternative in rule.split(" or ")
    )


def _relation(text: str, count: int) -> bool:
    found = RELATION.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a CLDR plural relation")
    operand, modulus, sign, ranges = found.groups()
    value = 0 if operand == "v" else count
    if modulus is not None:
        value %= int(modulus)
    return any(_within(value, one) for one in ranges.split(",")) == (sign == "=")


def _within(value: int, text: str) -> bool:
    first, _, last = text.partition("..")
    return int(first) <= value <= int(last or first)
