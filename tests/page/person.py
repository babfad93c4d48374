"""A person in front of the page, who does what people do there and sees what they see.

    anna.open("/")
    anna.play_alone()
    anna.lay(23, "u1")

Every complaint of the browser, and every request to anything but our server, is a fault.
"""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Request,
    Response,
    WebSocket,
    expect,
)

from tests.page.texts import Texts

LINK = re.compile(r"^http://\S+/c/[A-Z]{5}$")
PILE = "[data-pile='{}']"
CARD = "[data-card='{}']"
TABLE = "[data-page='table']"
LOOK = """
([end, fits, fitsNowhere]) => {
  const unseen = (node) => node.querySelector(".unseen").textContent;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const named = (name) => all(`[data-${name}]`).map((node) => [node.dataset[name], unseen(node)]);
  const button = all("button").find((node) => node.textContent.trim() === end);
  const cards = named("card");
  const decks = all("[data-deck]").map((node) => Number(node.textContent));
  return {
    cards: Object.fromEntries(cards),
    piles: Object.fromEntries(named("pile")),
    decks,
    isOut: cards.length === 0 && decks.length > 0 && decks.every((count) => count === 0),
    isMyTurn: button !== undefined && !button.disabled,
    canEnd: button?.classList.contains("main") ?? false,
    isAnswered: cards.some(([_, text]) => text.includes(fits) || text.includes(fitsNowhere)),
    isAsked: document.querySelector("dialog[open]") !== null,
    isOver: document.querySelector("[data-page='table'] main a[href^='/replay/']") !== null,
  };
}
"""
WHERE = """
(selectors) => selectors.map((selector) => {
  const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
})
"""
READY = f"(words) => {{ const seen = ({LOOK})(words); return (READY) && seen; }}"

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

BROKEN = ("WebSocket connection to", "net::ERR_", "when fetching the script")
"""The browser's messages when the server does not answer."""
LOOK_EVERY = 50
"""Milliseconds between checks while waiting; checking at every frame takes half a core."""


class Play(NamedTuple):
    """A card and the pile that it goes to."""

    card: int
    pile: str


@dataclass(frozen=True)
class Seen:
    """What the page shows of a table, at one moment."""

    hand: tuple[int, ...]
    tops: dict[str, int]
    decks: tuple[int, ...]
    plays: tuple[Play, ...]
    """The plays that fit, read from the labels of the cards; empty while they are not known."""
    is_my_turn: bool
    can_end: bool
    is_asked: bool
    """Whether a sheet lies over the table."""
    is_over: bool


