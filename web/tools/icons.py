"""Draws our logo: a 10 whose one is an arrow up, and whose zero holds an arrow down.

    python web/tools/icons.py

writes web/public/icon.svg and the PNGs for phones. It needs Pillow, which matplotlib depends on.
"""

from pathlib import Path

from PIL import Image, ImageDraw

PUBLIC = Path(__file__).parent.parent / "public"
FIELD = 96
"""The side of the square that everything is drawn in."""
CORNER = 22
GROUND, RISE, NOUGHT, FALL = "#0d3b3f", "#f2a65e", "#f6f3ec", "#a3b4ff"

Points = tuple[tuple[float, float], ...]
Box = tuple[float, float, float, float]

ONE: Points = ((26, 14), (43, 36), (32.5, 36), (32.5, 82), (19.5, 82), (19.5, 36), (9, 36))
OUTER: Box = (47, 14, 87, 82)
INNER: Box = (57, 24, 77, 72)
ARROW: Points = ((64.5, 31), (69.5, 31), (69.5, 52), (74.5, 52), (67, 65), (59.5, 52), (64.5, 52))

FINE = 8
"""How many times larger the logo is drawn, for smooth edges."""
COLOURS = 64
"""Enough for four colors and the edges between them."""
PICTURES = {
    # name: side in pixels, share of the field that the logo takes, whether the corners are round
    "icon-192.png": (192, 1.0, True),
    "icon-512.png": (512, 1.0, True),
    "icon-maskable-512.png": (512, 0.66, False),
    "apple-touch-icon.png": (180, 0.84, False),
}


def svg() -> str:
    """Return the logo as SVG."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {FIELD} {FIELD}">'
        f'<rect width="{FIELD}" height="{FIELD}" rx="{CORNER}" fill="{GROUND}"/>'
        f'<path fill="{RISE}" d="{_path(ONE)}"/>'
        f'<path fill="{NOUGHT}" fill-rule="evenodd" d="{_oval(OUTER)}{_oval(INNER)}"/>'
        f'<path fill="{FALL}" d="{_path(ARROW)}"/>'
        "</svg>\n"
    )


def png(side: int, share: float, *, is_round: bool) -> Image.Image:
    """Return the logo as pixels; without round corners, the background fills the square."""
    large = side * FINE
    picture = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    scale, shift = large * share / FIELD, large * (1 - share) / 2
    corner = CORNER * large / FIELD if is_round else 0
    draw.rounded_rectangle((0, 0, large - 1, large - 1), corner, fill=GROUND)

    def at(points: Points) -> list[tuple[float, float]]:
        return [(shift + scale * x, shift + scale * y) for x, y in points]

    def oval(box: Box, colour: str) -> None:
        (left, top), (right, bottom) = at(((box[0], box[1]), (box[2], box[3])))
        draw.rounded_rectangle((left, top, right, bottom), (right - left) / 2, fill=colour)

    draw.polygon(at(ONE), fill=RISE)
    oval(OUTER, NOUGHT)
    oval(INNER, GROUND)
    draw.polygon(at(ARROW), fill=FALL)
    small = picture.resize((side, side), Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, Image.Quantize.FASTOCTREE)


def _path(points: Points) -> str:
    return "M" + " ".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def _oval(box: Box) -> str:
    """Return the SVG of a box whose short sides are semicircles."""
    left, top, right, bottom = box
    radius = (right - left) / 2
    high, low = top + radius, bottom - radius
    half = f"A{radius:g} {radius:g} 0 0 1 "
    return f"M{left:g} {high:g}{half}{right:g} {high:g}V{low:g}{half}{left:g} {low:g}Z"


if __name__ == "__main__":
    PUBLIC.mkdir(exist_ok=True)
    (PUBLIC / "icon.svg").write_text(svg(), encoding="utf-8")
    for name, (side, share, is_round) in PICTURES.items():
        png(side, share, is_round=is_round).save(PUBLIC / name, optimize=True)
