"""Chances and what comes true: the bots play many deals, and every chance said is counted.

    python -m bench.calibration play --out counts.json      on a GPU, if there is one
    python -m bench.calibration fit counts.json             writes the maps that ship
    python -m bench.calibration tell counts.json            what docs/analysis.md says about them

Maps are fitted to the deals of one seed and judged on those of another, which is kept for that: no
network was trained on its deals, and none is chosen by them.
"""
