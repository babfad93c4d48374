"""Analyzes one game: what each decision gave away, and what luck brought in between.

Within a turn, a seat learns nothing but what others say, so its own moves can only lower its
chance. Between the end of a turn and the next decision, the cards drawn change the chance; that is
luck. So the chance at the start, plus luck, minus what was given away, is the chance at the end.
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
from tenback.analysis.records import OnTurn
from tenback.fastsim import Setup
from tenback.notation import Record
from tenback.rules import BadInput, Command, End, Move, Outcome, Resign

MOMENTS = 16
"""The most moments in one part of an analysis, unless it is a single turn: bots may have to wait
for a part."""
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
    """The chance with the best continuation."""
    after: float
    best: tuple[Move, ...]
    """The best continuation, to the end of the turn."""
    played: tuple[Move, ...]
    """The move made, and the best continuation after it."""

    @property
    def given_away(self) -> float:
        """How much the move lowered the chance; never negative."""
        return self.before - self.after


class LuckKind(StrEnum):
    """Where luck comes from."""

    DRAW = "draw"
    TALK = "talk"
    """What others say within a turn."""


@dataclass(frozen=True, slots=True)
class Luck:
    """A change in the chance of a seat's side that no decision caused."""

    event: int
    turn: int
    seat: int
    kind: LuckKind
    cards: tuple[int, ...]
    before: float
    after: float

    @property
    def gain(self) -> float:
        """How much the chance rose; negative if the luck was bad."""
        return self.after - self.before


Step = Decision | Luck


@dataclass(frozen=True, slots=True)
class CommandCost:
    """What the command of a laid card cost."""

    event: int
    turn: int
    seat: int
    card: int
    command: Command
    cost: float
    """How much higher the chance would have been without the command; never negative."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat gave away in the game, and the luck it had."""

    seat: int
    given_away: float
    luck: float


@dataclass(frozen=True, slots=True)
class TurnSum:
    """A turn's totals: the chance of seat 0's side at its start, after the play and the luck."""

    turn: int
    seat: int
    start: float
    played: float
    end: float
    given_away: float
    """What the seat gave away, for its own side."""
    luck: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """The decisions and the luck of a game, in the order in which they came."""

    is_duel: bool
    steps: tuple[Step, ...]
    start: float
    """The chance of seat 0's side when the first turn began."""
    end: float
    """1 if that side won, 0 if it lost, and its last chance if the record is unfinished."""
    commands: tuple[CommandCost, ...] = ()
    """The costs of laid commands. Luck and decisions already include them."""

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
        """Return the decisions that gave away more than `least`, the costliest first.

        Giving up is left out: it ends a game, and there was no better way to play it.
        """
        found = (
            decision
            for decision in self.decisions
            if decision.given_away > least and not isinstance(decision.move, Resign)
        )
        return tuple(sorted(found, key=lambda decision: -decision.given_away))

    def luckiest(self, least: float = 0.0) -> tuple[Luck, ...]:
        """Return the draws that raised the chance by more than `least`, the luckiest first."""
        found = (draw for draw in self._draws if draw.gain > least)
        return tuple(sorted(found, key=lambda draw: -draw.gain))

    def unluckiest(self, least: float = 0.0) -> tuple[Luck, ...]:
        """Return the draws that lowered the chance by more than `least`, the unluckiest first."""
        found = (draw for draw in self._draws if draw.gain < -least)
        return tuple(sorted(found, key=lambda draw: draw.gain))

    @property
    def _draws(self) -> tuple[Luck, ...]:
        """The luck that came with cards; once none are left, a turn ends without a draw."""
        return tuple(luck for luck in self.luck if luck.cards)

    def turns(self) -> tuple[TurnSum, ...]:
        """Return the sums of all turns in order."""
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
    """How many turns come before it."""
    chance: float
    """The chance of seat 0's side there."""


@dataclass(frozen=True, slots=True)
class Part:
    """The analysis of some consecutive turns. The last part of a game is made first."""

    steps: tuple[Step, ...]
    commands: tuple[CommandCost, ...]
    end: float
    """The chance of seat 0's side after the part."""
    before: Ending
    """Where the part before this one ends; it has no turns if this is the first part."""


