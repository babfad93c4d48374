"""The command `play`: an evening around one screen, in any edition."""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from tenback.cli.commands import CliCommand, console
from tenback.cli.deals import deal_options, find_deal, new_seed
from tenback.cli.drawing import outcome
from tenback.cli.errors import missing
from tenback.cli.hot_seat import HotSeat
from tenback.cli.screen import Screen
from tenback.cli.sittings import Sitting, Sittings
from tenback.cli.texts import Texts
from tenback.notation import read_deal, write_code
from tenback.notation.layouts import from_files
from tenback.notation.records import check_text
from tenback.rules import EDITIONS, Deal, Outcome


def command(texts: Texts) -> click.Command:
    """Return the command `tenback play`."""

    @click.command(
        "play",
        cls=CliCommand,
        texts=texts,
        extra="bots",
        help=texts(
            "Play in the terminal: alone, with bots, or taking turns at the keyboard.\n\n"
            "Without a CODE or options it asks what to play. Every game is kept as a record and "
            "can be resumed after a break.\n\n\b\n"
            "Examples:  tenback play\n"
            "           tenback play --bot master --bot master\n"
            "           tenback play --edition extreme --seats 2 --name Anna --name Ben\n"
            "           tenback play C2-4QX7M-0ZB2K-6\n"
            "           tenback play --resume friday.txt\n"
            "           tenback play --table https://example.org/t/4qx7m0zb2k --name Anna"
        ),
    )
    @deal_options(texts)
    @click.option(
        "--name",
        "names",
        metavar=texts("NAME"),
        multiple=True,
        help=texts("The name of a player; give one for each seat, in order."),
    )
    @click.option(
        "--bot",
        "bots",
        metavar=texts("NAME"),
        multiple=True,
        help=texts("Put a bot in one of the last seats; tenback bots lists them."),
    )
    @click.option("--resume", metavar=texts("FILE"), help=texts("Resume the game of this record."))
    @click.option(
        "--record",
        metavar=texts("FILE"),
        help=texts("Where to keep the record. Default: your data folder"),
    )
    @click.option(
        "--table",
        metavar="LINK",
        help=texts(
            "Join a table on a server, given its link or CODE@SERVER: as a guest, or with "
            "--account."
        ),
    )
    @click.option(
        "--account",
        metavar=texts("NAME"),
        help=texts("Sign in to the server with this account; you are asked for the password."),
    )
    @click.option("--no-back", is_flag=True, help=texts("Do not allow take-backs."))
    @click.option(
        "--plain",
        is_flag=True,
        help=texts("Line by line instead of full screen: for screen readers and pipes."),
    )
    def run(
        code: str | None,
        names: tuple[str, ...],
        bots: tuple[str, ...],
        resume: str | None,
        record: str | None,
        table: str | None,
        account: str | None,
        no_back: bool,
        plain: bool,
        **options: Any,
    ) -> None:
        is_chosen = code is not None or any(option is not None for option in options.values())
        if table is not None:
            if is_chosen or bots or resume or record or plain or no_back or len(names) > 1:
                raise click.UsageError(
                    texts("--table can only be combined with --name or --account")
                )
            play_online(texts, table, names[0] if names else None, account)
            return
        if resume is not None and (is_chosen or names or bots or record is not None):
            raise click.UsageError(
                texts("a record already says everything: leave out the other options with --resume")
            )
        if bots and code is None and options["seats"] is None:
            options["seats"] = len(bots) + max(1, len(names))
        screen = Screen(texts, console())
        sittings = Sittings(record, can_take_back=not no_back)
        session = PlaySession(screen, sittings)
        is_plain = plain or not has_full_screen()
        first = None if resume is None else sittings.resume(Path(resume))
        with screen.handling_quit(sittings):
            if is_chosen or bots:
                deal = find_deal(texts, code, **options)
                people = deal.seats - len(bots)
                if people < 1:
                    raise click.UsageError(texts("more bots than seats: {seats}", seats=deal.seats))
                ask_names = session.ask_names if is_plain else session.usual_names
                first = sittings.new(deal, ask_names(people, names), check_bots(bots))
            if is_plain:
                session.play_on(session.ask_sitting(names) if first is None else first)
            else:
                play_full_screen(texts, sittings, first)
                screen.say_how_to_resume(sittings)

    return run


