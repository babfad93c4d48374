"""Deals: cards, hands, starters and layouts (C2, C3, E14, F1, F2) never change for a seed."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from struct import unpack

import pytest

from tenback.notation import from_files, read_deal, read_layout, read_position, write_layout
from tenback.notation.errors import NotationCode
from tenback.rules import STANDARD, Code, Command, Layout
from tenback.rules.chance import ALPHABET, Chance
from tenback.rules.commands import layout_key
from tests.rules.builders import complaint, dealt, events, to_move

SEEDS = ["0", "Z", "4QX7M0ZB2K", ALPHABET * 2]
TEAMS = ["classic", "classic+min3", "classic+hand-1", "extreme", "extreme+min3@shuffled"]

# C2, C3, F1, F2


@pytest.mark.parametrize("edition", TEAMS)
@pytest.mark.parametrize("seed", SEEDS)
def test_c2_every_card_from_2_to_99_is_there_once(edition: str, seed: str) -> None:
    (deck,) = read_deal(edition, 2, seed).shuffled_cards()
    assert sorted(deck) == list(range(2, 100))


def test_c2_every_seed_shuffles_anew() -> None:
    assert len({read_deal("classic", 2, seed).shuffled_cards() for seed in ALPHABET}) == len(
        ALPHABET
    )


@pytest.mark.parametrize("edition", ["classic", "extreme"])
@pytest.mark.parametrize(("seats", "size"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_c3_hands_have_8_cards_alone_7_for_two_and_6_for_more(
    edition: str, seats: int, size: int
) -> None:
    state = dealt(edition, seats)
    assert [len(hand) for hand in state.hands] == [size] * seats


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_c3_the_rest_is_the_draw_pile(seats: int) -> None:
    deal = read_deal("classic", seats, "0")
    (deck,), state = deal.shuffled_cards(), deal.start()
    size = len(state.hands[0])
    cut = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
    assert state.hands == tuple(tuple(sorted(hand)) for hand in cut)
    assert state.draw_piles == (deck[seats * size :],)


@pytest.mark.parametrize("edition", ["classic", "extreme"])
@pytest.mark.parametrize("seats", [-1, 0, 6])
def test_c3_there_are_1_to_5_players(edition: str, seats: int) -> None:
    assert complaint(lambda: dealt(edition, seats)) == Code.BAD_SEATS


def test_f1_each_has_two_row_cards_58_number_cards_and_a_hand_of_six() -> None:
    state = dealt("face-to-face", 2)
    piles = [(str(pile), pile.owner, pile.is_ascending) for pile in state.edition.piles]
    assert piles == [("gu", 0, True), ("gd", 0, False), ("su", 1, True), ("sd", 1, False)]
    assert state.tops == (1, 60, 1, 60)
    for hand, draw in zip(state.hands, state.draw_piles, strict=True):
        assert sorted(hand + draw) == list(range(2, 60))
        assert len(hand) == 6


def test_f1_the_two_sets_are_shuffled_apart() -> None:
    gold, silver = read_deal("face-to-face", 2, "0").shuffled_cards()
    assert gold != silver


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_f1_a_duel_has_two_players(seats: int) -> None:
    assert complaint(lambda: dealt("face-to-face", seats)) == Code.BAD_SEATS


def test_f2_who_begins_is_drawn_by_lot_with_the_deal() -> None:
    starters = [to_move(dealt("face-to-face", 2, seed)) for seed in ALPHABET]
    assert set(starters) == {0, 1}
    assert starters == [to_move(dealt("face-to-face", 2, seed)) for seed in ALPHABET]


# The algorithm, written again from its description


def words_of(purpose: str, seed: str) -> Iterator[int]:
    for block in count():
        text = f"tenback:1:{purpose}:{seed}:{block}"
        yield from unpack(">8I", sha256(text.encode()).digest())


def number_below(n: int, words: Iterator[int]) -> int:
    return next(word for word in words if word < 2**32 // n * n) % n


def shuffle(cards: Iterable[int], words: Iterator[int]) -> tuple[int, ...]:
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = number_below(last + 1, words)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


@pytest.mark.parametrize("seed", SEEDS)
def test_decks_lot_and_layout_follow_the_written_down_algorithm(seed: str) -> None:
    cards, colour = range(2, 100), range(2, 60)
    assert read_deal("classic", 2, seed).shuffled_cards() == (
        shuffle(cards, words_of("cards", seed)),
    )
    assert read_deal("face-to-face", 2, seed).shuffled_cards() == (
        shuffle(colour, words_of("gold", seed)),
        shuffle(colour, words_of("silver", seed)),
    )
    starter = number_below(2, words_of("starter", seed))
    assert to_move(dealt("face-to-face", 2, seed)) == starter
    drawn = shuffle(cards, words_of("layout", seed))
    fours = tuple(tuple(sorted(drawn[i : i + 4])) for i in range(0, 28, 4))
    assert Layout.shuffled(seed).numbers == fours


def test_words_that_would_favour_low_numbers_are_skipped() -> None:
    chance, words, n = Chance("cards", "0"), words_of("cards", "0"), 3 * 2**30
    assert [chance.below(n) for _ in range(50)] == [number_below(n, words) for _ in range(50)]


@pytest.mark.parametrize(
    ("edition", "seed", "tops_of_decks"),
    [
        ("classic", "0", ["18.24.33.72.79.46.19.43.45.68"]),
        ("classic", "4QX7M0ZB2K", ["20.61.49.53.24.77.54.50.51.44"]),
        ("face-to-face", "0", ["29.21.56.10.24.14.50.48.17.7", "50.30.47.42.49.2.33.23.35.38"]),
        (
            "face-to-face",
            "4QX7M0ZB2K",
            ["33.40.15.22.16.27.5.38.39.6", "29.32.47.24.2.39.7.44.11.8"],
        ),
    ],
)
def test_a_seed_gives_these_cards_for_ever(
    edition: str, seed: str, tops_of_decks: list[str]
) -> None:
    decks = read_deal(edition, 2, seed).shuffled_cards()
    assert [".".join(map(str, deck[:10])) for deck in decks] == tops_of_decks


@pytest.mark.parametrize("seed", SEEDS)
def test_neither_seats_nor_options_change_the_order_of_the_deck(seed: str) -> None:
    decks = {read_deal(edition, n, seed).shuffled_cards() for edition in TEAMS for n in range(1, 6)}
    assert len(decks) == 1


@pytest.mark.parametrize("seed", ["", "O", "a", "4-Q", "É", "0" * 65])
@pytest.mark.parametrize("edition", ["classic", "extreme@shuffled", "face-to-face"])
def test_a_bad_seed_is_refused(edition: str, seed: str) -> None:
    assert complaint(lambda: dealt(edition, 2, seed)) == Code.BAD_SEED


# E14 layouts


def test_e14_standard_is_fixed() -> None:
    assert STANDARD.as_dict() == {
        "stop": [5, 31, 70, 96],
        "skull": [3, 38, 63, 98],
        "three": [12, 27, 74, 89],
        "silence": [9, 41, 60, 92],
        "no-trick": [16, 48, 53, 85],
        "one-pile": [19, 45, 56, 82],
        "draw-one": [23, 34, 67, 78],
    }


def test_e14_standard_is_symmetric() -> None:
    for number, command in enumerate(STANDARD.command_of[2:100], 2):
        assert STANDARD.command_of[101 - number] == command


@pytest.mark.parametrize(
    "quarter", [range(2, 26), range(26, 51), range(51, 76), range(76, 100)], ids=str
)
def test_e14_standard_has_every_kind_once_in_each_quarter(quarter: range) -> None:
    kinds = [command for n in quarter if (command := STANDARD.command_of[n]) is not None]
    assert sorted(kinds) == sorted(Command)


@pytest.mark.parametrize("seed", SEEDS)
def test_e14_shuffled_has_28_cards_four_of_a_kind(seed: str) -> None:
    layout = Layout.shuffled(seed)
    assert Layout.make(layout.name, layout.as_dict()) == layout
    assert sum(command is not None for command in layout.command_of) == 28


def test_e14_shuffled_is_drawn_anew_with_every_deal() -> None:
    editions = {str(read_deal("extreme@shuffled", 2, seed).edition) for seed in ALPHABET}
    assert len(editions) == len(ALPHABET)


def test_e14_the_name_of_a_shuffled_layout_does_not_give_the_seed_away() -> None:
    deal = read_deal("extreme@shuffled", 2, "4QX7M0ZB2K")
    assert str(deal.edition) == f"extreme@shuffled:{layout_key('4QX7M0ZB2K')}"
    assert "4QX7M0ZB2K" not in str(deal.edition)


OWN = """
stop = [40, 41, 42, 43]
skull = [44, 45, 46, 47]
three = [50, 51, 52, 53]
silence = [54, 55, 56, 57]
no-trick = [60, 61, 62, 63]
one-pile = [64, 65, 66, 67]
draw-one = [70, 71, 72, 73]
"""


def test_e14_a_layout_of_ones_own_is_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    layout = from_files(str(file))
    assert layout.command_of[40] is Command.STOP
    assert read_layout(write_layout(layout), name=layout.name) == layout


def test_e14_commands_follow_the_layout_of_the_table() -> None:
    position = "extreme@own 30,99,2,4 40.70.71/80.81 90 0"
    state = read_position(position, lambda name: read_layout(OWN, name=name))
    assert events(state, "40>u1") == ["0:40>u1", "0:draws 90", "turn 1"]
    assert events(state, "70>u1") == ["0:70>u1"]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("stop = [40, 41, 42, 43]", ""),
        ("[40, 41, 42, 43]", "[40, 41, 42]"),
        ("[40, 41, 42, 43]", "[40, 41, 42, 43, 48]"),
        ("[40, 41, 42, 43]", "[1, 41, 42, 43]"),
        ("[40, 41, 42, 43]", "[40, 41, 42, 100]"),
        ("[40, 41, 42, 43]", "[40, 41, 42, 42]"),
        ("[40, 41, 42, 43]", "[40, 41, 42, 44]"),
        ("[40, 41, 42, 43]", "[40, 41, 42, 43.0]"),
        ("[40, 41, 42, 43]", '"40, 41, 42, 43"'),
        ("stop", "halt"),
        ("stop = ", "halt = [2, 3, 4, 5]\nstop = "),
        ("stop = ", "stop "),
    ],
)
def test_e14_a_bad_layout_is_refused(good: str, bad: str) -> None:
    assert complaint(lambda: read_layout(OWN.replace(good, bad), name="bad")) == Code.BAD_LAYOUT


def test_e14_a_layout_that_is_not_there_is_refused() -> None:
    assert complaint(lambda: dealt("extreme@printed", 2)) == Code.NO_SUCH_LAYOUT
    assert complaint(lambda: from_files("no/such/file.toml")) == NotationCode.BAD_FILE


def test_a_deal_anew_has_other_cards_and_another_shuffled_layout() -> None:
    shuffled = read_deal("extreme@shuffled", 2, "7")
    assert shuffled.with_seed("8") == read_deal("extreme@shuffled", 2, "8")
    plain = read_deal("classic+min3", 2, "7")
    assert plain.with_seed("8") == read_deal("classic+min3", 2, "8")
