"""Routes for duel ratings: the caller's own, and the ranking (docs/ratings.md)."""

from typing import Annotated, Any

from litestar import Request, get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler

from tenback.protocol.rest import RankedPlayer, RankingView, RatedDuelView, RatingView
from tenback.server.rating import SETTLED
from tenback.server.rest.openapi import SIGNED_IN, refusal_responses
from tenback.server.security import person_of, services_of, signed_in
from tenback.server.store import Person, PlayerRating, RankingEntry, RatedDuel

HttpRequest = Request[Any, Any, Any]


@get(
    "/api/me/rating",
    operation_id="getMyRating",
    summary="Get your duel rating",
    tags=["ratings"],
    security=SIGNED_IN,
    responses=refusal_responses(401),
)
async def my_rating(
    request: HttpRequest, limit: Annotated[int, QueryParameter(ge=0, le=200)] = 100
) -> RatingView:
    """Return the caller's rating, and at most `limit` of the duels that led to it."""
    person = await signed_in(request)
    return rating_view(await services_of(request).ratings.of_person(person.id, limit))


@get(
    "/api/ratings",
    operation_id="getRatings",
    summary="List the duel ranking",
    tags=["ratings"],
    responses=refusal_responses(),
)
async def get_ratings(
    request: HttpRequest,
    skip: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> RankingView:
    """List the people and bots whose rating is no longer provisional, strongest first."""
    person = await person_of(request)
    found = await services_of(request).ratings.best(limit, skip)
    return RankingView(
        players=[_ranked(place, one, person) for place, one in enumerate(found, skip + 1)],
        skip=skip + limit if len(found) == limit else None,
    )


def rating_view(found: PlayerRating) -> RatingView:
    """Return a stored rating as its owner sees it."""
    return RatingView(
        rating=found.rating.points,
        uncertainty=found.rating.uncertainty,
        duels=found.duels,
        missing=max(0, SETTLED - found.duels),
        place=found.place,
        last=[_duel(duel) for duel in found.last],
    )


def _duel(duel: RatedDuel) -> RatedDuelView:
    return RatedDuelView(
        table=duel.table,
        opponent=duel.opponent.name,
        is_bot=duel.opponent.person is None,
        is_winner=duel.is_winner,
        rating=duel.rating.points,
        at=duel.at,
    )


def _ranked(place: int, found: RankingEntry, person: Person | None) -> RankedPlayer:
    return RankedPlayer(
        place=place,
        name=found.player.name,
        is_bot=found.player.person is None,
        is_you=person is not None and found.player.person == person.id,
        rating=found.rating.points,
        uncertainty=found.rating.uncertainty,
        duels=found.duels,
    )


ROUTES: list[ControllerRouterHandler] = [my_rating, get_ratings]
