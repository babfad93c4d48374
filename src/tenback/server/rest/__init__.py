"""The REST API, with one module per subject."""

from litestar.types import ControllerRouterHandler

from tenback.server.rest import (
    about,
    analyses,
    days,
    me,
    offline,
    personal_data,
    pictures,
    puzzles,
    ratings,
    sessions,
    tables,
)
from tenback.server.rest.openapi import openapi


def routes() -> list[ControllerRouterHandler]:
    """Return all routes of the app, except for the table sockets."""
    modules = (
        *(me, offline, sessions, personal_data, tables),
        *(analyses, days, pictures, ratings, puzzles, about),
    )
    return [route for module in modules for route in module.ROUTES]


__all__ = ["openapi", "routes"]
