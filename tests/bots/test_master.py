"""The master: what it finds, how long it thinks, and that it chooses the same however asked."""

import copy
from dataclasses import replace
from hashlib import sha256
from itertools import count
from math import exp
from pathlib import Path

import numpy as np
import pytest

from tenback.arena import read_setup
from tenback.batch.lines import lines_of
from tenback.batch.players import BatchPlayer, play_batched
from tenback.batch.turns import TurnPool
from tenback.bots import Recipe, make_bot, master
from tenback.bots.master import (
    AT_ONCE,
    ENDLESS,
    Adept,
    Master,
    care_for,
    network_for,
    through_rounds,
)
from tenback.bots.memory import keys_of
from tenback.bots.network import SPREADS, Network, shipped
from tenback.bots.thinking import GRAIN, NOTHING, Care, IsLate, Lines, Stage, Thinker, _seeds
from tenback.encoding import Array, as_bytes, card_kinds
from tenback.fastsim import Setup, move_of
from tenback.fastsim.rewinding import turn_starts
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import RUNNING
from tenback.fastsim.views import table_like
from tenback.notation import read_position
from tenback.policies.errors import PlayerCode
from tenback.rules import (
    BadInput,
    Begin,
    Classic,
    Deal,
    Edition,
    Extreme,
    FaceToFace,
    OnFire,
    State,
    apply,
    view_of,
)


def test_each_setup_has_its_network() -> None:
    assert network_for(Setup(Classic(), 1)) == "solo"
    assert [network_for(Setup(Classic(), seats)) for seats in (2, 5)] == ["team", "team"]
    assert network_for(Setup(Extreme(), 1)) == network_for(Setup(Extreme(), 4)) == "extreme"
    assert network_for(Setup(OnFire(), 1)) == network_for(Setup(OnFire(), 5)) == "fire"
    assert network_for(Setup(FaceToFace(), 2)) == "duel"
    assert network_for(Setup(Classic(), 3), is_mute=True) == "silent"


@pytest.mark.parametrize("edition", [Extreme(), OnFire(), FaceToFace()])
def test_the_control_without_signals_plays_classic_only(edition: Edition) -> None:
    with pytest.raises(BadInput, match=f"it does not play {edition.title}"):
        network_for(Setup(edition, 2), is_mute=True)


def test_it_brings_a_pile_back_before_it_jumps() -> None:
    state = read_position("classic 60,55,40,45 15.16.20.50.80.81.85/6.12.17.18.82.83.94 2.7.8.99 0")
    assert {"50>u1", "50>d1"} & {*turn_played(thinker(Setup(Classic(), 2), AT_ONCE), state)}


FEW_DRAWS = Care(stages=(Stage(3, 4), Stage(2, 4)))
FEW_ROUNDS = replace(FEW_DRAWS, turns=2, next_lines=3, trust=4)


@pytest.mark.parametrize(
    "care", [AT_ONCE, FEW_DRAWS, FEW_ROUNDS], ids=["at once", "through draws", "through rounds"]
)
def test_it_thinks_alike_about_one_table_and_about_many(care: Care) -> None:
    setup = Setup(Classic(), 2)
    positions = [
        "classic 14,1,100,88 5.17.44.60.91.92.93/8.12.33.49.50.71.94 2.3.4.99 0",
        "classic 30,41,70,62 20.31.44.60.75.92.93/8.12.33.49.50.71.94 2.3.4.99 1",
        "classic 30,41,70,62 20.31.44.60.75.92.93/8.12.33.49.50.71.94 2.3.4.99 0",
    ]
    tables = np.concatenate([tables_of(read_position(position)) for position in positions])
    together = thinker(setup, care)(tables)
    each = [int(thinker(setup, care)(tables[[index]])[0]) for index in range(3)]
    assert each == together.tolist()


