"""A second implementation of the rules, as plain as possible, without the referee's shortcuts.

Slow on purpose: sets and recursion, no bit masks, no pruning. It shares only the values (states,
piles, layouts) with the referee that it checks. It knows editions by name, which no other code may:
what an edition says of itself is among what it checks.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tenback.rules import (
    END,
    Command,
    Ending,
    FaceToFace,
    Move,
    Outcome,
    Pile,
    Play,
    State,
)


@dataclass(frozen=True)
class Moment:
    state: State
    tops: tuple[int, ...]
    hand: frozenset[int]
    plays: tuple[Play, ...]


def moment_of(state: State) -> Moment:
    assert state.turn is not None
    hand = frozenset(state.hands[state.turn.seat])
    return Moment(state, state.tops, hand, state.turn.plays)


def legal(moment: Moment) -> set[Move]:
    numbers, piles = moment.state.edition.numbers, moment.state.edition.piles
    moves: set[Move] = {
        Play(card, pile) for card in numbers for pile in piles if may_lay(moment, card, pile)
    }
    return moves | ({END} if may_end(moment) else set())


def losing(moment: Moment) -> set[Move]:
    return {
        move
        for move in legal(moment)
        if isinstance(move, Play) and not can_complete(lay(moment, move))
    }


def lay(moment: Moment, play: Play) -> Moment:
    tops = tuple(
        play.card if pile == play.pile else top
        for pile, top in zip(moment.state.edition.piles, moment.tops, strict=True)
    )
    return replace(moment, tops=tops, hand=moment.hand - {play.card}, plays=(*moment.plays, play))


def can_complete(moment: Moment) -> bool:
    return can_reach(may_end, moment, set())


def can_reach(goal: Callable[[Moment], bool], moment: Moment, seen: set[object]) -> bool:
    """Return whether the turn can reach a moment that meets the goal; equal moments are tried
    once."""
    kind = (moment.tops, moment.hand, moment.plays[-1:] and moment.plays[-1].pile)
    if kind in seen:
        return False
    seen.add(kind)
    return goal(moment) or any(
        can_reach(goal, lay(moment, Play(card, pile)), seen)
        for card in moment.hand
        for pile in moment.state.edition.piles
        if may_lay(moment, card, pile)
    )


def may_lay(moment: Moment, card: int, pile: Pile) -> bool:
    if card not in moment.hand:
        return False
    top = moment.tops[pile.index]
    ahead = card - top if pile.is_ascending else top - card
    if isinstance(moment.state.edition, FaceToFace):
        assert moment.state.turn is not None
        seat = moment.state.turn.seat
        if pile.owner == seat:
            return ahead > 0 or ahead == -10
        return ahead < 0 and all(play.pile.owner == seat for play in moment.plays)
    if ahead <= 0 and ahead != -10:
        return False
    visible, laid = commands(moment)
    if Command.STOP in laid:
        return False
    if Command.THREE in laid:
        if len(moment.plays) >= 3:
            return False
        if command_of(moment, card) is Command.STOP and len(moment.plays) != 2:
            return False
    if Command.NO_TRICK in visible and ahead == -10:
        return False
    return not (Command.ONE_PILE in visible and moment.plays and moment.plays[-1].pile != pile)


def may_end(moment: Moment) -> bool:
    state = moment.state
    if isinstance(state.edition, FaceToFace):
        return len(moment.plays) >= 2
    if fires(moment):
        return False
    visible, laid = commands(moment)
    if Command.SKULL in visible or (Command.THREE in laid and len(moment.plays) != 3):
        return False
    minimum = 1 if not state.draw_piles[0] else 3 if "min3" in state.edition.options else 2
    return Command.STOP in laid or len(moment.plays) >= minimum


def fires(moment: Moment) -> list[Pile]:
    """Return the piles whose top is a burning card from before this turn."""
    if moment.state.edition.name != "on-fire":
        return []
    laid = [play.card for play in moment.plays]
    return [
        pile
        for pile, top in zip(moment.state.edition.piles, moment.tops, strict=True)
        if top in (22, 33, 44, 55, 66, 77) and top not in laid
    ]


def commands(moment: Moment) -> tuple[list[Command | None], list[Command | None]]:
    """Return the visible commands, and those laid in this turn."""
    visible = [command_of(moment, top) for top in moment.tops]
    return visible, [command_of(moment, play.card) for play in moment.plays]


def command_of(moment: Moment, card: int) -> Command | None:
    layout = moment.state.edition.layout
    return None if layout is None else layout.command_of[card]


def then(state: State, move: Move) -> tuple[tuple[int, ...], list[list[int]], list[list[int]], int]:
    """Return tops, hands, draw piles and the seat to move after a listed move of a turn."""
    assert state.turn is not None
    seat, moment = state.turn.seat, moment_of(state)
    hands, piles = [list(hand) for hand in state.hands], [list(pile) for pile in state.draw_piles]
    if isinstance(move, Play):
        moment = lay(moment, move)
        hands[seat].remove(move.card)
        goes_on = bool(hands[seat]) and Command.STOP not in commands(moment)[1]
        if goes_on or not can_complete(moment) or not any((*hands, *piles)):
            return moment.tops, hands, piles, seat
    own = seat if isinstance(state.edition, FaceToFace) else 0
    if isinstance(state.edition, FaceToFace) and not hands[seat] and not piles[seat]:
        return moment.tops, hands, piles, seat
    for _ in range(draws(moment, len(hands[seat]))):
        if piles[own]:
            hands[seat].append(piles[own].pop(0))
    hands[seat].sort()
    following = (seat + 1) % len(hands)
    while not hands[following] and not piles[following if len(piles) > 1 else 0]:
        following = (following + 1) % len(hands)
    return moment.tops, hands, piles, following


def draws(moment: Moment, held: int) -> int:
    """Return how many cards are drawn at the end of the turn, if enough are left."""
    state = moment.state
    if isinstance(state.edition, FaceToFace):
        assert state.turn is not None
        has_helped = any(play.pile.owner != state.turn.seat for play in moment.plays)
        return 6 - held if has_helped else 2
    if Command.DRAW_ONE in commands(moment)[0]:
        return 1
    full = {1: 8, 2: 7}.get(len(state.hands), 6)
    return full - ("hand-1" in state.edition.options) - held


def outcome(state: State) -> Outcome | None:
    """Return the outcome of a state in mid-turn, if the sitting is over."""
    assert state.turn is not None
    moment, seat = moment_of(state), state.turn.seat
    if isinstance(state.edition, FaceToFace):
        left = [len(h) + len(p) for h, p in zip(state.hands, state.draw_piles, strict=True)]
        for winner in (0, 1):
            if left[winner] == 0:
                return Outcome(Ending.ALL_LAID, None, winner, left[1 - winner])
        if can_complete(moment):
            return None
        return Outcome(Ending.STUCK, None, 1 - seat, left[seat])
    total = sum(len(cards) for cards in (*state.hands, *state.draw_piles))
    if total and can_complete(moment):
        return None
    if not can_obey(moment):
        is_fire = state.edition.name == "on-fire"
        ending = Ending.FIRE if is_fire else Ending.COMMAND_BROKEN
        return Outcome(ending, won=False, winner=None, left=total)
    if total:
        return Outcome(Ending.STUCK, won=False, winner=None, left=total)
    return Outcome(Ending.ALL_LAID, won=True, winner=None, left=0)


def can_obey(moment: Moment) -> bool:
    """Return whether every fire, skull and open three can be dealt with, leaving the minimum
    aside."""
    return can_reach(is_obeyed, moment, set())


def is_obeyed(moment: Moment) -> bool:
    visible, laid = commands(moment)
    return (
        not fires(moment)
        and Command.SKULL not in visible
        and (Command.THREE not in laid or len(moment.plays) == 3)
    )
