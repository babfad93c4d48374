"""Plays duels, knowing only what the page shows."""

from itertools import cycle, takewhile

from tests.page.person import Person, Play, Seen
from tests.page.playing import Manner


def own_side(person: Person) -> str:
    """Return the first letter of the person's own piles: gold or silver (F1)."""
    is_gold = person.say("pile.own-u") in person.pile("gu").inner_text()
    return "g" if is_gold else "s"


def helps(person: Person, seen: Seen) -> list[Play]:
    """Return the plays that would improve the opponent's piles now (F4)."""
    side = own_side(person)
    return [play for play in seen.plays if not play.pile.startswith(side)]


def step(seen: Seen, play: Play) -> int:
    """Return how far a card moves one of the person's own piles (F3)."""
    far = play.card - seen.tops[play.pile]
    return far if play.pile.endswith("u") else -far


def ways_on(person: Person, seen: Seen, manner: Manner) -> list[Play]:
    """Return the plays in the order in which they are tried.

    Helping comes last: it would make the game very long.
    """
    foreign = helps(person, seen)
    own = [play for play in seen.plays if play not in foreign]
    own.sort(key=lambda play: step(seen, play), reverse=manner == "hasty")
    return own + foreign


def lay_what_does_not_lose(person: Person, plays: list[Play]) -> Seen:
    """Lay the first of these cards that the page does not mark as losing."""
    for play in plays:
        person.lay_quickly(*play)
        seen = person.wait_for_turn()
        if not seen.is_asked:
            return seen
        person.answer("sure.no")
    raise AssertionError(f"all of {plays} lose, and nobody said that it is over")


def play_duel_turn(person: Person, manner: Manner = "careful") -> bool:
    """Play one turn; return whether there was one to play."""
    seen = person.wait_for_turn()
    if seen.is_over:
        return False
    while not seen.can_end and not seen.is_over:
        seen = lay_what_does_not_lose(person, ways_on(person, seen, manner))
    if not seen.is_over:
        person.end_turn()
    return True


def play_duel(*people: tuple[Person, Manner]) -> int:
    """Play a duel to the end, starting with the player to move; return the number of turns."""
    turns = (play_duel_turn(person, manner) for person, manner in cycle(people))
    return sum(takewhile(bool, turns))
