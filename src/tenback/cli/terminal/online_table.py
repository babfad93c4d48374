"""A table at a server: the same model, folded from the protocol."""

from collections.abc import Awaitable
from dataclasses import replace

from tenback.bots import STAND_IN
from tenback.cli.terminal.foreign_texts import printable, refusal_text
from tenback.cli.terminal.host import Complaint, TableHost
from tenback.cli.texts import Texts
from tenback.notation import Record, read_move
from tenback.online import Client, Seated, TurnedDown
from tenback.online.person import get_record
from tenback.protocol import Again, Chat, Return, SeatBot, Sit, Start, WishResign
from tenback.rules import Move, Name, Outcome, Resign, Say, View


class OnlineTable(TableHost):
    """One sitting at a server, seen from one seat or from outside."""

    has_chat = True

    def __init__(self, texts: Texts, client: Client) -> None:
        super().__init__(texts)
        self._client = client
        self._told_events = self._told_chat = 0

    @property
    def outcome(self) -> Outcome | None:
        """How the sitting has ended, if it has."""
        return self._client.at.outcome

    async def run(self) -> None:
        """Follow the table until the sitting is over, or the server does not want us."""
        self._client.come()
        self._refresh()
        while self.outcome is None:
            await self._client.change()
            self._refresh()
            if self._client.is_turned_away:
                raise Complaint(self._rejection())

    async def leave(self) -> None:
        """Leave the connection; the seat stays ours."""
        await self._client.leave()

    async def submit(self, move: Move) -> None:
        """Make a move; in a team, giving up is a wish until all have it."""
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
        """Sit down, seat bots, have the cards dealt, or play oneself again."""
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
        """Name who should begin."""
        await self._do(self._client.move(f"name {starter}"))

    async def hint(self) -> Move:
        """Return what the strongest bot would do."""
        try:
            return read_move(await self._client.hint(), seat=self._client.at.seat)
        except TurnedDown as refused:
            raise Complaint(refusal_text(self.texts, refused.refusal)) from None

    async def write(self, text: str) -> None:
        """Write to the others."""
        await self._do(self._client.ask(Chat, text=text))

    async def record(self) -> Record:
        """Return the record of the sitting."""
        return await get_record(self._client.url, self._client.table)

    async def again(self, *, is_same_deal: bool) -> str:
        """Go on with the same people; return the table."""
        await self._do(self._client.ask(Again, is_same_deal=is_same_deal))
        await self._client.until(lambda: self._client.at.following is not None)
        assert self._client.at.following is not None
        return self._client.at.following

    # ---- the model ----

    def _refresh(self) -> None:
        at = self._client.at
        view = at.view()
        self.model = replace(
            self.model,
            players=tuple(self._name(place) for place in at.places),
            view=view,
            prompt=self._prompt(),
            starters=() if view is None else self._starters(view),
            is_thinking=self._is_thinking(view),
            status=self._status(),
        )
        self._tell_news()
        self.on_change()

    def _tell_news(self) -> None:
        """Tell what is new; after a gap everything may have been told from the beginning."""
        at = self._client.at
        self._told_events = min(self._told_events, len(at.history))
        self.tell(at.history[self._told_events :])
        self._told_events = len(at.history)
        self._told_chat = min(self._told_chat, len(at.chat))
        for chatted in at.chat[self._told_chat :]:
            self.add_line(printable(f"{chatted.name}: {chatted.text}"))
        self._told_chat = len(at.chat)

    def _prompt(self) -> str | None:
        """Return what Enter would do."""
        at, texts = self._client.at, self.texts
        if not at.places or at.outcome is not None:
            return None
        if at.is_dealt:
            is_replaced = at.seat is not None and at.places[at.seat].bot is not None
            return (
                texts("A bot plays for you. Enter: play yourself again.") if is_replaced else None
            )
        if at.are_words_closed:
            return None
        free = self._free_seats()
        if at.seat is None:
            return texts("Enter: sit down.") if free else None
        if free:
            return texts("Waiting for others. Enter: give the free seats to bots.")
        return texts("All seats are taken. Enter: deal the cards.")

    def _starters(self, view: View) -> tuple[str, ...]:
        """Return whom to choose from: until the seat has named one, and when others disagree."""
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
                told.append(texts("{player} would give up", player=self._name(place)))
            is_away = place.is_person and place.bot is None and seat not in self._client.present
            if is_away and seat != at.seat:
                told.append(texts("{player} is away", player=self._name(place)))
        if not at.is_dealt and at.places:
            told.append(", ".join(map(self._name, at.places)))
        return "   ".join(told)

    def _name(self, place: Seated) -> str:
        return self.texts("free seat") if place.name is None else printable(place.name)

    def _free_seats(self) -> list[int]:
        return [seat for seat, place in enumerate(self._client.at.places) if place.name is None]

    async def _do(self, asking: Awaitable[int]) -> None:
        try:
            await asking
        except TurnedDown as refused:
            raise Complaint(refusal_text(self.texts, refused.refusal)) from None
        self._refresh()

    def _rejection(self) -> str:
        rejection = self._client.rejection
        if rejection is None:
            return self.texts("The server has closed the connection.")
        return refusal_text(self.texts, rejection)
