"""Renders a table for an environment: as text, and as a picture."""

from collections.abc import Sequence

import numpy as np

from tenback.fastsim.tables import Array
from tenback.pictures import Board, Painter, ShownCard, ShownHand, ShownPile
from tenback.rules import Signal, View

RENDER_MODES = ("human", "ansi", "rgb_array")
SHRINK = 2
"""Pictures are this much smaller than the previews of links: 600 × 315."""
BURNS = "burns"


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> None:
    """Refuse a way to render that an environment does not have."""
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode must be one of {', '.join(modes)}, not {mode!r}")


def text(view: View) -> str:
    """Return what a seat sees as lines of text.

    >>> from tenback.notation import read_position
    >>> from tenback.rules import view_of
    >>> print(text(view_of(read_position("classic 14,1,100,88 5.17.44 2.3.4.99 0:14>u1"), 0)))
    classic  seat 0 to move, 1 laid, 2 at least
    u1↑ 14  u2↑ 1  d1↓ 100  d2↓ 88
    hand 5 17 44
    draw pile 4
    >>> state = read_position("extreme 53,99,2,4 43.45.55 90 0")
    >>> print(text(view_of(state, 0)).splitlines()[2])
    hand 43 45 (one-pile) 55
    """
    lines = [f"{view.edition}  {_status(view)}", "  ".join(_piles(view))]
    if view.seat is not None:
        lines.append(f"hand {' '.join(_named(view, card) for card in view.hand) or '–'}")
    others = [
        f"seat {seat} holds {size}" + (f" and says {_said(said)}" if said else "")
        for seat, (size, said) in enumerate(zip(view.hand_sizes, view.signals, strict=True))
        if seat != view.seat
    ]
    lines.append("  ".join([_draw_piles(view), *others]))
    return "\n".join(lines)


def picture(view: View) -> Array:
    """Return what a seat sees as a picture: rows of RGB pixels with values from 0 to 255."""
    return np.asarray(Painter().paint(_board(view)).reduce(SHRINK))


def _board(view: View) -> Board:
    piles = zip(view.edition.piles, view.tops, strict=True)
    return Board(
        heading=str(view.edition),
        line=_status(view),
        piles=tuple(ShownPile(pile, _card(view, top), pile.name) for pile, top in piles),
        hands=tuple(
            ShownHand(
                f"seat {seat}",
                tuple(_card(view, card) for card in view.hand)
                if seat == view.seat
                else (ShownCard(None),) * size,
                _said(said),
            )
            for seat, (size, said) in enumerate(zip(view.hand_sizes, view.signals, strict=True))
        ),
        corner=_draw_piles(view),
    )


def _card(view: View, card: int) -> ShownCard:
    return ShownCard(card, _mark(view, card))


def _status(view: View) -> str:
    if view.outcome is not None:
        return str(view.outcome)
    if view.turn is None:
        return "who begins?"
    laid = len(view.turn.plays)
    return f"seat {view.turn.seat} to move, {laid} laid, {view.minimum} at least"


def _draw_piles(view: View) -> str:
    return f"draw pile {' / '.join(map(str, view.draw_sizes))}"


def _said(signals: Sequence[Signal]) -> str:
    return ", ".join(map(str, signals))


def _piles(view: View) -> list[str]:
    return [
        f"{pile.name}{'↑' if pile.is_ascending else '↓'} {_named(view, top)}"
        for pile, top in zip(view.edition.piles, view.tops, strict=True)
    ]


def _named(view: View, card: int) -> str:
    """Return a card with what is special about it."""
    mark = _mark(view, card)
    return f"{card} ({mark})" if mark else str(card)


def _mark(view: View, card: int) -> str:
    """Return the command on a card, or that it burns."""
    command = view.edition.command_of(card)
    if command is not None:
        return str(command)
    return BURNS if view.edition.burning >> card & 1 else ""
