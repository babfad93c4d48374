"""A bot at an online table: it sits down, plays, talks, and comes back after breaks."""

import asyncio
import secrets
from functools import partial
from typing import Any

from tenback.bots.bot import Bot, Talker
from tenback.bots.recipes import Recipe, describe
from tenback.notation import read_edition
from tenback.online import Client, OnlineCode, Person, TurnedDown, find_table, read_link
from tenback.protocol import Return, Sit
from tenback.rules import BadInput, Name, Outcome, Reason, View

MARK = " (bot)"
"""Ends the name of every bot that comes from outside, so that everybody sees what it is."""
LONGEST_NAME = 18


def play_online(link: str, bot: str, name: str | None) -> Outcome:
    """Have a bot play at the table of a link; return how the sitting ended."""
    recipe = Recipe.read(bot)
    called = name or recipe.name.rpartition(":")[2]
    return asyncio.run(play_at(link, recipe, called))


async def play_at(link: str, recipe: Recipe, name: str) -> Outcome:
    """Sit down at the table of a link and play to the end."""
    try:
        where = await find_table(read_link(link))
        person = await Person.come(where.url, name[:LONGEST_NAME] + MARK)
        async with Client(where.url, where.table, person) as client:
            check_welcome(client, link)
            await client.ask(Sit)
            seated = BotAtTable(client, recipe.make(seed=secrets.token_hex(8).upper()))
            return await seated.play()
    except TurnedDown as refused:
        raise BadInput(
            OnlineCode.TURNED_DOWN, text=link, reason=Reason("{error}", error=refused)
        ) from None


def check_welcome(client: Client, link: str) -> None:
    """Refuse a table that the bot may not see, or at which something counts for people."""
    if client.rejection is not None:
        raise TurnedDown(client.rejection)
    settings = client.at.settings
    is_duel = read_edition(settings.edition.partition("@")[0]).is_duel
    is_rated = is_duel and not settings.has_hints and client.at.commitment is not None
    if is_rated or settings.day is not None:
        raise BadInput(OnlineCode.COUNTS, text=link)


class BotAtTable:
    """A bot on its seat."""

    def __init__(self, client: Client, bot: Bot) -> None:
        self._client, self._bot = client, bot

    async def play(self) -> Outcome:
        """Play to the end."""
        client = self._client
        while client.at.outcome is None and not client.is_turned_away:
            number = client.at.number
            try:
                await self._act()
            except TurnedDown:
                if client.at.number == number:  # else it was about what has changed meanwhile
                    raise
            await client.until(partial(self._is_news, number))
        if client.at.outcome is None:
            raise BadInput(OnlineCode.GONE, text=client.table)
        return client.at.outcome

    def _is_news(self, number: int) -> bool:
        return self._client.at.number != number or self._client.is_turned_away

    async def _act(self) -> None:
        """Do what is to be done now: come back, talk, move."""
        at = self._client.at
        if at.seat is not None and at.is_dealt and at.places[at.seat].bot is not None:
            await self._client.ask(Return)
            return
        view = at.view()
        if view is None or view.seat is None or view.outcome is not None:
            return
        if isinstance(self._bot, Talker) and not view.edition.is_duel:
            for signal in self._asked(self._bot.talk, view):
                await self._client.move(f"say {signal}")
        view = at.view()
        if view is not None and view.moves and view.outcome is None:
            await self._move(view)

    async def _move(self, view: View) -> None:
        choices = self._client.at.choices
        move = self._asked(self._bot.choose, view)
        if choices is None or move not in view.moves:
            raise BadInput(OnlineCode.ILLEGAL, text=move)
        assert view.seat is not None
        if isinstance(move, Name) and view.named[view.seat] == move.starter:
            return  # it has said so already
        await self._client.move(choices.moves[view.moves.index(move)])

    def _asked(self, question: Any, view: View) -> Any:
        """Return what the bot answers, or say what went wrong in it."""
        try:
            return question(view)
        except Exception as error:
            raise BadInput(OnlineCode.BOT_FAILED, reason=describe(error)) from error
