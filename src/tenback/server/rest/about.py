"""Routes about the server: what can be played, its version, and its state."""

from typing import Any

from litestar import Request, Response, get
from litestar.types import ControllerRouterHandler

import tenback
from tenback.bots import BOTS, STAND_IN
from tenback.notation.records import VERSION
from tenback.protocol import PROTOCOL
from tenback.protocol.editions import editions_view
from tenback.protocol.facts import LONGEST_CLOCK, SHORTEST_CLOCK
from tenback.protocol.rest import (
    EditionRules,
    EditionsView,
    EditionView,
    Health,
    HomeNetwork,
    Readiness,
    RulesView,
    VersionView,
)
from tenback.server.metrics import CONTENT_TYPE
from tenback.server.rest.openapi import refusal_responses
from tenback.server.room import RULES_VERSION
from tenback.server.security import services_of

HttpRequest = Request[Any, Any, Any]


@get(
    "/api/rules",
    operation_id="getRules",
    summary="List what can be set at a table",
    tags=["about"],
    sync_to_thread=False,
    responses=refusal_responses(),
)
def get_rules() -> RulesView:
    """List what can be set at a table, so that pages need not know it."""
    editions = [_choices(edition) for edition in editions_view().editions]
    return RulesView(editions, list(BOTS), STAND_IN, SHORTEST_CLOCK, LONGEST_CLOCK)


@get(
    "/api/editions",
    operation_id="getEditions",
    summary="Describe the editions",
    tags=["about"],
    sync_to_thread=False,
    responses=refusal_responses(),
)
def get_editions() -> EditionsView:
    """Describe every edition: piles, numbers, seats, options, commands, signals and endings."""
    return editions_view()


@get(
    "/api/version",
    operation_id="getVersion",
    summary="Get the version",
    tags=["about"],
    sync_to_thread=False,
    responses=refusal_responses(),
)
def get_version() -> VersionView:
    """Report the versions of the program, the protocol, records and rules."""
    return VersionView(tenback.__version__, PROTOCOL, VERSION, RULES_VERSION)


@get(
    "/api/lan",
    operation_id="getHomeNetwork",
    summary="Get the addresses for phones nearby",
    tags=["about"],
    sync_to_thread=False,
    responses=refusal_responses(),
)
def get_home_network(request: HttpRequest) -> HomeNetwork:
    """List the addresses for phones nearby, if the server was opened for them."""
    return HomeNetwork(services_of(request).settings.lan_urls)


@get(
    "/health",
    operation_id="getHealth",
    summary="Check that the process is alive",
    tags=["about"],
    sync_to_thread=False,
)
def get_health() -> Health:
    """Report that the process is alive."""
    return Health(is_alive=True)


@get(
    "/ready", operation_id="getReadiness", summary="Check that the server is ready", tags=["about"]
)
async def get_readiness(request: HttpRequest) -> Response[Readiness]:
    """Report whether the database is current and writable, and whether Redis can be reached."""
    services = services_of(request)
    is_ready = await services.readiness.is_ready()
    redis = (
        services.fanout.is_connected if services.fanout and services.settings.redis_url else None
    )
    told = Readiness(is_ready=is_ready, database=is_ready, redis=redis)
    return Response(told, status_code=200 if is_ready else 503)


@get("/metrics", include_in_schema=False, sync_to_thread=True)
def get_metrics(request: HttpRequest) -> Response[bytes]:
    """Report all metrics to Prometheus."""
    return Response(services_of(request).metrics.as_text(), media_type=CONTENT_TYPE)


def _choices(edition: EditionView) -> EditionRules:
    return EditionRules(
        name=edition.name,
        seats=edition.seats,
        options=[option.name for option in edition.options],
        layouts=edition.layouts,
        is_duel=edition.is_duel,
    )


ROUTES: list[ControllerRouterHandler] = [
    get_rules,
    get_editions,
    get_version,
    get_home_network,
    get_health,
    get_readiness,
    get_metrics,
]
