"""Every screen of the page, and how somebody gets there: for pictures, and for whoever checks all.

    SCREENS["over"](person)

The cards are known ones where that can be, so that a screen looks the same tomorrow.
"""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.duelling import play_duel_turn, ways_on
from tests.page.person import Person
from tests.page.playing import play_turn, way_on

ALONE = "C1-8-C"
FOUR = "C4-TENBA-CK-R"
EXTREME = "E3-SEEN7-61-G"
"""The first hand is 16 56 67 72 92 98: no trick, one pile, draw one, nothing, silence, skull."""
NOT_FOUND = "status of 404"
Way = Callable[[Person], None]
SCREENS: dict[str, Way] = {}


def screen(way: Way) -> Way:
    """Take note of a screen: the way there is named like it."""
    SCREENS[way.__name__.replace("_", "-")] = way
    return way


# ---- before a table ----


@screen
def start(person: Person) -> None:
    person.open()
    expect(person.mode("alone")).to_be_visible()


@screen
def start_again(person: Person) -> None:
    """Somebody who has a table, and opens the menu of all pages where it is one."""
    person.open()
    person.play_alone()
    person.open()
    expect(person.page.get_by_role("heading", name=person.say("start.mine"))).to_be_visible()
    menu = person.button("frame.menu")
    if menu.is_visible():
        menu.click()


@screen
def own_table(person: Person) -> None:
    open_own_table(person)


@screen
def own_table_of_extreme(person: Person) -> None:
    open_own_table(person)
    person.page.get_by_role("radio", name=person.say("edition.extreme")).last.check(force=True)
    person.page.get_by_label(person.say("own.layout"), exact=True).select_option("own")
    expect(person.page.get_by_text(person.say("own.layout.wrong"))).to_be_visible()


@screen
def own_table_of_face_to_face(person: Person) -> None:
    open_own_table(person)
    person.page.get_by_role("radio", name=person.say("edition.face-to-face")).check(force=True)


@screen
def code_of_no_table(person: Person) -> None:
    person.forgive(NOT_FOUND)
    person.open("/c/ZZZZZ")
    expect(person.page.get_by_role("alert")).to_be_visible()


@screen
def no_table(person: Person) -> None:
    person.open("/t/nowhere")
    expect(person.page.get_by_role("heading", name=person.say("no-table.title"))).to_be_visible()


@screen
def lost(person: Person) -> None:
    person.open("/nowhere/at/all")
    expect(person.page.get_by_role("heading", name=person.say("frame.title.lost"))).to_be_visible()


# ---- a table ----


@screen
def gathering(person: Person) -> None:
    person.open()
    person.be_called("Anna")
    person.begin("friends", count=4)
    person.invitation()
    person.seat_bot(3)
    person.page.get_by_text(person.say("seed.title")).click()


@screen
def coming_by_link(person: Person) -> None:
    """Somebody else has opened the table: one may sit down."""
    person.open()
    person.begin("friends", count=2)
    address = person.invitation()
    person.context.clear_cookies()
    person.page.goto(address)
    expect(person.button("gather.sit")).to_be_visible()


@screen
def opening(person: Person) -> None:
    sit_at(person, FOUR)
    expect(person.page.get_by_role("heading", name=person.say("opening.ask"))).to_be_visible()


@screen
def table_alone(person: Person) -> None:
    person.play_deal(ALONE)
    for play in way_on(person.see()):
        person.lay(*play)
    person.wait_for_turn()


