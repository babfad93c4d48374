"""The command `play`: an evening around one screen, any edition."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import click
from platformdirs import user_data_path

from tenback.cli.commands import CliCommand, console
from tenback.cli.deals import deal_options, find_deal, new_seed
from tenback.cli.drawing import outcome
from tenback.cli.hot_seat import HotSeat
from tenback.cli.screen import Screen
from tenback.cli.texts import Texts
from tenback.notation import read_any_record, read_deal, write_code
from tenback.notation.errors import NotationCode
from tenback.notation.files import read_file
from tenback.notation.layouts import from_files
from tenback.notation.records import check_text
from tenback.rules import EDITIONS, BadInput, Deal, Outcome
from tenback.rules.errors import Reason
from tenback.table import Table

NO_TAKING_BACK = ("taking-back", "no")
"""The tag that keeps an option of the table in the record."""


def command(texts: Texts) -> click.Command:
    """Return the command `tenback play`."""

    @click.command(
        "play",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Play around one screen: alone, or taking turns at the keyboard.\n\n"
            "Without a CODE or options it asks what to play. Every sitting is kept as a record and "
            "can be gone on with after a break.\n\n\b\n"
            "Examples:  tenback play\n"
            "           tenback play --edition extreme --seats 2 --name Anna --name Ben\n"
            "           tenback play C2-4QX7M-0ZB2K-6\n"
            "           tenback play --resume friday.txt"
        ),
    )
    @deal_options(texts)
    @click.option(
        "--name",
        "names",
        metavar=texts("NAME"),
        multiple=True,
        help=texts("The name of a player, seat by seat."),
    )
    @click.option(
        "--resume", metavar=texts("FILE"), help=texts("Go on with the sitting of this record.")
    )
    @click.option(
        "--record",
        metavar=texts("FILE"),
        help=texts("Where to keep the record; else in the user's data folder."),
    )
    @click.option("--no-back", is_flag=True, help=texts("Do not allow taking back."))
    def run(
        code: str | None,
        names: tuple[str, ...],
        resume: str | None,
        record: str | None,
        no_back: bool,
        **options: Any,
    ) -> None:
        is_chosen = code is not None or any(option is not None for option in options.values())
        if resume is not None and (is_chosen or names or record is not None):
            raise click.UsageError(texts("--resume knows everything: no other options with it"))
        screen = Screen(texts, console())
        session = PlaySession(screen, can_take_back=not no_back, record=record)
        with screen.saying_goodbye():
            if resume is not None:
                path = Path(resume)
                kept = read_any_record(read_file(path), from_files)
                if no_back and NO_TAKING_BACK not in kept.tags:
                    kept = replace(kept, tags=(*kept.tags, NO_TAKING_BACK))
                can_take_back = NO_TAKING_BACK not in kept.tags
                session.go_on(Table.resume(kept, can_take_back=can_take_back), path)
            else:
                deal = find_deal(texts, code, **options) if is_chosen else session.ask_deal()
                session.begin(deal, session.ask_names(deal.seats, names))

    return run


class PlaySession:
    """Sitting after sitting, with the results so far."""

    def __init__(self, screen: Screen, *, can_take_back: bool, record: str | None) -> None:
        self._screen = screen
        self._texts = screen.texts
        self._can_take_back = can_take_back
        self._record = None if record is None else Path(record)
        self._results: list[tuple[Deal | None, Outcome]] = []

    def begin(self, deal: Deal, names: Sequence[str]) -> None:
        """Play a deal, and more as long as somebody wants to."""
        self.go_on(self._table(deal, names), None)

    def go_on(self, table: Table, path: Path | None) -> None:
        """Play at a table, and more as long as somebody wants to."""
        while True:
            result = HotSeat(self._screen, table, path or self._path(table)).play()
            self._results.append((table.deal, result))
            self._show_results()
            following = self._ask_next(table.deal)
            if following is None:
                return
            table, path = self._table(following, table.players), None

    def ask_deal(self) -> Deal:
        """Ask what to play."""
        texts = self._texts
        offered = "   ".join(f"{key} {kind.title}" for key, kind in enumerate(EDITIONS.values(), 1))
        choices = {str(key): name for key, name in enumerate(EDITIONS, 1)}
        edition = self._screen.choose(
            texts("What do you play?  {editions}", editions=offered), choices, "1"
        )
        allowed = EDITIONS[edition].seats
        seats = allowed[0]
        if len(allowed) > 1:
            choices = {str(number): str(number) for number in allowed}
            question = texts("How many are you?  {least} to {most}", least=seats, most=allowed[-1])
            seats = int(self._screen.choose(question, choices, str(seats)))
        return read_deal(edition, seats, new_seed(), from_files)

    def ask_names(self, seats: int, given: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the players, asked for where there is somebody to tell apart."""
        if len(given) > seats:
            raise click.UsageError(self._texts("more names than seats: {seats}", seats=seats))
        names = [check_text(name) for name in given]
        for seat in range(len(names), seats):
            usual = self._texts("Player {number}", number=seat + 1)
            names.append(usual if seats == 1 else self._screen.ask_name(usual))
        return tuple(names)

    def _ask_next(self, deal: Deal | None) -> Deal | None:
        """Return the deal to play next, or None to stop."""
        question = self._texts("Once more?  n new cards   s the same cards   q stop")
        choices = {"n": "new", "s": "same", "q": "stop"}
        choice = self._screen.choose(question, choices, "n") if deal is not None else "stop"
        if deal is None or choice == "stop":
            return None
        return deal if choice == "same" else deal.with_seed(new_seed())

    def _show_results(self) -> None:
        if len(self._results) > 1:
            self._screen.say(self._texts("This evening:"))
            for number, (deal, result) in enumerate(self._results, 1):
                code = "" if deal is None else f"{write_code(deal)}  "
                self._screen.say(f"  {number}  {code}{outcome(self._texts, result)}")

    def _table(self, deal: Deal, names: Sequence[str]) -> Table:
        tags = [("date", date.today().isoformat())]
        if not self._can_take_back:
            tags.append(NO_TAKING_BACK)
        return Table(deal, names, tags=tags, can_take_back=self._can_take_back)

    def _path(self, table: Table) -> Path:
        """Return where to keep a record: a file that is not there yet."""
        if self._record is not None and not self._results:
            if self._record.exists():
                reason = Reason("it is there already; --resume goes on with it")
                raise BadInput(NotationCode.CANNOT_WRITE, text=self._record, reason=reason)
            return self._record
        code = write_code(table.deal) if table.deal is not None else "position"
        folder = user_data_path("tenback") / "records"
        stem = f"{date.today().isoformat()}-{code}"
        numbers = ("", *(f"-{number}" for number in range(2, 10_000)))
        return next(p for n in numbers if not (p := folder / f"{stem}{n}.txt").exists())
