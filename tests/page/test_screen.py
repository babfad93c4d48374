"""The big screen: a table in the middle of the room, and a phone in every hand."""

from pathlib import Path

from playwright.sync_api import ViewportSize, expect

from tenback.notation import read_record, write_code
from tenback.rules.events import Laid, TurnBegan
from tests.page.conftest import Coming
from tests.page.layout import faults_at
from tests.page.person import Person
from tests.page.playing import end_turn

WON = read_record((Path(__file__).parent / "won_evening.txt").read_text(encoding="utf-8"))
"""A game that four players win: what the phones lay, card by card."""
NAMES = WON.players
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
READABLE = 18
"""The least height of capitals on the television, in pixels: 9 mm if it has 43 inches.

From three meters that is ten minutes of arc, which half of normal sight reads."""
FAR = 3 * READABLE
"""The least height of the numbers on the piles, which are read at a glance."""
CAPITAL = 0.7
"""The height of a capital or a digit in the page's typeface, relative to the font size."""
FLYING = 10
"""The number of cards, at the beginning and at the end, that fly on the screen; software draws
every frame of a flight, so the others lie there at once."""
READ = ("[data-seat] .words", "[data-seat] .count", ".line strong", ".chip", "[data-pile] .words")
SMALLEST = """
(selector) => {
  const all = [...document.querySelectorAll(selector)];
  return Math.min(...all.map((node) => parseFloat(getComputedStyle(node).fontSize)));
}
"""


def test_an_evening_around_a_screen_with_four_phones_is_won_with_the_last_card(
    come: Coming,
) -> None:
    screen = come("desktop", "en", is_still=False)
    phones = [come("phone", "de") for _ in NAMES]
    host, *others = phones
    assert WON.deal is not None
    host.open()
    host.be_called(NAMES[0])
    host.open_deal(write_code(WON.deal), friends=len(others))
    code = host.invitation().rpartition("/")[2]
    screen.open(f"/screen/{code.lower()}")  # as it is typed at a television
    expect(screen.page.get_by_role("heading", name=screen.say("screen.come"))).to_be_visible()
    assert screen.path == host.path.replace("/t/", "/screen/")
    qr = screen.page.get_by_role("img", name=screen.say("site.qr"))
    expect(qr).to_be_visible()
    check_nothing_covers_the_code(screen)
    link = screen.page.locator(".code p").inner_text()
    for phone, name in zip(others, NAMES[1:], strict=True):
        phone.open(link.removeprefix(phone.url))
        phone.sit_down(name)
        expect(screen.page.get_by_text(name, exact=True)).to_be_visible()
    expect(screen.page.get_by_text(screen.say("screen.start"))).to_be_visible()

    host.press("gather.start")
    for phone in others:
        phone.name(0)
    host.name_me()
    host.wait_for_turn()
    own = host.another_tab()
    own.open(screen.path)  # at the host's own computer it belongs to everybody, too
    expect(own.page.get_by_text(own.say("turn.other", name=NAMES[0]))).to_be_visible()
    own.page.close()
    others[0].say_of("u2", "keep")
    expect(screen.page.locator(".chip").first).to_be_visible()
    check_it_can_be_read_from_afar(screen)
    check_it_only_shows(screen)
    play_the_record(screen, phones)

    won = screen.page.get_by_role("heading", name=screen.say("over.beaten"))
    expect(won).to_be_visible()
    expect(screen.page.locator(".sky span").first).to_be_visible()
    assert screen.page.locator("[data-card]").count() == 0
    host.wait_for_end()
    host.press("over.again")
    expect(won).to_have_count(0)
    expect(screen.page.get_by_text(NAMES[0], exact=True)).to_be_visible()


def play_the_record(screen: Person, phones: list[Person]) -> None:
    """Lay every card from the phone that holds it; the screen says whose turn it is."""
    turn, laid, cards = 0, 0, len(list(WON.start.edition.numbers))
    for event in WON.events:
        match event:
            case TurnBegan(seat):
                if laid:
                    end_turn(phones[turn])
                turn = seat
                phones[seat].wait_for_turn()
                whose = screen.say("turn.other", name=NAMES[seat])
                expect(screen.page.get_by_text(whose)).to_be_visible()
            case Laid(seat, card, pile):
                if laid == FLYING:
                    screen.page.emulate_media(reduced_motion="reduce")
                elif laid == cards - FLYING:
                    screen.page.emulate_media(reduced_motion="no-preference")
                phones[seat].lay_quickly(card, str(pile))
                laid += 1
                if laid % 10 == 0:
                    screen.wait_for_top(card, str(pile))
    assert laid == cards


def check_it_can_be_read_from_afar(screen: Person) -> None:
    usual = screen.page.viewport_size
    assert usual is not None
    screen.page.set_viewport_size(TELEVISION)
    screen.wait_for_paint()
    heights = {
        selector: CAPITAL * screen.page.evaluate(SMALLEST, selector)
        for selector in (*READ, "[data-pile] .number")
    }
    assert heights.pop("[data-pile] .number") >= FAR
    assert {selector for selector, height in heights.items() if height < READABLE} == set()
    assert faults_at(screen, TELEVISION) == []
    screen.page.set_viewport_size(usual)


def check_it_only_shows(screen: Person) -> None:
    """What can be pressed answers; piles and signals cannot be pressed."""
    assert screen.page.locator("button[data-pile], button.talk").count() == 0
    screen.page.locator("[data-seat='0']").click()
    expect(screen.sheet.get_by_role("heading", name=NAMES[0])).to_be_visible()
    screen.answer("sheet.close")


def check_nothing_covers_the_code(screen: Person) -> None:
    """Look at the code on the smallest phone and on a television: every corner can be seen."""
    for size in ({"width": 320, "height": 568}, {"width": 1280, "height": 800}):
        screen.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert screen.page.locator(".code svg").evaluate(CAN_BE_SEEN)


CAN_BE_SEEN = """
(code) => {
  const { left, top, right, bottom } = code.getBoundingClientRect();
  const corners = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y]));
  return corners.every(([x, y]) => code.contains(document.elementFromPoint(x, y)));
}
"""
