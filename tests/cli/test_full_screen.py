"""`tenback play` in full screen: keys, clicks, what is shown and what is not."""

import asyncio
import io
import re
import sys
import threading
from collections.abc import Awaitable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pexpect
import pytest

from tenback.bots import BOTS, make_bot
from tenback.bots.registry import BY_NAME
from tenback.cli.drawing import MEANINGS
from tenback.cli.sittings import Sittings
from tenback.cli.terminal.app import TerminalApp
from tenback.cli.terminal.local_table import LocalTable
from tenback.cli.terminal.replay_screen import ReplayScreen
from tenback.cli.terminal.widgets import CardBox
from tenback.cli.texts import Texts
from tenback.languages import LANGUAGES
from tenback.notation import read_deal, read_position, read_record
from tenback.rules import BACK, END, Move, Play, State, View, view_of
from tenback.rules.piles import PILES
from tenback.table import Table
from tests.cli.full_screen import ENGLISH, Person, cautious, evening, local_table, watching
from tests.cli.terminal import environment

TRAP = "extreme 53,99,2,4 43.54.55 90 0"
"""The 55 on u1 is legal, and loses: the 54 does not fit any more."""
NEARLY_WON = "classic 60,1,100,3 61.62.63.70.71.72.80.81 82.83 0"
SCREENS = Path(__file__).parent / "screens"
STYLES = re.compile(r"\x1b\[([0-9][0-9;]*)m")
BOLD, REVERSE = 1, 7
DEADLINE = 120.0
"""Seconds for any test; they take tenths."""


