"""The rules once more, written as plainly as possible and without any of the referee's shortcuts.

Slow on purpose: sets and recursion, no bit masks, no pruning. It shares only the values
(states, piles, layouts) with what it checks.
"""

from dataclasses import dataclass, replace

from tenback.rules import END, Command, Extreme, FaceToFace, Move, Pile, Play, State


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
    return may_end(moment) or any(
        can_complete(lay(moment, move)) for move in legal(moment) if isinstance(move, Play)
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
    visible, laid = commands(moment)
    if Command.SKULL in visible or (Command.THREE in laid and len(moment.plays) != 3):
        return False
    minimum = 1 if not state.draw_piles[0] else 3 if "min3" in state.edition.options else 2
    return Command.STOP in laid or len(moment.plays) >= minimum


def commands(moment: Moment) -> tuple[list[Command | None], list[Command | None]]:
    """Return the commands that lie visible, and those laid in this turn."""
    visible = [command_of(moment, top) for top in moment.tops]
    return visible, [command_of(moment, play.card) for play in moment.plays]


def command_of(moment: Moment, card: int) -> Command | None:
    edition = moment.state.edition
    return edition.layout.command_of[card] if isinstance(edition, Extreme) else None
