"""`make vectors` writes the vectors again. Look at every difference before you commit it.

perft.txt         one position per line, and how many sequences of 1, 2, 3 … moves there are
deals.txt         one deal per line: code, the position it gives, and its first perft counts
fairness.txt      one secret per line, words of the seats, the commitment, and the seed they give
playthroughs/     sittings, moment by moment: what is legal, what loses, what is played
told/             what each person at those tables receives, to test how clients fold it
stored/           sittings as a server stores them, step by step, and the records they give
"""

import sys
from pathlib import Path

from vectors.stored import stored_files
from vectors.told import told_files
from vectors.writing import files

HERE = Path(__file__).parent


def main() -> None:
    """Write every file of the vectors."""
    for name, text in (*files(), *stored_files(), *told_files()):
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(HERE.parent)}\n")


if __name__ == "__main__":
    main()
