"""What remains after sittings: statistics, the deal of the day, and the rating in duels."""

from playwright.sync_api import Locator, expect

from tests.page.conftest import Coming
from tests.page.duelling import play_duel_turn
from tests.page.layout import SIZES, faults_at
from tests.page.person import Person
from tests.page.playing import play_turn

FIRST = 1500
"""Everybody begins with this rating (docs/ratings.md)."""


def number(person: Person, key: str) -> Locator:
    """Return the number under a heading of the statistics."""
    term = person.page.get_by_role("term").filter(has_text=person.say(key))
    return person.page.locator("dl > div").filter(has=term).get_by_role("definition").first


def play_a_little(person: Person, turns: int = 1) -> int:
    """Play some turns alone, give up, and return how many cards are left."""
    laid = sum(len(play_turn(person)) for _ in range(turns))
    person.wait_for_turn()
    person.resign()
    person.wait_for_end()
    return 98 - laid


def test_a_sitting_is_counted(person: Person) -> None:
    person.open("/me")
    expect(person.page.get_by_text(person.say("me.none"))).to_be_visible()
    person.open()
    person.begin("alone")
    play_a_little(person)
    person.open("/me")
    expect(person.page.get_by_text(person.say("me.given-up", count=1))).to_be_visible()
    expect(number(person, "me.average")).to_have_count(0)  # of nothing there is no average
    person.open()
    person.begin("alone")
    left = play_a_little(person, turns=5)
    person.open("/me")
    expect(number(person, "me.sittings")).to_have_text("1")
    expect(person.page.get_by_text(person.say("me.given-up", count=1))).to_be_visible()
    expect(person.page.get_by_text(person.say("me.not-counted"))).to_have_count(1)
    expect(number(person, "me.won")).to_have_text("0")
    expect(number(person, "me.average")).to_have_text(str(left))
    kind = f"{person.say('edition.classic')} · {person.say('me.alone')}"
    expect(person.page.get_by_label(person.say("me.kind"))).to_contain_text(kind)
    result = person.page.get_by_role("listitem").filter(has_text=kind).first
    expect(result).to_contain_text(person.say("outcome.left", count=left))
    result.get_by_role("link").click()
    expect(
        person.page.get_by_text(person.say("replay.verdict.resigned", left=left))
    ).to_be_visible()


def test_todays_deal_is_compared_and_only_the_first_try_counts(come: Coming) -> None:
    anna, bert = come("phone", "de"), come("desktop", "en")
    lefts = {}
    for person, name in ((anna, "Anna"), (bert, "Bert")):
        person.open()
        person.be_called(name)
        person.begin("day")
        lefts[name] = play_a_little(person)
        person.open("/day")
        own = person.page.get_by_role("row").filter(has_text=f"{name} ({person.say('day.you')})")
        expect(own).to_contain_text(person.say("outcome.short.left", count=lefts[name]))
    assert anna.page.get_by_role("row").filter(has_text="Anna").count() == 1
    expect(bert.page.get_by_role("row").filter(has_text="Anna")).to_contain_text(
        bert.say("outcome.short.left", count=lefts["Anna"])
    )

    expect(bert.page.get_by_text(bert.say("day.streak", now=1, best=1))).to_be_visible()
    expect(bert.page.get_by_text(bert.say("day.again"))).to_be_visible()
    bert.press("day.play.again")
    bert.come_to_table()
    bert.wait_for_turn()
    expect(bert.page.get_by_text(bert.say("day.uncounted.again"))).to_be_visible()
    bert.resign()
    bert.wait_for_end()
    expect(bert.page.get_by_text(bert.say("day.uncounted.again.why")).first).to_be_visible()
    expect(bert.page.get_by_role("link", name=bert.say("over.day"))).to_be_visible()
    bert.open("/day")
    expect(bert.page.get_by_role("row").filter(has_text="Bert")).to_have_count(1)

    bert.open("/day?day=2026-01-01&edition=extreme&seats=5")
    bert.press("day.play.bots")
    bert.come_to_table()
    note = bert.page.locator(".line .day")
    expect(note).to_contain_text(bert.say("table.day", day="January 1, 2026"))
    expect(note).to_contain_text(bert.say("day.uncounted.past"))
    notices = bert.page.locator(".notice")  # they say why, and go by themselves
    notices.get_by_role("button").evaluate_all("(all) => all.forEach((node) => node.click())")
    expect(notices).to_have_count(0)
    assert faults_at(bert, *SIZES) == []


def test_duels_change_the_rating(come: Coming) -> None:
    anna, bert = come("phone", "de"), come("desktop", "en")
    anna.open("/me")
    expect(anna.page.get_by_text(anna.say("rating.none"))).to_be_visible()
    anna.open()
    anna.be_called("Anna")
    anna.begin("duel", foe=anna.say("start.duel.friend"))
    bert.open(anna.path)
    bert.sit_down("Bert")
    bert.press("gather.start")
    expect(bert.page.locator("[data-card]")).to_have_count(6)
    expect(anna.button("action.end")).to_be_visible()
    for person in (anna, bert) if anna.is_my_turn() else (bert, anna):
        play_duel_turn(person)
    bert.resign()
    for person in (anna, bert):
        person.wait_for_end()
    told = [person.page.locator(".rating").inner_text() for person in (anna, bert)]

    ratings = [rating_against(anna, "Bert", "won"), rating_against(bert, "Anna", "lost")]
    assert ratings[0] > FIRST > ratings[1]
    assert all(str(rating) in text for rating, text in zip(ratings, told, strict=True))
    assert sum(ratings) == 2 * FIRST  # nobody knew more of one than of the other

    bert.open()
    bert.begin("duel", foe=bert.say("start.duel.bot"))
    play_duel_turn(bert)
    bert.wait_for_turn()
    bert.resign()
    bert.wait_for_end()
    assert rating_against(bert, bert.say("bot.careful"), "lost") < ratings[1]
    expect(number(bert, "rating.duels")).to_have_text("2")


def rating_against(person: Person, name: str, result: str) -> int:
    """Look at one's rating, and at the duel that led to it."""
    person.open("/me")
    expect(person.page.get_by_text(person.say("rating.provisional"))).to_be_visible()
    person.page.get_by_text(person.say("rating.last")).click()
    duel = person.page.get_by_role("row").filter(has_text=name).first
    expect(duel).to_contain_text(person.say(f"rating.{result}"))
    rating = int(number(person, "rating.provisional").inner_text().split()[0])
    expect(duel).to_contain_text(str(rating))
    return rating
