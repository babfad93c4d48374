"""`tenback play` in a real terminal: whole sittings, typed line by line."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tenback.cli.drawing import ENDINGS
from tenback.notation import write_layout
from tenback.rules import Ending, Layout
from tests.cli.playing import cautious, kept, play_to_the_end
from tests.cli.terminal import ARROW_UP, CLEAR, CLEAR_PAST, DEADLINE, Seat, Terminal, environment

TRAP = "extreme 53,99,2,4 43.54.55 90 0"
"""The 55 on u1 is legal, and loses: the 54 does not fit any more."""


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Seat]:
    """Return what starts `tenback play` in a terminal of its own."""
    terminals: list[Terminal] = []

    def play(*arguments: str, columns: int = 200, language: str = "en") -> Terminal:
        terminals.append(Terminal(tmp_path, *arguments, columns=columns, language=language))
        return terminals[-1]

    yield play
    for terminal in terminals:
        terminal.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a sitting is kept."""
    return tmp_path / "friday.txt"


def write(path: Path, start: str, *lines: str) -> None:
    """Write the record of a sitting that goes on from a position."""
    path.write_text("\n".join(("tenback: 1", f"start: {start}", *lines, "")), encoding="utf-8")


def replayed(path: Path, folder: Path) -> Any:
    """Return the record as `tenback replay` verifies it."""
    line = [sys.executable, "-m", "tenback", "replay", str(path), "--json"]
    done = subprocess.run(
        line, env=environment(folder), capture_output=True, timeout=DEADLINE, check=True
    )
    return json.loads(done.stdout)


def hand_on(screen: str) -> list[int]:
    """Return the hand that a screen shows."""
    lines = [line.split() for line in screen.splitlines()]
    first = next(number for number, words in enumerate(lines) if words[:1] == ["card"])
    last = next(
        number for number, words in enumerate(lines) if words[:3] == ["number", "=", "step"]
    )
    return [int(words[0]) for words in lines[first + 1 : last]]


# whole sittings


def test_classic_alone_to_its_end(play: Seat, path: Path, tmp_path: Path) -> None:
    terminal = play("--seed", "ABC", "--record", str(path))
    screens = play_to_the_end(terminal, path)
    assert len(screens) > 20
    outcome = kept(path).outcome
    assert outcome is not None
    assert outcome.ending is Ending.STUCK
    assert f"stuck: lost, {outcome.left} cards left" in terminal.screen
    assert f"The record is in {path}" in terminal.screen
    terminal.say("q")
    assert terminal.leave() == 0
    assert replayed(path, tmp_path)["outcome"] == {
        "ending": "stuck",
        "won": False,
        "winner": None,
        "left": outcome.left,
    }


def test_classic_alone_shows_hand_piles_and_what_was_drawn(play: Seat, path: Path) -> None:
    terminal = play("--seed", "ABC", "--record", str(path))
    terminal.wait()
    state = kept(path).end
    assert hand_on(terminal.screen) == [*state.hands[0]]
    assert "draw pile: 90" in terminal.screen
    assert "(lay 2 more)" in terminal.screen
    assert "(lay one more)" in terminal.tell(cautious(state))
    assert "(lay more, or end)" in terminal.tell(cautious(kept(path).end))
    drawn = [str(card) for card in kept(path).end.draw_piles[0][:2]]
    assert f"You draw: {'  '.join(drawn)}" in terminal.tell("end")


def test_on_fire_alone_to_its_end(play: Seat, path: Path, tmp_path: Path) -> None:
    terminal = play("--edition", "on-fire", "--seed", "ABC", "--record", str(path))
    screens = play_to_the_end(terminal, path)
    assert any("burns: must be covered by the end of the next turn" in s for s in screens)
    assert any("cover the fire on" in screen for screen in screens)
    record = kept(path)
    assert record.outcome is not None
    ending = ENDINGS[record.outcome.ending]
    assert f"{ending}: lost, {record.outcome.left} cards left" in terminal.screen
    terminal.say("q")
    assert terminal.leave() == 0
    assert replayed(path, tmp_path)["outcome"]["ending"] == record.outcome.ending.value


