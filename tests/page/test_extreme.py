"""Extreme in two browsers: a whole sitting with every command, checked against the referee."""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, expect

from tenback.notation import write_code
from tenback.rules import (
    END,
    Begin,
    Command,
    Deal,
    Extreme,
    Move,
    Play,
    State,
    apply,
    legal_moves,
    losing_plays,
)
from tests.page.conftest import Coming
from tests.page.person import Person

LASTING = tuple(command for command in Command if not command.is_lightning)
ANY = "COMMAND"
"""Stands for the name of any command."""
Step = tuple[State, Move, State]


def visible(state: State) -> set[Command]:
    """Return the commands on top of the piles."""
    found = (state.edition.command_of(top) for top in state.tops)
    return {command for command in found if command is not None}


def curious(state: State, met: set[Command]) -> Move:
    """Choose what brings a command that was not met, else the shortest step; end when one may."""
    moves = legal_moves(state)
    if END in moves:
        return END

    def dullness(play: Play) -> tuple[bool, int, int]:
        command = state.edition.command_of(play.card)
        step = play.pile.step(state.tops[play.pile.index], play.card)
        return command is None or command in met, step, play.card

    plays = {move for move in moves if isinstance(move, Play)}
    return min(plays - set(losing_plays(state)), key=dullness)


def sitting_of(deal: Deal) -> Iterator[Step]:
    """Play a deal to its end, curiously."""
    state, _ = apply(deal.start(), Begin(0))
    met: set[Command] = set()
    while state.outcome is None:
        move = curious(state, met)
        after, _ = apply(state, move)
        yield state, move, after
        met |= visible(after)
        state = after


def shortest_sitting() -> tuple[Deal, list[Step]]:
    """Return the first cards that are soon done with, and show all seven commands."""
    deals = (Deal(Extreme(), 2, f"EVERY{number}") for number in range(20))
    sittings = ((deal, list(sitting_of(deal))) for deal in deals)
    full = (
        (deal, steps)
        for deal, steps in sittings
        if set().union(*(visible(after) for *_, after in steps)) == set(Command)
    )
    return min(full, key=lambda found: len(found[1]))


def opened(anna: Person, bert: Person, code: str) -> None:
    """Let two sit down at a table with known cards, of which the first begins."""
    anna.open()
    anna.be_called("Anna")
    anna.page.get_by_text(anna.say("start.own")).click()
    anna.page.get_by_label(anna.say("own.deal")).fill(code)
    anna.page.get_by_label(anna.say("own.other", number=2)).select_option("")
    anna.press("own.open")
    anna.come_to_table()
    bert.open(anna.path)
    bert.sit_down("Bert")
    bert.press("gather.start")
    bert.name(0)
    anna.name_me()


def in_force(person: Person) -> Locator:
    """Return the buttons of the commands that bind everybody (E6)."""
    asking = re.escape(person.say("command.active", command=ANY)).replace(ANY, ".+")
    return person.page.get_by_role("button", name=re.compile(asking))


def sees_commands(person: Person, state: State) -> None:
    lasting = [command for command in LASTING if command in visible(state)]
    expect(in_force(person)).to_have_count(len(lasting))
    for command in lasting:
        name = person.say(f"command.{command}")
        expect(person.button("command.active", command=name)).to_be_visible()


def sees_what_is_to_do(person: Person, state: State) -> None:
    """Check the line over the hand, and where each card fits (E4, E5, E8, E9)."""
    assert state.turn is not None
    say, laid = person.say, len(state.turn.plays)
    demands = state.edition.demands(state.progress)
    if Command.THREE in demands:
        sees(person, say("need.three", count=3 - laid))
    if Command.SKULL in demands:
        for pile, top in zip(state.edition.piles, state.tops, strict=True):
            if state.edition.command_of(top) is Command.SKULL:
                sees(person, say("need.skull", pile=say(f"pile.{pile}")))
    seen = person.wait_for_turn()
    assert seen.hand == state.hands[state.turn.seat]
    assert list(seen.tops.values()) == list(state.tops)
    assert seen.can_end == (END in legal_moves(state))
    assert {f"{card}>{pile}" for card, pile in seen.plays} == {
        str(move) for move in legal_moves(state) if isinstance(move, Play)
    }


def sees(person: Person, text: str) -> None:
    expect(person.page.get_by_text(text).first).to_be_visible()


def is_explained(person: Person, command: Command) -> None:
    """Tap a command in force: it says what it asks for."""
    name = person.say(f"command.{command}")
    person.press("command.active", command=name)
    expect(person.sheet.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(person.sheet.get_by_text(person.say(f"command.{command}.means"))).to_be_visible()
    person.answer("sheet.close")


def all_are_explained(person: Person) -> None:
    person.press("action.menu")
    person.sheet.get_by_role("button", name=person.say("command.all"), exact=True).click()
    for command in Command:
        expect(person.sheet.get_by_text(person.say(f"command.{command}.means"))).to_be_visible()
    person.answer("sheet.close")


def can_talk(person: Person, *, is_silent: bool) -> None:
    """Open what can be said of a pile, and of the hand: under Silence all is gray, and why (E7)."""
    why = person.say("talk.silence")
    person.press("talk.about", pile=person.say("pile.u1"))
    words = person.sheet.get_by_role("button").filter(has_text=person.say("word.keep.means"))
    expect(words).to_be_disabled() if is_silent else expect(words).to_be_enabled()
    expect(person.sheet.get_by_text(why)).to_be_visible(visible=is_silent)
    person.answer("sheet.close")

    talk = person.page.get_by_role("button", name=person.say("action.talk"), exact=True)
    is_narrow = talk.is_visible()
    if is_narrow:
        talk.click()
    for key in ("word.stuck", "command.stop"):
        button = person.button(key)
        expect(button).to_be_disabled() if is_silent else expect(button).to_be_enabled()
    field = person.page.get_by_role("textbox", name=person.say("chat.write"))
    expect(field).to_be_disabled() if is_silent else expect(field).to_be_enabled()
    expect(person.page.get_by_text(why)).to_be_visible(visible=is_silent)
    if is_narrow:
        person.answer("sheet.close")


def test_two_meet_all_seven_commands_and_play_to_the_end(come: Coming) -> None:
    deal, steps = shortest_sitting()
    people = come("phone", "de"), come("desktop", "en")
    opened(*people, write_code(deal))
    all_are_explained(people[0])
    met: set[Command] = set()
    silences: set[bool] = set()
    for state, move, _ in steps:
        assert state.turn is not None
        mover = people[state.turn.seat]
        sees_what_is_to_do(mover, state)
        is_silent = Command.SILENCE in visible(state)
        for person in people:
            sees_commands(person, state)
            for command in (visible(state) & set(LASTING)) - met:
                is_explained(person, command)
            if is_silent not in silences:
                can_talk(person, is_silent=is_silent)
        met |= visible(state)
        silences.add(is_silent)
        if isinstance(move, Play):
            mover.lay_quickly(move.card, str(move.pile))
        else:
            mover.end_turn()
    assert met == set(Command)
    assert silences == {True, False}

    *_, (_, _, after) = steps
    outcome = after.outcome
    assert outcome is not None
    for person in people:
        person.wait_for_end()
        assert list(person.tops().values()) == list(after.tops)
        sees(person, person.say(f"over.{outcome.ending}"))
        sees(person, person.say("over.left", count=outcome.left, total=98))
