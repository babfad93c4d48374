"""Bots at tables on the server, and what is sent to the processes they think in."""

import asyncio
import multiprocessing
import os
import pickle
import pickletools
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tenback.bots import BOTS
from tenback.bots.registry import REGISTRY
from tenback.compiled_cache import is_kept
from tenback.notation import read_deal, read_position
from tenback.rules import (
    END,
    Laid,
    Move,
    Name,
    Play,
    Say,
    Signal,
    State,
    View,
    Word,
    cards_in,
)
from tenback.rules.events import Drew, TakenBack
from tenback.rules.referee import outcome_of
from tenback.server import bot_pool
from tenback.server.bot_moves import BotMove, bot_moves, talks
from tenback.server.bot_pool import BotPool
from tenback.server.bot_questions import BotQuestion, choice_of, talk_of
from tenback.table import Table
from tenback.testing import look_alike
from tests.properties.strategies import composed_states, play_on
from tests.server.rooms import dice

PAIR = "classic 60,50,40,30 61.62.80/63.65 70.71 0"


class AskedHere:
    """Asks bots in this process, and keeps what would have crossed to another."""

    def __init__(self) -> None:
        self.questions: list[BotQuestion] = []

    async def talk(self, question: BotQuestion) -> tuple[Signal, ...]:
        return talk_of(self._crossing(question))

    async def choose(self, question: BotQuestion) -> Move:
        return choice_of(self._crossing(question))

    def _crossing(self, question: BotQuestion) -> BotQuestion:
        self.questions.append(question)
        crossed: BotQuestion = pickle.loads(pickle.dumps(question))
        assert crossed == question
        return crossed


def thought(table: Table, bots: Mapping[int, str], *, seed: str = "S") -> list[BotMove]:
    """Return what bots do; it is legal, one after the other."""
    moves = asyncio.run(bot_moves(table, bots, seed, AskedHere()))
    table.judge(moves)
    return moves


def done(table: Table, bots: Mapping[int, str]) -> list[BotMove]:
    moves = thought(table, bots)
    for seat, move in moves:
        table.submit(move, seat=seat)
    return moves


def opening(seats: int = 3, edition: str = "classic") -> Table:
    return Table(read_deal(edition, seats, "7"))


# ---- what bots do ----


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_is_to_move_makes_one_move(bot: str) -> None:
    table = Table(read_position(PAIR))
    *words, (seat, move) = thought(table, {0: bot})
    assert seat == 0
    assert isinstance(move, Play)
    assert all(isinstance(word, Say) for _, word in words)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_is_not_to_move_has_words_at_most(bot: str) -> None:
    table = Table(read_position(PAIR))
    moves = thought(table, {1: bot})
    assert all(isinstance(move, Say) and seat == 1 for seat, move in moves)
    assert bool(moves) == talks(bot)


def test_who_talks_is_known() -> None:
    assert [talks(bot) for bot in BOTS] == [False, False, True, True, True]


def test_what_was_said_is_not_said_again() -> None:
    table = Table(read_position(PAIR))
    assert done(table, {1: "careful"})
    assert thought(table, {1: "careful"}) == []


def test_nobody_is_asked_who_has_no_bot() -> None:
    assert thought(Table(read_position(PAIR)), {}) == []
    assert thought(opening(), {}) == []


def test_e7_bots_are_silent_while_a_silence_is_visible() -> None:
    table = Table(read_position("extreme 9,1,100,100 11.14.15/20.21.22 30.31 0"))
    assert thought(table, {1: "careful"}) == []
    ((_, move),) = thought(table, {0: "careful", 1: "careful"})
    assert isinstance(move, Play)


@pytest.mark.parametrize("bot", BOTS)
def test_bots_think_no_more_after_the_end(bot: str) -> None:
    table = Table(read_position("classic 98,99,2,3 61.62/63.65 70.71 0"))
    assert table.state.outcome is not None
    assert thought(table, {0: bot, 1: bot}) == []


def test_equal_seeds_give_equal_moves() -> None:
    table = opening(1)
    first = [thought(table, {0: "random"}, seed=seed) for seed in "ABCDEFGH"]
    assert first == [thought(table, {0: "random"}, seed=seed) for seed in "ABCDEFGH"]
    assert len(set(map(str, first))) > 1


@pytest.mark.parametrize("bot", ["random", "greedy", "careful"])
@pytest.mark.parametrize("edition", ["classic", "extreme@shuffled", "face-to-face"])
def test_bots_play_a_sitting_to_its_end(bot: str, edition: str) -> None:
    table = opening(2, edition)
    for _ in range(400):
        if not done(table, {0: bot, 1: bot}):
            break
    assert table.state.outcome is not None


@given(composed_states(), st.sampled_from(BOTS[:3]), st.integers(0, 31))
def test_what_bots_do_is_legal(state: State, bot: str, chosen: int) -> None:
    assume(outcome_of(state) is None)
    seats = [seat for seat in range(state.seats) if chosen >> seat & 1]
    moves = thought(Table(state), dict.fromkeys(seats, bot))
    is_to_move = state.turn is not None and state.turn.seat in seats
    assert sum(not isinstance(move, Say) for _, move in moves) == int(is_to_move)


