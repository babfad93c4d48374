"""The big screen: a table in the middle of the room, and a phone in every hand."""

from playwright.sync_api import expect

from tests.page.conftest import Coming
from tests.page.playing import play_turn

NAMES = ("Anna", "Bert", "Cleo", "Dora")


def test_an_evening_around_a_screen_with_four_phones(come: Coming) -> None:
    screen, phones = come("desktop", "en"), [come("phone", "de") for _ in NAMES]
    host, *others = phones
    host.open()
    host.be_called(NAMES[0])
    host.begin("friends", count=4)
    screen.open(host.path.replace("/t/", "/screen/"))
    expect(screen.page.get_by_role("heading", name=screen.say("screen.come"))).to_be_visible()
    expect(screen.page.get_by_role("img", name=screen.say("site.qr"))).to_be_visible()
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
    own = host.another_tab()
    own.open(screen.path)  # at the host's own computer it belongs to everybody, too
    expect(own.page.get_by_text(own.say("turn.other", name=NAMES[0]))).to_be_visible()
    own.page.close()
    for pile, card in {play.pile: play.card for play in play_turn(host)}.items():
        expect(screen.pile(pile).first).to_contain_text(str(card))
    expect(screen.page.get_by_text(screen.say("turn.other", name=NAMES[1]))).to_be_visible()
    assert screen.page.locator("[data-card]").count() == 0
    others[0].say_of("u2", "keep")
    expect(screen.chips("u2").first).to_be_visible()

    for phone in phones:
        phone.press("action.menu")
        phone.press("resign.wish")
    expect(screen.page.get_by_role("heading", name=screen.say("over.resigned"))).to_be_visible()
    host.press("over.again")
    expect(screen.page.get_by_role("heading", name=screen.say("over.resigned"))).to_have_count(0)
    expect(screen.page.get_by_text(NAMES[0], exact=True)).to_be_visible()
