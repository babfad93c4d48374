"""The OpenAPI description of the REST API, generated from the route handlers."""

from http import HTTPStatus

from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import tenback
from tenback.protocol.rest import ErrorAnswer
from tenback.server.security import COOKIE

DESCRIPTIONS = {
    400: "The request cannot be read, or asks for something impossible.",
    401: "You are not signed in, or the credentials are wrong.",
    403: "The request comes from another site, or from a banned account.",
    404: "Not found.",
    409: "The request conflicts with the current state.",
    413: "The request is too large.",
    415: "The request is not JSON.",
    429: "Too many requests from one address.",
    500: "Internal error. It has been logged.",
    503: "The database cannot be reached.",
}
OF_ANY_ROUTE = (400, 429, 500, 503)
OF_CHANGING_ROUTES = (403, 413, 415)


NO_CONTENT = {204: ResponseSpec(None, description="Done.")}


def refusal_responses(*statuses: int, is_changing: bool = False) -> dict[int, ResponseSpec]:
    """Return the refusals of a route: those given, and those that any request may get."""
    possible = sorted({*OF_ANY_ROUTE, *statuses, *(OF_CHANGING_ROUTES if is_changing else ())})
    return {
        int(HTTPStatus(status)): ResponseSpec(
            ErrorAnswer, generate_examples=False, description=DESCRIPTIONS[status]
        )
        for status in possible
    }


def openapi() -> OpenAPIConfig:
    """Return the OpenAPI configuration: JSON only, because viewers load files from other sites."""
    return OpenAPIConfig(
        title="Tenback",
        version=tenback.__version__,
        summary="Online tables for the card-game family The Game",
        description=(
            "People, tables, records and results. What happens at a table goes over its "
            "WebSocket (docs/protocol.md). Every refusal has a code."
        ),
        path="/api/schema",
        render_plugins=[JsonRenderPlugin()],
        use_handler_docstrings=True,
        components=Components(
            security_schemes={
                "cookie": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
                "bearer": SecurityScheme(type="http", scheme="bearer"),
            }
        ),
    )


SIGNED_IN: list[dict[str, list[str]]] = [{"cookie": []}, {"bearer": []}]
"""The security requirement of routes for signed-in callers."""
MAY_BE_SIGNED_IN = [*SIGNED_IN, {}]
"""The security requirement of routes where signing in is optional."""
