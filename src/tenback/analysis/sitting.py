"""A game taken apart: what every decision gave away, and what luck brought between them.

Within a turn a seat learns nothing but what others say: by its own moves its chance can only fall.
From the end of a turn to the next decision it changes by what was drawn, which is luck. So the
start and the luck, less what was given away, make the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from tenback.analysis.chances import Prospect, Seen, prospects_of
from tenback.analysis.checking import confirmed
from tenback.analysis.commands import chances_without, laid_commands
from tenback.analysis.errors import AnalysisCode
from tenback.analysis.moments import Moment, PlayedTurn, turns_of
from tenback.fastsim import Setup
from tenback.notation import Record
from tenback.rules import BadInput, Command, End, Move, Outcome, Resign

MOMENTS = 16
"""How many moments a part of an analysis has at most, unless it is a single turn: bots may have to
wait for it."""
MOMENTS_OF_DUEL = 6
"""The same in a duel, where leads are followed further."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A play, the end of a turn, or giving up; chances are those of the seat's side."""

    event: int
    turn: int
    seat: int
    move: Move
    before: float
    """The chance with the best way to go on."""
    after: float
    best: tuple[Move, ...]
    """That way, to the end of the turn."""
    played: tuple[Move, ...]
    """The move, and the best way to go on after it."""

    @property
    def given_away(self) -> float:
        """How much the move cost; never less than nothing."""
        return self.before - self.after


class LuckKind(StrEnum):
    """Where luck comes from."""

    DRAW = "draw"
    TALK = "talk"
    """What others said within a turn."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What changed the chance of a seat's side without a decision."""

    event: int
    turn: int
    seat: int
    kind: LuckKind
    cards: tuple[int, ...]
    before: float
    after: float

    @property
    def gain(self) -> float:
        """How much it brought; less than nothing if the luck was bad."""
        return self.after - self.before


Step = Decision | Luck


@dataclass(frozen=True, slots=True)
class CommandCost:
    """What it cost that a card carried a command, when it was laid."""

    event: int
    turn: int
    seat: int
    card: int
    command: Command
    cost: float
    """How much better the chance would have been without; never less than nothing."""


@dataclass(frozen=True, slots=True)
class Share:
    """A seat's part in how the game went."""

    seat: int
    given_away: float
    luck: float


@dataclass(frozen=True, slots=True)
class TurnSum:
    """A turn in sums: the chance of seat 0's side at its start, after its play, after its luck."""

    turn: int
    seat: int
    start: float
    played: float
    end: float
    given_away: float
    """By the seat, for its own side."""
    luck: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """The decisions of a game and its luck, in the order in which they came."""

    is_duel: bool
    steps: tuple[Step, ...]
    start: float
    """The chance of seat 0's side when the first turn began."""
    end: float
    """1 if that side won and 0 if it lost; in a record that is not finished, its chance then."""
    commands: tuple[CommandCost, ...] = ()
    """What the commands cost that were laid. It is part of luck and play, and no third thing."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions alone."""
        return tuple(step for step in self.steps if isinstance(step, Decision))

    @property
    def luck(self) -> tuple[Luck, ...]:
        """The luck alone."""
        return tuple(step for step in self.steps if isinstance(step, Luck))

    @property
    def shares(self) -> tuple[Share, ...]:
        """What each seat gave away, and what luck it had."""
        return tuple(
            Share(
                seat,
                sum(decision.given_away for decision in self.decisions if decision.seat == seat),
                sum(luck.gain for luck in self.luck if luck.seat == seat),
            )
            for seat in sorted({step.seat for step in self.steps})
        )

    def mistakes(self, least: float = 0.0) -> tuple[Decision, ...]:
        """Return the decisions that gave away more than this, the dearest first.

        Giving up is none of them: it ends a game, and there was no better way to play it.
        """
        found = (
            decision
            for decision in self.decisions
            if decision.given_away > least and not isinstance(decision.move, Resign)
        )
        return tuple(sorted(found, key=lambda decision: -decision.given_away))

    def turns(self) -> tuple[TurnSum, ...]:
        """Return the sums of all turns, in their order."""
        sums: list[TurnSum] = []
        chance = self.start
        for number, group in groupby(self.steps, key=lambda step: step.turn):
            steps = list(group)
            seat = steps[0].seat
            given = luck = 0.0
            for step in steps:
                sign = -1 if self.is_duel and step.seat != seat else 1
                if isinstance(step, Luck):
                    luck += sign * step.gain
                else:
                    given += sign * step.given_away
            side = -1 if self.is_duel and seat else 1
            played = chance - side * given
            end = played + side * luck
            sums.append(TurnSum(number, seat, chance, played, end, given, luck))
            chance = end
        return tuple(sums)

    def chances(self) -> tuple[tuple[int, float], ...]:
        """Return the chance of seat 0's side after each event at which it changed."""
        return tuple(
            (step.event, 1 - step.after if self.is_duel and step.seat else step.after)
            for step in self.steps
        )


