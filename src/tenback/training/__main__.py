"""`python -m tenback.training solo --out runs/solo` is `tenback train solo --out runs/solo`."""

import sys
from runpy import run_module

sys.argv[1:1] = ["train"]
run_module("tenback", run_name="__main__")
