"""Plays deals with ways to think, at many tables at once."""

from collections.abc import Sequence
from functools import cache

import torch
from torch import Tensor

from bench.search.later import Judge, Later
from bench.tensors import octets_of, small_numbers
from tenback.bots.master import network_for
from tenback.bots.network import shipped
from tenback.bots.thinking import Care
from tenback.fastsim import Setup, run_seed
from tenback.fastsim.tables import LONGEST_TURN, MOST_SEATS, PILES, TABLE
from tenback.fastsim.tables import NOTHING as SILENT
from tenback.policies.lines import LINE
from tenback.training.tables import KernelTables

NOTHING = -1.0
NOT_AN_END = 255
"""A number of cards that no turn has: after such a line the turn goes on."""
TABLE_GAP, PLAY_GAP = 0x2545F4914F6CDD1D, 0x1F83D9ABFB41
"""Odd constants that keep the seeds of tables and plays apart."""


@cache
def judge_for(setup: Setup, device: torch.device) -> Judge:
    """Return the network of a setup, compiled once."""
    return Judge(setup, shipped(network_for(setup)), device)


class Plans:
    """Follows chosen lines play by play, as bots do at real tables.

    A seat chooses when its turn begins, and again after each play while others' signals stand,
    because those may be new.
    """

    def __init__(self, dealt: KernelTables) -> None:
        self._dealt = dealt
        self._lines = dealt.lines[:, 0].clone()
        self._done = torch.zeros_like(dealt.counts)
        """How many plays of its line each table has seen."""

    def to_choose(self) -> Tensor:
        """Return at which tables the seat to move has to choose a line."""
        tables = self._dealt.tables
        said = small_numbers(tables, "said").reshape(-1, MOST_SEATS, PILES)
        seats = torch.arange(MOST_SEATS, device=tables.device)
        is_other = seats != small_numbers(tables, "seat")
        has_heard = ((said != SILENT) & is_other[:, :, None]).any((1, 2))
        return has_heard | (small_numbers(tables, "played")[:, 0] == 0)

    def choose(self, which: Tensor, places: Tensor) -> None:
        """Choose lines at some tables by their places."""
        self._lines[which] = self._dealt.lines[which, places]
        self._done[which] = 0

    def play(self, which: Tensor) -> None:
        """Play the next card of some tables' lines, or end the turn after the last one."""
        lines, done = self._lines[which], self._done[which]
        length = small_numbers(lines, "length", LINE)[:, 0]
        actions = octets_of(lines, "actions", LINE).reshape(len(which), LONGEST_TURN, 2)
        has_more = done < length
        nexts = actions[torch.arange(len(which), device=which.device), done % LONGEST_TURN]
        octets_of(lines, "actions", LINE)[:, :2] = nexts
        octets_of(lines, "length", LINE)[:, 0] = has_more
        played = small_numbers(self._dealt.tables, "played")[which, 0]
        octets_of(lines, "played", LINE)[:, 0] = torch.where(has_more, NOT_AN_END, played)
        self._dealt.lines[which, 0] = lines
        self._done[which] += 1
        self._dealt.step(torch.zeros_like(self._done))


class Mind:
    """Chooses turns of a setup with one way to think."""

    def __init__(self, setup: Setup, care: Care, device: torch.device) -> None:
        self._care = care
        self._judge = judge_for(setup, device)
        self._later = Later(setup, self._judge, care.next_lines, device) if care.stages else None

    def __call__(self, dealt: KernelTables, which: Tensor, play: int) -> Tensor:
        """Return the places of the lines to play at some tables."""
        lines = self._care.lines
        counts = dealt.counts[which].clamp(max=lines)
        scores, is_known = self._judge.scores(
            dealt.rows[which, :lines], counts, dealt.lefts[which, :lines]
        )
        if self._later is not None:
            scores = self._followed(dealt, which, scores, is_known, play)
        return scores.argmax(1)

    def _followed(
        self, dealt: KernelTables, which: Tensor, scores: Tensor, is_known: Tensor, play: int
    ) -> Tensor:
        """Return the values of lines after draws; see `Thinker._followed`."""
        best = scores.max(1, keepdim=True)
        is_sure = is_known.gather(1, best.indices)
        is_open = (scores >= best.values - self._care.margin) & (scores >= 0) & ~is_sure
        totals, drawn = self._care.trust * scores, 0
        for stage in self._care.stages:
            ranks = scores.masked_fill(~is_open, -2.0).argsort(1, descending=True).argsort(1)
            is_open &= ranks < stage.lines
            is_open &= is_open.sum(1, keepdim=True) > 1
            owners, places = torch.nonzero(is_open, as_tuple=True)
            if len(owners) == 0:
                break
            draws = torch.arange(drawn, drawn + stage.draws, device=scores.device)
            totals[owners, places] += self._prospects(dealt, which[owners], places, draws, play)
            drawn += stage.draws
            scores = torch.where(is_open.any(1, keepdim=True), NOTHING, scores)
            scores[owners, places] = totals[owners, places] / (self._care.trust + drawn)
        return scores

    def _prospects(
        self, dealt: KernelTables, owners: Tensor, places: Tensor, draws: Tensor, play: int
    ) -> Tensor:
        """Return the values of lines, summed over draws."""
        assert self._later is not None
        tables = dealt.tables.reshape(len(dealt), TABLE.itemsize)
        found = []
        size = max(1, (1 << 19) // len(draws))
        for some, at in zip(torch.split(owners, size), torch.split(places, size), strict=True):
            again = some.repeat_interleave(len(draws))
            worth = self._later.worth(
                tables[again],
                dealt.lines[again, at.repeat_interleave(len(draws))],
                again * TABLE_GAP + play * PLAY_GAP,
                draws.repeat(len(some)),
                self._care.turns,
            )
            found.append(worth.reshape(-1, len(draws)).sum(1))
        return torch.cat(found)


def played(
    setup: Setup,
    minds: Sequence[Mind | None],
    *,
    most: int,
    games: int,
    seed: str,
    device: torch.device,
) -> tuple[Tensor, Tensor]:
    """Play deals with a mind in each seat; return who won (or whether the team did) and cards left.

    A seat without a mind plays the cheapest line, as `careful` does.
    """
    dealt = KernelTables(
        [(setup, games)], most=most, seed=run_seed(seed), device=device, with_lefts=True
    )
    plans = Plans(dealt)
    is_over = torch.zeros(games, dtype=torch.bool, device=device)
    result, left = torch.zeros((2, games), dtype=torch.int64, device=device)
    play = 0
    while not is_over.all():
        thinking = torch.nonzero(~is_over & plans.to_choose())[:, 0]
        seats = small_numbers(dealt.tables, "seat")[thinking, 0]
        for mind in {*minds}:
            own = torch.tensor([each is mind for each in minds], device=device)
            which = thinking[own[seats]]
            if len(which) > 0:
                places = torch.zeros_like(which) if mind is None else mind(dealt, which, play)
                plans.choose(which, places)
        plans.play(torch.nonzero(~is_over)[:, 0])
        movers, is_done, wins, cards = dealt.ends.long().unbind(1)
        ends = (is_done > 0) & ~is_over
        found = torch.where(wins > 0, movers, 1 - movers) if setup.is_duel else (wins > 0).long()
        result, left = torch.where(ends, found, result), torch.where(ends, cards, left)
        is_over |= ends
        play += 1
    return result, left
