"""Calibrates chances: bots play many deals, and every chance stated is compared with the result.

    python -m bench.calibration play --out counts.json      on a GPU, if there is one
    python -m bench.calibration fit counts.json             writes the maps that ship
    python -m bench.calibration tell counts.json            prints the table in docs/analysis.md

Maps are fitted to the deals of one seed and judged on the deals of another, which is reserved for
that: no network is trained on its deals, or chosen by them.
"""