def test_on_fire_tells_what_the_turn_must_cover(play: Seat, path: Path) -> None:
    path.write_text("tenback: 1\nstart: on-fire 22,60,100,77 5.23.33.61.62 90.91 0\n")
    terminal = play("--resume", str(path))
    terminal.wait()
    assert "(cover the fire on u1, cover the fire on d2, lay 2 more)" in terminal.screen
    assert "(cover the fire on d2, lay one more)" in terminal.tell("23 u1")
    assert "(cover the fire on d2, lay more" not in terminal.tell("61 u2")
    assert "the fire on d2 must be covered in this turn" in terminal.tell("end")
    assert "(lay more, or end)" in terminal.tell("62 d2")


def test_extreme_alone_to_its_end(play: Seat, path: Path, tmp_path: Path) -> None:
    terminal = play("--edition", "extreme", "--seed", "ABC", "--record", str(path))
    screens = play_to_the_end(terminal, path)
    assert all("command" in screen for screen in screens)
    record = kept(path)
    assert record.outcome is not None
    ending = ENDINGS[record.outcome.ending]
    assert f"{ending}: lost, {record.outcome.left} cards left" in terminal.screen
    terminal.say("q")
    assert terminal.leave() == 0
    assert replayed(path, tmp_path)["outcome"]["left"] == record.outcome.left


def test_face_to_face_to_its_end(play: Seat, path: Path, tmp_path: Path) -> None:
    names = ("--name", "Anna", "--name", "Ben")
    terminal = play("--edition", "face-to-face", "--seed", "ABC", "--record", str(path), *names)
    screens = play_to_the_end(terminal, path)
    assert all("helps the opponent" in screen for screen in screens)
    outcome = kept(path).outcome
    assert outcome is not None
    assert outcome.winner is not None
    winner = ("Anna", "Ben")[outcome.winner]
    assert f"{winner} wins, the other has {outcome.left} card" in terminal.screen
    terminal.say("q")
    assert terminal.leave() == 0
    assert replayed(path, tmp_path)["outcome"]["winner"] == outcome.winner


def test_team_of_three_to_its_end(play: Seat, path: Path) -> None:
    names = [word for name in ("Anna", "Ben", "Cleo") for word in ("--name", name)]
    terminal = play("--seats", "3", "--seed", "ABC", "--record", str(path), *names)
    for name in ("Anna", "Ben", "Cleo"):
        terminal.wait(f"{name}, press Enter to see your hand.")
        terminal.tell("", "Enter hides it.")
        terminal.say()
    terminal.wait("Who begins?")
    terminal.say("3")
    play_to_the_end(terminal, path)
    record = kept(path)
    assert record.players == ("Anna", "Ben", "Cleo")
    assert record.outcome is not None
    assert f"lost, {record.outcome.left} cards left" in terminal.screen


# two people, one screen


@pytest.fixture
def anna_and_ben(play: Seat, path: Path) -> Terminal:
    names = ("--name", "Anna", "--name", "Ben")
    return play("--seats", "2", "--seed", "ABC", "--record", str(path), *names)


def begin(terminal: Terminal, starter: str) -> None:
    """Pass over the opening."""
    for name in ("Anna", "Ben"):
        terminal.wait(f"{name}, press Enter to see your hand.")
        terminal.tell("", "Enter hides it.")
        terminal.say()
    terminal.wait("Who begins?")
    terminal.tell(starter, "Press Enter.")


def test_opening_shows_every_hand_to_its_owner_alone(anna_and_ben: Terminal, path: Path) -> None:
    for seat, name in enumerate(("Anna", "Ben")):
        anna_and_ben.wait(f"{name}, press Enter to see your hand.")
        assert anna_and_ben.screen.strip() == f"{name}, press Enter to see your hand."
        screen = anna_and_ben.tell("", "Enter hides it.")
        own, other = ("  ".join(map(str, kept(path).end.hands[s])) for s in (seat, 1 - seat))
        assert own in screen
        assert other not in screen
        anna_and_ben.say()
    anna_and_ben.wait("Who begins?")
    assert "Agree on who begins. No numbers!" in anna_and_ben.screen
    for hand in kept(path).end.hands:
        assert "  ".join(map(str, hand)) not in anna_and_ben.screen
    screen = anna_and_ben.tell("2", "Press Enter.")
    assert screen.strip() == "Ben, it is your turn. Press Enter."