# ---- who begins ----


@pytest.mark.parametrize("bot", BOTS)
def test_c4_bots_alone_agree_who_begins(bot: str) -> None:
    table = opening()
    done(table, dict.fromkeys(range(3), bot))
    assert table.state.turn is not None


@pytest.mark.parametrize("bot", BOTS)
def test_c4_with_a_person_bots_name_one_seat_and_wait(bot: str) -> None:
    table = opening()
    bots = {0: bot, 2: bot}
    names = [move for _, move in done(table, bots) if isinstance(move, Name)]
    assert [name.seat for name in names] == [0, 2]
    assert len({name.starter for name in names}) == 1
    assert thought(table, bots) == []


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_c4_bots_follow_the_person(bot: str, starter: int) -> None:
    table = opening()
    bots = {0: bot, 2: bot}
    done(table, bots)
    table.submit(Name(1, starter), seat=1)
    done(table, bots)
    assert table.state.turn is not None
    assert table.state.turn.seat == starter


def test_c4_of_people_who_differ_the_lowest_seat_is_followed() -> None:
    table = opening()
    for seat, starter in ((0, 1), (1, 2)):
        table.submit(Name(seat, starter), seat=seat)
    assert done(table, {2: "greedy"}) == [(2, Name(2, 1))]
    table.submit(Name(0, 2), seat=0)
    assert done(table, {2: "greedy"}) == [(2, Name(2, 2))]
    assert table.state.turn is not None


# ---- what bots see ----


@given(composed_states(), st.sampled_from(BOTS[:3]), st.integers(0, 4), dice)
def test_a_bot_cannot_tell_states_apart_that_look_alike(
    state: State, bot: str, number: int, random: Random
) -> None:
    seat = number % state.seats
    other = look_alike(state, seat, random)
    assume(outcome_of(state) is None and outcome_of(other) is None)
    assert thought(Table(state), {seat: bot}) == thought(Table(other), {seat: bot})


@pytest.mark.parametrize("edition", ["classic", "extreme", "face-to-face"])
def test_master_cannot_tell_states_apart_that_look_alike(edition: str) -> None:
    start = read_deal(edition, 2, "7").start()
    states, _ = play_on(start, Random(3), length=20, care=0.9)
    state = next(state for state in reversed(states) if state.turn is not None)
    assert state.turn is not None
    seat = state.turn.seat
    other = look_alike(state, seat, Random(4))
    assert other != state
    assert thought(Table(state), {seat: "master"}) == thought(Table(other), {seat: "master"})


def test_c13_bots_remember_what_people_have_to() -> None:
    hiding = Table(read_position(PAIR), is_past_shown=False)
    showing = Table(read_position(PAIR))
    for table in (hiding, showing):
        table.submit(Say(1, Signal(Word.STUCK)), seat=1)
    assert thought(hiding, {0: "careful"}) == thought(showing, {0: "careful"})


def questions(table: Table, bots: Mapping[int, str]) -> list[BotQuestion]:
    """Return all that crosses to the processes of bots."""
    asked = AskedHere()
    asyncio.run(bot_moves(table, bots, "S", asked))
    return asked.questions


@given(composed_states(), st.sampled_from(BOTS[:3]), st.integers(0, 4), dice)
def test_what_crosses_to_a_bot_is_the_same_for_states_that_look_alike(
    state: State, bot: str, number: int, random: Random
) -> None:
    seat = number % state.seats
    other = look_alike(state, seat, random)
    assume(outcome_of(state) is None and outcome_of(other) is None)
    first, second = (questions(Table(each), {seat: bot}) for each in (state, other))
    assert first == second
    assert repr(first) == repr(second)


@pytest.mark.parametrize("edition", ["classic", "extreme", "face-to-face"])
def test_no_hidden_card_crosses_to_a_bot_in_a_whole_sitting(edition: str) -> None:
    """Look at every card in a question: what is not seen from the seat is in none of them."""
    table, bots = opening(2, edition), {0: "careful", 1: "greedy"}
    while table.state.outcome is None:
        state, asked = table.state, AskedHere()
        moves = asyncio.run(bot_moves(table, bots, "S", asked))
        for question in asked.questions:
            view = question.view
            seat = view.seat
            assert seat is not None
            assert view == table.copy().view(seat, is_past_shown=True) or view.signals
            hidden = {card for s, hand in enumerate(state.hands) if s != seat for card in hand}
            if len(state.draw_piles) == 1:
                hidden |= {card for pile in state.draw_piles for card in pile}
                assert not hidden & set(cards_of(view))
            drawn = [e for e in view.history if isinstance(e, Drew) and e.seat != seat]
            assert all(card is None for event in drawn for card in event.cards)
            names = set(map(str, globals_in(pickle.dumps(question))))
            assert not names & {"State", "Deal", "Record", "Table", "Room"}
        for seat, move in moves:
            table.submit(move, seat=seat)


