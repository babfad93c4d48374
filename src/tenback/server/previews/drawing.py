"""Draws boards as PNG, the format that link previews take."""

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from tenback.server.previews.boards import Board, ShownPile
from tenback.server.static_files import FOLDER

WIDTH, HEIGHT = 1200, 630
"""The size that Open Graph recommends."""
FONT = "assets/nunito-*.woff2"
"""The page's font, available once the page is built."""

# The colors of the page's light theme (web/src/style.css).
FELT, PAPER, INK, MUTED, LINE = "#dfe8e2", "#fffdf8", "#1d2528", "#55605f", "#c3cfc7"
ACCENT, RISE, FALL = "#0b5f63", "#9a4a07", "#33489c"

CARD = (190, 266)
GAP = 44
TOP = 214
Weight = Literal[400, 700, 800]
Color = str
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@dataclass(frozen=True)
class Painter:
    """Draws boards in the font of a built page, or else in Pillow's default font."""

    folder: Path = FOLDER

    def paint(self, board: Board) -> bytes:
        """Return the picture of a board."""
        image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        draw = ImageDraw.Draw(image)
        self._headings(draw, board)
        width = len(board.piles) * CARD[0] + (len(board.piles) - 1) * GAP
        left = (WIDTH - width) // 2
        for shown in board.piles:
            self._pile(draw, left, shown)
            left += CARD[0] + GAP
        if board.laid is not None:
            _meter(draw, board.laid)
        found = BytesIO()
        image.save(found, "PNG")
        return found.getvalue()

    def _headings(self, draw: ImageDraw.ImageDraw, board: Board) -> None:
        draw.text((64, 48), board.heading, INK, self._font(58, 800))
        draw.text((64, 124), board.line, ACCENT, self._font(44, 700))
        draw.text((WIDTH - 64, 60), "Tenback", MUTED, self._font(38, 700), anchor="ra")

    def _pile(self, draw: ImageDraw.ImageDraw, left: int, shown: ShownPile) -> None:
        width, height = CARD
        box = (left, TOP, left + width, TOP + height)
        color = RISE if shown.pile.is_ascending else FALL
        draw.rounded_rectangle((left + 4, TOP + 8, box[2] + 4, box[3] + 8), 22, LINE)
        draw.rounded_rectangle(box, 22, PAPER if shown.top is not None else ACCENT, color, 6)
        middle = (left + width // 2, TOP + height // 2)
        if shown.top is None:
            draw.text(middle, "?", PAPER, self._font(120, 800), anchor="mm")
        else:
            is_untouched = shown.top == shown.pile.row_card
            ink = color if is_untouched else INK
            draw.text(middle, str(shown.top), ink, self._font(104, 800), anchor="mm")
        foot = TOP + height + 42
        _arrow(draw, (middle[0], foot), color, is_up=shown.pile.is_ascending)

    def _font(self, size: int, weight: Weight) -> Font:
        return _loaded(next(iter(sorted(self.folder.glob(FONT))), None), size, weight)


@cache
def _loaded(path: Path | None, size: int, weight: Weight) -> Font:
    if path is None:
        return ImageFont.load_default(size)
    try:
        font = ImageFont.truetype(path, size)
        font.set_variation_by_axes([weight])
    except OSError:  # Pillow was built without WOFF2 support.
        return ImageFont.load_default(size)
    return font


def _arrow(draw: ImageDraw.ImageDraw, at: tuple[int, int], color: Color, *, is_up: bool) -> None:
    """Draw a pile's direction as an arrow, so that color is not the only cue."""
    (x, y), tip = at, -22 if is_up else 22
    draw.polygon([(x, y + tip), (x - 26, y - tip), (x + 26, y - tip)], color)


def _meter(draw: ImageDraw.ImageDraw, laid: float) -> None:
    left, top, right = 64, HEIGHT - 56, WIDTH - 64
    draw.rounded_rectangle((left, top, right, top + 20), 10, LINE)
    if laid > 0:
        draw.rounded_rectangle(
            (left, top, left + max(20, (right - left) * laid), top + 20), 10, ACCENT
        )
