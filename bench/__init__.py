"""Benchmarks of speed, as ratios within one run, because machines are noisy."""

from tenback.processes import use_one_thread_in_libraries

use_one_thread_in_libraries()
