"""Sittings: compiled play equals play at tables, and faulty bots are reported."""

from itertools import cycle, islice

import numpy as np
import pytest

from tenback.arena import Lineup, read_setup, sit
from tenback.arena.errors import ArenaCode
from tenback.arena.sittings import play_deals, results_of
from tenback.bots import Recipe
from tenback.fastsim import run_seed, start
from tenback.notation import read_position, read_record, write_record
from tenback.notation.errors import NotationCode
from tenback.policies.errors import PlayerCode
from tenback.rules import BadInput, Code, Event, Name, Named, Refused, Said
from tenback.table import Table
from tests.arena.players import GREEDY, HERE
from tests.arena.talkers import CAREFUL
from tests.arena.talkers import HERE as TALKERS

OPTIONS = ("", "+min3", "+hand-1", "+min3+hand-1")
EDITIONS = [
    *(f"classic{options}" for options in OPTIONS),
    *(f"extreme{options}{layout}" for options in OPTIONS for layout in ("", "@shuffled")),
]
AT_TABLES = {"greedy": GREEDY, "careful": CAREFUL}
PATTERNS = [("greedy",), ("careful",), ("careful", "greedy"), ("greedy", "careful")]
"""Who sits at the table, again and again around it."""
SETUPS = [*((edition, seats) for edition in EDITIONS for seats in range(1, 6)), ("face-to-face", 2)]


def lineup(*bots: str, edition: str = "classic", seats: int = 2) -> Lineup:
    return Lineup.of(read_setup(edition, seats), [Recipe.read(bot) for bot in bots])


def without_naming(table: Table) -> list[Event]:
    """Return all that happened; compiled bots agree who begins without a word."""
    return [event for event in table.log if not isinstance(event, Named)]


def complaint(*bots: str, deals: range = range(3)) -> BadInput:
    with pytest.raises(BadInput) as caught:
        play_deals(lineup(*bots), "ABC", deals)
    return caught.value


@pytest.mark.parametrize("pattern", PATTERNS, ids="-".join)
@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_bots_play_and_talk_at_a_table_as_the_compiled_ones_do(
    edition: str, seats: int, pattern: tuple[str, ...]
) -> None:
    names = tuple(islice(cycle(pattern), seats))
    compiled = lineup(*names, edition=edition, seats=seats)
    at_table = lineup(*map(AT_TABLES.__getitem__, names), edition=edition, seats=seats)
    table = sit(at_table, "ABC", 100)
    assert without_naming(table) == without_naming(sit(compiled, "ABC", 100))
    results, found = play_deals(compiled, "ABC", range(100, 101)), results_of([table])
    for name in ("left", "winner", "won"):
        np.testing.assert_array_equal(getattr(results, name), getattr(found, name))


@pytest.mark.parametrize("starter", [0, 1, None])
@pytest.mark.parametrize("reach", [0, 9])
def test_greedy_plays_a_duel_at_a_table_move_by_move_as_the_compiled_one_does(
    starter: int | None, reach: int
) -> None:
    compiled = lineup(f"greedy:{reach}", "greedy", edition="face-to-face")
    at_table = lineup(f"{HERE}:greedy_{reach}", GREEDY, edition="face-to-face")
    for number in range(5):
        tables = [sit(bots, "ABC", number, starter=starter) for bots in (compiled, at_table)]
        assert tables[0].start == tables[1].start
        assert tables[0].log == tables[1].log
        if starter is not None:
            assert tables[0].start.turn is not None
            assert tables[0].start.turn.seat == starter


def test_how_a_run_is_cut_changes_nothing() -> None:
    bots = lineup(f"{HERE}:chancy", "random")
    whole = play_deals(bots, "ABC", range(6))
    parts = [play_deals(bots, "ABC", deals) for deals in (range(1), range(1, 4), range(4, 6))]
    np.testing.assert_array_equal(whole.left, np.concatenate([part.left for part in parts]))


