"""The one drawing of a table as a picture: for environments, records and link previews.

board = Board("Classic", "7 to go", piles)    what to show: no more than its maker may see
Painter().paint(board)                        an image, or with `png` a file

Needs Pillow and knows no rules: what a card is marked with is text in the board.
"""

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from tenback.rules import Pile

WIDTH, HEIGHT = 1200, 630
"""The size that Open Graph recommends."""
PAGE, FONT = Path(__file__).parent / "server" / "page", "assets/nunito-*.woff2"
"""The page's font, available once the page is built, as in every installation."""

# The colors of the page's light theme (web/src/style.css).
FELT, PAPER, INK, MUTED, LINE = "#dfe8e2", "#fffdf8", "#1d2528", "#55605f", "#c3cfc7"
ACCENT, RISE, FALL = "#0b5f63", "#9a4a07", "#33489c"

MARGIN, GAP = 64, 44
NAMES, NOTES = 176, 480
"""The width of the names of seats, and of the notes about them."""
HAND_CARD, HAND_GAP, LAST_ROW_ENDS = (132, 88), 8, 618
"""The largest cards of hands, the space between them, and where their rows end."""
Weight = Literal[400, 700, 800]
Color = str
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Draw = ImageDraw.ImageDraw


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card, or None if it is hidden, and what is special about it."""

    number: int | None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ShownPile:
    """A pile with its top card, and perhaps its name."""

    pile: Pile
    top: ShownCard
    name: str = ""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """The cards that a seat holds, and a note about it."""

    name: str
    cards: tuple[ShownCard, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that a picture shows."""

    heading: str
    line: str
    piles: tuple[ShownPile, ...]
    laid: float | None = None
    """The share of the cards that has been laid, if it is shown."""
    hands: tuple[ShownHand, ...] = ()
    corner: str = "Tenback"


@dataclass(frozen=True, slots=True)
class _PileSizes:
    """Where the piles are, and how large."""

    card: tuple[int, int]
    top: int
    number: int
    """The size of the font."""
    foot: int
    """How far below the card the arrow is."""


LARGE = _PileSizes(card=(190, 266), top=214, number=104, foot=42)
SMALL = _PileSizes(card=(136, 176), top=190, number=76, foot=30)
"""With hands below."""