def run(story: Awaitable[None]) -> None:
    """Run a story, within the deadline."""

    async def bounded() -> None:
        async with asyncio.timeout(DEADLINE):
            await story

    asyncio.run(bounded())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a sitting is kept."""
    return tmp_path / "friday.txt"


# ---- what is shown ----


@pytest.mark.parametrize(
    ("edition", "size", "language", "keys"),
    [
        ("classic", (120, 40), "en", "1 enter right right"),
        ("extreme", (60, 20), "fr", "1 enter right right right right right"),
        ("extreme", (80, 24), "de", "1 enter right right s"),
        ("on-fire", (60, 20), "de", "2 enter right right right right 1 right"),
        ("face-to-face", (80, 24), "fr", "enter right right"),
    ],
)
def test_a_table_looks_as_it_did(
    path: Path, edition: str, size: tuple[int, int], language: str, keys: str
) -> None:
    """Compare with `tests/cli/screens`; delete a file there to have it written again."""

    async def story() -> None:
        others = ("Ben",) if edition == "face-to-face" else ("Ben", "Cleo", "Dora")
        people, texts = ("Anna", *others), Texts(language)
        async with evening(path, edition, people, size=size, texts=texts) as anna:
            if edition != "face-to-face":
                await anna.press(*["enter"] * 8)
            await anna.press(*keys.split())
            kept = SCREENS / f"{edition}-{size[0]}x{size[1]}-{language}.txt"
            if not kept.exists():
                kept.write_text(anna.screen + "\n", encoding="utf-8")
            assert anna.screen == kept.read_text(encoding="utf-8").removesuffix("\n")

    run(story())


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_buttons_and_cards_have_room_at_60_columns(path: Path, language: str) -> None:
    async def story() -> None:
        texts = Texts(language)
        for count in (2, 5):
            people = [texts("Player {number}", number=1 + seat) for seat in range(count)]
            at = path.with_stem(f"friday-{count}")
            async with evening(at, "extreme", people, size=(60, 20), texts=texts) as everybody:
                await everybody.press(*["enter"] * 2 * count)
                assert all(f"{n}  {name}" in everybody.screen for n, name in enumerate(people, 1))
                assert_all_has_room(everybody)
                await everybody.press("1", "enter")
                assert_all_has_room(everybody)
                assert texts("Leave") in everybody.screen

    run(story())


def assert_all_has_room(person: Person) -> None:
    for box in (*person.app.screen.query(".action"), *person.app.screen.query(CardBox)):
        if box.display:
            assert box.region.right <= 60
            assert box.region.bottom <= 20


def test_a_smaller_terminal_gets_a_smaller_table(path: Path) -> None:
    async def story() -> None:
        async with evening(path, size=(120, 40)) as anna:
            assert "52 ─" in anna.screen
            await anna.resize(60, 20)
            assert "52 ─" not in anna.screen
            assert len(anna.screen.splitlines()) == 20
            await anna.press("l")
            assert "52 ─" in anna.screen

    run(story())


def test_without_color_the_chosen_card_and_its_steps_can_be_told(tmp_path: Path) -> None:
    printed = io.StringIO()
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "tenback", "play", "--edition", "classic", "--seats", "1"],
        env={**environment(tmp_path), "NO_COLOR": "1", "TERM": "xterm-256color"},
        encoding="utf-8",
        timeout=int(DEADLINE),
        dimensions=(24, 80),
    )
    child.logfile_read = printed
    for key, shown in ((None, "lay 2 more"), ("\x1b[C", "┏"), ("g", "Give up"), ("\x03", None)):
        if key is not None:
            child.send(key)
        child.expect(pexpect.EOF if shown is None else shown)
    child.close()
    codes = {int(code) for codes in STYLES.findall(printed.getvalue()) for code in codes.split(";")}
    assert {REVERSE, BOLD} <= codes
    assert not [code for code in codes if 30 <= code <= 49 or code >= 90]


def test_a_command_says_what_it_does_when_its_card_is_picked_up(path: Path) -> None:
    async def story() -> None:
        async with evening(path, "extreme") as anna:
            hand, edition = anna.view.hand, anna.view.edition
            at = next(n for n, card in enumerate(hand) if edition.command_of(card) is not None)
            await anna.press(*["right"] * (at + 1))
            command = edition.command_of(hand[at])
            assert command is not None
            assert f"{command}: {MEANINGS[command]}" in " ".join(anna.screen.split())

    run(story())


# ---- what somebody does ----


def test_somebody_plays_alone_by_keys_to_the_end(path: Path) -> None:
    async def story() -> None:
        path.write_text(f"tenback: 1\nstart: {NEARLY_WON}\n", encoding="utf-8")
        sittings = Sittings(None, can_take_back=True)
        async with watching(sittings, sittings.resume(path)) as anna:
            while anna.view.outcome is None:
                match cautious(anna.view):
                    case Play() as play:
                        await anna.lay(play)
                    case _:
                        await anna.press("e")
            assert "the game is beaten!" in await anna.wait("Replay it")
            await anna.press("2")
        assert read_record(path.read_text(encoding="utf-8")).outcome is not None
        assert sittings.kept is None

    run(story())


def test_cards_and_piles_can_be_clicked(path: Path) -> None:
    async def story() -> None:
        async with evening(path) as anna:
            first = anna.view.hand[0]
            await anna.click("#card-0")
            assert "+17" in anna.screen
            await anna.click("#pile-0")
            assert anna.view.tops[0] == first
            await anna.click("#actions .action:last-of-type")

    run(story())


def test_a_card_is_taken_back_and_what_cannot_be_is_told(path: Path) -> None:
    async def story() -> None:
        async with evening(path) as anna:
            await anna.press("z")
            assert "there is nothing to take back" in anna.screen
            await anna.press("1")
            assert "Pick a card first" in anna.screen
            await anna.press("right", "1")
            assert anna.view.tops[0] == 18
            await anna.press("z")
            assert anna.view.tops[0] == 1

    run(story())


class Waiting:
    """A bot that takes its time until it is told to go on."""

    def __init__(self) -> None:
        self.may_go_on = threading.Event()

    def choose(self, view: View) -> Move:
        assert self.may_go_on.wait(DEADLINE)
        return cautious(view)


def test_people_see_that_a_bot_is_thinking_until_it_has_moved() -> None:
    async def story() -> None:
        bot = Waiting()
        table = Table(read_deal("classic", 2, "ABC"), ("Anna", "Ben"))
        app = TerminalApp(ENGLISH, lambda app: app.play(local_table(table, {1: bot})))
        async with app.run_test(size=(80, 24)) as pilot:
            anna = Person(app, pilot)
            await anna.wait("Who begins?")
            assert "thinking …" not in anna.screen
            await anna.press("2")
            assert "Ben  thinking …" in anna.screen
            bot.may_go_on.set()
            assert "thinking …" not in await anna.wait("Anna  (lay 2 more)")

    run(story())


def test_people_see_that_a_hint_is_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        may_go_on = asyncio.Event()
        host = local_table(Table(read_deal("classic", 1, "ABC"), ("Anna",)))

        async def hint() -> Move:
            await may_go_on.wait()
            return cautious(host._table.view(0))

        monkeypatch.setattr(host, "hint", hint)
        app = TerminalApp(ENGLISH, lambda app: app.play(host))
        async with app.run_test(size=(80, 24)) as pilot:
            anna = Person(app, pilot)
            await anna.wait("Anna  (")
            await anna.press("h")
            await anna.wait("thinking …")
            may_go_on.set()
            assert "thinking …" not in await anna.wait("Hint: ")

    run(story())


def test_whoever_was_told_to_wait_is_not_told_so_any_longer() -> None:
    async def story() -> None:
        bot = Waiting()
        table = Table(read_deal("classic", 2, "ABC"), ("Anna", "Ben"))
        host = local_table(table, {1: bot})
        app = TerminalApp(ENGLISH, lambda app: app.play(host))
        async with app.run_test(size=(80, 24)) as pilot:
            anna = Person(app, pilot)
            await anna.wait("Who begins?")
            await anna.press("2", "right", "1")
            assert "Not yet: Ben is to move." in anna.screen
            bot.may_go_on.set()
            await anna.wait("Anna  (lay 2 more)")
            assert "Not yet" not in anna.screen

    run(story())


@pytest.mark.parametrize(
    ("people", "keys"),
    [
        (("Anna",), ()),  # asked who begins
        (("Anna", "Ben"), ("enter",)),  # looking at the hand
        (("Anna", "Ben"), ("enter",) * 4),
        (("Anna", "Ben"), (*("enter",) * 4, "1", "enter")),
    ],
    ids=["who begins", "looking", "both have looked", "a turn"],
)
def test_whoever_sees_cards_can_give_up(
    path: Path, people: tuple[str, ...], keys: tuple[str, ...]
) -> None:
    async def story() -> None:
        async with evening(path, people=people, bots=("greedy",)) as anna:
            await anna.press(*keys)
            is_covered = anna.view.seat is None
            await anna.press("g")
            assert ("Give up?" in anna.screen) is not is_covered
            if not is_covered:
                await anna.press("2")
                assert "given up: lost, 98 cards left" in await anna.wait("Replay it")

    run(story())


def test_a_signal_is_chosen_and_stands_under_its_pile(path: Path) -> None:
    async def story() -> None:
        async with evening(path, people=("Anna", "Ben")) as anna:
            await anna.press(*["enter"] * 4, "1", "enter", "s")
            assert "1 keep u1" in anna.screen
            await anna.press("1")
            assert "keep An" in anna.screen
            assert "Anna: “keep u1”" in anna.screen

    run(story())


def test_a_losing_play_is_asked_about(path: Path) -> None:
    async def story() -> None:
        path.write_text(f"tenback: 1\nstart: {TRAP}\n", encoding="utf-8")
        sittings = Sittings(None, can_take_back=True)
        async with watching(sittings, sittings.resume(path)) as anna:
            await anna.press("right", "right", "right", "1")
            assert "55>u1 loses at once. Really?" in anna.screen
            await anna.press("escape")
            assert anna.view.tops[0] == 53
            await anna.press("1", "1")
            assert "Really?" not in anna.screen  # the digit was an answer, and no other play
            assert anna.view.tops[0] == 53
            await anna.press("1", "2")
            await anna.wait("lost")

    run(story())


def test_the_strongest_bot_gives_a_hint(path: Path) -> None:
    async def story() -> None:
        async with evening(path, "on-fire") as anna:
            await anna.press("h")
            await anna.wait("Hint: ")

    run(story())


def test_help_is_on_a_key_and_any_key_goes_back(path: Path) -> None:
    async def story() -> None:
        async with evening(path) as anna:
            await anna.press("question_mark")
            assert "Any key goes back." in anna.screen
            await anna.press("g")
            assert "lay 2 more" in anna.screen
            assert "Give up?" not in anna.screen

    run(story())


def test_what_happened_last_stays_on_the_screen_when_the_strip_takes_room() -> None:
    async def story() -> None:
        table = Table(read_deal("classic", 1, "ABC"), ("Anna",))
        for _ in range(20):
            table.submit(cautious(table.view(0)), seat=0)
        app = TerminalApp(ENGLISH, lambda app: app.play(local_table(table)))
        async with app.run_test(size=(60, 20)) as pilot:
            anna = Person(app, pilot)
            await anna.wait("Anna  (")
            await anna.press("l")
            assert anna.host.model.lines[-1] in await anna.wait("52 ")

    run(story())


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_whoever_leaves_finds_the_sitting_again(path: Path, key: str) -> None:
    async def story() -> None:
        async with evening(path) as anna:
            await anna.press("right", "1", key)
            assert not anna.app.is_running or anna.app._exit
        kept = read_record(path.read_text(encoding="utf-8"))
        assert (kept.outcome, kept.end.tops[0]) == (None, 18)

    run(story())


def test_a_replay_tells_what_every_decision_was_worth() -> None:
    async def story() -> None:
        table = Table(read_position("classic 60,99,2,3 61.62.63.64 - 0"), ("Anna",))
        for move in (Play(64, PILES["u1"]), END):
            table.submit(move, seat=0)

        async def look(app: TerminalApp) -> None:
            await app.push_screen_wait(ReplayScreen(ENGLISH, table.record()))

        app = TerminalApp(ENGLISH, look)
        async with app.run_test(size=(80, 24)) as pilot:
            anna = Person(app, pilot)
            await anna.wait("Esc back")
            await anna.press("right", "a")
            assert "better: 61>u1" in await anna.wait("chance 100 % → 0 %")
            await anna.press("home", "n")
            assert "1/" in anna.screen
            await anna.press("escape")

    run(story())


def test_a_replay_goes_through_all_events(path: Path) -> None:
    async def story() -> None:
        async with evening(path) as anna:
            await anna.press("g", "2")
            await anna.wait("Replay it")
            await anna.press("3")
            assert "0/" in await anna.wait("Esc back")
            await anna.press("end")
            assert "given up" in anna.screen
            await anna.press("escape")
            await anna.wait("New cards")

    run(story())


# ---- with bots ----


async def play_to_the_end(host: LocalTable) -> None:
    """Play for the people of a table, seat by seat, while its host runs it."""
    running = asyncio.create_task(host.run())
    while not running.done():
        view = host.model.view
        assert view is not None
        if host.model.prompt is not None:
            await host.confirm()
        elif host.model.starters:
            await host.begin(0)
        elif host.model.is_my_turn and view.outcome is None:
            await host.submit(cautious(view))
        await asyncio.sleep(0)
    await running


@pytest.mark.parametrize("bot", BOTS)
def test_bots_of_every_level_play_to_the_end(bot: str) -> None:
    deal = read_deal("classic", 2, "ABC")
    host = local_table(Table(deal, ("Anna", bot)), {1: make_bot(bot, seed="1")})
    run(play_to_the_end(host))
    assert host.outcome is not None
    if BY_NAME[bot].talks:
        assert any("“" in line for line in host.model.lines)


# ---- what is hidden ----


def test_hands_are_covered_while_the_screen_is_passed_on(path: Path) -> None:
    async def story() -> None:
        async with evening(path, people=("Anna", "Ben")) as both:
            seen = [both.screen]
            for _ in range(4):
                await both.press("enter")
                seen.append(both.screen)
            assert ["╭─────╮" in screen for screen in seen] == [False, True, False, True, False]
            await both.press("1", "right", "1", "e")
            assert both.view.hand == ()
            assert "Anna, it is your turn" in both.screen
            await both.press("enter")
            for _ in range(2):
                await both.lay(_first(both))
            await both.press("e")
            assert "You draw:" in both.screen
            await both.press("enter")
            assert both.view.hand == ()
            assert "You draw" not in both.screen
            assert "Ben, it is your turn" in both.screen

    run(story())


def _first(person: Person) -> Play:
    play = cautious(person.view)
    assert isinstance(play, Play)
    return play


def test_nothing_in_the_model_tells_two_tables_apart_that_look_the_same() -> None:
    models = []
    for start in _alike():
        host = local_table(Table(start, ("Anna", "Ben")))
        host._show_hand(0)
        models.append(host.model)
    assert all(one == other for one, other in pairwise(models))


def _alike() -> tuple[State, State]:
    """Return two states that look the same from seat 0: another hand, another order to draw."""
    one = read_position("classic 14,1,100,88 5.17.44/8.12.33 2.3.4.99 0")
    other = replace(one, hands=(one.hands[0], (2, 3, 33)), draw_piles=((99, 8, 12, 4),))
    assert view_of(one, 0) == view_of(other, 0)
    return one, other


def test_covered_cards_cannot_be_played() -> None:
    async def story() -> None:
        host = local_table(Table(read_deal("classic", 2, "ABC"), ("Anna", "Ben")))
        running = asyncio.create_task(host.run())
        await asyncio.sleep(0)
        assert host.model.prompt == "Anna, press Enter to see your hand."
        for move in (END, BACK):
            await host.submit(move)
        assert host.outcome is None
        assert host.model.prompt == "Anna, press Enter to see your hand."
        running.cancel()

    run(story())
