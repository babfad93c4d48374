"""The commands about one position: `legal`, `apply`, `perft`."""

from collections.abc import Iterator

import click
from rich.console import Console
from rich.progress import track

from tenback.cli.commands import (
    CliCommand,
    Whole,
    console,
    json_option,
    print_json,
    read_standard_input,
)
from tenback.cli.drawing import state_picture
from tenback.cli.referee import follow
from tenback.cli.texts import Texts
from tenback.notation import answer_as_json, from_files, read_position, write_position
from tenback.rules import State, apply, legal_moves
from tenback.rules.perft import perft

DEEPEST = 99
COLUMN = 16


def legal_command(texts: Texts) -> click.Command:
    """Return the command `tenback legal`."""

    @click.command(
        "legal",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Show what is legal in POSITION, and which plays lose at once.\n\n"
            "A position has five fields: edition, tops, hands, draw pile, turn; - reads it from "
            "standard input.\n\n\b\n"
            "Example:  tenback legal 'classic 98,1,100,100 99 - 0'"
        ),
        context_settings={"ignore_unknown_options": True},  # -/- may be a field
    )
    @click.argument("position", nargs=-1, required=True)
    @json_option(texts)
    def run(position: tuple[str, ...], as_json: bool) -> None:
        for word in position:
            if word.startswith("--"):
                raise click.NoSuchOption(word)
        _show(texts, _read(position), as_json=as_json)

    return run


def apply_command(texts: Texts) -> click.Command:
    """Return the command `tenback apply`."""

    @click.command(
        "apply",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Make each MOVE in POSITION and show what comes of it.\n\n"
            "Moves are 23>u1, end, back, begin 0, 0:name 1, say keep u1, resign; put those with "
            "blanks or > in quotes.\n\n\b\n"
            "Example:  tenback apply 'classic 97,1,100,100 98.99 - 0' '98>u1' end"
        ),
    )
    @click.argument("position", required=True)
    @click.argument("move", nargs=-1, required=True)
    @json_option(texts)
    def run(position: str, move: tuple[str, ...], as_json: bool) -> None:
        state = _read((position,))
        for text in move:
            state = follow(state, text)
        _show(texts, state, as_json=as_json)

    return run


def perft_command(texts: Texts) -> click.Command:
    """Return the command `tenback perft`."""

    @click.command(
        "perft",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Count the sequences of DEPTH moves from POSITION: a check for other referees.\n\n\b\n"
            "Example:  tenback perft 'classic 97,1,100,100 98.99 - 0' 3"
        ),
    )
    @click.argument("position", required=True)
    @click.argument("depth", type=Whole(texts, 1, DEEPEST), required=True)
    @click.option("--divide", is_flag=True, help=texts("Count for each first move apart."))
    @json_option(texts)
    def run(position: str, depth: int, divide: bool, as_json: bool) -> None:
        state = _read((position,))
        rows = _divided(state, depth) if divide else _by_depth(texts, state, depth)
        if as_json:
            counts = dict(rows)
            found = {"divide": counts} if divide else {"perft": list(counts.values())}
            print_json({"position": write_position(state), "depth": depth, **found})
            return
        screen = console()
        heading = texts("move") if divide else texts("depth")
        screen.print(f"{heading:>{COLUMN}} {texts('sequences'):>{COLUMN}}")
        total = 0
        for name, count in rows:
            total += count
            screen.print(f"{name:>{COLUMN}} {count:>{COLUMN},}")
        if divide:
            screen.print(f"{texts('sum'):>{COLUMN}} {total:>{COLUMN},}")

    return run


def _divided(state: State, depth: int) -> Iterator[tuple[str, int]]:
    """Yield each first move with the number of sequences that begin with it."""
    for move in legal_moves(state):
        yield str(move), perft(apply(state, move)[0], depth - 1)


def _by_depth(texts: Texts, state: State, deepest: int) -> Iterator[tuple[str, int]]:
    """Yield each depth with its count, as soon as it is known; a bar shows how far the next is."""
    screen = Console(stderr=True)
    for depth in range(1, deepest + 1):
        after = [apply(state, move)[0] for move in legal_moves(state)]
        bar = track(
            after,
            texts("depth {depth}", depth=depth),
            console=screen,
            transient=True,
            disable=not screen.is_terminal,
        )
        yield str(depth), sum(perft(then, depth - 1) for then in bar)


def _read(words: tuple[str, ...]) -> State:
    """Return the position on the line, in quotes or not, or on standard input."""
    text = read_standard_input() if words == ("-",) else " ".join(words)
    return read_position(text, from_files)


def _show(texts: Texts, state: State, *, as_json: bool) -> None:
    if as_json:
        print_json(answer_as_json(state))
        return
    answer = answer_as_json(state)
    screen = console()
    screen.print(state_picture(texts, state))
    screen.print(f"{texts('position')}: {answer['position']}", soft_wrap=True)
    for key in ("legal", "losing"):
        moves = "  ".join(answer[key]) or "–"
        screen.print(f"{texts(key)}: {moves}", soft_wrap=True)
