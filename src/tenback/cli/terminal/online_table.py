"""A table at a server, shown with the same model as a local one."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

from tenback.bots import STAND_IN
from tenback.cli.sittings import distinct_names
from tenback.cli.terminal.host import Complaint, TableHost
from tenback.cli.terminal.model import SeatChange
from tenback.cli.terminal.server_texts import (
    LONGEST_NAME,
    LONGEST_SENTENCE,
    printable,
    refusal_text,
)
from tenback.cli.texts import Texts
from tenback.notation import Record, read_edition, read_move
from tenback.online import (
    Client,
    OnlineCode,
    SealedWords,
    Seated,
    TableLink,
    TurnedDown,
    WordKeeper,
)
from tenback.online.person import get_record
from tenback.online.words import random_word
from tenback.protocol import Again, Chat, Replace, Return, SeatBot, Sit, Start, WishResign
from tenback.rules import Move, Name, Outcome, Resign, Say, TenbackError, View


class OnlineTable(TableHost):
    """One game at a server, seen from one seat or as a spectator."""

    has_chat = True

    def __init__(self, texts: Texts, client: Client, words: SealedWords | None = None) -> None:
        super().__init__(texts)
        self._client = client
        self._words = SealedWords() if words is None else words
        self._keeper = WordKeeper(client, self._words)
        self._word_task: asyncio.Task[None] | None = None
        self._told_events = self._told_chat = 0
        self._told_bots: list[str | None] = []

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self._client.at.outcome

    async def run(self) -> None:
        """Follow the table until the game is over. Raises a `Complaint` if the server refuses."""
        self._client.connect()
        link = TableLink(self._client.url, self._client.table)
        self.add_line(self.texts("This table: {link}", link=link))
        self._refresh()
        while self.outcome is None:
            await self._client.wait_for_change()
            self._refresh()
            if self._client.is_turned_away:
                raise Complaint(self._rejection())
            if self._word_task is None or self._word_task.done():
                self._word_task = asyncio.create_task(self._keeper.seal_or_open())

    async def leave(self) -> None:
        """Disconnect without leaving the seat."""
        if self._word_task is not None:
            self._word_task.cancel()
        await self._client.leave()

    async def submit(self, move: Move) -> None:
        """Make a move. In a team, giving up is only a wish until everybody shares it."""
        match move:
            case Resign(seat):
                is_wished = not self._client.at.places[seat].is_resigning
                await self._do(self._client.ask(WishResign, is_wished=is_wished))
            case Say(_, signal):
                await self._do(self._client.move(f"say {signal}"))
            case Name(_, starter):
                await self._do(self._client.move(f"name {starter}"))
            case _:
                await self._do(self._client.move(str(move)))

    async def confirm(self) -> None:
        """Sit down, seat bots, have the cards dealt, or take the seat back from a bot."""
        at = self._client.at
        free = self._free_seats()
        if at.seat is not None and at.is_dealt:
            await self._do(self._client.ask(Return))
        elif at.seat is None:
            await self._do(self._client.ask(Sit))
        elif free:
            for seat in free:
                await self._do(self._client.ask(SeatBot, seat=seat, bot=STAND_IN))
        else:
            await self._do(self._client.ask(Start))

    async def begin(self, starter: int) -> None:
        """Name the seat that should begin."""
        await self._do(self._client.move(f"name {starter}"))

    async def hint(self) -> Move:
        """Return the move that the strongest bot would make."""
        try:
            return read_move(await self._client.hint(), seat=self._client.at.seat)
        except TurnedDown as refused:
            raise Complaint(refusal_text(self.texts, refused.refusal)) from None

    async def write(self, text: str) -> None:
        """Send a chat message."""
        await self._do(self._client.ask(Chat, text=text))

    async def change_seat(self, change: SeatChange) -> None:
        """Give the seat of an absent person to a bot, or free it."""
        if self._client.at.is_dealt:
            await self._do(self._client.ask(Replace, seat=change.seat, bot=change.bot or STAND_IN))
        else:
            await self._do(self._client.ask(SeatBot, seat=change.seat, bot=change.bot))

    async def change_word(self, word: str) -> None:
        """Replace the player's word for the shuffle."""
        await self._do(self._keeper.change(word))

    async def record(self) -> Record:
        """Return the record of the game."""
        try:
            return await get_record(self._client.url, self._client.table)
        except TurnedDown as refused:
            raise Complaint(refusal_text(self.texts, refused.refusal)) from None
        except TenbackError as error:
            raise Complaint(self.texts.error(error)) from None

    async def again(self, *, is_same_deal: bool) -> str:
        """Open another table for the same people, and return its id."""
        seal = None if is_same_deal else self._words.seal(random_word())
        await self._do(self._client.ask(Again, is_same_deal=is_same_deal, seal=seal))
        await self._client.wait_until(lambda: self._client.at.following is not None)
        assert self._client.at.following is not None
        return self._client.at.following

    # ---- the model ----

    def _refresh(self) -> None:
        at = self._client.at
        try:
            at.check()
            view = at.view()
            self.model = replace(
                self.model,
                players=tuple(distinct_names([*map(self._name, at.places)])),
                view=view,
                prompt=self._prompt(),
                starters=() if view is None else self._starters(view),
                is_thinking=self._is_thinking(view),
                status=self._status(),
                deadline=self._deadline(),
                seat_changes=tuple(self._seat_changes()),
                word=self._keeper.word if self._keeper.can_change else None,
                commitment=at.commitment or "",
            )
            self._tell_news()
        except (TenbackError, LookupError, ValueError):
            raise Complaint(self._bad_server_text()) from None
        self.on_change()

    def _tell_news(self) -> None:
        """Add lines for news. After a gap the whole history may have been sent again."""
        at = self._client.at
        self._tell_replaced([place.bot for place in at.places] if at.is_dealt else [])
        self._told_events = min(self._told_events, len(at.history))
        self.tell(at.history[self._told_events :])
        self._told_events = len(at.history)
        self._told_chat = min(self._told_chat, len(at.chat))
        for chatted in at.chat[self._told_chat :]:
            self.add_line(printable(f"{chatted.name}: {chatted.text}", LONGEST_SENTENCE))
        self._told_chat = len(at.chat)

    def _tell_replaced(self, bots: list[str | None]) -> None:
        """Add lines for people who were replaced by bots, and for those who are back."""
        for player, before, bot in zip(self.model.players, self._told_bots, bots, strict=False):
            if before is None and bot is not None:
                self.add_line(self.texts("A bot is now playing for {player}.", player=player))
            elif before is not None and bot is None:
                self.add_line(self.texts("{player} is playing again.", player=player))
        self._told_bots = bots

    def _seat_changes(self) -> list[SeatChange]:
        """Return the possible changes to seats of absent people and, before the deal, of bots."""
        at, texts = self._client.at, self.texts
        if at.seat is None or at.outcome is not None or at.are_words_closed:
            return []
        changes = []
        for seat, place in enumerate(at.places):
            name = self._name(place)
            if self._is_away(seat) and at.is_dealt:
                if not self._is_timed_duel():
                    replacing = texts("Let a bot play for {player}", player=name)
                    changes.append(SeatChange(replacing, seat, STAND_IN))
            elif self._is_away(seat):
                giving = texts("Give the seat of {player} to a bot", player=name)
                changes.append(SeatChange(giving, seat, STAND_IN))
            if not at.is_dealt and (self._is_away(seat) or place.bot is not None):
                freeing = texts("Free the seat of {player}", player=name)
                changes.append(SeatChange(freeing, seat, None))
        return changes

    def _is_timed_duel(self) -> bool:
        """Return whether only the clock has a bot play for the opponent."""
        settings = self._client.at.settings
        edition = read_edition(settings.edition.partition("@")[0])
        return settings.clock is not None and edition.draw_pile_count > 1

    def _is_away(self, seat: int) -> bool:
        at = self._client.at
        place = at.places[seat]
        is_missing = place.is_person and place.bot is None and seat not in self._client.present
        return is_missing and seat != at.seat

    def _deadline(self) -> float | None:
        deadline = self._client.at.deadline
        return None if deadline is None else deadline / 1000 - self._client.clock_offset

    def _prompt(self) -> str | None:
        """Return the prompt for Enter, or None."""
        at, texts = self._client.at, self.texts
        if not at.places or at.outcome is not None:
            return None
        if at.is_dealt:
            is_replaced = at.seat is not None and at.places[at.seat].bot is not None
            if not is_replaced:
                return None
            return texts("A bot is playing for you. Enter: take over again.")
        if at.are_words_closed:
            return None
        free = self._free_seats()
        if at.seat is None:
            if free:
                return texts("Enter: sit down.")
            return texts("All seats are taken; you are watching.")
        if free:
            return texts("Waiting for others. Enter: give the free seats to bots.")
        return texts("All seats are taken. Enter: deal the cards.")

    def _starters(self, view: View) -> tuple[str, ...]:
        """Return the players to choose from, until the seat has named one and nobody disagrees."""
        if view.turn is not None or view.outcome is not None or view.seat is None:
            return ()
        own = view.named[view.seat]
        is_agreed = own is not None and all(each in (own, None) for each in view.named)
        return () if is_agreed else self.model.players

    def _is_thinking(self, view: View | None) -> bool:
        if view is None or view.turn is None or view.outcome is not None:
            return False
        return self._client.at.places[view.turn.seat].bot is not None

    def _status(self) -> str:
        texts, at = self.texts, self._client.at
        told = [] if self._client.is_up else [texts("connecting …")]
        for seat, place in enumerate(at.places):
            if place.is_resigning:
                told.append(texts("{player} would like to give up", player=self._name(place)))
            if self._is_away(seat):
                told.append(texts("{player} is away", player=self._name(place)))
        if not at.is_dealt and at.places:
            told.append(", ".join(map(self._name, at.places)))
        return "   ".join(told)

    def _name(self, place: Seated) -> str:
        free = self.texts("free seat")
        return free if place.name is None else printable(place.name, LONGEST_NAME)

    def _free_seats(self) -> list[int]:
        return [seat for seat, place in enumerate(self._client.at.places) if place.name is None]

    async def _do(self, asking: Awaitable[Any]) -> None:
        try:
            await asking
        except TurnedDown as refused:
            raise Complaint(refusal_text(self.texts, refused.refusal)) from None
        except TenbackError as error:
            raise Complaint(self.texts.error(error)) from None
        self._refresh()

    def _rejection(self) -> str:
        rejection = self._client.rejection
        if self._client.failure is not None:
            return self._bad_server_text()
        if rejection is None:
            return self.texts("The server has closed the connection.")
        return refusal_text(self.texts, rejection)

    def _bad_server_text(self) -> str:
        """Return the error for a server that describes an impossible table."""
        return self.texts(OnlineCode.NOT_TENBACK.message, text=self._client.url)
