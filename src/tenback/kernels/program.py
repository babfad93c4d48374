"""The C++ program that plays whole turns at many tables."""

from functools import cache
from importlib.resources import files
from typing import Any

from tenback.batch.draws import draw_all, play_line
from tenback.batch.stepping import RUN
from tenback.batch.turns import END_OF_TURN, move_on
from tenback.encoding.rows import ROW, write_line_row
from tenback.fastsim.tables import (
    LAYOUT,
    LONGEST_TURN,
    MOST_CARDS,
    MOST_SEATS,
    RULES,
    RUNNING,
    TABLE,
    Setup,
)
from tenback.fastsim.turns import Progress, progress_of
from tenback.kernels.translation import INTEGER, UNSIGNED, Block, Pointer, Program, Type, Value
from tenback.policies import endings
from tenback.policies.costs import Known, known_of
from tenback.policies.endings import ROOM, write_lefts
from tenback.policies.lines import (
    LINE,
    MOMENT,
    STAGES,
    begin_stage,
    keep,
    next_end,
    turn_at,
    weights_of,
    write_way_out,
)
from tenback.policies.weights import WEIGHT


def _header(name: str) -> str:
    return (files("tenback.kernels") / name).read_text(encoding="utf-8")


@cache
def program_for(
    *,
    is_duel: bool,
    has_commands: bool,
    burns: bool,
    moments: int,
    with_lefts: bool,
    with_draws: bool,
) -> str:
    """Return the C++ program for a kind of edition.

    The program searches at most `moments` moments per turn. `with_lefts` adds the fewest cards that
    can be left after each line. `with_draws` adds playing on with random draws of the hidden cards.
    """
    fixed = {
        ("RULES", "is_duel"): Value(str(int(is_duel)), INTEGER),
        ("RULES", "has_commands"): Value(str(int(has_commands)), INTEGER),
    }
    if not burns:
        fixed["RULES", "burning"] = Value("((i64*)NO_CARDS)", Block(INTEGER, (2,)))
    program = Program(fixed, {"MOST_MOMENTS": moments})
    rules, layout, run, table, line, row, end, moment, weight = (
        program.record(name, kind)
        for name, kind in {
            "RULES": RULES,
            "LAYOUT": LAYOUT,
            "RUN": RUN,
            "TABLE": TABLE,
            "LINE": LINE,
            "ROW": ROW,
            "END_OF_TURN": END_OF_TURN,
            "MOMENT": MOMENT,
            "WEIGHT": WEIGHT,
        }.items()
    )

    def counted(record: Pointer) -> Block:
        return Block(record.record, (0,), is_counted=True)

    steps, lines, lineup = counted(moment), counted(line), Block(INTEGER, (MOST_SEATS, 2))
    known, turn = program.annotated(Known), program.annotated(Progress)
    searching = (weight, known, turn, steps)
    used: dict[Any, tuple[Type, ...]] = {
        move_on: (rules, counted(layout), run, lineup, INTEGER, INTEGER, table, lines, end),
        progress_of: (table,),
        weights_of: (rules, table, turn),
        known_of: (rules, table, weight),
        begin_stage: (rules, table, *searching, lines, INTEGER, INTEGER),
        next_end: (rules, table, INTEGER, turn, steps, INTEGER, INTEGER, INTEGER),
        turn_at: (moment, turn),
        keep: (rules, table, *searching, INTEGER, lines, INTEGER),
        write_way_out: (rules, table, turn, steps, lines),
        write_line_row: (rules, table, INTEGER, line, row),
    }
    if with_lefts:
        program.record("ENDING_MOMENT", endings.MOMENT)
        rooms, known_tables = Block(program.record("ROOM", ROOM).record, (0,)), Block("TABLE", (0,))
        numbers = Block(INTEGER, (0,))
        used[write_lefts] = (rules, known_tables, numbers, lines, rooms, numbers)
    if with_draws:
        deck = Block("unsigned char", (MOST_CARDS,))
        used[draw_all] = (rules, table, UNSIGNED, INTEGER, deck)
        used[play_line] = (rules, table, line)
    names = {
        f"{function.__name__.upper()}": program.function(function, kinds).name
        for function, kinds in used.items()
    }
    names |= {"LONGEST": str(LONGEST_TURN + 1), "STAGES": str(STAGES)}
    names |= {"RUNNING": str(RUNNING), "CARDS": str(MOST_CARDS)}
    defined = "\n".join(f"#define {name} {meant}" for name, meant in names.items())
    return "\n".join((_header("tables.h"), program.source, defined, _header("play.h")))


def program_of(
    setup: Setup, moments: int, *, with_lefts: bool = False, with_draws: bool = False
) -> str:
    """Return the C++ program for the edition of a setup."""
    return program_for(
        is_duel=setup.is_duel,
        has_commands=setup.edition.has_commands,
        burns=bool(setup.edition.burning),
        moments=moments,
        with_lefts=with_lefts,
        with_draws=with_draws,
    )