def has_full_screen() -> bool:
    """Return whether there is a terminal that can show the full-screen table."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # the full-screen table draws on the last
    are_terminals = all(each is not None and each.isatty() for each in streams)
    return are_terminals and os.environ.get("TERM") != "dumb"


def play_full_screen(texts: Texts, sittings: Sittings, first: Sitting | None) -> None:
    """Play games in full screen until the players stop."""
    from tenback.cli.terminal.app import run as run_app
    from tenback.cli.terminal.evening import Evening

    run_app(texts, Evening(texts, sittings, first))


def play_online(texts: Texts, link: str, name: str | None, account: str | None) -> None:
    """Play at an online table in full screen."""
    if not has_full_screen():
        raise click.UsageError(texts("a table on a server needs a full-screen terminal"))
    try:
        from tenback.cli.sessions import Sessions
        from tenback.cli.terminal.online_evening import OnlineEvening
        from tenback.cli.terminal.sign_in import SignInRefused, sign_in_at_table
        from tenback.online import read_link
    except ModuleNotFoundError as error:
        raise missing(error, "online") from None
    from tenback.cli.terminal.app import run as run_app

    at = read_link(link)
    login = None
    if account is not None:
        login = account, click.prompt(texts("Password"), hide_input=True)
    try:
        table, person = asyncio.run(sign_in_at_table(texts, at, Sessions(), name=name, login=login))
    except SignInRefused as refused:
        raise click.ClickException(str(refused)) from None
    run_app(texts, OnlineEvening(texts, table, person))


def check_bots(names: Sequence[str]) -> list[str]:
    """Return the canonical names of bots, or refuse unknown ones."""
    if not names:
        return []
    from tenback.bots import Recipe

    return [Recipe.read(name).name for name in names]


class PlaySession:
    """Plays game after game line by line, and shows the results so far."""

    def __init__(self, screen: Screen, sittings: Sittings) -> None:
        self._screen = screen
        self._texts = screen.texts
        self._sittings = sittings
        self._results: list[tuple[Deal | None, Outcome]] = []

    def play_on(self, sitting: Sitting) -> None:
        """Play a game, and more as long as the players want to."""
        while True:
            table = sitting.table
            bots, keep = sitting.make_bots(), self._sittings.keeper(sitting)
            result = HotSeat(self._screen, table, bots, keep).play()
            self._screen.say(self._texts("The record is in {path}", path=sitting.path), "dim")
            self._results.append((table.deal, result))
            self._show_results()
            choice = self._ask_next(table.deal)
            if table.deal is None or choice == "stop":
                return
            sitting = self._sittings.following(sitting, table.deal, is_same=choice == "same")

    def ask_sitting(self, names: Sequence[str]) -> Sitting:
        """Ask what to play and who plays, and return the new game."""
        deal = self.ask_deal()
        return self._sittings.new(deal, self.ask_names(deal.seats, names), ())

    def ask_deal(self) -> Deal:
        """Ask for the edition and the number of players, and return a new deal."""
        texts = self._texts
        offered = "   ".join(f"{key} {kind.title}" for key, kind in enumerate(EDITIONS.values(), 1))
        choices = {str(key): name for key, name in enumerate(EDITIONS, 1)}
        edition = self._screen.choose(
            texts("What would you like to play?  {editions}", editions=offered), choices, "1"
        )
        allowed = EDITIONS[edition].seats
        seats = allowed[0]
        if len(allowed) > 1:
            choices = {str(number): str(number) for number in allowed}
            question = texts("How many players?  {least} to {most}", least=seats, most=allowed[-1])
            seats = int(self._screen.choose(question, choices, str(seats)))
        return read_deal(edition, seats, new_seed(), from_files)

    def usual_names(self, seats: int, given: Sequence[str]) -> list[str]:
        """Return the names of all players: the given ones first, then defaults."""
        if len(given) > seats:
            raise click.UsageError(self._texts("more names than seats: {seats}", seats=seats))
        names = [check_text(name) for name in given]
        rest = range(len(names), seats)
        return [*names, *(self._texts("Player {number}", number=seat + 1) for seat in rest)]

    def ask_names(self, seats: int, given: Sequence[str]) -> list[str]:
        """Ask for the names that were not given, unless a player is alone."""
        names = self.usual_names(seats, given)
        if seats == 1:
            return names
        known = len(given)
        return [*names[:known], *map(self._screen.ask_name, names[known:])]

    def _ask_next(self, deal: Deal | None) -> str:
        """Ask what to play next: new cards, the same cards, or nothing."""
        question = self._texts("Play again?  n new cards   s the same cards   q stop")
        choices = {"n": "new", "s": "same", "q": "stop"}
        return self._screen.choose(question, choices, "n") if deal is not None else "stop"

    def _show_results(self) -> None:
        if len(self._results) > 1:
            self._screen.say(self._texts("This evening:"))
            for number, (deal, result) in enumerate(self._results, 1):
                code = "" if deal is None else f"{write_code(deal)}  "
                self._screen.say(f"  {number}  {code}{outcome(self._texts, result)}")