def test_hand_over_shows_no_hand_until_the_next_player_is_there(
    anna_and_ben: Terminal, path: Path
) -> None:
    begin(anna_and_ben, "2")
    screen = anna_and_ben.tell("")
    assert hand_on(screen) == [*kept(path).end.hands[1]]
    laid = []
    for _ in range(2):
        laid.append(cautious(kept(path).end))
        anna_and_ben.tell(laid[-1])
    drawn = "  ".join(map(str, kept(path).end.draw_piles[0][:2]))
    assert f"You draw: {drawn}" in anna_and_ben.tell("end", "Enter hides it.")
    assert anna_and_ben.tell("", "Press Enter.").strip() == "Anna, it is your turn. Press Enter."
    screen = anna_and_ben.tell("")
    anna, ben = kept(path).end.hands
    assert hand_on(screen) == [*anna]
    assert "Ben: 7 in hand" in screen
    assert "  ".join(map(str, ben)) not in screen
    assert drawn not in screen
    plays = ", ".join(play.replace(" ", ">") for play in laid)
    assert f"Ben: {plays}, draws 2" in screen.splitlines()


def test_clearing_wipes_what_could_be_scrolled_back_to(anna_and_ben: Terminal) -> None:
    begin(anna_and_ben, "1")
    anna_and_ben.tell("")
    assert anna_and_ben.printed.count(CLEAR) == anna_and_ben.printed.count(CLEAR_PAST) > 5


def test_keyboard_does_not_recall_what_the_other_player_typed(
    anna_and_ben: Terminal, path: Path
) -> None:
    begin(anna_and_ben, "1")
    anna_and_ben.tell("")
    secret = f"{min(kept(path).end.hands[0])} u7"
    anna_and_ben.tell(secret)
    for _ in range(2):
        anna_and_ben.tell(f"{max(kept(path).end.hands[0])} d1")
    anna_and_ben.tell("end", "Enter hides it.")
    anna_and_ben.tell("", "Press Enter.")
    anna_and_ben.tell("")
    for _ in range(9):
        anna_and_ben.type_bytes(ARROW_UP)
    anna_and_ben.tell("\x15laid")
    assert secret not in anna_and_ben.printed.rpartition("Press Enter.")[2]


def test_signal_is_seen_by_the_other_player(anna_and_ben: Terminal, path: Path) -> None:
    begin(anna_and_ben, "1")
    anna_and_ben.tell("")
    assert "Anna: keep u1" in anna_and_ben.tell("say keep u1")
    for _ in range(2):
        anna_and_ben.tell(f"{max(kept(path).end.hands[0])} d1")
    anna_and_ben.tell("end", "Enter hides it.")
    anna_and_ben.tell("", "Press Enter.")
    assert "Anna: keep u1" in anna_and_ben.tell("")


def test_wrong_answer_in_the_opening_is_asked_again(anna_and_ben: Terminal) -> None:
    for name in ("Anna", "Ben"):
        anna_and_ben.wait(f"{name}, press Enter")
        anna_and_ben.tell("", "Enter hides it.")
        anna_and_ben.say()
    anna_and_ben.wait("Who begins?")
    assert "Please type one of 1, 2." in anna_and_ben.tell("3", "Who begins?")
    anna_and_ben.tell("", "Anna, it is your turn.")


# one line


@pytest.fixture
def alone(play: Seat, path: Path) -> Terminal:
    """Return a terminal in which the trap is set."""
    write(path, TRAP, "player 0: Anna")
    terminal = play("--resume", str(path))
    terminal.wait()
    return terminal


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hop", "What is 'hop'? Type 43 u1, end, back, or help."),
        ("54", "What is '54'?"),
        ("54 x1", "What is '54 x1'?"),
        ("54 u2", "the 54 does not fit on u2, which shows 99"),
        ("43>u1", "the 43 on u1 is a backwards trick, and a no-trick is visible"),
        ("5 u1", "seat 0 does not hold the 5"),
        ("end", "lay at least 2 this turn; laid so far: 0"),
        ("back", "there is nothing to take back"),
        ("begin 0", "the opening is over"),
        ("say something", "signals are keep, small"),
        ("9" * 500, "What is '9999"),
        ("größer als 🎲", "What is 'größer als 🎲'?"),
        ("\\[bold]", "What is '"),
    ],
)
def test_wrong_line_is_answered_and_changes_nothing(
    alone: Terminal, path: Path, line: str, answer: str
) -> None:
    before = kept(path).end
    assert answer in alone.tell(line)
    assert kept(path).end == before


def test_line_that_is_no_text_is_answered(alone: Terminal, path: Path) -> None:
    alone.type_bytes(b"\xff\xfe\r")
    alone.wait()
    assert "Traceback" not in alone.printed
    alone.tell("54 u1")
    assert kept(path).end.turn is not None
    assert kept(path).end.tops[0] == 54


