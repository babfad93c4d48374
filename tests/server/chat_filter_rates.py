"""Measures how much the chat guard catches, and how much it refuses wrongly.

`python -m tests.server.chat_filter_rates` prints the rates; `--missed` also prints the texts behind
them, but never those of the held-out lists, which would be useless once somebody tunes on them.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tenback.languages import LANGUAGES
from tenback.server.chat_filter import number_in

CHAT = Path(__file__).parent / "chat"
EVASIONS = sorted(path.stem for path in CHAT.glob("evasions*.txt"))
CONCEDED = "conceded"
HARMLESS = {
    code: sorted(path.stem for path in CHAT.glob(f"harmless_{code}*.txt")) for code in LANGUAGES
}


@dataclass(frozen=True, slots=True)
class Rate:
    """The share of some texts that is refused."""

    refused: list[str]
    passed: list[str]

    @property
    def count(self) -> int:
        return len(self.refused) + len(self.passed)

    @property
    def share(self) -> float:
        return len(self.refused) / self.count

    def __str__(self) -> str:
        return f"{len(self.refused):4} of {self.count:4} refused, {self.share:6.1%}"


def lines(name: str) -> list[str]:
    return (CHAT / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")


def evasions(name: str) -> Iterator[tuple[str, str]]:
    """Yield every text with its class, which is the heading above it: `[masked]`."""
    kind = ""
    for line in lines(name):
        if line.startswith("[") and line[1:-1].isalpha() and line.endswith("]"):
            kind = line[1:-1]
        elif line:
            yield kind, line


def rate(texts: list[str]) -> Rate:
    answers = [(text, number_in(text)) for text in texts]
    return Rate([t for t, found in answers if found], [t for t, found in answers if not found])


def rate_of_evasions(*names: str) -> Rate:
    return rate([text for name in names for _, text in evasions(name)])


def rate_of_harmless(*names: str) -> Rate:
    return rate([text for name in names for text in lines(name)])


def main() -> None:
    """Print the rates."""
    for name in (*EVASIONS, CONCEDED):
        result = rate_of_evasions(name)
        print(f"{name:20} {result}")
        if "--missed" in sys.argv and "held_out" not in name:
            print("   passed:", " | ".join(result.passed))
    for name in chain(*HARMLESS.values()):
        result = rate_of_harmless(name)
        print(f"{name:20} {result}")
        if "--missed" in sys.argv and "held_out" not in name:
            print("   refused:", " | ".join(result.refused))
    kinds: dict[str, list[str]] = defaultdict(list)
    for name in EVASIONS:
        for kind, text in evasions(name):
            kinds[kind].append(text)
    for kind, texts in kinds.items():
        print(f"  {kind:18} {rate(texts)}")


if __name__ == "__main__":
    main()