def test_draws_are_the_same_however_a_layout_is_numbered() -> None:
    setup = read_setup("extreme@shuffled", 2)
    tables = TurnPool([(setup, 1)], most=1, seed=3).tables
    own = Setup(setup.edition_with(int(tables["layout"][0])), 2)
    alike = tables.copy()
    alike["layout"] = 0
    keys, others = keys_of(setup, tables), keys_of(own, alike)
    assert keys != others
    assert _seeds(keys) == _seeds(others)


def thinker(setup: Setup, care: Care, network: Network | None = None) -> Thinker:
    """Return one that remembers nothing yet."""
    return Thinker(setup, network or shipped(network_for(setup)), care)


# a turn


def turn_played(think: Thinker, state: State) -> list[str]:
    """Return the moves of a turn, asked for one by one."""
    assert state.turn is not None
    seat, made = state.turn.seat, list[str]()
    draw_pile = state.draw_piles
    while state.draw_piles == draw_pile and state.outcome is None:
        action = think(table_like(view_of(state, seat)))[0]
        move = move_of(state.edition, int(action))
        made.append(str(move))
        state, _ = apply(state, move)
    return made


def test_alone_a_turn_goes_on_as_it_was_thought_out_also_elsewhere() -> None:
    setup = Setup(Classic(), 1)
    for seed in "ABC":
        state = later(setup, seed, 30)
        one = thinker(setup, AT_ONCE)
        made = turn_played(one, state)
        # asked play by play in as many processes, which remember nothing
        assert turn_played(Forgetful(setup), state) == made