@pytest.mark.parametrize("line", ["54 u1", "54>u1", " 54  >  U1 ", "54  U1"])
def test_play_can_be_typed_with_a_blank_or_an_arrow(alone: Terminal, path: Path, line: str) -> None:
    alone.tell(line)
    assert kept(path).end.tops[0] == 54


def test_play_that_loses_at_once_is_asked_for_once_more(alone: Terminal, path: Path) -> None:
    assert re.search(r"55 +!2", alone.screen)
    assert "! = loses at once" in alone.screen
    for answer in ("", "n", "what"):
        alone.tell("55 u1", "55>u1 loses at once. Really?")
        alone.tell(answer)
        assert kept(path).events == ()
    alone.tell("55 u1", "Really?")
    alone.say("y")
    assert alone.leave() == 0
    assert "stuck: lost, 3 cards left" in alone.screen
    outcome = kept(path).outcome
    assert outcome is not None
    assert not outcome.won


def test_giving_up_is_asked_for_once_more(alone: Terminal, path: Path) -> None:
    alone.tell("resign", "Give up?")
    alone.tell("")
    assert kept(path).outcome is None
    alone.tell("resign", "Give up?")
    alone.say("y")
    assert alone.leave() == 0
    assert "given up: lost, 4 cards left" in alone.screen


def test_help_laid_and_empty_lines_change_nothing(alone: Terminal, path: Path) -> None:
    for word in ("help", "?"):
        shown = alone.tell(word, "Enter goes back.")
        assert "lay the 23 on u1" in shown
        assert "I hold a stop" in shown
        assert "lay the 23 on u1" not in alone.tell("")
    assert "laid: 2  3  4  5" in alone.tell("laid")
    assert kept(path).events == ()


def test_last_card_can_be_taken_back(alone: Terminal, path: Path) -> None:
    alone.tell("54 u1")
    assert hand_on(alone.tell("back")) == [43, 54, 55]
    assert kept(path).end.tops[0] == 53


def test_taking_back_can_be_switched_off(play: Seat, path: Path) -> None:
    write(path, TRAP)
    terminal = play("--resume", str(path), "--no-back")
    terminal.wait()
    terminal.tell("54 u1")
    assert "this table does not allow take-backs" in terminal.tell("back")
    assert kept(path).end.tops[0] == 54


def test_lasting_command_is_explained_and_silence_is_kept(play: Seat, path: Path) -> None:
    write(path, "extreme 9,99,2,4 10.11.12 90 0")
    terminal = play("--resume", str(path))
    terminal.wait()
    assert "silence: nobody may say anything while it is visible" in terminal.screen
    assert "a silence is visible: nothing may be said" in terminal.tell("say keep u1")


def test_skull_and_three_say_what_they_want(play: Seat, path: Path) -> None:
    write(path, "extreme 26,99,2,4 27.38.39.40 90 0")
    terminal = play("--resume", str(path))
    terminal.wait()
    assert "(exactly three cards in this turn)" in terminal.tell("27 u1")
    assert "cover the skull" in terminal.tell("38 u1")
    assert "(end the turn)" in terminal.tell("39 u1")


# leaving and coming back


@pytest.mark.parametrize("key", ["c", "d"])
def test_leaving_keeps_the_record_and_resume_goes_on(
    play: Seat, path: Path, tmp_path: Path, key: str
) -> None:
    terminal = play("--seed", "ABC", "--record", str(path))
    terminal.wait()
    terminal.tell(cautious(kept(path).end))
    before = kept(path)
    terminal.press(key)
    assert terminal.leave() == 0
    assert f"play --resume {path}" in terminal.screen
    assert "card" not in terminal.screen
    assert "Traceback" not in terminal.printed
    assert kept(path) == before
    assert replayed(path, tmp_path)["outcome"] is None
    again = play("--resume", str(path))
    again.wait()
    assert hand_on(again.screen) == [*before.end.hands[0]]
    again.tell(cautious(before.end))
    assert len(kept(path).events) == len(before.events) + 1


def test_quitting_keeps_the_record_too(alone: Terminal, path: Path) -> None:
    alone.tell("54 u1")
    alone.say("q")
    assert alone.leave() == 0
    assert "Saved. Resume with: " in alone.screen
    assert kept(path).end.tops[0] == 54


