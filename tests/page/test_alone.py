"""A solo sitting: from the start page to the end, and the same cards again."""

import pytest
from playwright.sync_api import Request, Route, WebSocket, expect

from tests.page.conftest import Coming
from tests.page.person import Person, Play
from tests.page.playing import TRICK, Manner, play_to_the_end, step, way_on

DEAL = "C1-8-C"
"""Its first hand is 14 29 35 46 47 64 74 96; after `JUMPS` it is 31 35 38 46 47 64 87 90."""
JUMPS = (Play(96, "u2"), Play(74, "u1"), Play(14, "d2"), Play(29, "d1"))
LOSING = Play(90, "u1")
"""Nothing else fits then: the 64 has lost its trick, and the 96 and the 90 let nothing pass."""


def tricks_in(turns: list[list[Play]]) -> int:
    tops = {"u1": 1, "u2": 1, "d1": 100, "d2": 100}
    count = 0
    for play in (play for turn in turns for play in turn):
        count += step(tops, play) == TRICK
        tops[play.pile] = play.card
    return count


@pytest.mark.parametrize(
    ("person", "manner"),
    [("phone-de", "careful"), ("desktop-en", "hasty")],
    indirect=["person"],
)
def test_a_whole_sitting_from_the_start_page_to_the_same_cards_again(
    person: Person, manner: Manner
) -> None:
    say = person.say
    person.open()
    person.play_alone()
    first = person.see()
    assert (len(first.hand), first.decks) == (8, (90,))

    turns = play_to_the_end(person, manner=manner)

    left = 98 - sum(map(len, turns))
    key = "over.beaten-alone" if left == 0 else "over.close" if left < 10 else "over.stuck"
    reached = say("over.left", count=left, total=98) if left else say("over.none-left", total=98)
    expect(person.page.get_by_role("heading", name=say(key))).to_be_visible()
    expect(person.page.get_by_text(reached, exact=True)).to_be_visible()

    code = person.page.locator("code").inner_text()
    person.page.get_by_text(say("over.preview")).click()
    assert person.page.locator("pre").inner_text().splitlines() == [
        f"Tenback · {say('edition.classic')} · {say('share.seats', count=1)}",
        say("share.left", count=left) if left else say("share.beaten"),
        "🟩" * (10 * (98 - left) // 98) + "⬜" * (10 - 10 * (98 - left) // 98),
        say("share.counts", turns=len(turns), tricks=tricks_in(turns)),
        say("share.deal", code=code),
        f"{person.url}/?deal={code}&of={person.path.removeprefix('/t/')}",
    ]

    person.open(f"/?deal={code}")
    person.press("own.open")
    again = person.wait_for_turn()
    assert (again.hand, again.tops, again.decks) == (first.hand, first.tops, first.decks)
    person.resign()
    person.wait_for_end()

    person.leave_for_another("over.same")
    again = person.wait_for_turn()
    assert (again.hand, again.tops, again.decks) == (first.hand, first.tops, first.decks)


def test_the_tab_tells_whose_turn_it_is(come: Coming) -> None:
    person = come()
    person.open()
    person.play_alone()
    expect(person.page).to_have_title(f"● {person.say('turn.you')} – Tenback")
    icon = person.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    person.open("/learn")
    expect(person.page).to_have_title(f"{person.say('site.title.learn')} – Tenback")
    person.page.go_back()
    person.page.get_by_role("link", name=person.say("site.title.rules")).first.click()
    expect(person.page).to_have_title(f"{person.say('site.title.rules')} – Tenback")
    expect(icon).to_have_attribute("href", "/icon.svg")


def test_a_name_holds_that_is_typed_before_it_is_known_who_somebody_is(come: Coming) -> None:
    person = come()
    slow: list[Route] = []

    def wait(route: Route) -> None:
        slow.append(route)

    person.page.route("**/api/session", wait)
    person.open()
    person.be_called("Änne")
    with person.page.expect_request("**/api/tables") as asked:
        person.begin("alone")
    for route in slow:
        route.continue_()
    wished: dict[str, object] = asked.value.post_data_json or {}
    assert wished["guest"] == "Änne"


def is_opening(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/api/tables")


def test_one_request_opens_and_deals_a_table_whose_cards_nobody_chose(come: Coming) -> None:
    person = come()
    said: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: said.append(str(frame)))

    person.page.on("websocket", listen)
    person.open()
    with person.page.expect_response(lambda answer: is_opening(answer.request)) as answer:
        person.begin("alone")
    person.wait_for_turn()
    asked, table = answer.value.request.post_data_json, answer.value.json()
    assert asked is not None
    assert asked["word"]
    assert (table["phase"], table["commitment"]) == ("playing", asked["commitment"])
    assert not [text for text in said if "open-word" in text]


def test_a_server_that_breaks_its_commitment_is_found_out(come: Coming) -> None:
    person = come()

    def cheat(route: Route) -> None:
        if not is_opening(route.request):
            route.continue_()
            return
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "commitment": "0" * 64})

    person.open()
    person.page.route("**/api/tables", cheat)
    person.mode("alone").get_by_role("button").click()
    expect(person.page.get_by_text(person.say("code.other-commitment"))).to_be_visible()
    assert person.path == "/"


