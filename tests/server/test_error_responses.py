"""Refusals: unexpected errors, and a database that is gone."""

import logging
import time

import pytest
from litestar import Litestar, get
from litestar.exceptions import HTTPException
from litestar.testing import TestClient

from tenback.server.error_responses import EXCEPTION_HANDLERS
from tenback.server.store import StorageRefused
from tests.server.guests import guest, opened, refusal, stranger
from tests.server.servers import Postgres
from tests.server.serving import DEADLINE, Serving

MISTAKES = {
    "plain": KeyError("hush"),
    "storage": StorageRefused("hush"),
    "http": HTTPException("hush", status_code=500),
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_of_ours_is_written_down_and_not_told(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    @get("/fail", sync_to_thread=False)
    def fail() -> None:
        raise MISTAKES[kind]

    app = Litestar(
        [fail], exception_handlers=EXCEPTION_HANDLERS, logging_config=None, openapi_config=None
    )
    with TestClient(app) as client, caplog.at_level(logging.ERROR):
        answer = client.get("/fail?secret=whisper")
    assert refusal(answer) == (500, "internal")
    assert "hush" not in answer.text
    assert "hush" in caplog.text
    assert "GET /fail failed" in caplog.text
    assert "whisper" not in caplog.text


def test_a_database_that_is_gone_is_told_and_comes_back(postgres: Postgres) -> None:
    with Serving(postgres.fresh_database()) as serving:
        client = guest(serving)
        table = opened(client)["id"]
        postgres.kill()
        assert client.get("/health").status_code == 200
        answer = client.get("/ready")
        assert (answer.status_code, answer.json()["database"]) == (503, False)
        for answer in (
            client.get("/api/me"),
            client.get(f"/api/tables/{table}"),
            client.post("/api/tables", json={}),
            stranger(serving).post("/api/me", json={"name": "Berta"}),
        ):
            assert refusal(answer) == (503, "unavailable")
            assert int(answer.headers["retry-after"]) > 0
        postgres.start()
        deadline = time.monotonic() + DEADLINE
        while client.get("/ready").status_code != 200:
            assert time.monotonic() < deadline
        assert client.get("/api/me").json()["name"] == "Anna"
        assert client.get(f"/api/tables/{table}").json()["id"] == table
        assert "argon2" not in serving.errors
