"""Talk: which signals may be given (C12, E7, E13), and which of them still stand."""

import pytest

from tenback.notation import read_move
from tenback.notation.errors import NotationCode
from tenback.rules import Code, Command, Layout, Signal, Word
from tenback.rules.piles import D1, TEAM_PILES
from tenback.rules.talk import HAND_WORDS, PILE_WORDS
from tests.rules.builders import after, at, complaint, dealt, events, refusal, standing

CLASSIC = "classic 40,30,2,3 41.42.43/50.51.52 60.61.62 0"
EXTREME = "extreme 40,30,2,4 41.42.43/50.51.52 61.62.64 0"

PILE_SIGNALS = [f"{word} {pile}" for word in PILE_WORDS for pile in TEAM_PILES]
HAND_SIGNALS = [str(word) for word in HAND_WORDS]
COMMAND_SIGNALS = [f"hold {command}" for command in Command]


@pytest.mark.parametrize("signal", PILE_SIGNALS + HAND_SIGNALS)
@pytest.mark.parametrize("position", [CLASSIC, EXTREME])
def test_c12_piles_and_hands_may_be_spoken_of_without_numbers(position: str, signal: str) -> None:
    assert events(at(position), f"1:say {signal}") == [f"1:say {signal}"]


@pytest.mark.parametrize("seat", [0, 1])
def test_c12_anybody_may_speak_at_any_time(seat: int) -> None:
    for state in (dealt("classic", 2), at(CLASSIC), after(at(CLASSIC), "41>u1")):
        assert events(state, f"{seat}:say help u1") == [f"{seat}:say help u1"]


def test_c12_talk_changes_nothing_on_the_table() -> None:
    assert after(at(CLASSIC), "0:say keep u1", "1:say stuck") == at(CLASSIC)


@pytest.mark.parametrize("text", ["keep 41", "hold 41", "41", "small u1 2", "step 3 u1"])
def test_c12_no_signal_names_a_number(text: str) -> None:
    assert complaint(lambda: read_move(f"0:say {text}")) == NotationCode.BAD_MOVE


@pytest.mark.parametrize("signal", ["keep gu", "hold stop"])
def test_c12_signals_about_what_classic_does_not_have_are_refused(signal: str) -> None:
    assert refusal(at(CLASSIC), f"0:say {signal}") == Code.NO_SUCH_SIGNAL


def test_c12_only_seats_at_the_table_speak() -> None:
    assert refusal(at(CLASSIC), "2:say stuck") == Code.NO_SUCH_SEAT


def test_c12_nothing_is_said_after_the_end() -> None:
    assert refusal(at("classic 98,99,2,3 41/42 60 0"), "1:say stuck") == Code.OVER


@pytest.mark.parametrize("silence", [9, 41, 60, 92])
def test_e7_while_a_silence_is_visible_nobody_may_say_anything(silence: int) -> None:
    state = at(f"extreme {silence},1,100,100 93.94.95/50.51.52 61.62.64 0")
    for signal in (*PILE_SIGNALS, *HAND_SIGNALS, *COMMAND_SIGNALS):
        assert refusal(state, f"0:say {signal}") == Code.SILENCE
        assert refusal(state, f"1:say {signal}") == Code.SILENCE


def test_e7_silence_falls_as_soon_as_the_card_is_laid() -> None:
    assert refusal(after(at(EXTREME), "41>u1"), "1:say stuck") == Code.SILENCE


def test_e7_a_covered_silence_is_over() -> None:
    state = after(at(EXTREME), "41>u1", "42>u1")
    assert events(state, "1:say stuck") == ["1:say stuck"]


def test_e7_a_silence_that_is_taken_back_is_over() -> None:
    state = after(at(EXTREME), "41>u1", "back")
    assert events(state, "1:say stuck") == ["1:say stuck"]


def test_e7_a_classic_table_knows_no_silence() -> None:
    state = at("classic 41,1,100,100 93.94.95/50.51.52 61.62.64 0")
    assert events(state, "1:say stuck") == ["1:say stuck"]


@pytest.mark.parametrize("signal", COMMAND_SIGNALS)
def test_e13_commands_may_be_named(signal: str) -> None:
    assert events(at(EXTREME), f"1:say {signal}") == [f"1:say {signal}"]


@pytest.mark.parametrize("key", ["0", "1"])
def test_e13_a_named_command_still_covers_four_numbers(key: str) -> None:
    assert all(len(numbers) == 4 for numbers in Layout.shuffled(key).numbers)


def test_e13_piles_of_another_edition_cannot_be_spoken_of() -> None:
    assert refusal(at(EXTREME), "0:say keep gu") == Code.NO_SUCH_SIGNAL


@pytest.mark.parametrize("signal", ["keep gu", "stuck", "strong-start", "hold stop"])
def test_opponents_have_no_signals(signal: str) -> None:
    assert refusal(dealt("face-to-face", 2), f"0:say {signal}") == Code.NO_TALK


def test_signals_of_all_seats_stand_side_by_side() -> None:
    said = standing(at(CLASSIC), "1:say keep u1", "0:say help u1", "1:say free d2", "1:say stuck")
    assert said == [["help u1"], ["keep u1", "free d2", "stuck"]]


def test_a_new_word_about_a_pile_replaces_the_seats_old_one() -> None:
    said = standing(at(CLASSIC), "1:say keep u1", "0:say help u1", "1:say small u1")
    assert said == [["help u1"], ["small u1"]]


def test_a_new_word_about_the_hand_replaces_the_old_one() -> None:
    assert standing(at(CLASSIC), "1:say weak-start", "1:say stuck") == [[], ["stuck"]]


def test_several_commands_may_be_named_side_by_side() -> None:
    said = standing(at(EXTREME), "1:say hold stop", "1:say hold three", "1:say stuck")
    assert said == [[], ["hold stop", "hold three", "stuck"]]


@pytest.mark.parametrize("moves", [["41>u1"], ["41>u1", "42>u2"]])
def test_words_about_a_pile_fall_when_a_card_is_laid_on_it(moves: list[str]) -> None:
    said = standing(at(CLASSIC), "1:say keep u1", "0:say free u1", "1:say keep d1", *moves)
    assert said == [[], ["keep d1"]]


def test_words_about_a_pile_fall_when_a_card_is_taken_back_from_it() -> None:
    said = standing(at(CLASSIC), "41>u1", "1:say keep u1", "1:say keep u2", "back")
    assert said == [[], ["keep u2"]]


def test_words_about_a_hand_fall_when_its_seats_turn_ends() -> None:
    moves = ["0:say stuck", "1:say stuck", "0:say keep d1", "41>u1", "42>u1"]
    assert standing(at(CLASSIC), *moves) == [["stuck", "keep d1"], ["stuck"]]
    assert standing(at(CLASSIC), *moves, "end") == [["keep d1"], ["stuck"]]


def test_named_commands_fall_when_their_seats_turn_ends() -> None:
    moves = ["0:say hold stop", "1:say hold stop", "42>u1", "43>u1"]
    assert standing(at(EXTREME), *moves) == [["hold stop"], ["hold stop"]]
    assert standing(at(EXTREME), *moves, "end") == [[], ["hold stop"]]


def test_a_signal_without_what_it_is_about_is_refused() -> None:
    for make in (
        lambda: Signal(Word.KEEP),
        lambda: Signal(Word.HOLD),
        lambda: Signal(Word.STUCK, D1),
    ):
        assert complaint(make) == Code.BAD_SIGNAL
