"""Train a network: `python -m tenback.training solo --out runs/solo`."""

import sys

from tenback.training.command import main

sys.exit(main())
