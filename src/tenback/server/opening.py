"""Opening a table: its first steps, taken before anybody else knows about it."""

import secrets
from collections.abc import Sequence

import msgspec

from tenback.policies.errors import PlayerCode
from tenback.protocol import Again, SeatBot, Sit, Start, TableSettings
from tenback.rules import BadInput
from tenback.server import gathering
from tenback.server.deals import is_duel
from tenback.server.decisions import decide
from tenback.server.room import Room
from tenback.server.room_requests import Draft, Person
from tenback.server.step import Step

FIRST_STEP = "open"


class TableOpening:
    """A table in the making."""

    def __init__(
        self,
        table_id: str,
        person: Person,
        settings: TableSettings,
        now: int,
        *,
        day_code: str | None = None,
        secret: str | None = None,
    ) -> None:
        self.room = Room(table_id)
        self.person = person
        self.at = now
        self.steps: list[Step] = []
        drawn = secrets.token_hex(32) if secret is None else secret
        self.put(gathering.opened(settings, secret=drawn, day_code=day_code))

    def fill(
        self,
        bots: Sequence[str],
        *,
        is_seated: bool,
        is_started: bool,
        seal: str | None,
        word: str | None = None,
    ) -> None:
        """Put bots on the last seats, and start if that is requested and the table is full."""
        seats = len(self.room.places)
        if len(bots) > seats:
            raise BadInput(PlayerCode.BAD_BOTS, count=len(bots), seats=seats)
        if is_seated:
            self.do(Sit(id=FIRST_STEP))
            self.seal(seal)
            if word is not None:
                self.put(gathering.add_word(self.room, self.room.seated(self.person), word))
        for seat, bot in enumerate(bots, seats - len(bots)):
            self.put(gathering.seat_bot(self.room, seat, bot))
        if is_started:
            self.do(Start(id=FIRST_STEP))

    def fill_again(self, before: Room, request: Again) -> None:
        """Seat the people and bots of another table, and start if only bots played with the caller.

        After a duel the other side is asked: they may sit down themselves.
        """
        for seat, place in enumerate(before.places):
            if is_duel(self.room.settings) and place.person not in (None, self.person.id):
                continue
            self.put(Draft((place.as_seated(seat),)))
        self.seal(request.seal)
        if {place.person for place in before.places} <= {self.person.id, None}:
            self.do(Start(id=FIRST_STEP))  # Bots do not keep anybody waiting.

    def do(self, request: Sit | SeatBot | Start) -> None:
        """Apply a request on behalf of the person who opens the table."""
        self.put(decide(self.room, request, self.person))

    def seal(self, seal: str | None) -> None:
        """Add the person's sealed word, if the table takes words."""
        seat = self.room.seat_of(self.person.id)
        if seal is not None and seat is not None and self.room.commitment is not None:
            self.put(gathering.seal_word(self.room, seat, seal))

    def put(self, draft: Draft) -> None:
        """Apply a draft as the next step."""
        step = Step(self.room.number + 1, self.at, self.person.id, None, draft.facts)
        self.steps.append(step)
        self.room.take(step, draft)


def settings_again(before: Room, request: Again) -> TableSettings:
    """Return the settings of a rematch, with the same cards or with new ones.

    The cards of a day stay those of the day, so that its code is shown to nobody.
    """
    if request.is_same_deal and before.settings.day is not None:
        return before.settings
    deal = before.deal_code if request.is_same_deal else None
    return msgspec.structs.replace(before.settings, deal=deal, day=None)
