"""Simulations measure how well a lineup of bots plays."""

from dataclasses import dataclass

from tenback.arena.decisions import decisions_of
from tenback.arena.lineup import Lineup, fewest_of
from tenback.arena.records import Keep, KeptRecord
from tenback.arena.sittings import play_deals, results_of, sit
from tenback.arena.study import PartResult, settings_of
from tenback.arena.tally import Tally
from tenback.notation import write_record
from tenback.notation.json_form import Json
from tenback.table import Table


@dataclass(frozen=True, slots=True)
class Simulation:
    """Plays each deal of a run once with the same lineup."""

    lineup: Lineup
    seed: str
    keep: Keep | None = None
    """Which games to keep records of."""
    has_decisions: bool = False
    """Whether to return every decision."""

    @property
    def is_compiled(self) -> bool:
        """Whether whole games are played by compiled code."""
        return self.lineup.policies is not None and not self.has_decisions

    @property
    def fewest(self) -> int:
        """The smallest number of deals worth playing together."""
        return fewest_of(self.lineup.bots)

    @property
    def nothing(self) -> Tally:
        """An empty tally."""
        return Tally.nothing(self.lineup.setup)

    @property
    def settings(self) -> Json:
        """The settings of the simulation, with one bot for each seat."""
        return settings_of(self.lineup.setup, self.lineup.bots)

    def play(self, deals: range) -> PartResult[Tally]:
        """Play deals; return their tally, and the records of those to keep."""
        setup, tables, decisions = self.lineup.setup, dict[int, Table](), None
        if self.has_decisions:
            decisions, results = decisions_of(self.lineup, self.seed, deals)
        elif self.keep is None or self.is_compiled:
            results = play_deals(self.lineup, self.seed, deals)
        else:
            tables = {number: sit(self.lineup, self.seed, number) for number in deals}
            results = results_of(tables.values())
        records = []
        if self.keep is not None:
            wins = results.winner == 0 if setup.is_duel else results.won
            for number, won in zip(deals, wins.tolist(), strict=True):
                if self.keep.wants(number, won=won):
                    table = tables.get(number) or sit(self.lineup, self.seed, number)
                    records.append(KeptRecord(number, write_record(table.record())))
        return PartResult(Tally.of(setup, results), tuple(records), decisions)

    def to_keep(self, deals: range) -> list[range]:
        """Return the deals that may have to be kept; all if the choice depends on their results."""
        if self.has_decisions:
            return [deals] if deals else []
        return [] if self.keep is None else self.keep.among(deals)

    def figures(self, tally: Tally) -> Json:
        """Return the tally's figures: in a duel the wins of both seats, and the rate of seat 0."""
        found = tally.as_json()
        if self.lineup.setup.is_duel:
            pairs = zip(self.lineup.bots, tally.wins, strict=True)
            found["wins"] = [{"bot": str(bot), "wins": wins} for bot, wins in pairs]
        return found

    def recall(self, found: Json) -> Tally:
        """Restore a tally from its figures."""
        return Tally.from_json(self.lineup.setup, found)