class Forgetful(Thinker):
    """Thinks about everything as if it was asked for the first time."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, shipped(network_for(setup)), AT_ONCE)

    def __call__(self, tables: Array, *, is_late: IsLate = bool) -> Array:
        return thinker(self._setup, AT_ONCE)(tables, is_late=is_late)


def test_it_goes_on_from_what_somebody_else_has_begun() -> None:
    setup, state = Setup(Classic(), 1), later(Setup(Classic(), 1), "A", 30)
    wanted = turn_played(thinker(setup, AT_ONCE), state)[0]
    view = view_of(state, 0)
    others = [m for m in view.moves if m not in view.losing and str(m) != wanted]
    state, _ = apply(state, others[0])
    view = view_of(state, 0)
    assert move_of(setup.edition, int(thinker(setup, AT_ONCE)(table_like(view))[0])) in view.moves


def test_it_thinks_a_turn_through_once() -> None:
    setup = Setup(Classic(), 1)
    state = later(setup, "A", 30)
    think = Counting(setup)
    made = turn_played(think, state)
    assert len(made) > 2
    assert think.turns == 1


class Counting(Thinker):
    """Counts the turns that it has to think about."""

    turns = 0

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, shipped(network_for(setup)), AT_ONCE)

    def _think(self, tables: Array, seeds: Array, is_late: IsLate) -> Array:
        self.turns += len(tables)
        return super()._think(tables, seeds, is_late)


def test_where_all_cards_are_known_it_wins_what_can_be_won() -> None:
    # by the network alone 55 looks better on 50, and 45 is then never laid
    position = "classic 50,88,12,20 40.45.55.98 99 0"
    state = read_position(position)
    think = thinker(Setup(Classic(), 1), AT_ONCE)
    while state.outcome is None:
        action = int(think(table_like(view_of(state, 0)))[0])
        state, _ = apply(state, move_of(state.edition, action))
    assert state.outcome.won


# what a network says


CLOSENESS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 9.0)]


def later(setup: Setup, seed: str, moves: int) -> State:
    """Return where a sitting stands after so many moves, or its end if that comes before."""
    bot, state = make_bot("careful", seed="A"), Deal(setup.edition, setup.seats, seed).start()
    if state.turn is None:
        state, _ = apply(state, Begin(0))
    for _ in range(moves):
        if state.outcome is not None or state.turn is None:
            break
        state, _ = apply(state, bot.choose(view_of(state, state.turn.seat)))
    return state


def graded(name: str, grades: tuple[float, ...]) -> Network:
    """Return one of our networks, with another card."""
    network = copy.copy(shipped(name))
    network.grades = grades
    return network


def test_a_network_says_how_much_closeness_counts_and_that_decides() -> None:
    setup = Setup(Extreme(), 3)
    tables = np.concatenate([tables_of(later(setup, seed, 40)) for seed in "ABCDEFGHJKMNPQRSTVWX"])
    choices = []
    for grades in CLOSENESS:
        think = thinker(setup, AT_ONCE, graded("extreme", grades))
        lines = think._valued(tables, AT_ONCE.lines)
        rows, owners, _ = lines_of(setup, tables, AT_ONCE.lines)
        scores = shipped("extreme")(as_bytes(rows), card_kinds(setup)) @ np.array([1.0, *grades])
        assert np.array_equal(owners, lines.owners)
        assert np.allclose(lines.scores, scores, rtol=2 * GRAIN)
        choices.append(think(tables))
    assert len({tuple(choice) for choice in choices}) == len(CLOSENESS)


def test_the_end_of_a_team_is_worth_as_much_as_it_came_close() -> None:
    setup, grades = Setup(Classic(), 2), (0.5, 0.25, 0.125)
    stuck, won = later(setup, "E", 200), later(setup, "A", 200)
    assert stuck.outcome is not None
    assert won.outcome is not None
    assert (stuck.outcome.won, won.outcome.won) == (False, True)
    left = stuck.outcome.left
    think = thinker(setup, AT_ONCE, graded("team", grades))
    tables = np.concatenate([tables_of(stuck), tables_of(won)])
    close = [grade * exp(-left / spread) for grade, spread in zip(grades, SPREADS, strict=True)]
    assert think._worth(tables, np.zeros(2)) == pytest.approx([sum(close), 1 + sum(grades)])


@pytest.mark.parametrize("moves", [5, 1000], ids=["running", "over"])
def test_what_a_duel_is_worth_to_one_it_is_not_worth_to_the_other(moves: int) -> None:
    setup, grades = Setup(FaceToFace(), 2), (0.5, 0.25, 0.125)
    state = later(setup, "A", moves)
    assert (state.outcome is not None) == (moves == 1000)
    think = thinker(setup, AT_ONCE, graded("duel", grades))
    tables = np.concatenate([tables_of(state)] * 2)
    first, second = think._worth(tables, np.array([0, 1]))
    assert first + second == pytest.approx(1 + sum(grades))
    if state.outcome is not None:
        clear = [1 - exp(-state.outcome.left / spread) / 2 for spread in SPREADS]
        won = first if state.outcome.winner == 0 else second
        assert won == pytest.approx(1 + np.dot(grades, clear))


def test_it_thinks_as_long_as_it_is_told_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = apply(Deal(Classic(), 2, "AAA").start(), Begin(0))
    endless = Care(stages=(ENDLESS,))
    monkeypatch.setattr(master, "care_for", lambda _, has_time: endless if has_time else AT_ONCE)
    clock = count()  # a second goes by whenever somebody looks
    monkeypatch.setattr(master, "monotonic", lambda: next(clock))
    view = view_of(state, 0)
    assert Master(5).choose(view) in view.moves
    assert 5 < next(clock) <= 5 + 3


@pytest.mark.parametrize(
    "setup",
    [Setup(Classic(), 1), Setup(Classic(), 3), Setup(Extreme(), 2), Setup(FaceToFace(), 2)],
    ids=str,
)
def test_with_seconds_to_spare_it_thinks_the_same_first_and_never_less(setup: Setup) -> None:
    shorter, longer = care_for(setup), care_for(setup, has_time=True)
    assert longer.stages[: len(shorter.stages)] == shorter.stages
    assert [stage.may_be_late for stage in longer.stages][-2:] == [False, True]
    if shorter.stages:
        assert replace(longer, stages=shorter.stages) == shorter
    else:
        assert shorter == AT_ONCE
        assert longer.lines == shorter.lines
        assert longer.trust > 0  # a few draws do not overrule what it would play at once


def test_it_looks_through_draws_alone_and_where_cards_carry_commands() -> None:
    searched = [Setup(Classic(), 1), Setup(OnFire(), 1), *(Setup(Extreme(), n) for n in (1, 2, 5))]
    others = [Setup(Classic(), 2), Setup(Classic(), 5), Setup(OnFire(), 2), Setup(FaceToFace(), 2)]
    assert all(care_for(setup).stages for setup in searched)
    assert all(care_for(setup) == AT_ONCE for setup in others)


EVERYWHERE_ELSE = [
    *(
        f"{edition} {seats}"
        for edition in ("classic", "classic+min3+hand-1")
        for seats in range(2, 6)
    ),
    *(f"on-fire {seats}" for seats in range(2, 6)),
    "face-to-face 2",
]


@pytest.mark.parametrize("text", EVERYWHERE_ELSE)
def test_everywhere_else_it_plays_as_adept_does(text: str) -> None:
    edition, seats = text.split()
    setup = read_setup(edition, int(seats))
    ours, others = Master().thinker(setup), Adept().thinker(setup)
    assert (ours._network, ours._care) == (others._network, others._care)
    state = later(setup, "A", 12)
    assert state.turn is not None
    view = view_of(state, state.turn.seat)
    assert Master().choose(view) == Adept().choose(view)
    assert Master().talk(view) == Adept().talk(view)


@pytest.mark.parametrize("setup", [Setup(Extreme(), 3), Setup(FaceToFace(), 2)], ids=str)
def test_among_others_it_looks_as_far_as_the_end_of_its_own_next_turn(setup: Setup) -> None:
    state = later(setup, "A", 9)
    think = Noting(setup, replace(through_rounds(setup), stages=(Stage(2, 3),)))
    think.best_turns(tables_of(state))
    assert state.turn is not None
    assert len(think.seats) >= 2 * 3
    assert {*think.seats} == {state.turn.seat}


class Noting(Thinker):
    """Notes who is to move where it looks no further."""

    def __init__(self, setup: Setup, care: Care) -> None:
        super().__init__(setup, shipped(network_for(setup)), care)
        self.seats: list[int] = []

    def _worth(self, tables: Array, seats: Array) -> Array:
        self.seats += tables["seat"][tables["ending"] == RUNNING].tolist()
        return super()._worth(tables, seats)


def test_every_card_of_a_turn_halves_the_draws_for_what_is_left_of_it() -> None:
    setup = Setup(Classic(), 2)
    care = replace(through_rounds(setup), stages=(Stage(2, 4), Stage(2, 4)), next_lines=2, turns=1)
    think = Drawing(setup, care)
    players = [BatchPlayer(think, talks=True)] * 2
    play_batched(setup, players, seed=5, first=0, count=1)
    most = sum(stage.lines * stage.draws for stage in care.stages)
    assert all(work <= most >> played for played, work in think.drawn)
    assert {played for played, work in think.drawn if work > 0} >= {0, 1, 2}
    assert most < max(think.work_of_turns()) < 2 * most


class Drawing(Thinker):
    """Notes how many lines it plays through draws, each time it is asked about a table."""

    def __init__(self, setup: Setup, care: Care) -> None:
        super().__init__(setup, shipped(network_for(setup)), care)
        self.drawn: list[tuple[int, int]] = []
        self._work = 0

    def __call__(self, tables: Array, *, is_late: IsLate = bool) -> Array:
        assert len(tables) == 1
        self._work = 0
        found = super().__call__(tables, is_late=is_late)
        self.drawn.append((int(tables["played"][0]), self._work))
        return found

    def _prospects(self, tables: Array, lines: Lines, seeds: Array, draws: range) -> Array:
        self._work += len(lines.plays) * len(draws)
        return super()._prospects(tables, lines, seeds, draws)

    def work_of_turns(self) -> list[int]:
        """Return how many lines were played through draws in each whole turn."""
        turns: list[int] = []
        for played, work in self.drawn:
            if played == 0:
                turns.append(0)
            turns[-1] += work
        return turns


def test_it_thinks_alike_about_turns_just_begun_and_half_played_together() -> None:
    setup = Setup(Extreme(), 2)
    states = [later(setup, seed, moves) for seed in "ABC" for moves in (9, 10, 11)]
    tables = np.concatenate([tables_of(state) for state in states])
    assert len({*tables["played"].tolist()}) > 2
    seeds, think = np.arange(len(tables), dtype=np.uint64), thinker(setup, FEW_ROUNDS)
    together = think._think(tables, seeds, bool)
    each = [think._think(tables[[n]], seeds[[n]], bool)[0] for n in range(len(tables))]
    assert together.tobytes() == np.array(each).tobytes()


def test_what_the_network_says_counts_as_some_draws() -> None:
    setup = Setup(Extreme(), 2)
    tables = np.concatenate([tables_of(later(setup, seed, 20)) for seed in "ABC"])
    faithful = replace(FEW_ROUNDS, trust=10**9)
    lines = [thinker(setup, care).best_turns(tables) for care in (AT_ONCE, faithful)]
    assert (lines[0] == lines[1]).all()


def test_the_line_of_most_draws_is_played() -> None:
    setup = Setup(Classic(), 1)
    tables = np.concatenate([tables_of(later(setup, seed, 30)) for seed in "AB"])
    tables = turn_starts(setup, tables)
    think = thinker(setup, FEW_DRAWS)
    lines = think._valued(tables, 24)
    seeds = np.array([3, 4], np.uint64)
    found = think._followed(tables, lines, seeds, bool)
    is_followed = found.scores != NOTHING
    assert np.bincount(found.owners, is_followed).tolist() == [2, 2]
    chosen = lines[np.flatnonzero(is_followed)]
    wanted = think._prospects(tables, chosen, seeds, range(8)) / 8
    assert found.scores[is_followed] == pytest.approx(wanted)


@pytest.mark.parametrize("name", ["master:", "master:0", "master:-1", "master:soon", "master:1e9"])
def test_a_time_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        make_bot(name, seed="A")
    assert caught.value.code is PlayerCode.NO_SUCH_BOT
    assert "master:SECONDS" in str(caught.value)


def test_it_plays_with_a_network_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.safetensors"
    path.write_bytes((Path(master.__file__).parent / "networks/silent.safetensors").read_bytes())
    recipe, ours = Recipe.read(f"adept:{path}"), Recipe.read("adept")
    assert recipe.file == (str(path), sha256(path.read_bytes()).hexdigest())
    assert (recipe.talks, recipe.thinks_together, recipe.policy) == (True, True, None)
    one, other = (each.thinker(Setup(Classic(), 2)) for each in (recipe, ours))
    assert one is not None
    assert other is not None
    assert one._network.card["settings"]["name"] == "silent"
    assert other._network.card["settings"]["name"] == "team"
    with pytest.raises(BadInput, match="it does not play Extreme"):
        recipe.thinker(Setup(Extreme(), 2))


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "there is no such file"), (b"x", "the file does not hold a network")],
)
def test_what_is_no_network_is_refused(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "mine.safetensors"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadInput, match=reason):
        Recipe.read(f"adept:{path}")
    with pytest.raises(BadInput, match=r"adept:FILE\.safetensors"):
        Recipe.read("adept:mine.npz")


def test_it_has_a_name_with_seconds() -> None:
    assert make_bot("master:0.5", seed="A") == Master(0.5)
    assert Recipe.read("master:0.50") == Recipe.read("master:0.5") != Recipe.read("master:1")
    assert make_bot("master", seed="A") == Master()
