"""Renders a table for an environment: as text, and as a picture of that text."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenback.fastsim.tables import Array
from tenback.rules import View

RENDER_MODES = ("human", "ansi", "rgb_array")
SIZE = (6.4, 3.6)
DOTS_PER_INCH = 100
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
    sizes = [f"draw pile {' / '.join(map(str, view.draw_sizes))}"]
    sizes += [
        f"seat {seat} holds {size}"
        for seat, size in enumerate(view.hand_sizes)
        if seat != view.seat
    ]
    lines.append("  ".join(sizes))
    return "\n".join(lines)


def picture(view: View) -> Array:
    """Return what a seat sees as a picture: rows of RGB pixels with values from 0 to 255."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=SIZE, dpi=DOTS_PER_INCH)
    canvas: Any = FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set(xlim=(0, SIZE[0]), ylim=(0, SIZE[1]))
    axes.text(0.2, 3.34, f"{view.edition}  {_status(view)}", fontsize=11)
    axes.text(0.2, 3.09, text(view).splitlines()[-1], fontsize=9)
    for place, (pile, top) in enumerate(zip(view.edition.piles, view.tops, strict=True)):
        _draw_card(axes, 0.2 + 1.5 * place, 1.55, 1.1, str(top), _mark(view, top), size=24)
        arrow = "↑" if pile.is_ascending else "↓"
        axes.text(
            0.75 + 1.5 * place, 1.4, f"{pile.name} {arrow}", fontsize=10, ha="center", va="top"
        )
    for place, card in enumerate(view.hand):
        _draw_card(axes, 0.2 + 0.76 * place, 0.15, 0.62, str(card), _mark(view, card), size=14)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()


def _draw_card(
    axes: Any, left: float, bottom: float, width: float, label: str, mark: str, size: int
) -> None:
    from matplotlib.patches import FancyBboxPatch  # noqa: PLC0415

    height = 1.3 * width
    axes.add_patch(
        FancyBboxPatch(
            (left, bottom),
            width,
            height,
            boxstyle="round,pad=0,rounding_size=0.08",
            facecolor="white",
            edgecolor="black",
        )
    )
    middle = left + width / 2, bottom + height / 2
    axes.text(*middle, label, fontsize=size, ha="center", va="center")
    axes.text(middle[0], bottom + height / 8, mark, fontsize=size / 2, ha="center", va="center")


def _status(view: View) -> str:
    if view.outcome is not None:
        return str(view.outcome)
    if view.turn is None:
        return "who begins?"
    laid = len(view.turn.plays)
    return f"seat {view.turn.seat} to move, {laid} laid, {view.minimum} at least"


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
