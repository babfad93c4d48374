"""An announced stop: everybody at a table hears of it, and that it was taken back."""

import json
import time
from typing import Any

from tenback.protocol import Stop
from tests.server.announcing import announce
from tests.server.guests import guest, opened, socket_of
from tests.server.serving import Serving

HELLO = json.dumps({"type": "hello", "id": "h", "protocol": 1})


def heard(socket: Any, stop: dict[str, Any] | None) -> None:
    """Wait until presence tells this stop."""
    while True:
        told = json.loads(socket.recv(timeout=60))
        if told["type"] == "presence" and told["stop"] == stop:
            return


def test_a_stop_is_told_at_tables_and_taken_back(serving: Serving) -> None:
    client = guest(serving)
    table = opened(client)["id"]
    in_an_hour = time.time_ns() // 1_000_000 + 3_600_000
    with socket_of(client, table) as here:
        here.send(HELLO)
        heard(here, None)
        announce(serving.database_url, Stop(in_an_hour, "Back soon."))
        try:
            heard(here, {"at": in_an_hour, "text": "Back soon."})
            with socket_of(client, opened(client)["id"]) as there:
                there.send(HELLO)
                heard(there, {"at": in_an_hour, "text": "Back soon."})
        finally:
            announce(serving.database_url, None)
        heard(here, None)