def test_leaving_in_the_opening_comes_back_to_the_opening(
    anna_and_ben: Terminal, play: Seat, path: Path
) -> None:
    anna_and_ben.wait("Anna, press Enter")
    anna_and_ben.press("c")
    assert anna_and_ben.leave() == 0
    again = play("--resume", str(path))
    again.wait("Anna, press Enter to see your hand.")


def test_leaving_at_a_question_keeps_the_record(alone: Terminal, path: Path) -> None:
    alone.tell("55 u1", "Really?")
    alone.press("c")
    assert alone.leave() == 0
    assert kept(path).events == ()


def test_resuming_two_players_hands_over_first_and_shows_the_running_turn(
    anna_and_ben: Terminal, play: Seat, path: Path
) -> None:
    begin(anna_and_ben, "1")
    anna_and_ben.tell("")
    anna_and_ben.tell(cautious(kept(path).end))
    anna_and_ben.press("d")
    anna_and_ben.leave()
    again = play("--resume", str(path))
    again.wait("Anna, it is your turn. Press Enter.")
    assert again.screen.strip() == "Anna, it is your turn. Press Enter."
    screen = again.tell("")
    assert hand_on(screen) == [*kept(path).end.hands[0]]
    assert "(lay one more)" in screen


def test_resuming_keeps_the_tags_and_comments_of_the_record(play: Seat, path: Path) -> None:
    write(path, TRAP, "player 0: Anna", "event: Friday", "turn 1, seat 0: 54>u1", "; well laid")
    before = kept(path)
    terminal = play("--resume", str(path))
    terminal.wait()
    terminal.say("quit")
    terminal.leave()
    assert ("event", "Friday") in kept(path).tags
    assert kept(path).comments == before.comments


