"""Compares ways to think on the same deals, at many tables at once, best on a GPU.

    python -m bench.search --setup "extreme 2" --way "" --way "stages=6x16,3x48,2x64" --out out.json

A way is written as the fields of `tenback.bots.thinking.Care`, as `name=value` joined by blanks;
the empty way is how `adept` thinks. All other ways are compared with the first. Seats think again
as at real tables: after each card, while others' signals stand. Two things differ from real bots:
no more than the usual lines are listed near the end, and draws are other ones.
"""