def analyse(record: Record, on_turn: OnTurn | None = None) -> Analysis:
    """Return what each decision of a record gave away, and what luck brought."""
    game = _Game.of(record)
    parts = [game.part(None)]
    while (left := parts[-1].before.turns) > 0:
        if on_turn is not None:
            on_turn(len(game.turns) - left, len(game.turns))
        parts.append(game.part(parts[-1].before))
    return Analysis(
        game.setup.is_duel,
        tuple(step for part in reversed(parts) for step in part.steps),
        parts[-1].before.chance,
        parts[0].end,
        tuple(cost for part in reversed(parts) for cost in part.commands),
    )


def analyse_part(record: Record, ending: Ending | None = None) -> Part:
    """Return the part of an analysis that ends at `ending`, or the last part; either is quick."""
    return _Game.of(record).part(ending)


def decision_at(record: Record, event: int) -> Decision | None:
    """Return the decision made at an event, if there was one, by analyzing only its turn."""
    turns = turns_of(record)
    for turn in turns:
        if event in (moment.event for moment in turn.moments if moment.move is not None):
            retracing = _Retracing.of(record, [turn])
            steps, _ = retracing.steps(turn, retracing.end(turn) if turn is turns[-1] else 0.0)
            return next(s for s in steps if s.event == event and isinstance(s, Decision))
    return None


@dataclass(frozen=True, slots=True)
class _Game:
    """A record to analyze, with its turns."""

    record: Record
    turns: Sequence[PlayedTurn]

    @classmethod
    def of(cls, record: Record) -> "_Game":
        """Return a record with its turns; refuse a record without any decisions."""
        turns = turns_of(record)
        if not turns:
            raise BadInput(AnalysisCode.NOTHING_DECIDED)
        return cls(record, turns)

    @property
    def setup(self) -> Setup:
        """The edition and the number of seats."""
        return Setup(self.record.start.edition, self.record.start.seats)

    def part(self, ending: Ending | None) -> Part:
        """Return the part that ends at `ending`, or the last part."""
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
    """Return the cost of each command: the chance without it minus the chance with it."""
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
    """Works back from the end: the chance before a move is at least the chance after it."""

    setup: Setup
    prospects: dict[int, Prospect]
    outcome: Outcome | None

    @classmethod
    def of(cls, record: Record, turns: Sequence[PlayedTurn]) -> "_Retracing":
        """Prepare to retrace some turns of a record."""
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
        """Return the steps of turns, and the chance of seat 0's side before the turns.

        `chance` is the chance after the turns.
        """
        steps: list[Step] = []
        seat = 0
        for turn in reversed(turns):
            found, chance = self.steps(turn, self._of(turn.seat, seat, chance))
            steps += found
            seat = turn.seat
        return tuple(reversed(steps)), self._of(0, seat, chance)

    def end(self, last: PlayedTurn) -> float:
        """Return the chance of seat 0's side at the end of the record."""
        if self.outcome is None:
            return self._of(0, last.seat, self.prospects[last.moments[-1].event].chance)
        if self.is_duel:
            return float(self.outcome.winner == 0)
        return float(bool(self.outcome.won))

    def steps(self, turn: PlayedTurn, chance: float) -> tuple[list[Step], float]:
        """Return the steps of a turn, the last one first, and its seat's chance before the turn.

        `chance` is the chance after the turn.
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
        """Return the luck between this moment and the next."""
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
        if prospect.line[0] == moment.move:  # checked where the turn continued
            chance = after
        elif not isinstance(moment.move, Resign):
            table = moment.seen.now
            chance = confirmed(self.setup, table, prospect.line, chance, played, after)
        best = prospect.line if chance > after else played
        return Decision(
            moment.event, turn.number, seat, moment.move, max(chance, after), after, best, played
        )

    def _of(self, seat: int, other: int, chance: float) -> float:
        """Convert the chance of one seat's side to that of another seat's side."""
        return 1 - chance if self.is_duel and seat != other else chance