@pytest.mark.parametrize("name", ["deck.toml", "my deck.toml"])
def test_sitting_with_a_layout_file_can_be_gone_on_with(
    play: Seat, path: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text(write_layout(Layout.shuffled("ABC")), encoding="utf-8")
    terminal = play("--layout", name, "--record", str(path))
    terminal.wait()
    terminal.say("quit")
    terminal.leave()
    (tmp_path / name).unlink()
    play("--resume", str(path)).wait()


def test_finished_record_is_shown_and_not_played_on(play: Seat, path: Path) -> None:
    write(path, "classic 98,1,100,100 99 - 0", "turn 1, seat 0: 99>u1")
    terminal = play("--resume", str(path))
    assert terminal.leave() == 0
    assert "all cards laid: the game is beaten!" in terminal.screen


def test_command_to_go_on_stands_in_one_line_and_works(play: Seat, tmp_path: Path) -> None:
    terminal = play("--seed", "ABC", columns=80)
    terminal.wait()
    terminal.say("quit")
    terminal.leave()
    shown = re.search(r"Resume with: .*tenback play (.*)", terminal.screen)
    assert shown is not None
    again = play(*shlex.split(shown[1]))
    again.wait()


# an evening


def test_without_options_it_asks_what_to_play(play: Seat, tmp_path: Path) -> None:
    terminal = play()
    terminal.wait(
        "What would you like to play?  1 Classic   2 Extreme   3 Face to Face   4 On Fire"
    )
    assert "Please type one of 1, 2, 3, 4." in terminal.tell(
        "chess", "What would you like to play?"
    )
    terminal.tell("", "How many players?  1 to 5")
    assert "Please type one of 1, 2, 3, 4, 5." in terminal.tell("6", "How many players?")
    assert "draw pile: 90" in terminal.tell("")
    terminal.say("quit")
    assert terminal.leave() == 0
    (path,) = (tmp_path / "data" / "tenback" / "records").iterdir()
    assert path.name.startswith(f"{date.today().isoformat()}-C1-")
    assert kept(path).players == ("Player 1",)


def test_menu_asks_for_names_where_several_play(play: Seat, tmp_path: Path) -> None:
    terminal = play()
    terminal.wait("What would you like to play?")
    terminal.tell("3", "Name?  [Player 1]")
    terminal.tell("Änne [x]", "Name?  [Player 2]")
    terminal.tell("", "it is your turn.")
    terminal.tell("")
    terminal.say("quit")
    terminal.leave()
    (path,) = (tmp_path / "data" / "tenback" / "records").iterdir()
    assert kept(path).players == ("Änne [x]", "Player 2")


@pytest.mark.parametrize("key", ["c", "d"])
def test_leaving_the_menu_leaves_nothing_behind(play: Seat, tmp_path: Path, key: str) -> None:
    terminal = play()
    terminal.wait("What would you like to play?")
    terminal.press(key)
    assert terminal.leave() == 0
    assert "Saved" not in terminal.printed
    assert "Traceback" not in terminal.printed
    assert not (tmp_path / "data").exists()


def test_evening_goes_on_with_the_same_or_new_cards(play: Seat, path: Path, tmp_path: Path) -> None:
    terminal = play("--seed", "ABC", "--record", str(path))
    hands = []
    for choice in ("s", "n", "q"):
        terminal.wait()
        hands.append(hand_on(terminal.screen))
        terminal.tell("resign", "Give up?")
        terminal.tell("y", "Play again?")
        terminal.say(choice)
    assert terminal.leave() == 0
    assert hands[0] == hands[1] != hands[2]
    assert re.search(
        r"This evening:\n +1 +C1-ABC-H +given up: lost, 98 cards left\n +2", terminal.screen
    )
    assert len([*(tmp_path / "data" / "tenback" / "records").iterdir()]) == 2
    assert kept(path).deal is not None


# German


def test_sitting_in_german(play: Seat, path: Path) -> None:
    names = ("--name", "Anna", "--name", "Ben")
    options = ("--seats", "2", "--seed", "ABC", "--record", str(path))
    terminal = play(*options, *names, language="de")
    for name in ("Anna", "Ben"):
        terminal.wait(f"{name}, drücke Enter, um deine Karten zu sehen.")
        terminal.tell("", "Enter verdeckt sie.")
        terminal.say()
    terminal.wait("Wer beginnt?")
    terminal.tell("1", "Anna, du bist dran. Drücke Enter.")
    assert "(noch 2 legen)" in terminal.tell("")
    assert "lege die 23 auf u1" in terminal.tell("hilfe", "Enter führt zurück.")
    terminal.tell("")
    assert "in diesem Zug müssen mindestens 2 Karten gelegt werden, bisher: 0" in terminal.tell(
        "ende"
    )
    first = kept(path).end
    terminal.tell(cautious(first))
    terminal.tell("zurück")
    assert kept(path).end.hands == first.hands
    for _ in range(2):
        terminal.tell(cautious(kept(path).end))
    assert "weiterlegen oder „ende“" in terminal.screen
    terminal.tell("ende", "Enter verdeckt sie.")
    terminal.tell("", "Ben, du bist dran.")
    terminal.tell("")
    terminal.tell("aufgeben", "Aufgeben?  [j/N]")
    terminal.tell("j", "Noch einmal?")
    assert "aufgegeben: verloren, 96 Karten übrig" in terminal.screen
    terminal.say("q")
    assert terminal.leave() == 0


def test_leaving_in_german(play: Seat, path: Path) -> None:
    write(path, TRAP)
    terminal = play("--resume", str(path), language="de")
    terminal.wait()
    terminal.tell("55 u1", "55>u1 verliert sofort. Wirklich?  [j/N]")
    terminal.tell("n")
    terminal.say("schluss")
    assert terminal.leave() == 0
    assert "Gespeichert. Weiter geht es mit: " in terminal.screen
    assert f"play --resume {path}" in terminal.screen


def test_nobody_can_give_up_for_the_opponent(play: Seat, path: Path) -> None:
    terminal = play("--edition", "face-to-face", "--seed", "ABC", "--name", "Anna", "--name", "Ben")
    terminal.wait("Press Enter.")
    screen = terminal.tell("")
    other = 0 if "Ben  (" in screen else 1
    terminal.tell(f"{other}:resign", "Give up?")
    assert "cannot speak for seat" in terminal.tell("y")


def test_taking_back_stays_switched_off_after_a_break(play: Seat, path: Path) -> None:
    terminal = play("--seed", "ABC", "--no-back", "--record", str(path))
    terminal.wait()
    terminal.tell(cautious(kept(path).end))
    terminal.say("quit")
    terminal.leave()
    again = play("--resume", str(path))
    again.wait()
    assert "this table does not allow take-backs" in again.tell("back")


def test_record_that_is_there_already_is_not_overwritten(play: Seat, path: Path) -> None:
    write(path, TRAP)
    terminal = play("--seed", "ABC", "--record", str(path))
    terminal.wait("use --resume to continue it")
    assert terminal.leave() == 1
