"""A bot at an online table: it sits down, plays, talks, and reconnects."""

import asyncio
import secrets
from collections.abc import Coroutine
from functools import partial
from typing import Any, TypeVar

import click

from tenback.bots.bot import Bot, Talker
from tenback.bots.recipes import Recipe, describe
from tenback.cli.sessions import Sessions, bot_sessions
from tenback.cli.texts import Texts
from tenback.online import (
    Client,
    CodeLink,
    OnlineCode,
    Person,
    TableLink,
    TurnedDown,
    find_table,
    read_link,
)
from tenback.online.client import NOT_WELCOME
from tenback.online.person import PATIENCE
from tenback.protocol import Return, Sit
from tenback.rules import BadInput, Name, Outcome, Reason, View

T = TypeVar("T")
NOTICE_AFTER = 2.0
"""Seconds without an answer from a server before the user is told so."""


def play_online(texts: Texts, link: str, bot: str, name: str | None) -> Outcome:
    """Let a bot play at the table that a link names, and return how the game ended."""
    recipe, invitation = Recipe.read(bot), read_link(link)
    called = name or recipe.name.rpartition(":")[2].partition(".")[0]
    with bot_sessions(invitation, called) as sessions:
        return asyncio.run(play_at(texts, invitation, recipe, called, sessions))


async def play_at(
    texts: Texts, invitation: TableLink | CodeLink, recipe: Recipe, name: str, sessions: Sessions
) -> Outcome:
    """Take a seat, or the one the bot already had, and play to the end."""
    try:
        where = await _await_answer(texts, invitation.url, find_table(invitation, PATIENCE))
        person = await _await_answer(texts, where.url, _sign_in(where.url, name, sessions))
        client = BotClient(texts, where, person)
        try:
            await _await_answer(texts, where.url, client.connect_first())
            if client.at.seat is None:
                await client.ask(Sit)
            bot = recipe.make(seed=secrets.token_hex(8).upper())
            return await BotAtTable(client, bot).play()
        finally:
            await client.leave()
    except TurnedDown as refused:
        reason = Reason("{error}", error=refused)
        raise BadInput(OnlineCode.TURNED_DOWN, text=invitation, reason=reason) from None


async def _sign_in(url: str, name: str, sessions: Sessions) -> Person:
    """Return the bot's identity at a server: the previous one, or a new guest."""
    person = await sessions.recall(url) or await Person.sign_up(url, name, PATIENCE, is_bot=True)
    sessions.keep(person)
    return person


async def _await_answer(texts: Texts, url: str, answer: Coroutine[Any, Any, T]) -> T:
    """Await a first answer from a server, and tell the user if it takes long."""
    task = asyncio.create_task(answer)
    if task not in (await asyncio.wait([task], timeout=NOTICE_AFTER))[0]:
        seconds = f"{PATIENCE:g}"
        _report(texts("no answer from {url} yet: trying for {seconds} s", url=url, seconds=seconds))
    return await task


def _report(text: str) -> None:
    click.echo(text, err=True)


class BotClient(Client):
    """A bot's connection, which reports its first break to the user and reconnects."""

    longest_pause = 30.0
    """Seconds between tries when a server is gone for long."""

    def __init__(self, texts: Texts, where: TableLink, person: Person) -> None:
        super().__init__(where.url, where.table, person)
        self._texts = texts
        self._is_at_table = False
        self._is_break_told = False

    async def connect_first(self) -> None:
        """Connect for the first time, or refuse with the reason why that failed."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.__aenter__()
        except TimeoutError:
            reason = Reason("it does not let anybody join the table")
            raise BadInput(OnlineCode.NO_SERVER, text=self.url, reason=reason) from None
        if self.rejection is not None:
            raise TurnedDown(self.rejection)
        self._is_at_table = True

    async def leave(self) -> None:
        """Disconnect, without reporting a break."""
        self._is_at_table = False
        await super().leave()

    def _connection_ended(self, code: int | None) -> None:
        if self._is_at_table and not self._is_break_told and code != NOT_WELCOME:
            _report(self._texts("connection lost: trying again until it is back"))
            self._is_break_told = True

    async def _resend_unanswered(self) -> None:
        await super()._resend_unanswered()
        if self._is_break_told:
            _report(self._texts("connected again"))
            self._is_break_told = False


class BotAtTable:
    """A bot in its seat at a table."""

    def __init__(self, client: Client, bot: Bot) -> None:
        self._client, self._bot = client, bot

    async def play(self) -> Outcome:
        """Play to the end, and return how the game ended."""
        client = self._client
        while client.at.outcome is None and not client.is_turned_away:
            number = client.at.number
            self._check_seat()
            try:
                await self._act()
            except TurnedDown:
                if client.at.number == number:  # otherwise the table has changed meanwhile
                    raise
            await client.wait_until(partial(self._has_changed, number))
        if client.at.outcome is None:
            raise BadInput(OnlineCode.GONE, text=client.table)
        return client.at.outcome

    def _check_seat(self) -> None:
        """Refuse to continue once the bot has lost its seat or its session."""
        if self._client.at.seat is None:
            raise BadInput(OnlineCode.SEAT_LOST, text=self._client.table)

    def _has_changed(self, number: int) -> bool:
        at = self._client.at
        return at.number != number or at.seat is None or self._client.is_turned_away

    async def _act(self) -> None:
        """Take the seat back from a stand-in, or talk and move."""
        at = self._client.at
        if at.seat is not None and at.is_dealt and at.places[at.seat].bot is not None:
            await self._client.ask(Return)
            return
        view = at.view()
        if view is None or view.seat is None or view.outcome is not None:
            return
        if isinstance(self._bot, Talker) and not view.edition.is_duel:
            for signal in self._ask_bot(self._bot.talk, view):
                await self._client.move(f"say {signal}")
        view = at.view()
        if view is not None and view.moves and view.outcome is None:
            await self._move(view)

    async def _move(self, view: View) -> None:
        choices = self._client.at.choices
        move = self._ask_bot(self._bot.choose, view)
        if choices is None or move not in view.moves:
            raise BadInput(OnlineCode.ILLEGAL, text=move)
        assert view.seat is not None
        if isinstance(move, Name) and view.named[view.seat] == move.starter:
            return  # already named
        await self._client.move(choices.moves[view.moves.index(move)])

    def _ask_bot(self, question: Any, view: View) -> Any:
        """Return the bot's answer, or refuse with the error it raised."""
        try:
            return question(view)
        except Exception as error:
            raise BadInput(OnlineCode.BOT_FAILED, reason=describe(error)) from error
