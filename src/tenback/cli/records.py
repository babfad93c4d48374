"""The command `replay`: checks a record and prints it for people."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from rich.table import Table as Grid
from rich.text import Text

from tenback.cli.commands import (
    BoundedInt,
    CliCommand,
    console,
    json_option,
    print_json,
    read_standard_input,
)
from tenback.cli.drawing import outcome, state_picture
from tenback.cli.texts import Texts
from tenback.notation import (
    Record,
    read_any_record,
    record_as_json,
    write_code,
    write_event,
    write_position,
)
from tenback.notation.files import read_file
from tenback.notation.layouts import from_files
from tenback.notation.records import RecordedTurn
from tenback.rules import State, fold
from tenback.rules.events import Finished, TurnBegan

LONGEST_SITTING = 9999


def replay_command(texts: Texts) -> click.Command:
    """Return the command `tenback replay`."""

    @click.command(
        "replay",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Check the record in FILE, move by move, and show what happened.\n\n"
            "The file is a record as text or as JSON; - is standard input. Every error in it is "
            "listed with its line.\n\n\b\n"
            "Examples:  tenback replay friday.txt\n"
            "           tenback replay friday.txt --turn 12 --picture table.png\n"
            "           tenback replay friday.txt --json"
        ),
    )
    @click.argument("file")
    @click.option(
        "--turn",
        type=BoundedInt(texts, 0, LONGEST_SITTING),
        help=texts("Draw the table at the beginning of this turn."),
    )
    @click.option(
        "--picture",
        type=click.Path(path_type=Path),
        metavar=texts("FILE"),
        help=texts("Save the table of --turn, or of the end, as a .png file."),
    )
    @json_option(texts)
    def run(file: str, turn: int | None, picture: Path | None, as_json: bool) -> None:
        text = read_standard_input() if file == "-" else read_file(Path(file))
        record = read_any_record(text, from_files)
        if as_json and turn is not None:
            raise click.UsageError(texts("either --json or --turn, not both"))
        state = _state_at(texts, record, turn)
        if picture is not None:
            from tenback.cli.table_picture import save_table

            save_table(texts, picture, state, record.players)
        if as_json:
            print_json(record_as_json(record))
        elif turn is None:
            _print_record(texts, record)
        else:
            screen = console()
            screen.print(state_picture(texts, state, record.players))
            screen.print(f"{texts('position')}: {write_position(state)}", soft_wrap=True)

    return run


def _print_record(texts: Texts, record: Record) -> None:
    """Print a record turn by turn."""
    screen = console()
    facts = [(texts("edition"), str(record.start.edition)), *record.tags]
    if record.deal is not None:
        facts.insert(0, (texts("code"), write_code(record.deal)))
    facts += [(texts("seat {seat}", seat=s), name) for s, name in enumerate(record.players)]
    for name, value in facts:
        screen.print(Text(f"{name}: {value}"))
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for heading in ("turn", "player", "what happened", "piles afterwards"):
        grid.add_column(texts(heading), overflow="fold")
    state = record.start
    remarks = record.remarks
    for turn in record.turns:
        state = fold(state, turn.events)
        player = texts("opening") if turn.seat is None else record.players[turn.seat]
        tops = " ".join(map(str, state.tops))
        grid.add_row(str(turn.number), player, _what_happened(turn, remarks), tops)
    screen.print(grid)
    end = record.outcome
    result = texts("not finished") if end is None else outcome(texts, end, record.players)
    screen.print(Text(result, style="bold"))
    for remark in remarks.get(len(record.events), ()):
        screen.print(Text(f"; {remark}", style="italic dim"))


def _what_happened(turn: RecordedTurn, remarks: Mapping[int, Sequence[str]]) -> Text:
    """Return a turn's events, with comments in their places."""
    text = Text()
    for number, event in enumerate(turn.events, turn.first):
        for remark in remarks.get(number, ()):
            text.append(f"\n; {remark}\n", style="italic dim")
        if not isinstance(event, TurnBegan | Finished):
            text.append(f"{write_event(event, seat=turn.seat)}  ")
    return text


def _state_at(texts: Texts, record: Record, number: int | None) -> State:
    """Return the table at the beginning of a turn; turn 0 is the opening, None the end."""
    if number is None:
        return fold(record.start, record.events)
    turns = {turn.number: turn for turn in record.turns}
    if number not in turns:
        raise click.UsageError(
            texts(
                "this record has turns {first} to {last}",
                first=min(turns),
                last=max(turns),
            )
        )
    turn = turns[number]
    begins_with_turn = bool(turn.events) and isinstance(turn.events[0], TurnBegan)
    return fold(record.start, record.events[: turn.first + begins_with_turn])
