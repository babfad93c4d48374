"""A report on one analysis: turn by turn, in totals, as comments, or as JSON."""

from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import click
from rich.table import Table as Grid
from rich.text import Text

from tenback.analysis import (
    Analysis,
    CommandCost,
    Decision,
    Luck,
    TurningPoint,
    analyse,
    find_turning_point,
)
from tenback.cli.commands import console, print_json, progress_bar
from tenback.cli.drawing import card_name, outcome
from tenback.cli.texts import Texts
from tenback.notation import Record, write_position, write_record
from tenback.notation.records import Comment

BAR = 10
WORST = 5
DRAWS = 3
"""How many of the luckiest draws are shown, and of the unluckiest."""
LEAST_COST = 0.02
"""The least a decision must give away to be reported as a mistake."""


@dataclass(frozen=True)
class AnalysisReport:
    """An analysis, and how to show it."""

    texts: Texts
    record: Record
    analysis: Analysis
    turning_point: TurningPoint | None

    @classmethod
    def of(cls, texts: Texts, record: Record, *, seconds: float | None) -> "AnalysisReport":
        """Analyze a record. Given `seconds`, also search a lost game for the last chance to win."""
        bar, point, end = progress_bar(texts), None, record.outcome
        task = bar.add_task("", total=None, figures=texts("computing chances"))

        def on_turn(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        with bar:
            analysis = analyse(record, on_turn)
            if seconds is not None and end is not None and end.won is False:
                bar.update(task, completed=0, figures=texts("looking for a win"))
                point = find_turning_point(record, seconds=seconds, on_turn=on_turn)
        return cls(texts, record, analysis, point)

    def show(self) -> None:
        """Print the turns, the costliest decisions, and the totals."""
        screen, texts, analysis = console(), self.texts, self.analysis
        screen.print(self._turns())
        mistakes = analysis.mistakes(LEAST_COST)[:WORST]
        commands = sorted(self._costly_commands(), key=lambda each: -each.cost)[:WORST]
        lucky = analysis.luckiest(LEAST_COST)[:DRAWS]
        unlucky = analysis.unluckiest(LEAST_COST)[:DRAWS]
        for heading, lines in (
            (texts("what cost the most"), [self._mistake(each) for each in mistakes]),
            (texts("what commands cost"), [self._command(each) for each in commands]),
            (texts("the luckiest draws"), [self._drawn(each) for each in lucky]),
            (texts("the unluckiest draws"), [self._drawn(each) for each in unlucky]),
        ):
            if lines:
                screen.print(f"{heading}:")
            for line in lines:
                screen.print(f"  {line}", soft_wrap=True)
        screen.print(self._sums())
        screen.print(self._chances())
        screen.print(Text(self._result(), style="bold"))
        if self.turning_point is not None:
            for line in self._point(self.turning_point):
                screen.print(line, soft_wrap=True)

    def print_annotated(self) -> None:
        """Print the record with a comment after every move that cost something."""
        comments = [
            *self.record.comments,
            *(
                Comment(decision.event + 1, self._comment(decision))
                for decision in self.analysis.mistakes(LEAST_COST)
            ),
        ]
        ordered = tuple(sorted(comments, key=lambda comment: comment.after))
        click.echo(write_record(replace(self.record, comments=ordered)), nl=False)

    def print_json(self) -> None:
        """Print everything as JSON."""
        point = self.turning_point
        turning_point = None if point is None else _point_as_json(point)
        print_json({**analysis_as_json(self.analysis), "turning_point": turning_point})

    def draw(self, path: Path) -> None:
        """Plot the chance to win."""
        from tenback.cli.analysis_plot import draw_chances

        record = self.record
        title = f"{record.start.edition}: {', '.join(record.players)}"
        label = (
            self.texts("chance of {player}, in %", player=record.players[0])
            if self.analysis.is_duel
            else self.texts("chance of winning, in %")
        )
        draw_chances(self.texts, path, self.analysis, title=title, label=label, mistake=LEAST_COST)

    def _chances(self) -> str:
        """Describe the chances at both ends; in a duel they are those of the first seat."""
        template = (
            "chance of {player} at the start {start}, at the end {end}"
            if self.analysis.is_duel
            else "chance at the start {start}, at the end {end}"
        )
        start, end = self._percent(self.analysis.start), self._percent(self.analysis.end)
        return self.texts(template, player=self.record.players[0], start=start, end=end)

    def _result(self) -> str:
        end = self.record.outcome
        if end is None:
            return self.texts("not finished")
        return outcome(self.texts, end, self.record.players)

    def _turns(self) -> Grid:
        """Return a table of turns: the chance at the beginning, the moves, and what they cost."""
        texts = self.texts
        grid = Grid(box=None, padding=(0, 2, 0, 0))
        for heading in ("turn", "player", "chance", "what was played", "given away", "luck"):
            is_figure = heading in ("given away", "luck")
            grid.add_column(
                texts(heading), overflow="fold", justify="right" if is_figure else "left"
            )
        for turn, group in groupby(self.analysis.steps, key=lambda step: step.turn):
            steps = list(group)
            decisions = [step for step in steps if isinstance(step, Decision)]
            if not decisions:
                continue
            given = sum(decision.given_away for decision in decisions)
            luck = sum(step.gain for step in steps if isinstance(step, Luck))
            grid.add_row(
                str(turn),
                self.record.players[decisions[0].seat],
                f"{_bar(decisions[0].before)} {self._percent(decisions[0].before):>5}",
                " ".join(str(decision.move) for decision in decisions),
                self._points(given) if given >= LEAST_COST else "",
                self._points(luck, "+.0f"),
            )
        return grid

    def _sums(self) -> Grid:
        """Return a table of what each player gave away, and their luck."""
        texts = self.texts
        grid = Grid(box=None, padding=(0, 2, 0, 0))
        for heading in ("player", "given away", "luck"):
            grid.add_column(texts(heading), justify="left" if heading == "player" else "right")
        for share in self.analysis.shares:
            name = self.record.players[share.seat]
            given, luck = self._points(share.given_away), self._points(share.luck, "+.0f")
            grid.add_row(name, given, luck)
        return grid

    def _costly_commands(self) -> list[CommandCost]:
        return [each for each in self.analysis.commands if each.cost >= LEAST_COST]

    def _command(self, command: CommandCost) -> str:
        edition = self.record.start.edition
        return self.texts(
            "turn {turn}, {player}: {card} cost {points} {points|point|points}",
            turn=command.turn,
            player=self.record.players[command.seat],
            card=card_name(self.texts, edition, command.card),
            points=self.texts.count(round(100 * command.cost)),
        )

    def _mistake(self, decision: Decision) -> str:
        return self.texts(
            "turn {turn}, {player}: {move} ({comment})",
            turn=decision.turn,
            player=self.record.players[decision.seat],
            move=decision.move,
            comment=self._comment(decision),
        )

    def _drawn(self, draw: Luck) -> str:
        edition = self.record.start.edition
        before, after = self._percent(draw.before), self._percent(draw.after)
        return self.texts(
            "turn {turn}, {player}: {move} ({comment})",
            turn=draw.turn,
            player=self.record.players[draw.seat],
            move=", ".join(card_name(self.texts, edition, card) for card in draw.cards),
            comment=self.texts("chance {before} → {after}", before=before, after=after),
        )

    def _comment(self, decision: Decision) -> str:
        return self.texts(
            "{after} instead of {before} with {line}",
            after=self._percent(decision.after),
            before=self._percent(decision.before),
            line=" ".join(map(str, decision.best)),
        )

    def _point(self, point: TurningPoint) -> tuple[str, ...]:
        """Describe whether the cards could be won, and the last chance."""
        texts, turn = self.texts, point.turn
        seconds = texts.number(point.seconds, ".1f")
        if turn is None:
            if point.is_proven:
                return (texts("nobody could win with these cards: that is proven"),)
            return (
                texts(
                    "no way to win was found in {seconds} s, nor a proof that there is none",
                    seconds=seconds,
                ),
            )
        line = " ".join(map(str, point.line))
        if point.is_proven:
            last = texts("turn {turn} was the last chance to win: {line}", turn=turn, line=line)
        else:
            last = texts(
                "turn {turn} was the last from which a win was found in {seconds} s: {line}",
                turn=turn,
                seconds=seconds,
                line=line,
            )
        return texts("these cards could be won"), last

    def _percent(self, chance: float) -> str:
        return f"{self.texts.number(100 * chance, '.0f')} %"

    def _points(self, chance: float, form: str = ".0f") -> str:
        return self.texts.number(100 * chance, form)


def _bar(chance: float) -> str:
    full = round(BAR * chance)
    return "█" * full + "·" * (BAR - full)


def analysis_as_json(analysis: Analysis) -> dict[str, object]:
    """Return an analysis as JSON values."""
    return {
        "start": analysis.start,
        "end": analysis.end,
        "steps": [_step_as_json(step) for step in analysis.steps],
        "turns": [
            {
                "turn": each.turn,
                "seat": each.seat,
                "start": each.start,
                "played": each.played,
                "end": each.end,
            }
            for each in analysis.turns()
        ],
        "seats": [
            {"seat": each.seat, "given_away": each.given_away, "luck": each.luck}
            for each in analysis.shares
        ],
        "commands": [_command_as_json(each) for each in analysis.commands],
        "luckiest": [_step_as_json(draw) for draw in analysis.luckiest(LEAST_COST)[:DRAWS]],
        "unluckiest": [_step_as_json(draw) for draw in analysis.unluckiest(LEAST_COST)[:DRAWS]],
    }


def _step_as_json(step: Decision | Luck) -> dict[str, object]:
    common = {"event": step.event, "turn": step.turn, "seat": step.seat}
    chances = {"before": step.before, "after": step.after}
    if isinstance(step, Luck):
        return {"kind": step.kind, **common, "cards": step.cards, **chances}
    best = [str(move) for move in step.best]
    return {"kind": "decision", **common, "move": str(step.move), **chances, "best": best}


def _command_as_json(command: CommandCost) -> dict[str, object]:
    return {
        "event": command.event,
        "turn": command.turn,
        "seat": command.seat,
        "card": command.card,
        "command": command.command.value,
        "cost": command.cost,
    }


def _point_as_json(point: TurningPoint) -> dict[str, object]:
    return {
        "turn": point.turn,
        "position": None if point.state is None else write_position(point.state),
        "line": [str(move) for move in point.line],
        "is_proven": point.is_proven,
        "is_winnable": point.is_winnable,
        "seconds": point.seconds,
    }
