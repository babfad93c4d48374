"""Deal codes: the edition, options, seats and seed of a deal, short enough to type.

    C2-4QX7M-0ZB2K-6      Classic, two seats
    E4MS-…                Extreme, four seats, minimum three, shuffled layout

A letter for the edition, a digit for the seats, letters for what differs from the plain edition;
then the seed, in groups of five; last a check character that catches typos.
"""

from hashlib import sha256

from tenback.notation.editions import read_deal
from tenback.notation.errors import NotationCode
from tenback.notation.layouts import built_in
from tenback.rules.chance import ALPHABET, check_seed
from tenback.rules.commands import SHUFFLED, STANDARD, Layout, layout_key
from tenback.rules.deal import Deal
from tenback.rules.editions import EDITIONS
from tenback.rules.errors import BadInput, Reason, quote

EDITION_LETTERS = {edition.letter: name for name, edition in EDITIONS.items()}
OPTION_LETTERS = {
    option.letter: option.name
    for edition in EDITIONS.values()
    for option in edition.known_options()
}
OWN_LAYOUT = "own"
"""Stands for a layout that the code does not contain, so it must be given separately."""
LAYOUT_LETTERS = {"S": SHUFFLED, "L": OWN_LAYOUT}

GROUP = 5
MISREAD = str.maketrans("OIL", "011")


def write_code(deal: Deal) -> str:
    """Return the code of a deal.

    >>> from tenback.rules.editions import Classic
    >>> write_code(Deal(Classic(), 2, "4QX7M0ZB2K"))
    'C2-4QX7M-0ZB2K-6'
    """
    head = _letter_of(EDITION_LETTERS, deal.edition.name) + str(deal.seats)
    head += "".join(_letter_of(OPTION_LETTERS, option) for option in deal.edition.options)
    if deal.edition.layout not in (None, STANDARD):
        is_drawn = deal.edition.layout == Layout.shuffled(layout_key(deal.seed))
        head += _letter_of(LAYOUT_LETTERS, SHUFFLED if is_drawn else OWN_LAYOUT)
    groups = [deal.seed[i : i + GROUP] for i in range(0, len(deal.seed), GROUP)]
    return "-".join((head, *groups, _check_sign(head, deal.seed)))


def read_code(text: str, layout: Layout | None = None) -> Deal:
    """Read a deal code in any case, with or without spaces, and with O, I, L typed for 0, 1, 1.

    A code with a custom layout needs that layout as well.
    """
    head, *groups = "".join(text.upper().split()).split("-")
    body = "".join(groups).translate(MISREAD)
    if len(head) < 2 or len(body) < 2 or not head.isascii():
        raise _bad_code(text, "it should look like C2-4QX7M-0ZB2K-6")
    name, seats, letters = EDITION_LETTERS.get(head[0]), head[1], head[2:]
    if name is None:
        raise _bad_code(
            text, "it must begin with one of {letters}", letters=", ".join(EDITION_LETTERS)
        )
    if seats not in "0123456789":
        raise _bad_code(text, "its second character must be the number of seats")
    seed, sign = body[:-1], body[-1]
    if sign != _check_sign(head, check_seed(seed)):
        raise BadInput(NotationCode.BAD_CHECK, text=text)
    options = [_option(text, letter) for letter in letters]
    marks = [option for option in options if option.startswith("@")]
    plain = [option for option in options if option not in marks]
    if len(marks) > 1:
        raise _bad_code(text, "it names more than one layout")

    def layouts(name: str) -> Layout:
        if name != OWN_LAYOUT:
            return built_in(name)
        if layout is None:
            raise _bad_code(text, "its deal uses a custom layout, which must be given with it")
        return layout

    if layout is not None and f"@{OWN_LAYOUT}" not in marks and not layout.is_built_in:
        raise _bad_code(text, "its deal uses no custom layout")
    return read_deal("".join((name, *plain, *marks)), int(seats), seed, layouts)


def _option(text: str, letter: str) -> str:
    """Return the part of an edition's text that a letter of a code stands for, such as `+min3`."""
    if letter in LAYOUT_LETTERS:
        return f"@{LAYOUT_LETTERS[letter]}"
    if letter in OPTION_LETTERS:
        return f"+{OPTION_LETTERS[letter]}"
    raise _bad_code(text, "{letter} does not stand for an option", letter=quote(letter))


def _check_sign(head: str, seed: str) -> str:
    """Return the check character: 5 bits of SHA-256 over the rest of the code."""
    return ALPHABET[sha256(f"tenback:1:code:{head}-{seed}".encode()).digest()[0] >> 3]


def _letter_of(letters: dict[str, str], name: str) -> str:
    return next(letter for letter, named in letters.items() if named == name)


def _bad_code(text: str, template: str, **details: object) -> BadInput:
    return BadInput(NotationCode.BAD_CODE, text=text, reason=Reason(template, **details))
