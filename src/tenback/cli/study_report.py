"""Reports the results of studies to people."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from tenback.arena import Duels, Pairs, Run, RunProgress, Tally
from tenback.arena.duels import CASES
from tenback.arena.intervals import Interval
from tenback.arena.study import C
from tenback.cli.texts import Texts
from tenback.rules.commands import STANDARD
from tenback.rules.piles import GOLD, SILVER

Facts = Iterator[tuple[str, object]]

BIN = 10
"""How many different numbers of cards left share a bar. A team's "none left" has its own bar."""
BLOCKS = " ▏▎▍▌▋▊▉█"
"""Blocks from empty to full, in eighths."""
LONGEST_BAR = 44
RARE = 0.001
"""Smaller shares are shown with more digits."""


def brief(texts: Texts, progress: RunProgress[C], *, since: RunProgress[C]) -> str:
    """Return the current state of a run, in half a line."""
    match progress.tally:
        case Tally(rate=value, interval=interval) | Duels(rate=value, interval=interval):
            figures = with_interval(texts, value, interval)
        case Pairs(difference=value, difference_interval=interval):
            figures = with_interval(texts, value, interval, sign="+")
        case _:
            figures = ""
    played = progress.tally.deals - since.tally.deals
    seconds = progress.seconds - since.seconds
    return f"{figures}  {texts.number(played / seconds, ',.0f')}/s" if seconds > 0 else figures


def show(texts: Texts, screen: Console, run: Run[C], progress: RunProgress[C]) -> None:
    """Print the results of a run."""
    tally = progress.tally
    facts = [*_settings(texts, run, tally.deals)]
    match tally:
        case Tally():
            facts += _of_simulation(texts, run.study.settings["bots"], tally)
        case Pairs():
            facts += _of_teams(texts, run.study.settings["bots"], tally)
        case Duels():
            facts += _of_duels(texts, run.study.settings["bots"], tally)
    speed = tally.deals / progress.seconds if progress.seconds else 0.0
    took = texts(
        "{seconds} s, {speed} {speed|deal|deals} per second",
        seconds=texts.number(progress.seconds, ",.1f"),
        speed=texts.count(round(speed)),
    )
    facts.append((texts("time"), took))
    if isinstance(tally, Tally):
        facts.append((texts("cards left"), _mean(texts, tally)))
    for name, value in facts:
        screen.print(f"{name}: {value}", soft_wrap=True)
    if isinstance(tally, Tally) and tally.deals:
        for line in histogram(texts, tally):
            screen.print(line, soft_wrap=True)


def draw(texts: Texts, run: Run[C], progress: RunProgress[C], path: Path) -> None:
    """Plot the cards left into a file."""
    from tenback.arena.plots import draw_histogram

    tally = progress.tally
    assert isinstance(tally, Tally)
    title = "  ·  ".join(f"{name}: {value}" for name, value in _settings(texts, run, tally.deals))
    draw_histogram(
        path, tally.left, title=title, across=texts("cards left"), upwards=texts("deals")
    )


def histogram(texts: Texts, tally: Tally) -> Iterator[str]:
    """Yield a bar for each ten of cards left, as long as the share of deals."""
    left, bins = tally.left, dict[str, int]()
    if len(tally.wins) == 1:
        bins["0"] = left[0]
    for first in range(0, len(left), BIN):
        last = min(first + BIN, len(left)) - 1
        bins[f"{first or 1}–{last}"] = sum(left[first or 1 : last + 1])
    most = max(bins.values())
    for label, count in bins.items():
        eighths = -(-count * LONGEST_BAR * 8 // most)
        bar = BLOCKS[-1] * (eighths // 8) + BLOCKS[eighths % 8].strip()
        share = _percent(texts, count / tally.deals)
        yield f"{label:>5} {bar:<{LONGEST_BAR}} {texts.number(count):>13} {share:>9}"


def _settings(texts: Texts, run: Run[C], deals: int) -> Facts:
    known = run.study.settings
    layout = known.get("layout", STANDARD.name)
    edition = "+".join((known["edition"], *known["options"]))
    yield texts("edition"), edition if layout == STANDARD.name else f"{edition}@{layout}"
    yield texts("seats"), known["seats"]
    yield texts("bots"), ", ".join(dict.fromkeys(known["bots"]))
    yield texts("seed"), run.study.seed
    yield texts("deals"), texts.number(deals)


def _of_simulation(texts: Texts, bots: list[str], tally: Tally) -> Facts:
    if len(tally.wins) == 1:
        yield texts("won"), texts.number(tally.won)
    else:
        for seat, won in enumerate(tally.wins):
            yield texts("won by seat {seat}, {bot}", seat=seat, bot=bots[seat]), texts.number(won)
    yield texts("rate"), with_interval(texts, tally.rate, tally.interval)


def _of_teams(texts: Texts, bots: list[str], pairs: Pairs) -> Facts:
    a, b = bots
    for bot, tally in ((a, pairs.a), (b, pairs.b)):
        yield texts("rate of {bot}", bot=bot), with_interval(texts, tally.rate, tally.interval)
    difference = with_interval(texts, pairs.difference, pairs.difference_interval, sign="+")
    yield texts("difference in rates"), difference
    for bot, tally in ((a, pairs.a), (b, pairs.b)):
        yield texts("cards left with {bot}", bot=bot), _mean(texts, tally)
    left = pairs.left_difference
    mean = "–" if left is None else texts.number(left, "+.2f")
    low, high = (texts.number(bound, "+.2f") for bound in pairs.left_difference_interval)
    difference = texts("{value} (95 %: {low} to {high})", value=mean, low=low, high=high)
    yield texts("difference in cards left"), difference
    yield texts("both won"), texts.number(pairs.both)
    yield texts("only {bot}", bot=a), texts.number(pairs.only_a)
    yield texts("only {bot}", bot=b), texts.number(pairs.only_b)
    yield texts("neither"), texts.number(pairs.neither)


def _of_duels(texts: Texts, bots: list[str], duels: Duels) -> Facts:
    half = len(CASES) * duels.deals // 2
    yield texts("duels"), texts.number(2 * half)
    yield texts("won by {bot}", bot=bots[0]), texts.number(duels.won)
    yield texts("rate"), with_interval(texts, duels.rate, duels.interval)
    ways = {
        texts("as gold"): duels.won_as(seat=GOLD),
        texts("as silver"): duels.won_as(seat=SILVER),
        texts("going first"): duels.won_as(begins=True),
        texts("going second"): duels.won_as(begins=False),
    }
    for way, won in ways.items():
        yield way, texts("{won} of {of}", won=texts.number(won), of=texts.number(half))


def _mean(texts: Texts, tally: Tally) -> str:
    return (
        "–"
        if tally.left_mean is None
        else texts("{mean} on average", mean=texts.number(tally.left_mean, ".2f"))
    )


def with_interval(texts: Texts, share: float | None, interval: Interval, *, sign: str = "") -> str:
    """Return a share with its 95 % interval."""
    value = "–" if share is None else _percent(texts, share, sign)
    low, high = (_percent(texts, bound, sign) for bound in interval)
    return texts("{value} (95 %: {low} to {high})", value=value, low=low, high=high)


def _percent(texts: Texts, share: float, sign: str = "") -> str:
    digits = 4 if 0 < abs(share) < RARE else 2
    return f"{texts.number(100 * share, f'{sign}.{digits}f')} %"
