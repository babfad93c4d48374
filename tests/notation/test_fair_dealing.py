"""Fair cards: what follows from secret and words is accepted, and nothing else."""

import json
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tenback.notation import (
    Fairness,
    Record,
    check_word,
    commitment_of,
    fair_seed,
    fairness_of,
    fairness_tags,
    read_any_record,
    read_deal,
    record_as_json,
    verify,
    write_code,
    write_record,
)
from tenback.notation.errors import NotationCode
from tenback.notation.fair_dealing import LONGEST_WORD
from tenback.rules import BadInput, Deal, Extreme, Layout, TenbackError

SECRET = "00112233445566778899aabbccddeeff" * 2
WORDS = ("blue moon", "", "Grüße")

SIGNS = st.characters(categories=("L", "M", "N", "P", "S"), include_characters=" ")


def is_word(text: str) -> bool:
    try:
        return check_word(text) == text
    except BadInput:
        return False


secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)
words = st.text(SIGNS, max_size=LONGEST_WORD).filter(is_word)
EDITIONS = ("classic", "classic+min3", "extreme", "extreme@shuffled")


def fair_record(secret: str, said: tuple[str, ...], edition: str = "classic") -> Record:
    deal = read_deal(edition, len(said), fair_seed(secret, said))
    tags = fairness_tags(Fairness(commitment_of(secret), secret, said))
    return Record(deal.start(), (), ("?",) * deal.seats, deal, (("date", "2026-11-15"), *tags))


@st.composite
def fair_records(draw: st.DrawFn) -> Record:
    said = tuple(draw(st.lists(words, min_size=1, max_size=5)))
    return fair_record(draw(secrets), said, draw(st.sampled_from(EDITIONS)))


def with_tags(record: Record, **tags: str) -> Record:
    """Return a record with some tags changed; `_` stands for a dash."""
    changed = {tag.replace("_", "-"): value for tag, value in tags.items()}
    return replace(record, tags=tuple({**dict(record.tags), **changed}.items()))


def without(record: Record, name: str) -> Record:
    return replace(record, tags=tuple(tag for tag in record.tags if tag[0] != name))


def refusal(record: Record, noted: str | None = None) -> str:
    with pytest.raises(BadInput) as refused:
        verify(record, noted=noted)
    assert refused.value.code == NotationCode.NOT_FAIR
    return str(refused.value)


def one_sign_changed(data: st.DataObject, text: str, signs: st.SearchStrategy[str]) -> str:
    place = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(signs.filter(lambda sign: sign != text[place]))
    return text[:place] + sign + text[place + 1 :]


# the plain case


def test_a_record_tells_it_with_tags_for_the_seats_that_said_a_word() -> None:
    fairness = Fairness(commitment_of(SECRET), SECRET, WORDS)
    assert fairness_tags(fairness) == (
        ("commitment", commitment_of(SECRET)),
        ("secret", SECRET),
        ("word-0", "blue moon"),
        ("word-2", "Grüße"),
    )
    assert fairness_of(fair_record(SECRET, WORDS)) == fairness


def test_a_record_without_commitment_or_secret_tells_nothing() -> None:
    record = fair_record(SECRET, WORDS)
    assert fairness_of(replace(record, tags=())) is None
    assert fairness_of(without(record, "commitment")) is None
    assert fairness_of(without(record, "secret")) is None


@given(fair_records())
def test_what_secret_and_words_give_is_fair_as_text_and_as_json(record: Record) -> None:
    for text in (write_record(record), json.dumps(record_as_json(record))):
        again = read_any_record(text)
        assert again == record
        assert fairness_of(again) == fairness_of(record)
        verify(again)
        verify(again, noted=dict(record.tags)["commitment"].upper())


# seeds