@pytest.mark.parametrize(("size", "language"), [("phone", "en"), ("desktop", "de")])
def test_two_clicks_lay_the_first_card_and_it_flies(come: Coming, size: str, language: str) -> None:
    person = come(size, language, is_still=False)
    person.open()
    person.begin("alone")
    before = person.wait_for_turn()
    first, second = way_on(before)
    person.drag(*first)
    person.lay(*second)
    person.wait_for_turn()
    assert person.tops() == {**before.tops, first.pile: first.card, second.pile: second.card}
    assert not {first.card, second.card} & set(person.hand())
    person.end_turn()
    expect(person.page.locator("[data-card]")).to_have_count(8)
    assert person.see().decks == (88,)

    person.play_deal(DEAL)
    person.lay(64, "d1")
    expect(person.page.locator(".burst")).to_have_count(0)
    person.lay(74, "d1")
    expect(person.pile("d1").locator(".swings .card")).to_contain_text("74")
    expect(person.pile("d1").locator(".burst")).to_have_text("−10")


def test_a_play_that_loses_asks_once_more(person: Person) -> None:
    person.play_deal(DEAL)
    for play in JUMPS:
        person.lay(*play)
    person.end_turn()
    expect(person.card(LOSING.card)).to_be_visible()
    person.wait_for_turn()

    person.pick(LOSING.card)
    warned = person.say("pile.loses", card=90, gap="+16")
    expect(person.pile(LOSING.pile)).to_contain_text(warned)
    person.pile(LOSING.pile).click()
    expect(person.sheet).to_contain_text(person.say("losing.title"))
    person.answer("sure.no")
    assert person.hand() == (31, 35, 38, 46, 47, 64, 87, 90)
    assert person.tops()["u1"] == 74

    person.lay(*LOSING)
    person.answer("losing.yes")
    person.wait_for_end()
    reached = person.say("over.left", count=93, total=98)
    expect(person.page.get_by_text(reached, exact=True)).to_be_visible()
    expect(
        person.page.get_by_text(person.say("why.nothing.more", count=1), exact=True)
    ).to_be_visible()
    for card in (31, 35, 38, 46, 47, 64, 87):
        expect(person.card(card)).to_contain_text(person.say("hand.fits-nowhere"))


def test_a_pile_that_refuses_a_card_says_why(person: Person) -> None:
    person.play_deal(DEAL)
    person.lay(96, "u2")
    person.wait_for_turn()
    person.pick(74)
    expect(person.pile("u2")).to_contain_text(person.say("pile.refuses", card=74))
    person.pile("u2").click()
    why = person.say("code.does-not-fit", card=74, pile=person.say("pile.u2"), top=96)
    expect(person.page.locator(".notice").filter(has_text=why)).to_be_visible()
    expect(person.page.get_by_role("alert").filter(has_text=why)).to_be_attached()
    seen = person.wait_for_turn()
    assert 74 in seen.hand
    assert seen.tops["u2"] == 96


def test_what_was_laid_can_be_taken_back_until_the_turn_ends(person: Person) -> None:
    person.play_deal(DEAL)
    before = person.see()
    person.lay(96, "u2")
    person.lay(14, "d1")
    person.wait_for_turn()
    person.take_back()
    expect(person.card(14)).to_be_visible()
    person.take_back()
    expect(person.card(96)).to_be_visible()
    assert person.wait_for_turn() == before
    expect(person.button("action.back")).to_be_disabled()


def test_giving_up_asks_and_then_ends(person: Person) -> None:
    person.open()
    person.play_alone()
    person.resign()
    person.wait_for_end()
    expect(person.page.get_by_role("heading", name=person.say("over.resigned"))).to_be_visible()
