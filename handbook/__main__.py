"""`python -m handbook [FOLDER [WORK]]` builds the site, by default into the package."""

import sys
from pathlib import Path

from handbook.building import SITE, WORK, build

if __name__ == "__main__":
    given = [Path(text).resolve() for text in sys.argv[1:3]]
    sys.exit(build(*given, *(SITE, WORK)[len(given) :]))