@pytest.mark.parametrize(
    "bots",
    [("greedy", "random"), (GREEDY, f"{HERE}:chancy"), ("careful", "greedy"), (CAREFUL,) * 2],
)
def test_a_sitting_leaves_a_record_that_says_where_it_comes_from(bots: tuple[str, str]) -> None:
    table = sit(lineup(*bots), "ABC", 7)
    record = read_record(write_record(table.record()))
    assert record.outcome is not None
    assert record.events == table.log
    assert record.players == bots
    assert record.tags == (("seed", "ABC"), ("deal-number", "7"))


def test_bots_meet_the_same_cards_whoever_they_are() -> None:
    starts = [sit(lineup(bot), "ABC", 7).start for bot in ("greedy", "random", GREEDY)]
    assert starts[0] == starts[1] == starts[2]


def test_a_bot_gets_a_view_from_which_no_state_can_be_reached() -> None:
    sit(lineup(f"{HERE}:Spying"), "ABC", 0)
    sit(lineup(f"{HERE}:Spying", edition="face-to-face"), "ABC", 0)


def test_a_bot_that_names_itself_whatever_others_say_does_not_keep_the_table_from_playing() -> None:
    table = sit(lineup(f"{HERE}:Stubborn", seats=3), "ABC", 0)
    assert str(table.log[0]) == str(Name(0, 0))
    assert "turn 0" in map(str, table.log)


@pytest.mark.parametrize("bot", ["Raising", "RaisingInTheEnd"])
def test_a_bot_that_raises_is_named_with_deal_line_and_position(bot: str) -> None:
    error = complaint(f"{HERE}:{bot}", deals=range(1000))
    assert error.code == ArenaCode.BOT_FAILED
    assert f"{HERE}:{bot} failed in deal " in str(error)
    assert "LookupError: where was I? (players.py, line " in str(error)
    assert read_position(str(error).rpartition("; position ")[2]).outcome is None


def test_a_bot_that_cannot_be_made_for_a_sitting_is_named_too() -> None:
    error = complaint(f"{HERE}:Unmakeable")
    assert error.code == ArenaCode.BOT_FAILED
    assert "MemoryError: too large" in str(error)


@pytest.mark.parametrize("bot", ["Leaving", "LeavingWhenMade"])
def test_a_bot_that_leaves_the_program_has_failed(bot: str) -> None:
    error = complaint(f"{HERE}:{bot}")
    assert error.code == ArenaCode.BOT_FAILED
    assert "SystemExit: 0 (players.py, line " in str(error)


@pytest.mark.parametrize("bot", ["Odd", "NumericInside", "RaisingUnspeakably"])
def test_a_bot_whose_moves_or_errors_raise_has_failed(bot: str) -> None:
    error = complaint(f"{HERE}:{bot}")
    assert error.code == ArenaCode.BOT_FAILED
    assert read_position(str(error).rpartition("; position ")[2]).outcome is None


@pytest.mark.parametrize(
    ("bot", "move", "reason"),
    [
        ("Cheating", ">u1'", "seat 0 does not hold the"),
        ("Impatient", "'end'", "lay at least 2 this turn; laid so far: 0"),
        ("Meddling", "'1:name 0'", "it is not among the moves in its view"),
        ("Silent", "'None'", "that is not a move"),
        ("Numeric", "'[0 1 2]'", "that is not a move"),
        ("Thing", "'…'", "that is not a move"),
    ],
)
def test_an_illegal_move_is_refused_with_deal_reason_and_position(
    bot: str, move: str, reason: str
) -> None:
    error = complaint(f"{HERE}:{bot}")
    assert error.code == ArenaCode.BOT_ILLEGAL
    assert f"{HERE}:{bot} chose " in str(error)
    assert f"{move} in deal 0 as seat 0: {reason}" in str(error)
    assert read_position(str(error).rpartition("; position ")[2]).outcome is None


def said(table: Table) -> set[str]:
    return {str(event) for event in table.log if isinstance(event, Said)}


