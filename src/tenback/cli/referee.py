"""The line protocol: one JSON object per line in, one per line out.

{"position": "…", "moves": ["23>u1", "end"]}
{"position": "…", "legal": ["24>u1", "end"], "losing": [], "outcome": null}
"""

import json
import sys
from collections.abc import Iterable
from typing import Any

import click

from tenback.cli.commands import CliCommand
from tenback.cli.texts import Texts
from tenback.notation import answer_as_json, error_as_json, from_files, read_move, read_position
from tenback.notation.errors import NotationCode
from tenback.notation.json_form import field, read_json, text_fields
from tenback.rules import BadInput, State, TenbackError, apply
from tenback.rules.errors import Reason


def command(texts: Texts) -> click.Command:
    """Return the command `tenback referee`."""

    @click.command(
        "referee",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Judge positions for other programs: one JSON object per line in, one per line "
            "out.\n\n"
            '\b\nExample:  echo \'{"position": "classic 98,1,100,100 99 - 0"}\' | tenback '
            "referee"
        ),
    )
    def run() -> None:
        for answer in answers(() if sys.stdin is None else sys.stdin.buffer):
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()

    return run


def answers(lines: Iterable[bytes]) -> Iterable[dict[str, Any]]:
    """Yield an answer for every line. An invalid line gets an error as its answer."""
    for line in lines:
        try:
            yield answer_as_json(_judge(line))
        except TenbackError as error:
            yield error_as_json(error)


def _judge(line: bytes) -> State:
    """Return the state after the moves that a line requests."""
    try:
        request = read_json(line.decode())
    except UnicodeDecodeError:
        raise BadInput(NotationCode.BAD_JSON, reason=Reason("it is not UTF-8 text")) from None
    moves = text_fields(request, "moves", default=[])
    state = read_position(field(request, "position", str), from_files)
    for move in moves:
        state = follow(state, move)
    return state


def follow(state: State, move: str) -> State:
    """Return the state after a move in notation, made by the seat whose turn it is."""
    seat = None if state.turn is None else state.turn.seat
    return apply(state, read_move(move, seat=seat))[0]
