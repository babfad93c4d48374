"""How fast it is, as ratios within one run: these machines are noisy."""
