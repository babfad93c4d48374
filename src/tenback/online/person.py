"""A person signed in at a server, with an account or as a guest."""

import asyncio
import json
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, Self, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec

from tenback.notation import Record, read_record
from tenback.online.errors import OnlineCode
from tenback.protocol import Refusal
from tenback.protocol.rest import ErrorAnswer, SignedIn
from tenback.rules.errors import BadInput, Reason

ANSWER_TIME = 10.0
"""Seconds for one answer."""
PATIENCE = 20.0
"""Seconds for which an unresponsive server is asked again."""
PAUSE = 0.2
MOST_BYTES = 4 << 20
"""The limit of an answer. The record of the longest game takes a tenth of it."""

T = TypeVar("T")


class TurnedDown(Exception):
    """The server refused a request; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal
        self.code = refusal.code


@dataclass(frozen=True, slots=True)
class Person:
    """A person who is signed in at a server."""

    url: str
    id: str
    name: str
    secret: str = field(repr=False)
    patience: float = PATIENCE

    @classmethod
    async def sign_up(
        cls, url: str, name: str, patience: float = PATIENCE, *, is_bot: bool = False
    ) -> Self:
        """Become a guest and sign in. Bots declare themselves with `is_bot`."""
        said = {"name": name, "is_bot": True} if is_bot else {"name": name}
        return await cls._sign_in(url, "/api/me", said, patience)

    @classmethod
    async def log_in(
        cls, url: str, account: str, password: str, patience: float = PATIENCE
    ) -> Self:
        """Sign in to an account."""
        credentials = {"account": account, "password": password}
        return await cls._sign_in(url, "/api/login", credentials, patience)

    @classmethod
    async def _sign_in(cls, url: str, path: str, body: dict[str, Any], patience: float) -> Self:
        told = decode(url, await ask(url, "POST", path, body, patience=patience), SignedIn)
        if told.secret is None:
            raise BadInput(OnlineCode.NOT_TENBACK, text=url)
        return cls(url, told.person.id, told.person.name, told.secret, patience)

    async def open_table(self, *bots: str, **wishes: Any) -> str:
        """Open a table and return its id; `wishes` are settings, `is_seated`, or `is_started`."""
        body: dict[str, Any] = {"bots": bots}
        for flag in ("is_seated", "is_started"):
            if flag in wishes:
                body[flag] = wishes.pop(flag)
        table: str = (await self.request("POST", "/api/tables", **body, settings=wishes))["id"]
        return table

    async def request(self, method: str, path: str, **body: Any) -> Any:
        """Send a REST request and return its JSON answer."""
        given = body if method == "POST" else None
        answer = await ask(
            self.url, method, path, given, secret=self.secret, patience=self.patience
        )
        return json.loads(answer)

    async def record(self, table: str) -> Record:
        """Return the record of a finished game."""
        return await get_record(self.url, table, self.patience)


async def get_record(url: str, table: str, patience: float = PATIENCE) -> Record:
    """Return the record of a finished game."""
    path = f"/api/tables/{quote(table)}/record"
    return read_record((await ask(url, "GET", path, patience=patience)).decode(errors="replace"))


async def ask(
    url: str,
    method: str,
    path: str,
    body: Any = None,
    *,
    secret: str | None = None,
    patience: float = PATIENCE,
) -> bytes:
    """Send a REST request and return the body. An unresponsive server is asked again."""
    headers: dict[str, str] = {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if secret is not None:
        headers["Authorization"] = f"Bearer {secret}"
    data = None if body is None else json.dumps(body).encode()
    request = Request(url + path, data, headers, method=method)
    deadline = asyncio.get_running_loop().time() + patience
    while True:
        try:
            return await asyncio.to_thread(_answer, request)
        except HTTPError as refused:
            if refused.code != HTTPStatus.SERVICE_UNAVAILABLE or _is_late(deadline):
                raise _refusal(url, refused) from None
        except (OSError, HTTPException) as error:
            if _is_late(deadline):
                reason = Reason("{error}", error=error)
                raise BadInput(OnlineCode.NO_SERVER, text=url, reason=reason) from None
        await asyncio.sleep(PAUSE)


def _answer(request: Request) -> bytes:
    with urlopen(request, timeout=ANSWER_TIME) as answer:
        content: bytes = answer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadInput(OnlineCode.NOT_TENBACK, text=request.host)
    return content


def decode(url: str, content: bytes, kind: type[T]) -> T:
    """Decode an answer as `kind`. Raises `BadInput` if it cannot come from a Tenback server."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise BadInput(OnlineCode.NOT_TENBACK, text=url) from None


def _is_late(deadline: float) -> bool:
    return asyncio.get_running_loop().time() > deadline


def _refusal(url: str, refused: HTTPError) -> Exception:
    """Return the exception for a refused request."""
    with refused:
        content = refused.read(MOST_BYTES)
    try:
        told = decode(url, content, ErrorAnswer).error
    except BadInput as error:
        return error
    return TurnedDown(Refusal(None, told.code, told.message, told.details))