def cards_of(view: View) -> Iterator[int]:
    """Yield every card that a view tells of."""
    yield from view.hand
    yield from view.tops
    for cards in view.laid or ():
        yield from cards_in(cards)
    for event in view.history:
        match event:
            case Laid(card=card) | TakenBack(card=card):
                yield card
            case Drew(cards=drawn):
                yield from (card for card in drawn if card is not None)


def globals_in(pickled: bytes) -> Iterator[object]:
    """Yield the names that a pickle holds, those of its classes among them."""
    return (argument for _, argument, _ in pickletools.genops(pickled) if argument is not None)


# ---- processes ----


def newcomers() -> Callable[[], list[int]]:
    """Return what lists the processes that are started from now on."""
    ours = set(multiprocessing.active_children())

    def listed() -> list[int]:
        found = set(multiprocessing.active_children()) - ours
        return [child.pid for child in found if child.pid is not None]

    return listed


async def gone(children: Callable[[], list[int]]) -> None:
    for _ in range(500):
        if not children():
            return
        await asyncio.sleep(0.01)
    pytest.fail("processes are left after close")


def test_bots_think_in_processes_of_their_own_which_are_replaced_when_they_die() -> None:
    table = Table(read_position(PAIR))
    children = newcomers()

    async def ask(pool: BotPool, seed: str = "1") -> list[BotMove]:
        return await bot_moves(table, {0: "greedy", 1: "random"}, seed, pool)

    async def scene() -> None:
        pool = BotPool(1)
        assert children() == []
        first = await ask(pool)
        assert [(seat, str(move)) for seat, move in first] == [(0, "61>u1")]
        (process,) = children()
        assert process != os.getpid()

        os.kill(process, signal.SIGINT)  # Ctrl-C reaches every process of a terminal
        assert await ask(pool) == first
        assert children() == [process]

        os.kill(process, signal.SIGSTOP)  # so that it dies over its thoughts
        asked = [asyncio.create_task(ask(pool, f"{number}")) for number in range(5)]
        await asyncio.sleep(0.05)
        os.kill(process, signal.SIGKILL)
        assert await asyncio.gather(*asked) == [first] * 5
        (other,) = children()
        assert other != process

        os.kill(other, signal.SIGKILL)  # while nobody asks
        assert await ask(pool) == first
        pool.close()
        await gone(children)

    asyncio.run(scene())


def test_what_a_bot_cannot_do_is_an_error_and_the_process_goes_on(tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import time\nclass Slow:\n"
        "    def __init__(self, *, seed): pass\n"
        "    def choose(self, view): time.sleep(600)\n"
    )
    table = Table(read_position(PAIR))
    children = newcomers()

    async def scene() -> None:
        pool = BotPool(1)
        with pytest.raises(ValueError, match="there is no bot 'hal'"):
            await bot_moves(table, {0: "hal"}, "1", pool)
        assert await bot_moves(table, {0: "greedy"}, "1", pool)
        asked = asyncio.create_task(bot_moves(table, {0: f"{slow}:Slow"}, "1", pool))
        await asyncio.sleep(0.1)
        asked.cancel()
        pool.close()  # does not wait for an answer
        await gone(children)

    asyncio.run(scene())


def test_a_bot_over_which_every_process_dies_is_given_up(tmp_path: Path) -> None:
    deadly = tmp_path / "deadly.py"
    deadly.write_text(
        "import os\nclass Deadly:\n"
        "    def __init__(self, *, seed): pass\n"
        "    def choose(self, view): os._exit(9)\n"
    )
    table = Table(read_position(PAIR))

    async def scene() -> None:
        pool = BotPool(1)
        with pytest.raises(BrokenProcessPool):
            await bot_moves(table, {0: f"{deadly}:Deadly"}, "1", pool)
        assert await bot_moves(table, {0: "greedy"}, "1", pool)
        pool.close()

    asyncio.run(scene())


def test_pool_that_nobody_asked_are_closed_as_well() -> None:
    BotPool(1).close()


def test_a_turn_under_way_goes_on_from_there() -> None:
    table = Table(read_position(PAIR))
    for _ in range(2):
        done(table, {0: "greedy"})
    assert table.state.turn is not None
    assert len(table.state.turn.plays) == 2
    assert done(table, {0: "greedy"}) == [(0, END)]


def test_only_bot_processes_load_the_compiler() -> None:
    code = (
        "import sys, tenback.cli.serve, tenback.server.app;"
        "print({module.partition('.')[0] for module in sys.modules} & {'numba', 'numpy'})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_after_warming_up_nothing_that_bots_need_is_left_to_compile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_pool, "is_kept", lambda _: False)

    async def scene() -> None:
        pool = BotPool(1)
        await pool.warm_up()
        pool.close()

    asyncio.run(scene())
    modules = [bot.compiled_module for bot in REGISTRY if bot.compiled_module is not None]
    assert [module for module in modules if not is_kept(module)] == []