@screen
def table_of_four(person: Person) -> None:
    """In the third turn, with what the bots say; a card is taken up."""
    sit_at(person, FOUR)
    person.name_me()
    for _ in range(2):
        play_turn(person)
    seen = person.wait_for_turn()
    person.say_of("u2", "keep")
    person.pick(seen.hand[len(seen.hand) // 2])


@screen
def table_with_distances(person: Person) -> None:
    person.play_deal(ALONE)
    person.press("action.menu")
    switch = person.sheet.get_by_role("switch", name=person.say("switch.distances"))
    switch.check()
    person.answer("sheet.close")


@screen
def table_with_a_hint(person: Person) -> None:
    person.play_deal(ALONE)
    person.press("action.hint")
    expect(person.page.locator(".advice").first).to_be_visible()


@screen
def table_of_extreme(person: Person) -> None:
    """A Silence has covered the skull, No trick lies open as well."""
    skull(person)
    person.lay(92, "d1")
    person.lay(16, "u1")
    person.wait_for_turn()
    person.pick(72)


@screen
def skull(person: Person) -> None:
    sit_at(person, EXTREME)
    person.name_me()
    person.wait_for_turn()
    person.lay(98, "d1")
    person.wait_for_turn()


@screen
def table_of_face_to_face(person: Person) -> None:
    """In the third turn; the card that is taken up helps the opponent, if one does."""
    duel(person)
    for _ in range(2):
        play_duel_turn(person)
    seen = person.wait_for_turn()
    if not seen.is_over:
        person.pick(ways_on(person, seen, "careful")[-1].card)


# ---- what lies over a table ----


@screen
def sheet_menu(person: Person) -> None:
    table_of_extreme(person)
    person.press("action.menu")


@screen
def sheet_keys(person: Person) -> None:
    sheet_menu(person)
    person.sheet.get_by_role("button", name=person.say("keys.title")).click()


@screen
def sheet_commands(person: Person) -> None:
    table_of_extreme(person)
    person.press("command.active", command=person.say("command.silence"))


@screen
def sheet_talk_of_a_pile(person: Person) -> None:
    sit_at(person, FOUR)
    person.name_me()
    person.wait_for_turn()
    person.press("talk.about", pile=person.say("pile.u1"))


@screen
def sheet_talk_under_silence(person: Person) -> None:
    table_of_extreme(person)
    talk = person.button("action.talk")
    if talk.is_visible():
        talk.click()
    else:
        person.press("talk.about", pile=person.say("pile.u1"))


@screen
def sheet_of_a_seat(person: Person) -> None:
    table_of_extreme(person)
    person.page.locator("[data-seat='1']").click()


@screen
def sheet_of_numbers(person: Person) -> None:
    """All numbers stand beside the table where there is room, else on a sheet."""
    person.play_deal(ALONE)
    person.press("action.menu")
    person.sheet.get_by_role("switch", name=person.say("switch.strip")).check()
    person.answer("sheet.close")
    strip = person.button("action.strip")
    if strip.is_visible():
        strip.click()


@screen
def question(person: Person) -> None:
    person.play_deal(ALONE)
    person.press("action.menu")
    person.sheet.get_by_role("button", name=person.say("resign.title"), exact=True).click()
    expect(person.sheet.get_by_text(person.say("resign.alone"))).to_be_visible()


@screen
def over(person: Person) -> None:
    finish(person, turns=4)
    person.page.get_by_text(person.say("over.preview")).click()


@screen
def over_after_a_duel(person: Person) -> None:
    lose_a_duel(person)


# ---- after a table ----


@screen
def replay(person: Person) -> None:
    """Of cards that nobody knew, which can be checked."""
    person.open()
    person.begin("bots", count=3)
    person.name_me()
    for _ in range(3):
        play_turn(person)
    person.wait_for_turn()
    person.resign()
    person.wait_for_end()
    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    person.press("replay.turn.after")
    person.press("fair.check")


@screen
def replay_of_a_duel(person: Person) -> None:
    lose_a_duel(person)
    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    person.press("replay.turn.after")


@screen
def open_a_record(person: Person) -> None:
    person.open("/replay")
    person.page.get_by_label(person.say("replay.open.text")).fill("tenback-record 1\nnonsense\n")
    person.press("replay.open.show")
    expect(person.page.locator(".error")).to_be_visible()


@screen
def me_unknown(person: Person) -> None:
    person.open("/me")
    expect(person.page.get_by_text(person.say("rating.ranking"), exact=True)).to_be_visible()


@screen
def me(person: Person) -> None:
    """With results of two kinds, and a rating."""
    for turns in (5, 2, 8):
        finish(person, turns)
    lose_a_duel(person)
    person.open("/me")
    expect(person.page.get_by_text(person.say("rating.provisional"))).to_be_visible()
    person.page.get_by_text(person.say("rating.last")).click()


@screen
def day(person: Person) -> None:
    """With a result of one's own."""
    person.open()
    person.begin("day")
    person.wait_for_turn()
    person.resign()
    person.wait_for_end()
    person.open("/day")
    expect(person.page.get_by_role("row").filter(has_text=person.say("day.you"))).to_be_visible()


@screen
def day_nobody_has_played(person: Person) -> None:
    person.open("/day?day=2026-01-01&edition=extreme&seats=5")
    expect(person.page.get_by_text(person.say("day.none"))).to_be_visible()


# ---- learning ----


@screen
def learn(person: Person) -> None:
    person.open("/learn")


@screen
def lesson(person: Person) -> None:
    """In the third lesson, after a try that did not fit."""
    person.open("/learn/classic#trick")
    person.page.locator("[data-card]").first.click()
    person.page.locator("[data-pile='d1']").click()
    expect(person.page.locator(".note")).to_be_visible()


@screen
def lesson_of_extreme(person: Person) -> None:
    person.open("/learn/extreme")
    expect(person.page.locator("[data-card]").first).to_be_visible()


@screen
def lesson_of_face_to_face(person: Person) -> None:
    person.open("/learn/face-to-face")
    person.page.locator("[data-card]").first.click()


@screen
def rules(person: Person) -> None:
    person.open("/rules")
    expect(person.page.get_by_role("figure").first).to_be_visible()


# ---- on the way ----


def open_own_table(person: Person) -> None:
    person.open()
    person.page.get_by_text(person.say("start.own")).click()
    expect(person.button("own.open")).to_be_visible()


def sit_at(person: Person, code: str) -> None:
    """Sit down with bots, at a table with known cards."""
    open_own_table(person)
    person.page.get_by_label(person.say("own.deal")).fill(code)
    person.press("own.open")
    person.page.wait_for_url("**/t/*")
    expect(person.page.locator("[data-card]").first).to_be_visible()


def duel(person: Person) -> None:
    person.open()
    person.begin("duel", foe=person.say("start.duel.bot"))
    person.wait_for_turn()


def lose_a_duel(person: Person) -> None:
    duel(person)
    play_duel_turn(person)
    if not person.wait_for_turn().is_over:
        person.resign()
    person.wait_for_end()


def finish(person: Person, turns: int) -> None:
    """Play alone for so many turns, then give up."""
    person.play_deal(ALONE)
    for _ in range(turns):
        play_turn(person)
    if not person.wait_for_turn().is_over:
        person.resign()
    person.wait_for_end()
