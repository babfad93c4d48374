"""What is asked for over HTTP: one module a subject."""

from litestar.types import ControllerRouterHandler

from tenback.server.rest import about, days, me, pictures, ratings, tables
from tenback.server.rest.openapi import openapi


def routes() -> list[ControllerRouterHandler]:
    """Return all that the app answers, but for the sockets of tables."""
    return [
        *me.ROUTES,
        *tables.ROUTES,
        *days.ROUTES,
        *pictures.ROUTES,
        *ratings.ROUTES,
        *about.ROUTES,
    ]


__all__ = ["openapi", "routes"]
