"""People at one table: invited by link or by code, with bots, signals and words."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Coming
from tests.page.hidden import check_nothing_hidden_was_told
from tests.page.layout import SIZES, faults_at
from tests.page.person import Person
from tests.page.playing import play_to_the_end

ANNA, BERT = 0, 1
NOT_FOUND = "status of 404"
JOINED = "Bert 👩‍🚀"
"""With an emoji of several characters."""
LONG = "Bartholomäus"
MOST_LINE = 80
"""Pixels of the turn line, which the piles would miss."""


def sees_seated(person: Person, name: str) -> None:
    expect(person.page.get_by_text(name, exact=True)).to_be_visible()


def sees_chip(person: Person, pile: str, name: str, word: str) -> None:
    wanted = re.compile(rf"\b{name}\b.*: {person.say(f'word.{word}')}$")
    expect(person.chips(pile).and_(person.page.get_by_title(wanted))).to_be_visible()


def test_two_people_and_two_bots_play_to_the_end_and_see_no_hidden_card(come: Coming) -> None:
    anna, bert = come("phone", "de"), come("desktop", "en")
    anna.open()
    anna.be_called("Anna")
    anna.begin("friends", count=4)
    bert.open(anna.invitation().removeprefix(anna.url))
    invited = bert.page.get_by_role("heading", name=bert.say("invited.title", name="Anna"))
    expect(invited).to_be_visible()
    bert.sit_down("Bert")
    expect(invited).to_have_count(0)
    sees_seated(anna, "Bert")
    sees_seated(bert, "Anna")
    anna.seat_bot(3)
    bert.seat_bot(4)
    anna.press("gather.start")

    bert.name(ANNA)
    anna.name_me()  # the bots follow when the people agree
    anna.wait_for_turn()
    to_go = bert.page.get_by_text(bert.say("other.cards", count=2), exact=True)
    expect(to_go).to_be_visible()  # what Anna must do is not said to Bert
    hands = anna.hand(), bert.hand()
    assert [len(hand) for hand in hands] == [6, 6]
    assert not set(hands[0]) & set(hands[1])

    anna.say_of("u1", "keep")
    sees_chip(bert, "u1", "Anna", "keep")
    bert.say_of("d2", "small")
    sees_chip(anna, "d2", "Bert", "small")
    sees_chip(bert, "d2", "Bert", "small")

    bert.write("take my 23")
    refusal = bert.say("code.number-said", text="23")
    expect(bert.page.get_by_role("alert").filter(has_text=refusal)).to_be_visible()
    bert.write("a good start, well done")
    anna.press("action.talk-unread", count=1)
    expect(anna.sheet.get_by_role("log")).to_contain_text("Bert a good start, well done")
    expect(anna.sheet.get_by_role("log")).not_to_contain_text("23")
    anna.write("thank you")
    expect(anna.sheet.get_by_role("log")).to_contain_text("thank you")
    anna.page.reload()
    expect(anna.button("action.talk")).to_be_visible()  # what she wrote herself is not new

    play_to_the_end(anna, bert)

    for person in (anna, bert):
        person.wait_for_end()
    assert anna.tops() == bert.tops()
    for seat, person in ((ANNA, anna), (BERT, bert)):
        assert check_nothing_hidden_was_told(person.frames, seat, hands[seat]) > 50
    with pytest.raises(AssertionError, match="nobody should know"):
        check_nothing_hidden_was_told(anna.frames, BERT, hands[BERT])


def test_a_host_is_asked_before_somebody_is_removed_who_is_told_then(come: Coming) -> None:
    anna, bert = come("phone", "de"), come("desktop", "en")
    anna.open()
    anna.begin("friends", count=2)
    bert.open(anna.invitation().removeprefix(anna.url))
    bert.sit_down("Bert")
    anna.press("gather.remove", name="Bert")
    told = anna.say("gather.remove.text", name="Bert")
    expect(anna.sheet.get_by_text(told)).to_be_visible()
    anna.answer("sure.no")
    expect(anna.button("gather.remove", name="Bert")).to_be_visible()
    anna.press("gather.remove", name="Bert")
    anna.answer("gather.remove.yes")
    removed = bert.page.get_by_role("alert").filter(has_text=bert.say("code.sent-away"))
    expect(removed).to_be_visible()
    expect(bert.button("gather.sit")).to_have_count(0)


def seal(person: Person, word: str) -> str:
    """Add a word to the shuffle; return what the server has bound itself with."""
    person.page.get_by_text(person.say("seed.title"), exact=True).click()
    person.page.get_by_label(person.say("seed.word")).fill(word)
    person.press("seed.add")
    expect(person.page.get_by_text(person.say("seed.given", word=word))).to_be_visible()
    welcome = next(frame for frame in person.frames if frame["type"] == "welcome")
    commitment: str = welcome["commitment"]
    return commitment


def test_words_stay_sealed_until_all_are_fixed_and_both_must_want_to_give_up(come: Coming) -> None:
    anna, bert = come("phone", "en"), come("desktop", "de")
    words = {anna: "purple turtle", bert: "Zwetschge"}
    anna.open()
    anna.begin("friends", count=2)
    bert.open(anna.path)
    bert.sit_down("Bert")
    noted = {person: seal(person, word) for person, word in words.items()}
    for person in words:
        sealed = person.say("seed.sealed.count", count=2, all=2)
        expect(person.page.get_by_text(sealed)).to_be_visible()
    for person, other in ((anna, bert), (bert, anna)):
        assert words[other] not in str(person.frames)
    bert.press("gather.start")
    bert.press("action.menu")
    bert.answer("resign.wish")
    expect(bert.page.locator(".notice")).to_contain_text(bert.say("resign.wished"))
    asked = anna.say("resign.asked", seat="Bert")
    expect(anna.page.locator(".notice")).to_contain_text(asked)
    expect(anna.page.locator("[data-seat='1']")).to_contain_text(anna.say("seat.resigning"))
    anna.press("action.menu")
    anna.answer("resign.wish")
    for person in (anna, bert):
        person.wait_for_end()
        title = person.page.get_by_role("heading", name=person.say("over.resigned"))
        expect(title).to_be_visible()

    anna.page.get_by_role("link", name=anna.say("over.replay"), exact=True).tap()
    for word in words.values():
        expect(anna.page.get_by_text(word, exact=True)).to_be_visible()
    anna.page.get_by_label(anna.say("fair.noted")).fill(noted[anna])
    anna.press("fair.check")
    expect(anna.page.get_by_text(anna.say("fair.proven"))).to_be_visible()


def test_nobody_waits_for_somebody_who_stays_away(come: Coming) -> None:
    anna, bert = come("phone", "de"), come("desktop", "en")
    anna.open()
    anna.be_called("Anna")
    anna.begin("friends", count=2)
    bert.open(anna.path)
    bert.sit_down(LONG)
    bert.press("gather.start")
    expect(bert.page.get_by_role("region", name=bert.say("table.label"))).to_be_visible()
    for number in range(1, 13):
        bert.write("hello there, how are you today?")
        expect(bert.page.get_by_role("log").get_by_text("hello there")).to_have_count(number)
    anna.press("action.talk-unread", count=12)
    log = anna.sheet.get_by_role("log")
    expect(log.locator("p")).to_have_count(12)
    expect(log.locator("p").last).to_be_in_viewport()
    anna.answer("sheet.close")
    anna.name(BERT)
    bert.name_me()
    bert.wait_for_turn()

    bert.context.close()
    expect(anna.page.get_by_text(anna.say("turn.away", name=LONG))).to_be_visible()
    assert faults_at(anna, SIZES[0]) == []
    line = anna.page.locator("section.table > .line").bounding_box()
    assert line is not None
    assert line["height"] < MOST_LINE
    anna.press("seat.replace")
    anna.wait_for_turn()

    resign_and_play_again(anna)
    absent = anna.say("gather.absent", names=LONG, count=1)
    expect(anna.page.get_by_text(absent)).to_be_visible()
    anna.press("gather.start")
    anna.press("seat.replace-name", name=LONG)
    anna.name_me()
    anna.wait_for_turn()

    resign_and_play_again(anna)
    anna.press("gather.free")
    anna.seat_bot(2)
    anna.press("gather.start")
    anna.name_me()
    anna.wait_for_turn()


def resign_and_play_again(person: Person) -> None:
    person.resign()
    person.wait_for_end()
    person.leave_for_another("over.again")


@pytest.mark.parametrize("spelling", [str, str.lower, " ".join], ids=["told", "small", "spaced"])
def test_five_letters_lead_to_the_table(come: Coming, spelling: type[str]) -> None:
    anna, bert = come("desktop", "de"), come("phone", "en")
    anna.open()
    anna.begin("friends", count=2)
    code = anna.invitation().rpartition("/")[2]
    bert.open()
    bert.join(spelling(code))
    bert.sit_down(JOINED)
    sees_seated(anna, JOINED)
    assert bert.path == anna.path


def test_letters_of_no_table_are_said_to_be_wrong(person: Person) -> None:
    person.forgive(NOT_FOUND)
    person.open()
    person.join("ZZZZZ")
    why = person.say("code.no-such-table")
    expect(person.page.get_by_role("alert").filter(has_text=why)).to_be_visible()
    expect(person.page.get_by_text(person.say("join.check"))).to_be_visible()
    field = person.page.get_by_label(person.say("start.code"))
    expect(field).to_have_value("ZZZZZ")
    field.fill("ZZZZY")
    person.press("start.join")
    expect(person.page.get_by_role("heading", name=re.compile("ZZZZY"))).to_be_visible()
    expect(field).to_have_value("ZZZZY")


def test_a_link_to_no_table_says_so_and_leads_home(person: Person) -> None:
    person.open("/t/nowhere")
    expect(person.page.get_by_role("heading", name=person.say("no-table.title"))).to_be_visible()
    expect(person.page.get_by_text(person.say("code.no-such-table"))).to_be_visible()
    person.page.get_by_role("link", name=person.say("over.home")).click()
    expect(person.mode("alone")).to_be_visible()


def test_who_comes_too_late_watches_and_sees_no_hand(come: Coming) -> None:
    anna, carla = come("desktop", "de"), come("phone", "en")
    anna.open()
    anna.play_alone()
    carla.open(anna.path)
    expect(carla.page.get_by_text(carla.say("table.watching"))).to_be_visible()
    assert carla.hand() == ()
    play = anna.see().plays[0]
    anna.lay(*play)
    carla.wait_for_top(*play)
    check_nothing_hidden_was_told(carla.frames, -1, ())
