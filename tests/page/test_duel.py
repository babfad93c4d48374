"""Face to Face in the browser: gold against silver, with help, to the end."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Coming
from tests.page.duelling import helps, own_side, play_duel, ways_on
from tests.page.hidden import check_nothing_hidden_was_told
from tests.page.person import Person, Play


def invited(anna: Person, bert: Person) -> None:
    anna.open()
    anna.be_called("Anna")
    anna.begin("duel", foe=anna.say("start.duel.friend"))
    bert.open(anna.invitation().removeprefix(anna.url))
    bert.sit_down("Bert")
    bert.press("gather.start")
    for person in (anna, bert):
        expect(person.page.locator("[data-card]")).to_have_count(6)


def first_of(*people: Person) -> tuple[Person, Person]:
    """Return who begins, which the deal decides (F2), and the other one."""
    one, two = people
    expect(one.button("action.end")).to_be_visible()
    return (one, two) if one.is_my_turn() else (two, one)


def jumps(hand: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, int]:
    """Return what to lay up and down, so that the other can improve something, but not all (F4).

    A card between the two improves both piles. If nearly all of the other's cards did, cards next
    to those two would leave them outside.
    """
    below, low, high = hand[1:4]
    between = [card for card in other if low < card < high]
    return (high, low) if len(other) - len(between) > 1 else (low, below)


def test_jumps_leave_something_to_improve_and_something_not_whatever_is_dealt() -> None:
    hand = (5, 9, 20, 50, 55, 58)
    for other in ((10, 30, 31, 51, 52, 57), (30, 31, 32, 33, 34, 35), (8, 31, 32, 33, 34, 35)):
        up, down = jumps(hand, other)
        improving = [card for card in other if card < up or card > down]
        refused = [card for card in other if card >= up or card <= down]
        assert improving
        assert len(refused) > 1


def test_two_people_help_each_other_until_one_has_won(come: Coming) -> None:
    anna, bert = come("phone", "de"), come("desktop", "en")
    invited(anna, bert)
    hands = anna.hand(), bert.hand()
    first, second = first_of(anna, bert)

    # On bare row cards there is nothing to improve (F4).
    seen = first.wait_for_turn()
    theirs = own_side(second)
    first.pick(seen.hand[0])
    for pile in (f"{theirs}u", f"{theirs}d"):
        expect(first.pile(pile)).to_contain_text(first.say("pile.nothing-to-improve"))
    first.pick(seen.hand[0])

    # Two cards in the middle of the range leave the other something to improve.
    mine = own_side(first)
    for card, way in zip(jumps(seen.hand, second.hand()), "ud", strict=True):
        first.lay(card, f"{mine}{way}")
    first.wait_for_turn()
    first.end_turn()
    expect(first.page.locator("[data-card]")).to_have_count(6)  # two laid, two drawn (F6)

    seen = second.wait_for_turn()
    help_ = helps(second, seen)[0]
    gap = help_.card - seen.tops[help_.pile]
    second.pick(help_.card)
    told = second.say("pile.improve", card=help_.card, gap=f"{gap:+}".replace("-", "−"))
    expect(second.pile(help_.pile)).to_contain_text(told)
    refusing = next(
        (card, pile, top)
        for card in seen.hand
        for pile, top in seen.tops.items()
        if pile.startswith(mine) and card != help_.card and Play(card, pile) not in seen.plays
    )
    second.pick(refusing[0])
    key = "pile.only-below" if refusing[1].endswith("u") else "pile.only-above"
    expect(second.pile(refusing[1])).to_contain_text(second.say(key, top=refusing[2]))
    second.lay(*help_)
    first.wait_for_top(*help_)
    assert first.tops()[help_.pile] == help_.card
    seen = second.wait_for_turn()
    assert not [play for play in seen.plays if play.pile.startswith(mine)]  # one a turn
    second.lay(*ways_on(second, seen, "careful")[0])
    second.wait_for_turn()
    line = second.page.locator("section.table > .line")
    expect(line).to_contain_text(second.say("need.draws", count=2))
    second.end_turn()
    expect(second.page.locator("[data-card]")).to_have_count(6)

    assert play_duel((first, "careful"), (second, "hasty")) > 0

    for person in (anna, bert):
        person.wait_for_end()
    won = [p.page.get_by_role("heading", name=p.say("over.duel-won")) for p in (anna, bert)]
    is_won = [heading.is_visible() for heading in won]
    assert sorted(is_won) == [False, True]
    loser, name = (bert, "Anna") if is_won[0] else (anna, "Bert")
    lost = loser.page.get_by_role("heading", name=loser.say("over.duel-lost", name=name))
    expect(lost).to_be_visible()
    assert anna.tops() == bert.tops()
    for seat, person in enumerate((anna, bert)):
        assert check_nothing_hidden_was_told(person.frames, seat, hands[seat]) > 8


@pytest.mark.parametrize("person", ["phone-en"], indirect=True)
def test_a_duel_with_a_bot_is_played_to_the_end_and_then_again(person: Person) -> None:
    person.open()
    person.begin("duel", foe=person.say("start.duel.bot"))
    assert play_duel((person, "hasty")) > 0
    person.wait_for_end()
    has_won = person.page.get_by_role("heading", name=person.say("over.duel-won")).is_visible()
    left = person.say.pattern("over.duel-left" if has_won else "over.duel-left-you")
    assert left.fullmatch(person.page.locator(".reached").inner_text())
    expect(person.page.locator(".rating")).to_contain_text(re.compile(r"\b1\d{3} \([+−]\d+\)"))
    person.leave_for_another("over.rematch")
    expect(person.page.locator("[data-card]").first).to_be_visible()


@pytest.mark.parametrize("person", ["desktop-en"], indirect=True)
def test_a_duel_of_ones_own_is_rated_unless_it_gives_hints(person: Person) -> None:
    person.open()
    person.page.get_by_text(person.say("start.own")).click()
    hints = person.page.get_by_label(person.say("own.hints"), exact=True)
    expect(hints).to_be_checked()
    person.page.get_by_role("radio", name=person.say("edition.face-to-face")).check(force=True)
    unrated = person.page.get_by_text(person.say("own.unrated"))
    expect(hints).not_to_be_checked()
    expect(unrated).to_have_count(0)
    clock = person.page.get_by_label(person.say("own.clock"), exact=True)
    expect(clock).to_have_value("300")  # rated duels always have a clock
    hints.check()
    expect(clock).to_have_value("0")
    expect(unrated).to_be_visible()
    friend = person.page.get_by_label(person.say("own.other", number=2), exact=True)
    friend.select_option(label=person.say("own.friend"))
    person.press("own.open")
    expect(person.page.get_by_text(person.say("facts.unrated"))).to_be_visible()
    person.seat_bot(2)
    person.press("gather.start")
    person.wait_for_turn()
    person.resign()
    person.wait_for_end()
    expect(person.page.get_by_text(person.say("over.unrated.hints"))).to_be_visible()
