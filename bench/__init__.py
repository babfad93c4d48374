"""Benchmarks of speed, as ratios within one run, because machines are noisy."""