@dataclass(frozen=True, slots=True)
class Ending:
    """Where a part of an analysis ends."""

    turns: int
    """How many turns there are until then."""
    chance: float
    """That of seat 0's side."""


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive turns of a game taken apart. Parts are made from the last one back."""

    steps: tuple[Step, ...]
    commands: tuple[CommandCost, ...]
    end: float
    """The chance of seat 0's side after it."""
    before: Ending
    """Where the part before it ends; no turns are left before the first one."""


def analyse(record: Record) -> Analysis:
    """Return what every decision of a record gave away, and what luck brought."""
    game = _Game.of(record)
    parts = [game.part(None)]
    while parts[-1].before.turns > 0:
        parts.append(game.part(parts[-1].before))
    return Analysis(
        game.setup.is_duel,
        tuple(step for part in reversed(parts) for step in part.steps),
        parts[-1].before.chance,
        parts[0].end,
        tuple(cost for part in reversed(parts) for cost in part.commands),
    )


def analyse_part(record: Record, ending: Ending | None = None) -> Part:
    """Return the part of an analysis that ends there, or the last one: it takes a moment only."""
    return _Game.of(record).part(ending)


def decision_at(record: Record, event: int) -> Decision | None:
    """Return the decision that was made at an event, if there was one, from its turn alone."""
    turns = turns_of(record)
    for turn in turns:
        if event in (moment.event for moment in turn.moments if moment.move is not None):
            retracing = _Retracing.of(record, [turn])
            steps, _ = retracing.steps(turn, retracing.end(turn) if turn is turns[-1] else 0.0)
            return next(s for s in steps if s.event == event and isinstance(s, Decision))
    return None


@dataclass(frozen=True, slots=True)
class _Game:
    """A record that is taken apart."""

    record: Record
    turns: Sequence[PlayedTurn]

    @classmethod
    def of(cls, record: Record) -> "_Game":
        """Return a record with its turns, unless nobody could decide anything."""
        turns = turns_of(record)
        if not turns:
            raise BadInput(AnalysisCode.NOTHING_DECIDED)
        return cls(record, turns)

    @property
    def setup(self) -> Setup:
        """What is played, and by how many."""
        return Setup(self.record.start.edition, self.record.start.seats)

    def part(self, ending: Ending | None) -> Part:
        """Return the part that ends there, or the last one."""
        until = len(self.turns) if ending is None else ending.turns
        first = until - 1
        most = MOMENTS_OF_DUEL if self.setup.is_duel else MOMENTS
        moments = len(self.turns[first].moments)
        while first and (moments := moments + len(self.turns[first - 1].moments)) <= most:
            first -= 1
        turns = self.turns[first:until]
        retracing = _Retracing.of(self.record, turns)
        end = retracing.end(turns[-1]) if ending is None else ending.chance
        steps, start = retracing.retrace(turns, end)
        costs = _command_costs(self.setup, turns, steps)
        return Part(steps, costs, end, Ending(first, start))


