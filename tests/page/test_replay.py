"""Replays: step by step, from every seat, saved to a file and opened again."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Coming
from tests.page.person import Person
from tests.page.playing import play_turn

TURNS = 3


@pytest.fixture(scope="module")
def games() -> list[str]:
    """Return where the game is that the first of these tests has played; others look at it too."""
    return []


@pytest.fixture
def replaying(person: Person, games: list[str]) -> Person:
    """Return somebody who looks at a game again, in which Anna has given up beside a bot."""
    if games:
        person.open(games[0])
    else:
        person.open()
        person.be_called("Anna")
        person.begin("bots", count=1)
        person.name_me()
        for _ in range(TURNS):
            assert play_turn(person)
        person.wait_for_turn()
        person.resign()
        person.wait_for_end()
        person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    expect(place(person)).to_be_visible()
    games.append(person.path)
    return person


def place(person: Person) -> Locator:
    """Return the slider, which says where in the replay one is."""
    return person.page.get_by_role("slider", name=person.say("replay.place"))


def frame(person: Person) -> int:
    return int(place(person).input_value())


def last(person: Person) -> int:
    return int(place(person).get_attribute("max") or "")


def turn_buttons(person: Person) -> Locator:
    turns = person.page.get_by_role("list", name=person.say("replay.turns"))
    return turns.get_by_role("button")


def told(person: Person) -> tuple[list[str], list[str]]:
    """Return what a replay tells as a whole: its turns, and the hands that are shown now."""
    return turn_buttons(person).all_inner_texts(), hands(person)


def hands(person: Person) -> list[str]:
    shown = person.page.get_by_role("list", name=person.say("replay.hands")).get_by_role("img")
    return [label or "" for label in shown.evaluate_all("all => all.map(one => one.ariaLabel)")]


def tops(person: Person) -> list[str]:
    return person.page.locator("[data-pile]").all_inner_texts()


def test_a_replay_steps_runs_and_jumps(replaying: Person) -> None:
    person = replaying
    assert frame(person) == 0
    row_cards = tops(person)
    person.press("replay.after")
    assert frame(person) == 1
    person.page.keyboard.press("ArrowRight")
    assert frame(person) == 2
    person.press("replay.before")
    assert frame(person) == 1

    turn_buttons(person).nth(2).click()
    expect(turn_buttons(person).nth(2)).to_have_attribute("aria-current", "step")
    second = frame(person)
    assert second > 1
    assert tops(person) != row_cards
    person.press("replay.turn.after")
    expect(turn_buttons(person).nth(3)).to_have_attribute("aria-current", "step")
    person.press("replay.turn.before")
    assert frame(person) == second

    person.press("replay.last")
    assert frame(person) == last(person)
    expect(person.button("replay.after")).to_be_disabled()
    person.press("replay.first")
    assert tops(person) == row_cards


@pytest.mark.parametrize("person", ["phone-de"], indirect=True)
def test_a_replay_plays_by_itself_to_the_end(replaying: Person) -> None:
    person = replaying
    person.page.get_by_label(person.say("replay.speed")).select_option(index=3)
    person.press("replay.last")
    for _ in range(3):
        person.press("replay.before")
    person.press("replay.play")
    expect(place(person)).to_have_value(str(last(person)))
    expect(person.button("replay.play")).to_be_visible()


@pytest.mark.parametrize("person", ["desktop-en"], indirect=True)
def test_the_link_to_a_turn_opens_the_same(replaying: Person, come: Coming) -> None:
    turn_buttons(replaying).nth(3).click()
    address = urlsplit(replaying.page.url)
    assert address.query == "turn=3"
    friend = come("desktop", replaying.say.language)
    friend.open(f"{address.path}?{address.query}")
    expect(turn_buttons(friend).nth(3)).to_have_attribute("aria-current", "step")
    assert frame(friend) == frame(replaying)
    assert tops(friend) == tops(replaying)
    assert told(friend) == told(replaying)


@pytest.mark.parametrize("person", ["phone-de"], indirect=True)
def test_hands_are_open_or_as_a_seat_saw_them(replaying: Person) -> None:
    person = replaying
    views = person.page.get_by_label(person.say("replay.view"))
    assert not [hand for hand in hands(person) if is_hidden(person, hand)]
    for seat, name in enumerate(("Anna", "Juno")):
        views.select_option(label=person.say("replay.view.seat", name=name))
        hidden = [is_hidden(person, hand) for hand in hands(person)]
        assert hidden == [at != seat for at in range(2)]
        other = person.page.locator(f"[data-seat='{1 - seat}'] [data-held]")
        expect(other).to_have_count(0)
    views.select_option(label=person.say("replay.view.all"))
    expect(person.page.locator("[data-held]")).to_have_count(14)


def is_hidden(person: Person, hand: str) -> bool:
    return person.say.pattern("replay.hand.hidden").fullmatch(hand) is not None


@pytest.mark.parametrize(
    ("person", "key"),
    [("phone-de", "replay.as-text"), ("desktop-en", "replay.as-json")],
    indirect=["person"],
)
def test_a_record_that_was_kept_is_read_again(replaying: Person, key: str, tmp_path: Path) -> None:
    person = replaying
    person.press("replay.last")
    before, shown = told(person), tops(person)
    with person.page.expect_download() as kept:
        person.press(key)
    file = tmp_path / kept.value.suggested_filename
    kept.value.save_as(file)

    person.page.get_by_role("link", name=person.say("replay.open.other")).click()
    person.page.get_by_label(person.say("replay.open.file")).last.set_input_files(file)
    person.press("replay.last")
    assert told(person) == before
    assert tops(person) == shown

    person.press("fair.check")
    expect(person.page.get_by_text(person.say("fair.consistent"))).to_be_visible()


@pytest.mark.parametrize("person", ["desktop-en"], indirect=True)
def test_a_broken_record_is_refused_with_its_line(replaying: Person, tmp_path: Path) -> None:
    person = replaying
    with person.page.expect_download() as kept:
        person.press("replay.as-text")
    good = Path(kept.value.path()).read_text(encoding="utf-8")
    person.page.get_by_role("link", name=person.say("replay.open.other")).click()
    chooser = person.page.get_by_label(person.say("replay.open.file")).last
    alert = person.page.get_by_role("alert")

    lines = good.splitlines()
    at = next(number for number, line in enumerate(lines) if ">" in line)
    torn = [*lines[:at], "what is this?", *lines[at:]]
    for name, text, key in (
        ("torn.txt", "\n".join(torn), "replay.bad.at"),
        ("letter.txt", "Dear Anna, how are you?", "replay.bad."),
        ("letter.json", '{"dear": "Anna"}', "replay.bad."),
    ):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        chooser.set_input_files(file)
        expect(alert.locator("p")).to_be_visible()
        said = alert.inner_text()
        if key == "replay.bad.at":
            found = person.say.pattern(key).fullmatch(said)
            assert found is not None, said
            assert found["line"] == str(at + 1)
        assert person.path == "/replay"


@pytest.mark.parametrize("person", ["desktop-en"], indirect=True)
def test_that_the_cards_were_fair_is_checked_here(replaying: Person) -> None:
    person = replaying
    person.press("fair.check")
    expect(person.page.get_by_text(person.say("fair.consistent"))).to_be_visible()
    for check in ("commitment", "words", "seed", "cards"):
        expect(person.page.get_by_text(person.say(f"fair.check.{check}"))).to_be_visible()

    commitment = person.page.locator("dd code").first.inner_text()
    noted = person.page.get_by_label(person.say("fair.noted"))
    noted.fill(commitment)
    person.press("fair.check")
    expect(person.page.get_by_text(person.say("fair.proven"))).to_be_visible()
    noted.fill(commitment[::-1])
    person.press("fair.check")
    expect(person.page.get_by_text(person.say("fair.no"))).to_be_visible()


@pytest.mark.parametrize("person", ["phone-de"], indirect=True)
def test_a_table_that_is_played_has_no_replay_yet(person: Person) -> None:
    person.forgive("status of 4")
    person.open()
    person.play_alone()
    person.open(person.path.replace("/t/", "/replay/"))
    expect(person.page.get_by_text(person.say("replay.not-over"))).to_be_visible()
    person.page.get_by_role("link", name=person.say("replay.to-table")).click()
    person.wait_for_turn()