@given(secrets, st.lists(st.lists(words, max_size=5), min_size=2, max_size=2))
def test_two_lists_of_words_give_two_seeds(secret: str, lists: list[list[str]]) -> None:
    one, other = lists
    assert (fair_seed(secret, one) == fair_seed(secret, other)) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a", "b"), ("b", "a")),
        (("a", ""), ("", "a")),
        (("a",), ("a", "")),
        (("a", "b"), ('a","b',)),
        (("a", "b"), ("a,b",)),
        (("é",), (r"\u00e9",)),
        (("\\", ""), ("", "\\")),
        (("ab", "c"), ("a", "bc")),
    ],
)
def test_words_in_other_seats_or_joined_otherwise_give_another_seed(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    assert fair_seed(SECRET, one) != fair_seed(SECRET, other)


def test_a_seed_does_not_depend_on_how_a_word_was_typed() -> None:
    assert fair_seed(SECRET, (" Gru\u0308ße\n",)) == fair_seed(SECRET, ("Grüße",))


# words


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("", ""),
        (" \t\n", ""),
        ("  blue moon ", "blue moon"),
        ("Gru\u0308ße", "Grüße"),
        ("🎲", "🎲"),
        ("; : [x] {y}", "; : [x] {y}"),
        ("x" * 32, "x" * 32),
        ("u\u0308" * 32, "ü" * 32),
    ],
)
def test_a_word_has_one_spelling(typed: str, word: str) -> None:
    assert check_word(typed) == word == check_word(word)


@pytest.mark.parametrize(
    "typed", ["x" * 33, "a\nb", "a\tb", "a\x00", "\udcff", "a\u00a0b", "a\u202eb", "\u0301" * 10**6]
)
def test_what_is_no_word_is_refused(typed: str) -> None:
    with pytest.raises(BadInput) as refused:
        check_word(typed)
    assert refused.value.code == NotationCode.BAD_WORD
    assert "a word has at most 32 printable characters" in str(refused.value)


@given(st.text(st.characters(exclude_categories=()), max_size=40))
def test_a_word_that_is_taken_can_stand_in_a_record(typed: str) -> None:
    try:
        word = check_word(typed)
    except BadInput:
        return
    assert check_word(word) == word
    record = fair_record(SECRET, (word, ""))
    assert read_any_record(write_record(record)) == record


# what is refused


@given(fair_records(), st.data())
def test_no_sign_of_the_secret_can_be_another(record: Record, data: st.DataObject) -> None:
    secret = one_sign_changed(data, dict(record.tags)["secret"], SIGNS)
    assert "secret" in refusal(with_tags(record, secret=secret.strip()))


@given(fair_records(), st.data())
def test_no_sign_of_the_commitment_can_be_another(record: Record, data: st.DataObject) -> None:
    commitment = one_sign_changed(data, dict(record.tags)["commitment"], SIGNS)
    assert "commitment" in refusal(with_tags(record, commitment=commitment.strip()))


@given(fair_records(), st.data())
def test_no_sign_of_a_word_can_be_another(record: Record, data: st.DataObject) -> None:
    said = [tag for tag, _ in record.tags if tag.startswith("word-")]
    assume(said)
    tag = data.draw(st.sampled_from(said))
    word = one_sign_changed(data, dict(record.tags)[tag], SIGNS).strip()
    assert refusal(with_tags(record, **{tag: word}))


@given(fair_records(), st.data(), words.filter(bool))
def test_no_word_can_be_left_out_or_put_in(record: Record, data: st.DataObject, word: str) -> None:
    tag = f"word-{data.draw(st.integers(0, record.start.seats - 1))}"
    changed = without(record, tag) if tag in dict(record.tags) else with_tags(record, **{tag: word})
    assert "give the seed" in refusal(changed)


@given(fair_records(), st.data())
def test_the_words_of_two_seats_cannot_be_exchanged(record: Record, data: st.DataObject) -> None:
    fairness = fairness_of(record)
    assert fairness is not None
    order = tuple(data.draw(st.permutations(fairness.words)))
    assume(order != fairness.words)
    kept = tuple(tag for tag in record.tags if not tag[0].startswith("word-"))
    said = fairness_tags(replace(fairness, words=order))[2:]
    assert "give the seed" in refusal(replace(record, tags=(*kept, *said)))


