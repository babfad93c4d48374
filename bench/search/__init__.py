"""Ways to think, compared on the same deals: whole turns at many tables, best on a GPU.

    python -m bench.search --setup "extreme 2" --way "" --way "stages=6x16,3x48,2x64" --out out.json

A way is what `tenback.bots.thinking.Care` holds, as `name=value` joined by blanks; the empty one is
how `adept` thinks. All others are compared with the first. A decision is a whole turn: unlike at a
real table, nobody thinks again when others speak between two cards.
"""