@dataclass(frozen=True)
class Painter:
    """Draws boards in the font of a built page, or else in Pillow's default font."""

    page: Path = PAGE

    def paint(self, board: Board) -> Image.Image:
        """Return the picture of a board."""
        image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        draw = ImageDraw.Draw(image)
        self._headings(draw, board)
        sizes = SMALL if board.hands else LARGE
        step = sizes.card[0] + GAP
        left = (WIDTH - len(board.piles) * step + GAP) // 2
        for shown in board.piles:
            self._pile(draw, left, shown, sizes)
            left += step
        if board.hands:
            self._hands(draw, sizes.top + sizes.card[1] + 2 * sizes.foot, board.hands)
        if board.laid is not None:
            _meter(draw, board.laid)
        return image

    def png(self, board: Board) -> bytes:
        """Return the picture of a board as a file."""
        found = BytesIO()
        self.paint(board).save(found, "PNG")
        return found.getvalue()

    def _headings(self, draw: Draw, board: Board) -> None:
        width = WIDTH - 2 * MARGIN
        corner = self._font(38, 700)
        draw.text((WIDTH - MARGIN, 60), board.corner, MUTED, corner, anchor="ra")
        free = width - GAP - draw.textlength(board.corner, corner)
        draw.text((MARGIN, 48), board.heading, INK, self._fitting(board.heading, 58, 800, free))
        draw.text((MARGIN, 124), board.line, ACCENT, self._fitting(board.line, 44, 700, width))

    def _pile(self, draw: Draw, left: int, shown: ShownPile, sizes: _PileSizes) -> None:
        width, height = sizes.card
        box = (left, sizes.top, left + width, sizes.top + height)
        color = RISE if shown.pile.is_ascending else FALL
        draw.rounded_rectangle((left + 4, box[1] + 8, box[2] + 4, box[3] + 8), 22, LINE)
        is_hidden, is_untouched = shown.top.number is None, shown.top.number == shown.pile.row_card
        draw.rounded_rectangle(box, 22, ACCENT if is_hidden else PAPER, color, 6)
        ink = PAPER if is_hidden else color if is_untouched else INK
        middle = (left + width // 2, sizes.top + height // 2)
        text, size = (
            ("?", sizes.number + 16) if is_hidden else (str(shown.top.number), sizes.number)
        )
        font = self._fitting(text, size, 800, width - 30)
        draw.text(middle, text, ink, font, anchor="mm")
        self._mark(draw, (middle[0], box[3] - 24), shown.top.mark, 26, width - 24)
        foot = box[3] + sizes.foot
        _arrow(draw, (middle[0], foot), color, is_up=shown.pile.is_ascending)
        draw.text((middle[0] + 38, foot), shown.name, MUTED, self._font(28, 700), anchor="lm")

    def _hands(self, draw: Draw, top: int, hands: tuple[ShownHand, ...]) -> None:
        """Draw the hands in rows: name, cards, note."""
        row = min(HAND_CARD[1] + HAND_GAP, (LAST_ROW_ENDS - top) / len(hands))
        first = MARGIN + NAMES
        notes = WIDTH - (NOTES if any(hand.note for hand in hands) else MARGIN)
        most = max(1, *(len(hand.cards) for hand in hands))
        step = min(HAND_CARD[0] + HAND_GAP, (notes - first - HAND_GAP) / most)
        size = step - HAND_GAP, row - HAND_GAP
        for place, hand in enumerate(hands):
            middle = top + (place + 0.5) * row
            font = self._fitting(hand.name, min(30, size[1]), 700, NAMES - 20)
            draw.text((MARGIN, middle), hand.name, MUTED, font, anchor="lm")
            for at, card in enumerate(hand.cards):
                self._hand_card(draw, (first + at * step, middle - size[1] / 2), size, card)
            font = self._fitting(hand.note, min(28, size[1]), 700, NOTES - MARGIN)
            draw.text((notes, middle), hand.note, ACCENT, font, anchor="lm")

    def _hand_card(
        self, draw: Draw, at: tuple[float, float], size: tuple[float, float], card: ShownCard
    ) -> None:
        (left, top), (width, height) = at, size
        box, radius = (left, top, left + width, top + height), min(12, height / 4)
        draw.rounded_rectangle(box, radius, ACCENT if card.number is None else PAPER, LINE, 2)
        if card.number is None:
            return
        text, font = str(card.number), self._font(int(min(0.75 * height, 0.4 * width)), 700)
        x, y = left + width / 2, top + height / 2
        if not card.mark:
            draw.text((x, y), text, INK, font, anchor="mm")
        elif height > HAND_CARD[1] / 2:
            draw.text((x, top + 0.4 * height), text, INK, font, anchor="mm")
            self._mark(draw, (x, top + 0.82 * height), card.mark, 22, width - 10)
        else:
            draw.text((left + 8, y), text, INK, font, anchor="lm")
            free = width - 24 - font.getlength(text)
            self._mark(draw, (left + width - 8 - free / 2, y), card.mark, 22, free)

    def _mark(
        self, draw: Draw, at: tuple[float, float], text: str, size: float, width: float
    ) -> None:
        draw.text(at, text, ACCENT, self._fitting(text, size, 700, width), anchor="mm")

    def _fitting(self, text: str, size: float, weight: Weight, width: float) -> Font:
        """Return the font in which a text is no wider than allowed: at most this size."""
        font = self._font(int(size), weight)
        needed = font.getlength(text)
        return font if needed <= width else self._font(max(1, int(size * width / needed)), weight)

    def _font(self, size: int, weight: Weight) -> Font:
        return _loaded(next(iter(sorted(self.page.glob(FONT))), None), size, weight)


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


def _arrow(draw: Draw, at: tuple[int, int], color: Color, *, is_up: bool) -> None:
    """Draw a pile's direction as an arrow, so that color is not the only cue."""
    (x, y), tip = at, -22 if is_up else 22
    draw.polygon([(x, y + tip), (x - 26, y - tip), (x + 26, y - tip)], color)


def _meter(draw: Draw, laid: float) -> None:
    left, top, right = MARGIN, HEIGHT - 56, WIDTH - MARGIN
    draw.rounded_rectangle((left, top, right, top + 20), 10, LINE)
    if laid > 0:
        draw.rounded_rectangle(
            (left, top, left + max(20, (right - left) * laid), top + 20), 10, ACCENT
        )