@given(fair_records(), st.data())
def test_no_sign_of_the_deal_code_can_be_another(record: Record, data: st.DataObject) -> None:
    assert record.deal is not None
    code = write_code(record.deal)
    signs = st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    typed = one_sign_changed(data, code, signs)
    for text in (write_record(record), json.dumps(record_as_json(record))):
        with pytest.raises(TenbackError):
            verify(read_any_record(text.replace(code, typed)))


def test_another_seed_is_refused_even_if_the_cards_agree_with_it() -> None:
    record = fair_record(SECRET, WORDS)
    assert record.deal is not None
    deal = record.deal.with_seed("4QX7M0ZB2K")
    message = refusal(replace(record, start=deal.start(), deal=deal))
    assert message == (
        "there is no proof that the cards are fair: "
        f"the secret and the words give the seed {record.deal.seed}, but the deal has 4QX7M0ZB2K"
    )


def test_a_record_needs_commitment_secret_and_deal_code() -> None:
    record = fair_record(SECRET, WORDS)
    assert "the record has no tag 'commitment'" in refusal(replace(record, tags=()))
    assert "the record has no tag 'secret'" in refusal(without(record, "secret"))
    assert "the record has no deal code" in refusal(replace(record, deal=None))


def test_a_secret_is_small_hex_digits() -> None:
    for secret in ("", SECRET[1:], SECRET + "0", SECRET.upper(), "é" * 64, "٣" * 64):
        with pytest.raises(BadInput) as refused:
            commitment_of(secret)
        assert refused.value.code == NotationCode.NOT_FAIR
        assert "64 lowercase hex digits" in refusal(
            with_tags(fair_record(SECRET, WORDS), secret=secret)
        )
        with pytest.raises(BadInput):
            fair_seed(secret, WORDS)


@pytest.mark.parametrize("tag", ["word-3", "word-00", "word-12"])
def test_a_word_of_no_seat_is_refused(tag: str) -> None:
    record = with_tags(fair_record(SECRET, WORDS), **{tag: "hello"})
    assert f"'{tag}' belongs to no seat: the seats are 0 to 2" in refusal(record)


def test_other_tags_may_begin_like_a_word() -> None:
    verify(with_tags(fair_record(SECRET, WORDS), word_count="2"))


@pytest.mark.parametrize("word", ["x" * 33, "Gru\u0308ße"])
def test_a_word_that_nobody_can_have_said_is_refused(word: str) -> None:
    record = with_tags(fair_record(SECRET, WORDS), word_2=word)
    assert "the word of seat 2 must have at most 32 printable characters" in refusal(record)


def test_a_commitment_that_was_noted_must_be_that_of_the_record() -> None:
    record, other = fair_record(SECRET, WORDS), commitment_of("0" * 64)
    message = refusal(record, noted=other)
    assert f"'{other}' was noted" in message
    assert f"the commitment of the record is '{commitment_of(SECRET)}'" in message


def test_a_shuffled_layout_must_come_from_the_same_seed() -> None:
    seed = fair_seed(SECRET, WORDS)
    verify(fair_record(SECRET, WORDS, "extreme@shuffled"))
    deal = Deal(Extreme(layout=Layout.shuffled("TENBACK")), len(WORDS), seed)
    record = replace(fair_record(SECRET, WORDS), start=deal.start(), deal=deal)
    assert "the shuffled layout was not drawn from the seed" in refusal(record)


def test_the_first_position_must_be_that_of_the_deal() -> None:
    record = fair_record(SECRET, WORDS)
    other = fair_record("0" * 64, WORDS)
    assert "the first position is not the one" in refusal(replace(record, start=other.start))
