"""REST: a person's own rating, and the ranking."""

import json
from typing import Any

import httpx
import pytest

from tests.server.guests import (
    guest,
    opened,
    refusal,
    resigned,
    say,
    socket_of,
    stranger,
    take_turn,
)
from tests.server.serving import Serving

DUEL: dict[str, Any] = {"edition": "face-to-face", "seats": 2, "has_hints": False}


def lost_duel(client: httpx.Client, bot: str) -> str:
    """Give up a duel with a bot; return its table."""
    table: str = opened(client, bot, **DUEL, is_started=True)["id"]
    take_turn(client, table, is_ended=False)
    say(client, table, {"type": "resign", "id": "r"})
    return table


def _in_order(anna: httpx.Client, bert: httpx.Client, table: str) -> tuple[httpx.Client, ...]:
    """Return who begins, and who comes second."""
    with socket_of(anna, table) as socket:
        socket.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
        welcome = json.loads(socket.recv(timeout=30))
    return (anna, bert) if welcome["cards"]["turn"] == welcome["seat"] else (bert, anna)


def test_a_rating_begins_in_the_middle_and_changes_with_duels(serving: Serving) -> None:
    client = guest(serving)
    resigned(client)
    new = client.get("/api/me/rating").json()
    assert new == {
        "rating": 1500,
        "uncertainty": 246,
        "duels": 0,
        "missing": 10,
        "place": None,
        "last": [],
    }
    tables = [lost_duel(client, bot) for bot in ("greedy", "random")]
    found = client.get("/api/me/rating").json()
    assert (found["duels"], found["missing"], found["place"]) == (2, 8, None)
    assert found["uncertainty"] < new["uncertainty"]
    first, second = found["last"]
    assert (second["opponent"], second["is_bot"], second["is_winner"]) == ("random", True, False)
    assert [first["table"], second["table"]] == tables
    assert 1500 > first["rating"] > second["rating"] == found["rating"]
    assert client.get("/api/me/rating?limit=1").json()["last"] == [second]
    assert client.get("/api/me/rating?limit=0").json()["last"] == []


def test_a_duel_of_people_is_told_to_both(serving: Serving) -> None:
    anna, bert = guest(serving, "Anna"), guest(serving, "Bert")
    table = opened(anna, **DUEL)["id"]
    say(bert, table, {"type": "sit", "id": "s"})
    say(bert, table, {"type": "start", "id": "b"})
    first, second = _in_order(anna, bert, table)
    take_turn(first, table)
    take_turn(second, table, is_ended=False)
    say(anna, table, {"type": "resign", "id": "r"})
    (lost,) = anna.get("/api/me/rating").json()["last"]
    (won,) = bert.get("/api/me/rating").json()["last"]
    assert (lost["opponent"], lost["is_winner"], lost["rating"]) == ("Bert", False, 1422)
    assert (won["opponent"], won["is_winner"], won["rating"]) == ("Anna", True, 1578)
    assert not won["is_bot"]


def test_the_ranking_tells_people_and_bots_apart_and_knows_who_asks(serving: Serving) -> None:
    client = guest(serving, "Ranka")
    for _ in range(10):
        lost_duel(client, "greedy")
    own = client.get("/api/me/rating").json()
    ranking, skip = [], 0
    while skip is not None:
        page = client.get("/api/ratings", params={"skip": skip, "limit": 1}).json()
        ranking += page["players"]
        skip = page["skip"]
    assert [one["place"] for one in ranking] == list(range(1, len(ranking) + 1))
    ratings = [one["rating"] for one in ranking]
    assert ratings == sorted(ratings, reverse=True)
    (mine,) = [one for one in ranking if one["is_you"]]
    assert (mine["name"], mine["is_bot"], own["missing"]) == ("Ranka", False, 0)
    for key in ("place", "rating", "uncertainty", "duels"):
        assert mine[key] == own[key]
    (greedy,) = [one for one in ranking if one["is_bot"] and one["name"] == "greedy"]
    assert greedy["place"] < mine["place"]
    others = stranger(serving).get("/api/ratings").json()["players"]
    assert not any(one["is_you"] for one in others)


def test_ones_own_rating_is_told_to_nobody_else(serving: Serving) -> None:
    assert refusal(stranger(serving).get("/api/me/rating")) == (401, "not-signed-in")


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "skip=-1", "skip=%00"])
def test_a_bad_page_of_the_ranking_is_refused(serving: Serving, query: str) -> None:
    assert refusal(stranger(serving).get(f"/api/ratings?{query}")) == (400, "bad-message")
