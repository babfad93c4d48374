"""Compares ways to think on the same deals: whole turns at many tables, best on a GPU.

    python -m bench.search --setup "extreme 2" --way "" --way "stages=6x16,3x48,2x64" --out out.json

A way is written as the fields of `tenback.bots.thinking.Care`, as `name=value` joined by blanks;
the empty way is how `adept` thinks. All other ways are compared with the first. A decision is a
whole turn: unlike at a real table, a bot does not think again when others speak between two cards.
"""
