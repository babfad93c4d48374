"""The vectors agree with the referee, and cover every edition and option."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tenback.notation import read_code, read_move, read_position, write_position
from tenback.notation.fair_dealing import commitment_of, fair_seed
from tenback.rules import apply, legal_moves, losing_plays
from tenback.rules.perft import perft
from tests.variants import variants
from vectors.__main__ import HERE
from vectors.writing import files

PLAYTHROUGHS = sorted((HERE / "playthroughs").glob("*.txt"))


def lines(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def test_the_files_are_what_make_vectors_writes() -> None:
    assert {name: (HERE / name).read_text(encoding="utf-8") for name, _ in files()} == dict(files())
    assert {path.name for path in PLAYTHROUGHS} == {Path(n).name for n, _ in files() if "/" in n}


@pytest.mark.parametrize("line", lines(HERE / "perft.txt"))
def test_perft_counts(line: str) -> None:
    position, counts = line.split(" ; ")
    state = read_position(position)
    assert [perft(state, depth) for depth, _ in enumerate(counts.split(), 1)] == [
        int(count) for count in counts.split()
    ]


@pytest.mark.parametrize("line", lines(HERE / "deals.txt"))
def test_deals_never_change(line: str) -> None:
    code, position, counts = line.split(" ; ")
    start = read_code(code).start()
    assert write_position(start) == position
    assert [perft(start, 1), perft(start, 2), perft(start, 3)] == list(map(int, counts.split()))


@pytest.mark.parametrize("line", lines(HERE / "fairness.txt"))
def test_fair_seeds_never_change(line: str) -> None:
    secret, words, commitment, seed = line.split(" ; ")
    assert commitment_of(secret) == commitment
    assert fair_seed(secret, json.loads(words)) == seed


@pytest.mark.parametrize("line", lines(HERE / "fairness.txt"))
def test_fair_seeds_are_what_a_reader_of_the_page_would_make(line: str) -> None:
    """Follow `docs/fairness.md` with nothing but SHA-256."""
    secret, words, commitment, seed = line.split(" ; ")
    assert sha256(b"tenback:1:commitment:" + secret.encode()).hexdigest() == commitment
    joined = ",".join((f'"{secret}"', *map(quoted, json.loads(words))))
    digest = sha256(f"tenback:1:fair:[{joined}]".encode("ascii")).digest()
    bits = "".join(f"{byte:08b}" for byte in digest)
    signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    assert "".join(signs[int(bits[5 * i : 5 * i + 5], 2)] for i in range(15)) == seed


def quoted(word: str) -> str:
    """Write a word as the page says: two signs escaped, the rest of Unicode by UTF-16 units."""
    told = ""
    for sign in word:
        units = sign.encode("utf-16-be").hex()
        escaped = "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))
        told += f"\\{sign}" if sign in '"\\' else sign if sign.isascii() else escaped
    return f'"{told}"'


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs_replay(path: Path) -> None:
    """Follow the moves of the file, as any implementation would, and compare what it prints."""
    first, *rest = lines(path)
    state = read_position(first.removeprefix("position "))
    for line in rest:
        word, _, told = line.partition(" ")
        match word:
            case "seat":
                assert state.turn is not None
                hand = ".".join(map(str, state.hands[state.turn.seat]))
                assert f" hand {hand} " in line
                assert told.startswith(f"{state.turn.seat} tops {','.join(map(str, state.tops))}")
                sizes = "/".join(str(len(cards)) for cards in state.draw_piles)
                assert told.endswith(f" draw {sizes}")
            case "legal":
                assert told == ", ".join(map(str, legal_moves(state)))
            case "losing":
                assert told == ", ".join(map(str, losing_plays(state)))
            case "move":
                state = apply(state, read_move(told))[0]
            case "position":
                assert told == write_position(state)
            case "outcome":
                assert told == str(state.outcome)
            case _:
                pytest.fail(f"{path.name} has a line that begins with {word}")
    assert state.outcome is not None


def test_every_edition_and_option_has_a_playthrough() -> None:
    starts = {lines(path)[0].split()[1].partition(":")[0] for path in PLAYTHROUGHS}
    expected = {variant for variant in variants() if "+" not in variant or "@" not in variant}
    assert starts == expected
