"""REST: the analysis of a sitting that is over, and who gets none."""

import os
import signal
import sqlite3
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from tenback.notation import read_deal, read_record, write_code
from tenback.server.store.analyses import CLAIMED_FOR
from tests.server.guests import guest, opened, refusal, resigned, say, stranger, take_turn
from tests.server.serving import Serving
from tests.server.workers import workers_of

DEADLINE = 120
DEAL = "C1-4QX7M-0ZB2K-H"


def analysed(client: httpx.Client, table: str) -> dict[str, Any]:
    """Ask for an analysis, and wait for it."""
    path, end = f"/api/tables/{table}/analysis", time.monotonic() + DEADLINE
    told = client.post(path).json()
    while told["phase"] == "working":
        assert time.monotonic() < end
        time.sleep(0.1)
        told = client.get(path).json()
    assert told["phase"] == "ready", told
    found: dict[str, Any] = told["analysis"]
    return found


def given_up(client: httpx.Client) -> str:
    """Give up after a card; return the table."""
    table: str = opened(client, is_started=True, seats=1, deal=DEAL)["id"]
    take_turn(client, table, is_ended=False)
    say(client, table, {"type": "resign", "id": "r"})
    return table


def test_whoever_may_read_the_record_gets_its_analysis_and_tries_again(serving: Serving) -> None:
    anna, other = guest(serving), stranger(serving)
    table = given_up(anna)
    path = f"/api/tables/{table}/analysis"
    assert other.get(path).json() == {"phase": "none", "progress": 0, "analysis": None}
    found = analysed(other, table)
    assert anna.get(path).json()["analysis"] == found
    assert anna.post(path).json()["phase"] == "ready"
    changes = sum(seat["luck"] - seat["given_away"] for seat in found["seats"])
    assert found["start"] + changes == pytest.approx(found["end"], abs=0.01)
    assert found["last_chance"]["line"]
    assert found["last_chance"]["is_winnable"] is True

    decision = found["steps"][0]
    best, tries = decision["best"], f"{path}/tries"
    again = anna.post(tries, json={"event": decision["event"], "moves": best}).json()
    assert again["moves"] == []
    assert again["chance"] == pytest.approx(decision["before"], abs=0.01)
    one = anna.post(tries, json={"event": decision["event"], "moves": best[:1]}).json()
    assert best[1] in one["moves"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"event": 0, "moves": ["2>u9"]}, 400, "bad-move"),
        ({"event": 0, "moves": ["end"]}, 400, "minimum"),
        ({"event": 0, "moves": ["back"]}, 400, "not-tried"),
        ({"event": 999, "moves": []}, 400, "no-such-decision"),
        ({"event": -1}, 400, "bad-message"),
        ({"event": 0, "moves": ["end"] * 17}, 400, "bad-message"),
    ],
)
def test_a_try_that_cannot_be_is_refused(
    serving: Serving, body: dict[str, Any], status: int, code: str
) -> None:
    anna = guest(serving)
    path = f"/api/tables/{resigned(anna, seats=1, deal=DEAL)}/analysis/tries"
    assert refusal(anna.post(path, json=body)) == (status, code)


def test_a_sitting_that_runs_is_not_analysed(serving: Serving) -> None:
    anna = guest(serving)
    path = f"/api/tables/{opened(anna, seats=1, is_started=True)['id']}/analysis"
    for answer in (anna.get(path), anna.post(path), anna.post(f"{path}/tries", json={"event": 0})):
        assert refusal(answer) == (409, "not-over")


def test_a_table_that_is_not_there_has_no_analysis(serving: Serving) -> None:
    path = f"/api/tables/{'x' * 16}/analysis"
    assert refusal(stranger(serving).post(path)) == (404, "no-such-table")


def test_where_nothing_was_decided_nothing_is_analysed(serving: Serving) -> None:
    anna = guest(serving)
    table = opened(anna, "random", seats=2, is_started=True)["id"]
    say(anna, table, {"type": "resign", "id": "r"})
    answer = anna.post(f"/api/tables/{table}/analysis")
    assert refusal(answer) == (409, "nothing-decided")


def test_the_deal_of_a_day_is_not_analysed_before_its_day_is_over(serving: Serving) -> None:
    anna, day = guest(serving), datetime.now(UTC).date().isoformat()
    table = resigned(anna, seats=1, day=day)
    path = f"/api/tables/{table}/analysis"
    assert refusal(anna.post(path)) == (409, "day-not-over")
    assert refusal(stranger(serving).post(path)) == (409, "not-seated")
    tries = anna.post(f"{path}/tries", json={"event": 0})
    assert refusal(tries) == (409, "day-not-over")


def test_nor_are_its_cards_at_another_table(serving: Serving) -> None:
    anna, day = guest(serving), datetime.now(UTC).date().isoformat()
    first = resigned(anna, seats=1, day=day)
    deal = read_record(anna.get(f"/api/tables/{first}/record").text).deal
    assert deal is not None
    for edition, seats in (("classic", 1), ("classic+min3", 1), ("extreme", 4)):
        code = write_code(read_deal(edition, seats, deal.seed))
        answer = anna.post("/api/tables", json={"settings": {"deal": code}})
        assert refusal(answer) == (409, "day-not-over")
    say(anna, first, {"type": "again", "id": "a", "is_same_deal": True})
    again = anna.get(f"/api/tables/{first}").json()["following"]
    say(anna, again, {"type": "resign", "id": "r"})
    assert refusal(anna.post(f"/api/tables/{again}/analysis")) == (409, "day-not-over")
    other = stranger(serving)
    settings = other.get(f"/api/tables/{again}").json()["settings"]
    assert (settings["deal"], settings["day"]) == (None, day)
    assert refusal(other.get(f"/api/tables/{again}/record")) == (409, "not-seated")


def test_neither_a_killed_bot_process_nor_a_killed_server_leaves_an_analysis_behind(
    tmp_path: Path,
) -> None:
    database = tmp_path / "tenback.sqlite"
    with Serving(database, TENBACK_BOT_PROCESSES="1") as serving:
        anna = guest(serving)
        first, second = given_up(anna), given_up(anna)
        assert anna.post(f"/api/tables/{first}/analysis").json()["phase"] == "working"
        while not (thinking := workers_of(serving)):
            time.sleep(0.01)
        os.kill(thinking[0], signal.SIGKILL)
        assert analysed(anna, first)["steps"]

        (another,) = workers_of(serving)
        os.kill(another, signal.SIGSTOP)  # the server dies before it has an answer
        path = f"/api/tables/{second}/analysis"
        assert anna.post(path).json()["phase"] == "working"
        serving.kill()
        serving.start()
        assert anna.post(path).json()["phase"] == "working"  # for all that is known
        with sqlite3.connect(database) as stored:  # half a minute goes by
            stored.execute("UPDATE analyses SET at = at - ?", (CLAIMED_FOR + 1,))
        assert anna.get(path).json()["phase"] == "none"
        assert analysed(anna, second)["steps"]
