"""Bans: the sessions and sockets of a banned person end, and they cannot sign in."""

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tenback.server.live_sessions import SESSION_ENDED
from tenback.server.store import Ban, Bans, Database
from tests.server.guests import guest, opened, refusal, socket_of, stranger
from tests.server.serving import Serving

ACCOUNT = {"account": "banned-anna", "password": "a long password"}


def ban(url: str, person: str, *, is_lifted: bool = False) -> None:
    """Ban somebody as `tenback admin ban` does."""

    async def write() -> None:
        database = Database(url)
        if is_lifted:
            assert await Bans(database).lift(person)
        else:
            await Bans(database).add(Ban(person, 1, "spam"))
        await database.close()

    asyncio.run(write())


def hear_all(socket: ClientConnection) -> None:
    """Hear messages until the connection is closed."""
    while True:
        socket.recv(timeout=60)


def test_a_banned_person_is_sent_away_and_cannot_sign_in(serving: Serving) -> None:
    anna = guest(serving)
    person = anna.get("/api/me").json()["id"]
    assert anna.post("/api/me/account", json=ACCOUNT).is_success
    with socket_of(anna, opened(anna)["id"]) as socket:
        socket.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
        socket.recv(timeout=30)
        ban(serving.database_url, person)
        with pytest.raises(ConnectionClosed) as closed:
            hear_all(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == SESSION_ENDED
    assert anna.get("/api/me").status_code == 401
    assert refusal(stranger(serving).post("/api/login", json=ACCOUNT)) == (403, "banned")
    ban(serving.database_url, person, is_lifted=True)
    assert stranger(serving).post("/api/login", json=ACCOUNT).status_code == 200
