"""Walks to every screen of the page, for screenshots and for checks of all screens.

    for name in WALKS["extreme"](person):
        person.page.screenshot(path=f"{name}.png")

A walk stops at each screen and yields its name. Wherever possible the deal is known, so a screen
looks the same every time.
"""

import re
from collections.abc import Callable, Iterator
from typing import Literal

from playwright.sync_api import expect

from tenback.languages import LANGUAGES
from tenback.puzzles import shipped
from tests.page.duelling import play_duel_turn, ways_on
from tests.page.person import BROKEN, Person
from tests.page.playing import play_turn, way_on
from tests.page.solving import play_line

OF_NO_COMMAND = "50"
"""A number that carries no command in the standard layout of Extreme."""
ALONE = "C1-8-C"
FOUR = "C4-TENBA-CK-R"
EXTREME = "E3-SEEN7-61-G"
"""The first hand is 16 56 67 72 92 98: no trick, one pile, draw one, nothing, silence, skull."""
ON_FIRE = "B1-11-9"
"""The first hand is 20 34 47 51 53 77 91 99, then 8 13 20 34 47 51 53 91."""
NOT_FOUND = "status of 404"
Walk = Callable[[Person], Iterator[str]]
WALKS: dict[str, Walk] = {}
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


def languages_of(walk: str) -> dict[str, str]:
    """Return the language in which each device takes a walk: all languages take turns."""
    first = list(WALKS).index(walk)
    return {
        device: LANGUAGES[(first + turn) % len(LANGUAGES)]
        for turn, device in enumerate(("phone", "desktop"))
    }


def dress(person: Person, theme: Theme) -> None:
    """Show the page light or dark, and wait until it is painted."""
    person.page.emulate_media(color_scheme=theme)
    person.wait_for_paint()


def walk(steps: Walk) -> Walk:
    """Register a walk under the name of its function."""
    WALKS[steps.__name__] = steps
    return steps


@walk
def start(person: Person) -> Iterator[str]:
    say, page = person.say, person.page
    person.open()
    expect(person.mode("alone")).to_be_visible()
    yield "start"
    page.get_by_text(say("start.own")).click()
    expect(person.button("own.open")).to_be_visible()
    yield "own-table"
    page.get_by_role("radio", name=say("edition.face-to-face")).check(force=True)
    yield "own-table-of-face-to-face"
    page.get_by_role("radio", name=say("edition.extreme")).last.check(force=True)
    page.get_by_label(say("own.layout"), exact=True).select_option("own")
    expect(page.get_by_text(say("own.layout.right"))).to_be_visible()
    number = page.get_by_label(say("own.layout.number", number=1), exact=True).first
    number.fill("")
    expect(page.get_by_text(say("own.layout.wrong")).first).to_be_visible()
    expect(number).to_have_attribute("aria-invalid", "true")
    yield "own-table-of-extreme"
    number.fill(OF_NO_COMMAND)
    person.press("own.open")
    person.come_to_table()
    address = person.path.replace("/t/", "/api/tables/")
    table = page.evaluate("address => fetch(address).then((answer) => answer.json())", address)
    assert int(OF_NO_COMMAND) in table["settings"]["layout"]["stop"]
    person.open()
    expect(page.get_by_role("link", name=say("start.go-on"))).to_be_visible()
    menu = person.button("site.menu")
    if menu.is_visible():
        menu.click()
    yield "start-again"


@walk
def nowhere(person: Person) -> Iterator[str]:
    person.forgive(NOT_FOUND)
    person.open("/c/ZZZZZ")
    expect(person.page.get_by_role("alert")).to_be_visible()
    yield "code-of-no-table"
    person.open("/t/nowhere")
    expect(person.page.get_by_role("heading", name=person.say("no-table.title"))).to_be_visible()
    yield "no-table"
    person.open("/nowhere/at/all")
    expect(person.page.get_by_role("heading", name=person.say("site.title.lost"))).to_be_visible()
    yield "lost"


@walk
def gathering(person: Person) -> Iterator[str]:
    person.open()
    person.be_called("Anna")
    person.begin("friends", count=4)
    address, screen = person.invitation(), person.path.replace("/t/", "/screen/")
    person.seat_bot(3)
    person.page.get_by_text(person.say("seed.title")).click()
    person.press("invite.qr")
    expect(person.page.get_by_role("img", name=person.say("site.qr"))).to_be_visible()
    yield "gathering"
    person.context.clear_cookies()
    person.page.goto(address)
    expect(person.button("gather.sit")).to_be_visible()
    yield "coming-by-link"
    person.open(screen)
    expect(person.page.get_by_role("heading", name=person.say("screen.come"))).to_be_visible()
    yield "screen-invitation"