def _command_costs(
    setup: Setup, turns: Sequence[PlayedTurn], steps: Sequence[Step]
) -> tuple[CommandCost, ...]:
    """Return what commands cost: the chance without each of them, less the chance that was left."""
    laid = list(laid_commands(setup, turns))
    after = {step.event: step.after for step in steps if isinstance(step, Decision)}
    return tuple(
        CommandCost(
            each.event,
            each.turn,
            each.seat,
            each.card,
            each.command,
            max(0.0, chance - after[each.event]),
        )
        for each, chance in zip(laid, chances_without(setup, laid), strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Retracing:
    """Goes back from the end: the chance before a move is that of what was done, at least."""

    setup: Setup
    prospects: dict[int, Prospect]
    outcome: Outcome | None

    @classmethod
    def of(cls, record: Record, turns: Sequence[PlayedTurn]) -> "_Retracing":
        """Return what it takes to retrace some turns of a record."""
        setup = Setup(record.start.edition, record.start.seats)
        moments = [moment for turn in turns for moment in turn.moments]
        found = prospects_of(setup, Seen.of([moment.seen for moment in moments]))
        events = (moment.event for moment in moments)
        return cls(setup, dict(zip(events, found, strict=True)), record.outcome)

    @property
    def is_duel(self) -> bool:
        """Whether the sides are opponents."""
        return self.setup.is_duel

    def retrace(self, turns: Sequence[PlayedTurn], chance: float) -> tuple[tuple[Step, ...], float]:
        """Return the steps of turns, and the chance of seat 0's side before them.

        `chance` is the one after them.
        """
        steps: list[Step] = []
        seat = 0
        for turn in reversed(turns):
            found, chance = self.steps(turn, self._of(turn.seat, seat, chance))
            steps += found
            seat = turn.seat
        return tuple(reversed(steps)), self._of(0, seat, chance)

    def end(self, last: PlayedTurn) -> float:
        """Return the chance of seat 0's side in the end."""
        if self.outcome is None:
            return self._of(0, last.seat, self.prospects[last.moments[-1].event].chance)
        if self.is_duel:
            return float(self.outcome.winner == 0)
        return float(bool(self.outcome.won))

    def steps(self, turn: PlayedTurn, chance: float) -> tuple[list[Step], float]:
        """Return the steps of a turn, the last one first, and its seat's chance before them.

        `chance` is the one after them.
        """
        steps: list[Step] = []
        following: tuple[Move, ...] = ()
        for moment in reversed(turn.moments):
            prospect = self.prospects[moment.event]
            if moment.move is None and not following:
                following = prospect.line
            if moment.move is None or isinstance(moment.move, End):
                luck = self._luck(turn, moment, prospect, chance)
                steps.append(luck)
                chance = luck.before
            if moment.move is not None:
                decision = self._decision(turn, moment, prospect, following, chance)
                steps.append(decision)
                following = decision.best
                chance = self._of(turn.seat, decision.seat, decision.before)
        return steps, chance

    def _luck(self, turn: PlayedTurn, moment: Moment, prospect: Prospect, after: float) -> Luck:
        """Return what came between this moment and the next."""
        seat, event = turn.seat, moment.event
        if moment.move is None:
            return Luck(event, turn.number, seat, LuckKind.TALK, (), prospect.chance, after)
        before = prospect.chance_of_ending
        return Luck(event, turn.number, seat, LuckKind.DRAW, turn.drawn, before, after)

    def _decision(
        self,
        turn: PlayedTurn,
        moment: Moment,
        prospect: Prospect,
        following: tuple[Move, ...],
        after: float,
    ) -> Decision:
        assert moment.move is not None
        seat = moment.move.seat if isinstance(moment.move, Resign) else turn.seat
        chance, after = (self._of(seat, turn.seat, each) for each in (prospect.chance, after))
        played = (moment.move, *following)
        if prospect.line[0] == moment.move:  # its worth was confirmed where it went on
            chance = after
        elif not isinstance(moment.move, Resign):
            table = moment.seen.now
            chance = confirmed(self.setup, table, prospect.line, chance, played, after)
        best = prospect.line if chance > after else played
        return Decision(
            moment.event, turn.number, seat, moment.move, max(chance, after), after, best, played
        )

    def _of(self, seat: int, other: int, chance: float) -> float:
        """Return what the chance of one seat's side is for another's."""
        return 1 - chance if self.is_duel and seat != other else chance
