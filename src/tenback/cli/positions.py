"""The commands on a position: `legal`, `apply` and `perft`."""

from collections.abc import Iterator

import click
from rich.console import Console
from rich.progress import track

from tenback.cli.commands import (
    BoundedInt,
    CliCommand,
    console,
    json_option,
    print_json,
    read_standard_input,
)
from tenback.cli.drawing import state_picture
from tenback.cli.referee import follow
from tenback.cli.texts import Texts
from tenback.notation import (
    answer_as_json,
    from_files,
    read_code,
    read_position,
    write_position,
)
from tenback.rules import Deal, State, apply, legal_moves
from tenback.rules.perft import perft

FIELDS = 5
FIELDS_MAY_BEGIN_WITH_A_DASH = {"ignore_unknown_options": True}
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
        context_settings=FIELDS_MAY_BEGIN_WITH_A_DASH,
    )
    @click.argument("words", metavar="POSITION", nargs=-1, required=True)
    @json_option(texts)
    def run(words: tuple[str, ...], as_json: bool) -> None:
        state, rest = _read(words)
        if rest:
            raise click.UsageError(texts("unexpected argument: {text}", text=rest[0]))
        _show(texts, state, as_json=as_json)

    return run


def apply_command(texts: Texts) -> click.Command:
    """Return the command `tenback apply`."""

    @click.command(
        "apply",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Play each MOVE in POSITION and show the result.\n\n"
            "Moves are 23>u1, end, back, begin 0, 0:name 1, say keep u1, resign; put moves "
            "with spaces or > in quotes.\n\n"
            "\b\nExample:  tenback apply 'classic 97,1,100,100 98.99 - 0' '98>u1' end"
        ),
        context_settings=FIELDS_MAY_BEGIN_WITH_A_DASH,
    )
    @click.argument("words", metavar="POSITION MOVE…", nargs=-1, required=True)
    @json_option(texts)
    def run(words: tuple[str, ...], as_json: bool) -> None:
        state, moves = _read(words)
        if not moves:
            raise click.UsageError(texts("{name} is missing", name="MOVE"))
        for move in moves:
            state = follow(state, move)
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
        context_settings=FIELDS_MAY_BEGIN_WITH_A_DASH,
    )
    @click.argument("words", metavar="POSITION DEPTH", nargs=-1, required=True)
    @click.option("--divide", is_flag=True, help=texts("Count separately for each first move."))
    @json_option(texts)
    @click.pass_context
    def run(ctx: click.Context, words: tuple[str, ...], divide: bool, as_json: bool) -> None:
        state, rest = _read(words)
        if len(rest) != 1:
            raise click.UsageError(texts("give a position and a depth, nothing else"))
        depth = BoundedInt(texts, 1, DEEPEST).convert(rest[0], None, ctx)
        rows = _divided(state, depth) if divide else _by_depth(texts, state, depth)
        if as_json:
            found = {"divide": dict(rows)} if divide else {"perft": [count for _, count in rows]}
            print_json({"position": write_position(state), "depth": depth, **found})
            return
        screen = console()
        heading = texts("move") if divide else texts("depth")
        screen.print(f"{heading:>{COLUMN}} {texts('sequences'):>{COLUMN}}")
        total = 0
        for name, count in rows:
            total += count
            screen.print(f"{name:>{COLUMN}} {texts.number(count):>{COLUMN}}")
        if divide:
            screen.print(f"{texts('sum'):>{COLUMN}} {texts.number(total):>{COLUMN}}")

    return run


def _divided(state: State, depth: int) -> Iterator[tuple[str, int]]:
    """Yield each first move with the number of sequences that start with it."""
    for move in legal_moves(state):
        yield str(move), perft(apply(state, move)[0], depth - 1)


def _by_depth(texts: Texts, state: State, deepest: int) -> Iterator[tuple[str, int]]:
    """Yield each depth with its count as soon as it is known, showing a progress bar."""
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


def _read(words: tuple[str, ...]) -> tuple[State, tuple[str, ...]]:
    """Return the position at the beginning of a line, in quotes or not, and the remaining words."""
    _refuse_options(words)
    if words[0] == "-":
        text, rest = read_standard_input(), words[1:]
    elif len(words[0].split()) > 1:
        text, rest = words[0], words[1:]
    else:
        text, rest = " ".join(words[:FIELDS]), words[FIELDS:]
    return read_position(text, from_files), rest


def read_start(texts: Texts, words: tuple[str, ...], layout: str | None) -> Deal | State:
    """Return the deal or the position that a command line gives."""
    _refuse_options(words)
    text = read_standard_input() if words == ("-",) else " ".join(words)
    if len(text.split()) == 1:
        return read_code(text, None if layout is None else from_files(layout))
    if layout is not None:
        raise click.UsageError(
            texts("--layout only works with a deal code: a position names its own")
        )
    return read_position(text, from_files)


def _refuse_options(words: tuple[str, ...]) -> None:
    """Refuse words that look like options. A field may begin with a single dash."""
    for word in words:
        if word.startswith("--"):
            raise click.NoSuchOption(word)


def _show(texts: Texts, state: State, *, as_json: bool) -> None:
    answer = answer_as_json(state)
    if as_json:
        print_json(answer)
        return
    screen = console()
    screen.print(state_picture(texts, state))
    screen.print(f"{texts('position')}: {answer['position']}", soft_wrap=True)
    for key in ("legal", "losing"):
        moves = "  ".join(answer[key]) or "–"
        screen.print(f"{texts(key)}: {moves}", soft_wrap=True)