def test_a_bot_that_talks_is_heard_and_one_that_does_not_is_silent() -> None:
    for bots in (("careful", "greedy"), (CAREFUL, GREEDY)):
        table = sit(lineup(*bots), "ABC", 0)
        assert {event.seat for event in table.log if isinstance(event, Said)} == {0}
    assert said(sit(lineup(f"{TALKERS}:Lazy", "greedy"), "ABC", 0)) == {"0:say stuck"}


def test_talkers_speak_before_anybody_names_who_begins() -> None:
    table = sit(lineup(CAREFUL, seats=3), "ABC", 0)
    first_named = next(i for i, event in enumerate(table.log) if isinstance(event, Named))
    assert [event.seat for event in table.log[:first_named] if isinstance(event, Said)] == (
        [0] * 5 + [1] * 5 + [2] * 5
    )
    assert all(isinstance(event, Said) for event in table.log[:first_named])


def test_nobody_is_asked_to_talk_in_a_duel() -> None:
    assert said(sit(lineup(f"{TALKERS}:RaisingInTalk", edition="face-to-face"), "ABC", 0)) == set()


@pytest.mark.parametrize("bot", ["RaisingInTalk", "RaisingBetweenWords", "OddInTalk"])
def test_a_bot_that_raises_when_it_talks_is_named_with_line_and_position(bot: str) -> None:
    error = complaint(f"{TALKERS}:{bot}")
    assert error.code == ArenaCode.BOT_FAILED
    assert f"{TALKERS}:{bot} failed in deal 0 as seat 0: LookupError: what was the word? " in (
        str(error)
    )
    assert "(talkers.py, line " in str(error)
    assert read_position(str(error).rpartition("; position ")[2]).turn is None


@pytest.mark.parametrize("bot", ["LeavingInTalk", "Mumbling"])
def test_a_bot_that_leaves_or_mumbles_has_failed(bot: str) -> None:
    assert complaint(f"{TALKERS}:{bot}").code == ArenaCode.BOT_FAILED


@pytest.mark.parametrize(
    ("bot", "text", "reason"),
    [
        ("Foreign", "'say keep gu'", "classic has no signal keep gu"),
        ("Holding", "'say hold stop'", "classic has no signal hold stop"),
        ("Numbering", "'say keep 23'", "'say keep 23' is not a move: "),
    ],
)
def test_an_illegal_signal_is_refused_with_reason_and_position(
    bot: str, text: str, reason: str
) -> None:
    error = complaint(f"{TALKERS}:{bot}")
    assert error.code == ArenaCode.BOT_ILLEGAL
    assert f"{TALKERS}:{bot} chose {text} in deal 0 as seat 0: {reason}" in str(error)
    assert read_position(str(error).rpartition("; position ")[2]).turn is None


def test_e7_a_bot_that_talks_under_silence_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        play_deals(lineup(f"{TALKERS}:Chatty", edition="extreme"), "ABC", range(20))
    assert caught.value.code == ArenaCode.BOT_ILLEGAL
    assert str(Refused(Code.SILENCE)) in str(caught.value)


def test_a_sitting_that_goes_on_has_no_result() -> None:
    table = Table(start(read_setup("classic", 2), seed=run_seed("ABC"), number=0))
    with pytest.raises(AssertionError):
        results_of([table])


@pytest.mark.parametrize("bots", [("greedy",) * 3, ("greedy",) * 4, ()])
def test_bots_are_one_for_all_or_one_for_each_seat(bots: tuple[str, ...]) -> None:
    with pytest.raises(BadInput) as caught:
        lineup(*bots, seats=2)
    assert caught.value.code == PlayerCode.BAD_BOTS


def test_seats_are_those_of_the_edition() -> None:
    with pytest.raises(BadInput) as caught:
        read_setup("face-to-face", 3)
    assert caught.value.code == Code.BAD_SEATS
    assert read_setup("face-to-face", None).seats == 2


def test_only_extreme_can_draw_its_layout() -> None:
    assert read_setup("extreme+min3@shuffled", 2).is_layout_shuffled
    with pytest.raises(BadInput) as caught:
        read_setup("classic@shuffled", 2)
    assert caught.value.code == NotationCode.BAD_OPTION
