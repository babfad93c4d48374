"""The chat guard catches most evasions and lets ordinary talk pass (C12, docs/chat.md)."""

import builtins
import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.server.chat_filter import number_in
from tenback.server.chat_filter.characters import fold_character
from tenback.server.chat_filter.language import LANGUAGES, Language
from tenback.server.chat_filter.spelling import is_number
from tests.server.chat_filter_rates import (
    EVASIONS,
    HARMLESS,
    evasions,
    lines,
    rate_of_evasions,
    rate_of_harmless,
)
from tests.server.test_chat_filter import steps

LONGEST = 300  # `Chat.text` in the protocol


@pytest.mark.parametrize("name", EVASIONS)
def test_c12_evasions_are_caught(name: str) -> None:
    result = rate_of_evasions(name)
    assert result.share >= 0.97, result.passed  # the bar is 95 %


@pytest.mark.parametrize("names", HARMLESS.values(), ids=HARMLESS)
def test_c12_ordinary_talk_passes(names: list[str]) -> None:
    result = rate_of_harmless(*names)
    assert result.share <= 0.002, result.refused  # the bar is 0.5 %


def test_the_lists_are_long_and_say_nothing_twice() -> None:
    tried = [text for name in EVASIONS for _, text in evasions(name)]
    assert len(tried) == len(set(tried)) >= 300
    for names in HARMLESS.values():
        talk = [text for name in names for text in lines(name)]
        assert len(talk) == len(set(talk)) >= 1000


@pytest.mark.parametrize("language", LANGUAGES)
def test_c12_every_number_of_a_language_is_refused(language: Language) -> None:
    for word in language.cardinals | language.compounds | language.near | language.misspelled:
        assert number_in(f"so: {word}."), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_only_look_like_a_number_pass(language: Language) -> None:
    for word in language.ordinary:
        assert number_in(f"so: {word}.") is None, word


def test_an_answer_reads_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was opened")

    fold_character.cache_clear()
    is_number.cache_clear()
    for module in builtins, io, os:
        monkeypatch.setattr(module, "open", refuse)
    assert number_in("ᏚᎥ᙭") is not None
    assert number_in("gut gespielt, Ωmega 👍") is None


signs = st.sampled_from([*"abefhinorstuvwxz .*_-/|\\()!'", "ein", "und", "one ", "sieb", "🍎", "ǝ"])
long_texts = st.lists(signs | st.characters(), min_size=LONGEST, max_size=LONGEST).map("".join)


@given(long_texts.map(lambda text: text[:LONGEST]))
def test_the_longest_message_takes_a_bounded_number_of_steps(text: str) -> None:
    fold_character.cache_clear()
    is_number.cache_clear()
    assert steps(text) < 600 * LONGEST