@walk
def alone(person: Person) -> Iterator[str]:
    person.play_deal(ALONE)
    person.press("action.hint")
    expect(person.page.locator(".line .hint:not(:has(.thinking))")).to_be_visible()
    yield "hint"
    for play in way_on(person.see()):
        person.lay(*play)
    person.wait_for_turn()
    yield "table-alone"
    person.press("action.menu")
    person.sheet.get_by_role("switch", name=person.say("switch.distances")).check()
    person.sheet.get_by_role("switch", name=person.say("switch.strip")).check()
    person.answer("sheet.close")
    yield "distances"
    strip = person.button("action.strip")
    if strip.is_visible():
        strip.click()
        yield "sheet-of-numbers"
        person.answer("sheet.close")
    person.press("action.menu")
    person.sheet.get_by_role("button", name=person.say("resign.title"), exact=True).click()
    expect(person.sheet.get_by_text(person.say("resign.alone"))).to_be_visible()
    yield "question"
    person.answer("resign.yes")
    person.wait_for_end()
    person.page.get_by_text(person.say("over.preview")).click()
    yield "over"


@walk
def four(person: Person) -> Iterator[str]:
    """A table with talking bots; at the end a card is picked up."""
    sit_at(person, FOUR)
    expect(person.page.get_by_role("heading", name=person.say("opening.ask"))).to_be_visible()
    yield "opening"
    person.name_me()
    for _ in range(2):
        play_turn(person)
    path = person.path
    person.open(path.replace("/t/", "/screen/"))
    expect(person.page.locator("[data-pile]").first).to_be_visible()
    yield "screen"
    person.open(path)
    seen = person.wait_for_turn()
    person.press("talk.about", pile=person.say("pile.u1"))
    yield "sheet-talk-of-a-pile"
    person.answer("sheet.close")
    person.say_of("u2", "keep")
    person.pick(seen.hand[len(seen.hand) // 2])
    yield "table-of-four"


@walk
def extreme(person: Person) -> Iterator[str]:
    """A skull is covered by a Silence; No trick lies open as well."""
    sit_at(person, EXTREME)
    person.name_me()
    person.wait_for_turn()
    person.lay(98, "d1")
    person.wait_for_turn()
    yield "skull"
    person.lay(92, "d1")
    person.lay(16, "u1")
    person.wait_for_turn()
    person.pick(72)
    yield "table-of-extreme"
    person.press("action.menu")
    yield "sheet-menu"
    design = person.sheet.get_by_role("combobox", name=person.say("design.label"))
    design.select_option("clear")
    person.answer("sheet.close")
    yield "large-and-clear"
    person.press("action.menu")
    design.select_option("paper")
    person.sheet.get_by_role("button", name=person.say("keys.title")).click()
    yield "sheet-keys"
    person.answer("sheet.close")
    person.press("command.active", command=person.say("command.silence"))
    yield "sheet-commands"
    person.answer("sheet.close")
    talk = person.button("action.talk")
    if talk.is_visible():
        talk.click()
    else:
        person.press("talk.about", pile=person.say("pile.u1"))
    yield "sheet-talk-under-silence"
    person.answer("sheet.close")
    person.page.locator("[data-seat='1']").click()
    yield "sheet-of-a-seat"


@walk
def on_fire(person: Person) -> Iterator[str]:
    """A fire must be covered, and a second one is in the hand; at the end the game is lost."""
    person.play_deal(ON_FIRE)
    person.press("action.menu")
    person.sheet.get_by_role("switch", name=person.say("switch.strip")).check()
    person.answer("sheet.close")
    yield "burning-hand"
    person.lay(77, "u1")
    person.lay(99, "d1")
    person.wait_for_turn()
    person.end_turn()
    expect(person.card(8)).to_be_visible()
    person.wait_for_turn()
    person.pick(47)
    yield "table-of-on-fire"
    person.pick(47)
    strip = person.button("action.strip")
    if strip.is_visible():
        strip.click()
        yield "sheet-of-burning-numbers"
        person.answer("sheet.close")
    person.lay(91, "u2")
    person.answer("losing.yes")
    person.wait_for_end()
    yield "over-by-fire"
    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    person.press("replay.turn.after")
    yield "replay-of-on-fire"


@walk
def duel(person: Person) -> Iterator[str]:
    """A duel; the card that is picked up helps the opponent, if any card does."""
    person.open()
    person.begin("duel", foe=person.say("start.duel.bot"))
    for _ in range(2):
        play_duel_turn(person)
    seen = person.wait_for_turn()
    if not seen.is_over:
        person.pick(ways_on(person, seen, "careful")[-1].card)
        yield "table-of-face-to-face"
        person.resign()
    person.wait_for_end()
    yield "over-after-a-duel"
    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    person.press("replay.turn.after")
    yield "replay-of-a-duel"


@walk
def replay(person: Person) -> Iterator[str]:
    """The replay of a game with fair cards, which can be verified."""
    person.open()
    person.begin("bots", count=3)
    person.name_me()
    for _ in range(3):
        play_turn(person)
    if not person.wait_for_turn().is_over:
        person.resign()
    person.wait_for_end()
    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    for _ in range(4):
        person.press("replay.turn.after")
    person.press("fair.check")
    yield "replay"
    person.press("replay.analyse")
    person.page.get_by_text(person.say("analysis.table"), exact=True).click()
    yield "analysis"
    person.open("/replay")
    person.page.get_by_label(person.say("replay.open.text")).fill("tenback-record 1\nnonsense\n")
    person.press("replay.open.show")
    expect(person.page.locator(".error")).to_be_visible()
    yield "open-a-record"


@walk
def mistakes(person: Person) -> Iterator[str]:
    """A card that was certainly a mistake is tried again."""
    person.play_deal(ALONE)
    seen = person.wait_for_turn()
    person.lay(max(card for card in seen.hand if card < 90), "u1")
    person.wait_for_turn()
    person.resign()
    person.wait_for_end()
    person.page.get_by_role("link", name=person.say("over.replay"), exact=True).click()
    person.press("replay.analyse")
    person.press("analysis.review.own")
    expect(person.page.locator("[data-card]").first).to_be_enabled()
    yield "mistake"
    person.press("analysis.try.show")
    expect(person.button("analysis.try.show")).to_have_attribute("aria-pressed", "true")
    yield "better-line"
    person.press("analysis.review.finish")
    yield "tries"


@walk
def results(person: Person) -> Iterator[str]:
    """The results of the deal of a day, of a few solo sittings, and of a duel."""
    person.open("/me")
    expect(person.page.get_by_text(person.say("rating.ranking"), exact=True)).to_be_visible()
    yield "me-unknown"
    person.open()
    person.begin("day")
    give_up_after(person, turns=1)
    person.open("/day")
    expect(person.page.get_by_role("row").filter(has_text=person.say("day.you"))).to_be_visible()
    yield "day"
    person.open("/day?day=2026-01-01&edition=extreme&seats=5")
    expect(person.page.get_by_text(person.say("day.none.past"))).to_be_visible()
    yield "day-nobody-has-played"
    person.play_deal(ALONE)
    give_up_after(person, turns=2)
    person.open()
    person.begin("duel", foe=person.say("start.duel.bot"))
    play_duel_turn(person)
    give_up_after(person, turns=0)
    person.open("/me")
    expect(person.page.get_by_text(person.say("rating.provisional"))).to_be_visible()
    person.page.get_by_text(person.say("rating.last")).click()
    yield "me"


@walk
def learn(person: Person) -> Iterator[str]:
    person.open("/learn")
    yield "learn"
    person.open("/learn/classic#trick")
    person.page.locator("[data-card]").first.click()
    person.page.locator("[data-pile='d1']").click()
    expect(person.page.locator(".note")).to_be_visible()
    yield "lesson"
    person.open("/learn/extreme")
    expect(person.page.locator("[data-card]").first).to_be_visible()
    yield "lesson-of-extreme"
    person.open("/learn/on-fire")
    expect(person.page.locator("[data-card]").first).to_be_visible()
    yield "lesson-of-on-fire"
    person.open("/learn/face-to-face")
    person.page.locator("[data-card]").first.click()
    yield "lesson-of-face-to-face"


@walk
def puzzle(person: Person) -> Iterator[str]:
    """The puzzle of the day, with any turn as the answer."""
    with person.page.expect_response(re.compile("/api/puzzles/today")) as answer:
        person.open("/puzzle")
    found = shipped().find(answer.value.json()["id"])
    expect(person.page.locator("[data-card]").first).to_be_visible()
    yield "puzzle"
    play_line(person, found, 1)
    yield "puzzle-explained"


@walk
def offline(person: Person) -> Iterator[str]:
    """Offline play, leaving the page as rarely as possible, because each time Python is loaded
    again."""
    home = person.page.locator("header .home")
    person.forgive(*BROKEN)
    person.open()
    person.load_kit()
    person.context.set_offline(True)
    person.open()
    person.begin("alone")
    give_up_after(person, turns=1)
    home.click()
    person.begin("bots", count=2)
    home.click()
    expect(person.page.get_by_role("heading", name=person.say("offline.games"))).to_be_visible()
    yield "start-offline"
    person.context.set_offline(False)
    person.press("offline.send", count=1)
    expect(person.page.get_by_text(person.say("offline.sent", count=1))).to_be_visible()
    yield "start-with-games-sent"
    person.page.get_by_role("link", name=person.say("offline.results")).click()
    expect(person.page.get_by_role("heading", name=person.say("me.results"))).to_be_visible()
    yield "me-offline"


@walk
def rules(person: Person) -> Iterator[str]:
    person.open("/rules")
    expect(person.page.get_by_role("figure").first).to_be_visible()
    yield "rules"


def sit_at(person: Person, code: str) -> None:
    """Sit down with bots at a table with a known deal."""
    person.open()
    person.page.get_by_text(person.say("start.own")).click()
    person.page.get_by_label(person.say("own.deal")).fill(code)
    person.press("own.open")
    person.come_to_table()
    expect(person.page.locator("[data-card]").first).to_be_visible()


def give_up_after(person: Person, turns: int) -> None:
    person.wait_for_turn()
    for _ in range(turns):
        play_turn(person)
    if not person.wait_for_turn().is_over:
        person.resign()
    person.wait_for_end()