class Person:
    """A person with a browser of their own."""

    def __init__(self, context: BrowserContext, url: str, say: Texts, *, has_touch: bool) -> None:
        self.context = context
        self.url = url
        self.say = say
        self.faults: list[str] = []
        self.frames: list[dict[str, Any]] = []
        """All messages that came over the sockets, oldest first."""
        self._has_touch = has_touch
        self._forgiven: list[str] = []
        self.page = context.new_page()
        self.page.on("console", self._complained)
        self.page.on("pageerror", lambda error: self._fault(f"error in the page: {error}"))
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)
        self.page.on("websocket", self._opened)

    # ---- going somewhere ----

    def open(self, path: str = "/") -> None:
        """Open a path of our server, and wait until its page is there."""
        self.page.goto(self.url + path)
        expect(self.page.locator("main > :not(.loading)").first).to_be_visible()

    def wait_for_paint(self) -> None:
        """Wait until all changes are laid out and painted, with the sizes that depend on them."""
        self.page.evaluate(PAINTED)

    def reload(self) -> None:
        self.page.reload()
        expect(self.page.locator("main > :not(.loading)").first).to_be_visible()

    def another_tab(self) -> "Person":
        """Return the same person in another tab with the same address."""
        tab = Person(self.context, self.url, self.say, has_touch=self._has_touch)
        tab.faults, tab._forgiven = self.faults, self._forgiven
        tab.open(self.path)
        return tab

    @property
    def path(self) -> str:
        return urlsplit(self.page.url).path

    def forgive(self, *parts: str) -> None:
        """Ignore complaints that contain one of these parts, because the test causes them."""
        self._forgiven += parts

    # ---- the start page ----

    def begin(self, mode: str, **chosen: str | int) -> None:
        """Begin one of `alone`, `bots`, `friends`, `duel` and `day`: `begin("bots", count=3)`."""
        card = self.mode(mode)
        for name, option in chosen.items():
            group = card.get_by_role("group", name=self.say(f"start.{mode}.{name}"))
            self._press(group.get_by_role("radio", name=str(option), exact=True))
        self._press(card.get_by_role("button"))
        self.come_to_table()

    def come_to_table(self) -> None:
        """Wait until a table is shown, not just its loading screen."""
        expect(self.page.locator(f"{TABLE} h1").first).to_be_visible()

    def mode(self, mode: str) -> Locator:
        """Return one of the ways to play on the start page."""
        heading = self.page.get_by_role("heading", name=self.say(f"start.{mode}"), exact=True)
        return self.page.get_by_role("listitem").filter(has=heading)

    def play_alone(self) -> None:
        self.begin("alone")
        self.wait_for_turn()

    def play_deal(self, code: str) -> None:
        """Open a solo table with a known deal."""
        self.open()
        self.open_deal(code)
        self.wait_for_turn()

    def open_deal(self, code: str, friends: int = 0) -> None:
        """On the start page, open a custom table with a known deal, and seats for friends."""
        self._press(self.page.get_by_text(self.say("start.own")))
        self.page.get_by_label(self.say("own.deal")).fill(code)
        for number in range(2, 2 + friends):
            seat = self.page.get_by_label(self.say("own.other", number=number), exact=True)
            seat.select_option(label=self.say("own.friend"))
        self.press("own.open")
        self.come_to_table()

    def load_kit(self) -> None:
        """On the start page, load the kit for playing without a connection."""
        load, _ = self.say("offline.load", size="|").split("|")
        self._press(self.page.get_by_role("button", name=load))
        expect(self.page.get_by_text(self.say("offline.ready"))).to_be_visible()

    def be_called(self, name: str) -> None:
        self.page.get_by_label(self.say("site.name"), exact=True).fill(name)

    def join(self, code: str) -> None:
        """Type the five letters of a table."""
        self.page.get_by_label(self.say("start.code")).fill(code)
        self.press("start.join")

    # ---- before the cards ----

    def invitation(self) -> str:
        """Return the link that friends are sent, once it is there."""
        return self.page.get_by_text(LINK).inner_text()

    def sit_down(self, name: str) -> None:
        self.page.locator(TABLE).get_by_label(self.say("gather.your-name")).fill(name)
        self.press("gather.sit")
        expect(self.button("gather.stand")).to_be_visible()

    def seat_bot(self, number: int, bot: str = "careful") -> None:
        """Put a bot on a seat; seats are numbered from 1."""
        seat = self.page.get_by_label(self.say("gather.bot", number=number))
        seat.select_option(bot)
        expect(seat).to_be_hidden()

    def name(self, seat: int) -> None:
        """Name another seat to begin (C4)."""
        self._press(self.page.locator(f"[data-seat='opening-{seat}']"))

    def name_me(self) -> None:
        """Name the person's own seat to begin (C4)."""
        me = self.page.get_by_text(self.say("seat.me"), exact=True)
        self._press(self.page.get_by_role("button").filter(has=me))

    # ---- the table ----

    def see(self) -> Seen:
        """Look at the table."""
        return self._read(self.page.evaluate(LOOK, self._words))

    def hand(self) -> tuple[int, ...]:
        return self.see().hand

    def tops(self) -> dict[str, int]:
        return self.see().tops

    def is_my_turn(self) -> bool:
        return self.see().is_my_turn

    def wait_for_turn(self) -> Seen:
        """Wait until there is a move or an answer to decide on, or the sitting is over.

        Players without cards are skipped while others still have some (C9).
        """
        my_turn = "(seen.isMyTurn && (seen.canEnd || seen.isAnswered))"
        return self._wait_for(f"seen.isOver || seen.isAsked || seen.isOut || {my_turn}")

    def wait_for_end(self) -> None:
        self._wait_for("seen.isOver")

    def leave_for_another(self, key: str) -> None:
        """After the end, press the button to another table, and wait until this table is gone."""
        here = self.page.locator(f"main a[href='{self.path.replace('/t/', '/replay/')}']")
        expect(here).to_be_visible()
        self.press(key)
        expect(here).to_have_count(0)

    def card(self, card: int) -> Locator:
        return self.page.locator(CARD.format(card))

    def pile(self, pile: str) -> Locator:
        return self.page.locator(PILE.format(pile))

    def wait_for_top(self, card: int, pile: str) -> None:
        """Wait until a card lies on a pile; a 3 is not a 30."""
        before, behind = self.say("pile.label", pile="|", top=card).split("|")
        label = re.compile(rf"{re.escape(before)}.+{re.escape(behind)}\b")
        expect(self.pile(pile).locator(".unseen").first).to_have_text(label)

    def pick(self, card: int) -> None:
        """Pick a card up, or put it down again."""
        self._press(self.card(card))

    def lay(self, card: int, pile: str) -> None:
        """Tap a card, then a pile; it is drawn at once, whatever the server says later."""
        self.pick(card)
        self._press(self.pile(pile))

    def lay_quickly(self, card: int, pile: str) -> None:
        """Lay a card without checking first, for whole games where no layout changes.

        It uses the mouse even on a phone: on a busy machine a slow finger would rest on the card
        instead of tapping it.
        """
        for left, top in self.page.evaluate(WHERE, [CARD.format(card), PILE.format(pile)]):
            self.page.mouse.click(left, top)
        self.card(card).wait_for(state="detached")

    def drag(self, card: int, pile: str) -> None:
        self.card(card).drag_to(self.pile(pile))

    def end_turn(self) -> None:
        self._press(self.button("action.end"))

    def take_back(self) -> None:
        self._press(self.button("action.back"))

    def button(self, key: str, **details: str | int) -> Locator:
        """Return the button with a text of the page."""
        return self.page.get_by_role("button", name=self.say(key, **details), exact=True)

    def press(self, key: str, **details: str | int) -> None:
        """Press the button with a text of the page."""
        self._press(self.button(key, **details))

    @property
    def sheet(self) -> Locator:
        """The sheet that lies over the page."""
        return self.page.get_by_role("dialog")

    def answer(self, key: str) -> None:
        """Press a button of the sheet that lies over the page."""
        self._press(self.sheet.get_by_role("button", name=self.say(key), exact=True))
        expect(self.sheet).to_be_hidden()

    def resign(self) -> None:
        self.press("action.menu")
        self._press(self.sheet.get_by_role("button", name=self.say("resign.title"), exact=True))
        self._press(self.sheet.get_by_role("button", name=self.say("resign.yes"), exact=True))

    # ---- talk ----

    def say_of(self, pile: str, word: str) -> None:
        """Say `keep`, `small`, `free` or `help` of a pile."""
        self.press("talk.about", pile=self.say(f"pile.{pile}"))
        words = self.sheet.get_by_role("button").filter(has_text=self.say(f"word.{word}.means"))
        self._press(words)
        expect(self.sheet).to_be_hidden()

    def chips(self, pile: str) -> Locator:
        """Return the signals of all seats that are shown at a pile."""
        return self.button("talk.about", pile=self.say(f"pile.{pile}")).locator("[title]")

    def write(self, text: str) -> None:
        """Write into the chat, which is a sheet on narrow pages."""
        field = self.page.get_by_role("textbox", name=self.say("chat.write"))
        if not field.is_visible():
            self._press(self.page.get_by_role("button", name=self.say("action.talk")))
        field.fill(text)
        field.press("Enter")

    # ---- inside ----

    @cached_property
    def _words(self) -> list[str]:
        """The words that this class looks for on the page."""
        fits = self.say("hand.fits", piles="|").split("|")[0]
        return [self.say("action.end"), fits, self.say("hand.fits-nowhere")]

    def _wait_for(self, condition: str) -> Seen:
        ready = READY.replace("READY", condition)
        seen = self.page.wait_for_function(ready, arg=self._words, polling=LOOK_EVERY)
        return self._read(seen.json_value())

    def _read(self, looked: dict[str, Any]) -> Seen:
        label = re.compile(self.say.pattern("pile.label").pattern + r"\b")
        piles = {pile: label.match(text) for pile, text in looked["piles"].items()}
        found = {pile: match for pile, match in piles.items() if match}
        assert len(found) == len(piles), looked["piles"]
        plays = (
            Play(int(card), pile)
            for card, text in looked["cards"].items()
            for pile, match in found.items()
            if re.search(rf"{re.escape(match['pile'])} [+−]\d", text)
        )
        return Seen(
            hand=tuple(map(int, looked["cards"])),
            tops={pile: int(match["top"]) for pile, match in found.items()},
            decks=tuple(looked["decks"]),
            plays=tuple(plays),
            is_my_turn=looked["isMyTurn"],
            can_end=looked["canEnd"],
            is_asked=looked["isAsked"],
            is_over=looked["isOver"],
        )

    def _press(self, locator: Locator) -> None:
        if self._has_touch:
            locator.tap()
        else:
            locator.click()

    def _complained(self, message: ConsoleMessage) -> None:
        address = urlsplit(message.location["url"]).path
        if message.type in {"error", "warning"}:
            self._fault(f"{message.text} ({address})")

    def _asked(self, request: Request) -> None:
        self._is_ours(request.url)

    def _opened(self, socket: WebSocket) -> None:
        self._is_ours(socket.url)
        socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))

    def _answered(self, response: Response) -> None:
        """Keep the first message about a table, which comes with the answer to opening it."""
        request = response.request
        if (request.method, urlsplit(request.url).path) == ("POST", "/api/tables") and response.ok:
            self.frames.append(response.json()["welcome"])

    def _is_ours(self, address: str) -> None:
        asked = urlsplit(address)
        if asked.scheme not in {"data", "blob"} and asked.netloc != urlsplit(self.url).netloc:
            self._fault(f"the page asks somebody else: {address}")

    def _fault(self, text: str) -> None:
        if not any(part in text for part in self._forgiven):
            self.faults.append(text)
