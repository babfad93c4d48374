"""Around the cards: a coach, the speed of bots, a clock that runs out, a loss, a win."""

from playwright.sync_api import expect

from tests.page.conftest import Coming
from tests.page.layout import SIZES, faults_at
from tests.page.person import Play
from tests.page.playing import way_on
from tests.page.screens import sit_at

TIMED = """
async () => {
  const settings = { edition: "classic", seats: 1, clock: 5 };
  const body = JSON.stringify({ settings, is_started: true, guest: "Anna" });
  const headers = { "content-type": "application/json" };
  return (await (await fetch("/api/tables", { method: "POST", headers, body })).json()).id;
}
"""
"""Opens a table with the shortest clock there is."""
HOPELESS = "C2-0-0"
"""The first hand is 18 19 24 33 46 72 79; after `JUMPS` nothing in the second one fits."""
JUMPS = (Play(79, "u1"), Play(72, "u2"), Play(18, "d1"), Play(19, "d2"))
STUCK = (27, 34, 39, 43, 45, 58, 68)
NOTE_ANIMATIONS = """
window.animated = new Set();
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, ...rest) {
  for (const frame of frames) Object.keys(frame).forEach((name) => window.animated.add(name));
  return animate.call(this, frames, ...rest);
};
addEventListener("transitionrun", (event) => window.animated.add(event.propertyName), true);
"""
COMPOSITED = {"transform", "translate", "opacity"}
"""What the compositor animates by itself, whatever the main thread does."""


def test_a_coach_says_what_to_do_and_bots_play_one_by_one(come: Coming) -> None:
    person = come("desktop", "en")
    person.open()
    person.press("start.coach")
    person.come_to_table()
    coach = person.page.get_by_role("note", name=person.say("coach.label"))
    expect(coach).to_contain_text(person.say("coach.opening"))
    expect(person.page.locator("[data-seat='1'] .kind")).to_be_visible()
    person.name_me()
    seen = person.wait_for_turn()
    first, second = (person.say(f"coach.{key}") for key in ("first", "second"))
    trick = person.say.pattern("coach.trick")
    text = coach.inner_text()
    assert first in text or trick.search(text)
    for play in way_on(seen):
        person.lay(*play)
        person.wait_for_turn()
    expect(coach).not_to_contain_text(first)
    expect(coach).not_to_contain_text(second)
    log = person.page.get_by_role("list", name=person.say("log.title"))
    pile = person.say(f"pile.{play.pile}")
    laid = person.say("announce.you-laid", card=play.card, pile=pile)
    expect(log.get_by_role("listitem").first).to_have_text(laid)  # and no advice

    person.press("action.menu")
    for switch, is_on in (("sound", True), ("effects", False)):
        named = person.sheet.get_by_role("switch", name=person.say(f"switch.{switch}"), exact=True)
        expect(named).to_be_checked(checked=is_on)
    person.sheet.get_by_label(person.say("pace.label")).select_option("step")
    person.answer("sheet.close")
    person.end_turn()
    step = person.button("turn.next")
    expect(step).to_be_visible()  # the bot has laid a card, and waits until it was seen
    tops = person.tops()
    assert not person.is_my_turn()
    person.page.keyboard.press("n")
    person.page.wait_for_function(
        "(before) => [...document.querySelectorAll('[data-pile] .number')]"
        ".map((node) => node.textContent).join() !== before",
        arg=",".join(map(str, tops.values())),
    )
    while not person.is_my_turn():
        if step.is_visible():
            step.click()
    entry = person.page.get_by_role("list", name=person.say("log.title")).get_by_role("button")
    entry.first.hover()
    expect(person.page.locator(".pile.pointed")).to_have_count(1)

    person.press("coach.enough")
    expect(coach).to_have_count(0)


def test_nothing_moves_but_by_transform_and_opacity_and_nothing_if_one_wants_it_still(
    come: Coming,
) -> None:
    person = come("desktop", "en", is_still=False)
    person.page.add_init_script(NOTE_ANIMATIONS)
    person.open()
    person.begin("bots", count=1)
    person.name_me()
    seen = person.wait_for_turn()
    person.page.evaluate("() => window.animated.clear()")
    for play in way_on(seen):
        person.lay(*play)
    person.wait_for_turn()
    person.end_turn()
    person.wait_for_turn()
    animated = set(person.page.evaluate("() => [...window.animated]"))
    assert animated
    assert animated <= COMPOSITED
    person.page.emulate_media(reduced_motion="reduce")
    person.wait_for_paint()
    person.page.evaluate("() => window.animated.clear()")
    for play in way_on(person.see()):
        person.lay(*play)
    person.wait_for_turn()
    assert person.page.evaluate("() => [...window.animated]") == []


def test_a_clock_that_runs_out_says_so(come: Coming) -> None:
    person = come("phone", "de")
    person.open()
    person.open(f"/t/{person.page.evaluate(TIMED)}")
    person.wait_for_turn()
    time_up = person.page.locator(".stand-in").get_by_text(person.say("stand-in.time-up"))
    expect(time_up).to_be_visible()
    expect(person.button("stand-in.return")).to_be_visible()
    mark = person.page.locator("[data-pile] .last").filter(has_text=person.say("seat.your-bot"))
    expect(mark.first).to_be_visible()


def test_a_loss_in_the_turn_of_another_shows_the_hand_that_could_not_go_on(come: Coming) -> None:
    person = come("phone", "fr")
    sit_at(person, HOPELESS)
    person.name_me()
    person.wait_for_turn()
    for play in JUMPS:
        person.lay(*play)
    person.wait_for_turn()
    person.end_turn()
    person.wait_for_end()
    why = person.say("why.other.nothing.first", seat="Juno", count=2)
    expect(person.page.get_by_text(why, exact=True)).to_be_visible()
    hand = person.page.get_by_role("group", name=person.say("over.hand", name="Juno"))
    useless = [f"{card}, {person.say('hand.fits-nowhere')}" for card in STUCK]
    expect(hand.locator("[data-card] .unseen")).to_have_text(useless)
    assert faults_at(person, *SIZES) == []

    person.open(person.path.replace("/t/", "/screen/"))
    expect(person.page.get_by_text(why)).to_be_visible()
    expect(hand.locator("[data-card] .unseen")).to_have_text(useless)
    assert faults_at(person, *SIZES) == []


def test_a_win_rains_cards_unless_somebody_wants_it_still(come: Coming) -> None:
    anna, bert = come("desktop", "en", is_still=False), come("phone", "de")
    anna.open()
    anna.begin("duel", foe=anna.say("start.duel.friend"))
    bert.open(anna.path)
    bert.sit_down("Bert")
    bert.press("gather.start")
    expect(bert.page.locator("[data-card]")).to_have_count(6)
    bert.resign()
    expect(anna.page.get_by_role("heading", name=anna.say("over.duel-won"))).to_be_visible()
    rain = anna.page.locator(".sky span")
    expect(rain).to_have_count(32)
    anna.page.emulate_media(reduced_motion="reduce")
    anna.reload()
    expect(anna.page.get_by_role("heading", name=anna.say("over.duel-won"))).to_be_visible()
    expect(rain).to_have_count(0)
