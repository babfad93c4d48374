"""The server itself: what can be played here, which version it is, and how it is doing."""

from typing import Any

from litestar import Request, Response, get
from litestar.types import ControllerRouterHandler

import tenback
from tenback.bots import BOTS
from tenback.notation.records import VERSION
from tenback.protocol import PROTOCOL
from tenback.protocol.facts import LONGEST_CLOCK, SHORTEST_CLOCK
from tenback.protocol.rest import EditionRules, Health, Readiness, RulesView, VersionView
from tenback.rules.commands import SHUFFLED, STANDARD
from tenback.rules.editions import EDITIONS, Edition
from tenback.server.deals import OWN_LAYOUT
from tenback.server.metrics import CONTENT_TYPE
from tenback.server.projections import RULES_VERSION
from tenback.server.rest.openapi import refusal_responses
from tenback.server.security import services_of

HttpRequest = Request[Any, Any, Any]


@get(
    "/api/rules",
    operation_id="getRules",
    summary="What can be played",
    tags=["about"],
    sync_to_thread=False,
    responses=refusal_responses(),
)
def get_rules() -> RulesView:
    """Tell what can be set at a table, so that a page needs no knowledge of its own."""
    editions = [_edition(kind) for kind in EDITIONS.values()]
    return RulesView(editions, list(BOTS), SHORTEST_CLOCK, LONGEST_CLOCK)


@get(
    "/api/version",
    operation_id="getVersion",
    summary="Which version this is",
    tags=["about"],
    sync_to_thread=False,
    responses=refusal_responses(),
)
def get_version() -> VersionView:
    """Tell the versions of the program, the protocol, records and rules."""
    return VersionView(tenback.__version__, PROTOCOL, VERSION, RULES_VERSION)


@get("/health", operation_id="getHealth", summary="Alive", tags=["about"], sync_to_thread=False)
def get_health() -> Health:
    """Tell that the process is alive."""
    return Health(is_alive=True)


@get("/ready", operation_id="getReadiness", summary="Ready for work", tags=["about"])
async def get_readiness(request: HttpRequest) -> Response[Readiness]:
    """Tell whether the database answers and is up to date, and whether Redis is there."""
    services = services_of(request)
    is_ready = await services.database.is_ready()
    redis = (
        services.fanout.is_connected if services.fanout and services.settings.redis_url else None
    )
    told = Readiness(is_ready=is_ready, database=is_ready, redis=redis)
    return Response(told, status_code=200 if is_ready else 503)


@get("/metrics", include_in_schema=False, sync_to_thread=True)
def get_metrics(request: HttpRequest) -> Response[bytes]:
    """Tell all figures to Prometheus."""
    return Response(services_of(request).metrics.as_text(), media_type=CONTENT_TYPE)


def _edition(kind: type[Edition]) -> EditionRules:
    return EditionRules(
        name=kind.name,
        seats=list(kind.seats),
        options=list(kind.known_options()),
        layouts=[] if kind().layout is None else [STANDARD.name, SHUFFLED, OWN_LAYOUT],
        is_duel=kind.draw_pile_count > 1,
    )


ROUTES: list[ControllerRouterHandler] = [
    get_rules,
    get_version,
    get_health,
    get_readiness,
    get_metrics,
]
