"""Makes people who use a server over HTTP, each from an address of their own."""

import json
from itertools import count
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.serving import Serving

_numbers = count(1)


def stranger(serving: Serving, **headers: str) -> httpx.Client:
    """Return a client that the server does not know yet, with an address set as if by a proxy."""
    number = next(_numbers)
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    given: dict[str, str] = {"x-forwarded-for": address, **headers}
    return serving.client(**given)


def guest(serving: Serving, name: str = "Anna", **headers: str) -> httpx.Client:
    """Return a client that is signed in by its cookie."""
    client = stranger(serving, **headers)
    assert client.post("/api/me", json={"name": name}).status_code == 200
    return client


def opened(client: httpx.Client, *bots: str, **wishes: Any) -> dict[str, Any]:
    """Open a table; return its summary. `wishes` are settings, or `is_seated`, `is_started`."""
    names = ("is_seated", "is_started")
    flags: dict[str, Any] = {name: wishes.pop(name) for name in names if name in wishes}
    body: dict[str, Any] = {"settings": wishes, "bots": bots, **flags}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    summary: dict[str, Any] = answer.json()
    return summary


def resigned(client: httpx.Client, **wishes: Any) -> str:
    """Open a table and give up there; return its id."""
    table: str = opened(client, is_started=True, **wishes)["id"]
    say(client, table, {"type": "resign", "id": "r"})
    return table


def say(client: httpx.Client, table: str, message: dict[str, Any]) -> None:
    """Send a message at a table, and wait for the answer."""
    with socket_of(client, table) as socket:
        for each in ({"type": "hello", "id": "h", "protocol": 1}, message):
            socket.send(json.dumps(each))
            while (answer := json.loads(socket.recv(timeout=30))).get("id") != each["id"]:
                pass
            assert answer["type"] == "ack", answer


def take_turn(client: httpx.Client, table: str, *, is_ended: bool = True) -> None:
    """Wait for the client's turn and play it to its end, or lay just one card."""
    with socket_of(client, table) as socket:
        socket.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
        has_laid, number = False, 0
        while True:
            told = json.loads(socket.recv(timeout=30))
            if told["type"] not in ("welcome", "happened"):
                continue
            choices = told.get("choices") or {}
            allowed, losing = choices.get("moves", ()), choices.get("losing", ())
            moves = [move for move in allowed if move not in losing] or allowed
            if moves and (is_ended or not has_laid):
                number, has_laid = number + 1, True
                move = "end" if "end" in moves else moves[0]
                socket.send(json.dumps({"type": "move", "id": f"t{number}", "move": move}))
            elif has_laid:
                return


def socket_of(client: httpx.Client, table: str) -> ClientConnection:
    """Connect to a table without sending anything yet."""
    base = str(client.base_url).replace("http://", "ws://").rstrip("/")
    headers = {"Authorization": f"Bearer {client.cookies['tenback']}"}
    return connect(f"{base}/api/tables/{table}/socket", additional_headers=headers)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal, and check its shape."""
    body = answer.json()
    assert answer.headers["content-type"] == "application/json"
    assert body.keys() == {"error"}
    assert body["error"].keys() == {"code", "message", "details"}
    assert body["error"]["message"]
    return answer.status_code, body["error"]["code"]
