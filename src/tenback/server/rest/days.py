"""Routes for the deals of the day: results with the same cards at all tables."""

import re
from datetime import UTC, date, datetime
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import FromPath, QueryParameter
from litestar.types import ControllerRouterHandler

from tenback.notation import write_code
from tenback.protocol import TableSettings
from tenback.protocol.rest import DayPlayer, DayResult, DayView, OwnDays
from tenback.rules import BadInput, Refused
from tenback.server.deals import deal_from_seed, normalize_settings
from tenback.server.errors import ServerCode
from tenback.server.redaction import outcome_view
from tenback.server.rest.openapi import refusal_responses
from tenback.server.security import person_of, services_of
from tenback.server.store import DailyDeal, DailySitting, Days, Person
from tenback.server.store.days import streaks

TODAY = "today"
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)

HttpRequest = Request[Any, Any, Any]


@get(
    "/api/days/{day:str}/{edition:str}/{seats:int}",
    operation_id="getDay",
    summary="Get the deal of a day",
    tags=["days"],
    responses=refusal_responses(404, 409),
)
async def get_day(
    request: HttpRequest,
    day: FromPath[str],
    edition: FromPath[str],
    seats: FromPath[int],
    skip: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> DayView:
    """Compare the results of a day's deal, best first. `today` is the current day in UTC.

    A game counts if it ended on the day, and these cards were new to everybody at the table.
    """
    services, person = services_of(request), await person_of(request)
    days, today = services.days, datetime.fromtimestamp(services.clock.now() / 1000, UTC).date()
    deal, is_past = read_day(day, edition, seats, today)
    found = await days.sittings(deal, limit, skip)
    seed = await days.known(deal) if is_past else None
    settings = TableSettings(edition=deal.edition, seats=deal.seats)
    return DayView(
        day=deal.day,
        edition=deal.edition,
        seats=deal.seats,
        is_past=is_past,
        code=None if seed is None else write_code(deal_from_seed(settings, seed)),
        results=[_result(sitting, person, is_past=is_past) for sitting in found],
        skip=skip + limit if len(found) == limit else None,
        left=await days.left(deal),
        own=None if person is None else await _own_days(days, deal, person.id, today),
    )


async def _own_days(days: Days, deal: DailyDeal, person: str, today: date) -> OwnDays:
    streak, best = streaks(await days.played(deal.edition, deal.seats, person), today)
    return OwnDays(await days.first_table(deal, person), streak, best)


def read_day(day: str, edition: str, seats: int, today: date) -> tuple[DailyDeal, bool]:
    """Return the requested deal, and whether its day is over."""
    meant = today if day == TODAY else _date(day)
    if meant > today:
        raise Refused(ServerCode.NOT_YET, day=meant.isoformat())
    settings = normalize_settings(TableSettings(edition=edition, seats=seats))
    return DailyDeal(meant.isoformat(), settings.edition, seats), meant < today


def _date(text: str) -> date:
    try:
        if DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:  # such as February 30
        pass
    raise BadInput(ServerCode.BAD_DAY, text=text)


def _result(sitting: DailySitting, person: Person | None, *, is_past: bool) -> DayResult:
    return DayResult(
        table=sitting.table if is_past else None,
        outcome=outcome_view(sitting.outcome),
        players=[
            DayPlayer(
                name=player.name,
                is_bot=player.person is None,
                is_you=person is not None and player.person == person.id,
            )
            for player in sitting.players
        ],
        at=sitting.at,
    )


ROUTES: list[ControllerRouterHandler] = [get_day]
