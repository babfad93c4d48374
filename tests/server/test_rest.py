"""REST: tables, records, results, days, and the server itself."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

import tenback
from tenback.notation import read_record, record_from_json, verify
from tenback.server.rest.days import read_day
from tests.server.guests import guest, opened, refusal, resigned, say, socket_of, stranger
from tests.server.serving import Serving

NOT_THERE = "x" * 16


def today() -> str:
    return datetime.now(UTC).date().isoformat()


# ---- tables ----


def test_a_table_is_opened_with_the_host_on_the_first_seat(serving: Serving) -> None:
    table = opened(guest(serving, "Host"), "greedy", seats=3, edition="extreme+min3")
    assert (table["phase"], table["seat"]) == ("gathering", 0)
    assert [place["name"] for place in table["places"]] == ["Host", None, "greedy"]
    assert [place["is_you"] for place in table["places"]] == [True, False, False]
    assert table["places"][2]["bot"] == "greedy"
    assert table["settings"]["edition"] == "extreme+min3"
    assert len(table["commitment"]) == 64
    assert len(table["code"]) == 5


def test_a_table_can_begin_at_once(serving: Serving) -> None:
    assert opened(guest(serving), "greedy", seats=2, is_started=True)["phase"] == "playing"


def commitment_for(client: httpx.Client) -> str:
    answer = client.post("/api/commitments")
    assert answer.status_code == 201, answer.text
    commitment: str = answer.json()["commitment"]
    return commitment


WORD = "blue moon"
DEALT = {"settings": {"seats": 1}, "is_started": True}


def test_a_commitment_made_in_advance_lets_cards_be_dealt_at_once_with_an_open_word(
    serving: Serving,
) -> None:
    client = stranger(serving)
    commitment = commitment_for(client)
    body = {**DEALT, "commitment": commitment, "word": f" {WORD} ", "guest": "Ben"}
    table = client.post("/api/tables", json=body).json()
    assert (table["phase"], table["commitment"]) == ("playing", commitment)
    assert len(table["welcome"]["cards"]["hand"]) == 8
    say(client, table["id"], {"type": "resign", "id": "r"})
    record = read_record(client.get(f"/api/tables/{table['id']}/record").text)
    verify(record, noted=commitment)
    assert dict(record.tags)["word-0"] == WORD


def test_a_commitment_is_good_for_one_table_even_if_its_person_and_table_are_gone(
    serving: Serving,
) -> None:
    client = guest(serving)
    body = {**DEALT, "commitment": commitment_for(client), "word": WORD}
    table = client.post("/api/tables", json=body).json()["id"]
    other = guest(serving)
    assert refusal(other.post("/api/tables", json=body)) == (409, "no-commitment")
    say(client, table, {"type": "resign", "id": "r"})  # Its secret is known from now on.
    assert client.post("/api/me/deletion", json={}).status_code == 204
    assert refusal(other.post("/api/tables", json=body)) == (409, "no-commitment")


def test_an_open_word_is_refused_where_the_server_could_still_choose_its_secret(
    serving: Serving,
) -> None:
    client = guest(serving)
    for made_up in ({}, {"commitment": "0" * 64}):
        answer = client.post("/api/tables", json={**DEALT, **made_up, "word": WORD})
        assert refusal(answer) == (409, "no-commitment")


@pytest.mark.parametrize("settings", [{"seats": 1, "deal": "C1-8-C"}, {"seats": 1, "day": today()}])
def test_known_cards_need_no_commitment(serving: Serving, settings: dict[str, Any]) -> None:
    client = guest(serving)
    body = {"settings": settings, "is_started": True, "commitment": commitment_for(client)}
    assert refusal(client.post("/api/tables", json=body)) == (400, "no-words")


def test_a_host_need_not_sit_down(serving: Serving) -> None:
    table = opened(guest(serving), seats=2, is_seated=False)
    assert table["seat"] is None
    assert [place["name"] for place in table["places"]] == [None, None]


def test_a_table_is_found_by_id_and_by_code_however_it_is_spelt(serving: Serving) -> None:
    table = opened(guest(serving, "Host"), seats=2)
    other = guest(serving, "Other")
    expected = {**table, "seat": None}
    del expected["welcome"], expected["session"]
    expected["places"] = [{**place, "is_you": False} for place in table["places"]]
    assert other.get(f"/api/tables/{table['id']}").json() == expected
    assert other.get(f"/api/codes/{table['code'].lower()}").json() == expected
    assert stranger(serving).get(f"/api/codes/{table['code']}").json() == expected


def test_no_secret_of_a_table_is_told_before_it_is_over(serving: Serving) -> None:
    client = guest(serving)
    table = opened(client, seats=1, is_started=True)
    text = client.get(f"/api/tables/{table['id']}").text
    assert '"secret"' not in text
    assert client.get("/api/me").json()["id"] not in text
    assert refusal(client.get(f"/api/tables/{table['id']}/record")) == (409, "not-over")


@pytest.mark.parametrize("path", ["tables", "codes"])
@pytest.mark.parametrize("name", [NOT_THERE, "ABCDE", "x", "%00", "%F0%9F%83%8F", "a b", "'--"])
def test_a_table_that_is_not_there_is_not_found(serving: Serving, path: str, name: str) -> None:
    answer = stranger(serving).get(f"/api/{path}/{name}")
    assert refusal(answer) == (404, "no-such-table")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"settings": {"edition": "chess"}}, 400, "bad-edition"),
        ({"settings": {"edition": "classic+min9"}}, 400, "bad-option"),
        ({"settings": {"edition": "face-to-face", "seats": 3}}, 400, "bad-seats"),
        ({"settings": {"seats": 6}}, 400, "bad-message"),
        ({"settings": {"deal": "no-code"}}, 400, "bad-code"),
        ({"settings": {"edition": "extreme", "layout": {"stop": [5]}}}, 400, "bad-layout"),
        ({"settings": {"clock": 1}}, 400, "bad-message"),
        ({"settings": {"is_cheating": True}}, 400, "bad-message"),
        ({"settings": {"seats": 2}, "bots": ["nobody"]}, 400, "no-such-bot"),
        ({"settings": {"seats": 2}, "bots": ["a.py:Bot"]}, 400, "no-such-bot"),
        ({"bots": ["greedy", "greedy"]}, 400, "bad-bots"),
        ({"settings": {"seats": 2}, "is_started": True}, 409, "seat-empty"),
        ([], 400, "bad-message"),
        (None, 400, "bad-message"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    serving: Serving, body: Any, status: int, code: str
) -> None:
    assert refusal(guest(serving).post("/api/tables", json=body)) == (status, code)


def test_only_those_who_are_known_open_tables(serving: Serving) -> None:
    answer = stranger(serving).post("/api/tables", json={})
    assert refusal(answer) == (401, "not-signed-in")


def test_a_stranger_with_a_name_comes_in_with_the_table(serving: Serving) -> None:
    client = stranger(serving)
    body = {"guest": "Ben", "settings": {"seats": 1}, "is_started": True}
    found = client.post("/api/tables", json=body).json()
    assert found["session"]["person"] == client.get("/api/me").json()
    assert found["session"]["person"]["name"] == found["places"][0]["name"] == "Ben"
    assert found["session"]["secret"] == client.cookies["tenback"]


def test_a_page_is_not_told_the_secret_of_its_guest(serving: Serving) -> None:
    client = stranger(serving, **{"sec-fetch-site": "same-origin"})
    found = client.post("/api/tables", json={"guest": "Ben"}).json()
    assert found["session"]["secret"] is None
    assert client.get("/api/me").json()["name"] == "Ben"


def test_who_is_known_opens_a_table_as_who_they_are(serving: Serving) -> None:
    found = guest(serving, "Anna").post("/api/tables", json={"guest": "Ben"}).json()
    assert found["session"] is None
    assert found["places"][0]["name"] == "Anna"


def test_a_guest_with_a_bad_name_does_not_come_in_with_a_table(serving: Serving) -> None:
    client = stranger(serving)
    assert refusal(client.post("/api/tables", json={"guest": " "})) == (400, "bad-name")
    assert refusal(client.get("/api/me")) == (401, "not-signed-in")


def test_a_table_that_cannot_be_leaves_no_guest_behind(serving: Serving) -> None:
    client = stranger(serving)
    body = {"guest": "Ben", "settings": {"seats": 2}, "is_started": True}
    answer = client.post("/api/tables", json=body)
    assert refusal(answer) == (409, "seat-empty")
    assert "set-cookie" not in answer.headers
    assert refusal(client.get("/api/me")) == (401, "not-signed-in")


def test_who_opens_a_table_is_told_no_card_of_others(serving: Serving) -> None:
    told = opened(guest(serving), "greedy", seats=2, is_started=True)["welcome"]
    assert (len(told["cards"]["hand"]), told["cards"]["hand_sizes"]) == (7, [7, 7])
    assert (told["secret"], told["deal"]) == (None, None)
    beside = opened(guest(serving), "greedy", "greedy", seats=2, is_seated=False)["welcome"]
    assert (beside["seat"], beside["cards"]) == (None, None)


def test_who_opens_a_table_is_told_what_its_socket_tells_first(serving: Serving) -> None:
    client = guest(serving)
    told = opened(client, "greedy", seats=2, is_started=True)
    with socket_of(client, told["id"]) as socket:
        socket.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
        heard = json.loads(socket.recv(timeout=30))
    assert told["welcome"]["cards"]["hand"]
    assert {**told["welcome"], "at": 0, "present": []} == {**heard, "at": 0, "present": []}


def test_public_tables_are_listed_page_by_page_and_others_are_not(serving: Serving) -> None:
    client = guest(serving)
    hidden = opened(client, seats=2)["id"]
    shown = [opened(client, seats=2, is_public=True)["id"] for _ in range(3)]
    first = client.get("/api/tables", params={"limit": 2}).json()
    second = client.get("/api/tables", params={"limit": 100, "before": first["before"]}).json()
    found = [table["id"] for table in first["tables"] + second["tables"]]
    assert found[:3] == shown[::-1]
    assert hidden not in found
    assert second["before"] is None


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "before=x", "before=%00"])
def test_a_bad_page_is_refused(serving: Serving, query: str) -> None:
    client = guest(serving)
    for path in ("/api/tables", "/api/me/results"):
        assert refusal(client.get(f"{path}?{query}")) == (400, "bad-message")


def test_ones_own_tables_are_those_that_are_not_over(serving: Serving) -> None:
    client = guest(serving)
    resigned(client)
    table = opened(client, seats=2)["id"]
    assert [each["id"] for each in client.get("/api/me/tables").json()["tables"]] == [table]
    assert guest(serving).get("/api/me/tables").json()["tables"] == []


# ---- what became of it ----


def test_the_record_of_a_table_proves_its_cards_fair(serving: Serving) -> None:
    client = guest(serving, "Zoë")
    table = resigned(client, edition="extreme@shuffled")
    summary = client.get(f"/api/tables/{table}").json()
    assert (summary["phase"], summary["code"]) == ("over", None)
    assert summary["outcome"]["ending"] == "resigned"
    answer = stranger(serving).get(f"/api/tables/{table}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    record = read_record(answer.text)
    assert record.players == ("Zoë",)
    assert dict(record.tags)["date"] == today()
    verify(record, noted=summary["commitment"])
    headers = {"accept": "application/json"}
    as_json = stranger(serving).get(f"/api/tables/{table}/record", headers=headers)
    assert as_json.headers["content-type"] == "application/json"
    assert record_from_json(as_json.text) == record


@pytest.mark.parametrize("accept", ["*/*", "text/*", "x", ";;q=,", "image/png", "text/plain;q=2"])
def test_a_record_is_text_unless_json_is_asked_for(serving: Serving, accept: str) -> None:
    table = resigned(guest(serving))
    answer = stranger(serving, accept=accept).get(f"/api/tables/{table}/record")
    assert answer.text.startswith("tenback: 1\n")


def test_results_and_statistics_are_ones_own(serving: Serving) -> None:
    client = guest(serving)
    tables = [resigned(client) for _ in range(3)]
    first = client.get("/api/me/results", params={"limit": 2}).json()
    rest = client.get("/api/me/results", params={"before": first["before"]}).json()
    assert [each["table"] for each in first["results"] + rest["results"]] == tables[::-1]
    assert first["results"][0]["outcome"]["won"] is False
    (found,) = client.get("/api/me/statistics").json()
    assert (found["edition"], found["seats"], found["won"]) == ("classic", 1, 0)
    assert (found["sittings"], found["left"], found["given_up"]) == (0, [], 3)
    assert all(each["is_given_up"] for each in first["results"])
    other = guest(serving)
    assert other.get("/api/me/results").json() == {"results": [], "before": None}
    assert other.get("/api/me/statistics").json() == []


@pytest.mark.parametrize("path", ["", "/tables", "/results", "/statistics"])
def test_what_is_ones_own_is_told_to_nobody_else(serving: Serving, path: str) -> None:
    assert refusal(stranger(serving).get(f"/api/me{path}")) == (401, "not-signed-in")


# ---- deals of the day ----


def test_the_deal_of_a_day_lies_side_by_side_without_its_cards(serving: Serving) -> None:
    anna, berta = guest(serving, "Anna"), guest(serving, "Berta")
    for client in (anna, berta, berta):
        resigned(client, edition="classic+hand-1+min3", day=today())
    found = anna.get("/api/days/today/classic+hand-1+min3/1").json()
    assert (found["day"], found["edition"]) == (today(), "classic+min3+hand-1")
    players = [result["players"] for result in found["results"]]
    assert players == [
        [{"name": "Anna", "is_bot": False, "is_you": True}],
        [{"name": "Berta", "is_bot": False, "is_you": False}],
    ]
    assert (found["code"], found["is_past"]) == (None, False)
    assert {result["table"] for result in found["results"]} == {None}
    assert found["left"] == [[98, 2]]
    assert (found["own"]["streak"], found["own"]["best_streak"]) == (1, 1)
    nobody = stranger(serving).get("/api/days/today/classic+hand-1+min3/1").json()
    assert (nobody["own"], nobody["left"]) == (None, [[98, 2]])


def test_a_second_try_does_not_count_and_spoils_a_first_one_that_still_runs(
    serving: Serving,
) -> None:
    client, edition = guest(serving), "classic+min3"
    first = opened(client, edition=edition, day=today(), is_started=True)["id"]
    resigned(client, edition=edition, day=today())  # now the record shows all the cards
    path = f"/api/days/today/{edition}/1"
    assert client.get(path).json()["results"] == []
    assert client.get(path).json()["own"]["first_table"] == first
    say(client, first, {"type": "resign", "id": "r"})
    assert client.get(path).json()["results"] == []


def test_what_a_bot_has_played_for_a_while_is_the_bots(serving: Serving) -> None:
    client, edition = guest(serving), "extreme+min3+hand-1"
    table = opened(client, edition=edition, day=today(), is_started=True)["id"]
    for number, kind in enumerate(("stand", "return", "resign")):
        say(client, table, {"type": kind, "id": str(number)})
    (found,) = client.get(f"/api/days/today/{edition}/1").json()["results"]
    assert found["players"] == [{"name": "careful", "is_bot": True, "is_you": False}]


def test_nobody_sees_the_cards_of_today_before_their_own_result(serving: Serving) -> None:
    client, other = guest(serving), guest(serving, "Berta")
    table = resigned(client, edition="extreme", day=today())
    path = f"/api/tables/{table}/record"
    assert client.get(path).status_code == 200
    assert refusal(other.get(path)) == (409, "not-seated")
    with socket_of(other, table) as socket:
        socket.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
        assert json.loads(socket.recv(timeout=30))["code"] == "no-watching"


def test_the_seed_of_a_day_is_as_long_as_a_fair_one(serving: Serving) -> None:
    client = guest(serving)
    for wishes in ({"day": today()}, {}):
        resigned(client, edition="classic+hand-1", **wishes)
    codes = [result["code"] for result in client.get("/api/me/results").json()["results"]]
    assert len({len(code) for code in codes}) == 1


def test_a_long_ranking_of_a_day_comes_page_by_page(serving: Serving) -> None:
    for name in "ABC":
        resigned(guest(serving, name), edition="extreme+hand-1", day=today())
    client, path, names, skip = stranger(serving), "/api/days/today/extreme+hand-1/1", "", 0
    while skip is not None:
        page = client.get(path, params={"limit": 2, "skip": skip}).json()
        names += "".join(result["players"][0]["name"] for result in page["results"])
        skip = page["skip"]
    assert names == "ABC"


def test_the_cards_of_a_day_are_told_when_it_is_over(serving: Serving) -> None:
    client, day = guest(serving), "2024-02-29"
    table = resigned(client, edition="extreme@shuffled", day=day)
    found = stranger(serving).get(f"/api/days/{day}/extreme@shuffled/1").json()
    assert found["results"] == []  # it was played on another day
    assert stranger(serving).get(f"/api/tables/{table}/record").status_code == 200
    assert found["code"] == client.get("/api/me/results").json()["results"][0]["code"]
    unplayed = stranger(serving).get("/api/days/2024-02-28/classic/1").json()
    assert (unplayed["code"], unplayed["results"]) == (None, [])


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("9999-12-31/classic/1", 409, "not-yet"),
        ("2024-02-30/classic/1", 400, "bad-day"),
        ("yesterday/classic/1", 400, "bad-day"),
        ("today/chess/1", 400, "bad-edition"),
        ("today/classic/9", 400, "bad-seats"),
        ("today/classic/-1", 400, "bad-seats"),
        ("today/classic/many", 404, "no-such-page"),
        ("today/classic/1?skip=-1", 400, "bad-message"),
    ],
)
def test_a_day_that_cannot_be_is_refused(
    serving: Serving, path: str, status: int, code: str
) -> None:
    assert refusal(stranger(serving).get(f"/api/days/{path}")) == (status, code)


def test_today_is_over_tomorrow() -> None:
    day = datetime(2024, 2, 29, tzinfo=UTC).date()
    deal, is_past = read_day("today", "classic", 1, day)
    assert (deal.day, is_past) == ("2024-02-29", False)
    assert read_day(deal.day, "classic", 1, day + timedelta(1)) == (deal, True)


# ---- the server itself ----


def test_what_can_be_played_is_told(serving: Serving) -> None:
    rules = stranger(serving).get("/api/rules").json()
    editions = {edition["name"]: edition for edition in rules["editions"]}
    assert editions.keys() == {"classic", "extreme", "on-fire", "face-to-face"}
    assert editions["classic"]["options"] == ["min3", "hand-1"]
    assert editions["extreme"]["layouts"] == ["standard", "shuffled", "own"]
    assert editions["face-to-face"]["seats"] == [2]
    assert editions["face-to-face"]["is_duel"]
    assert rules["bots"] == ["random", "greedy", "careful", "adept", "master"]
    client = guest(serving)
    wished = {"settings": {"seats": 3}, "bots": [None, "greedy"]}
    places = client.post("/api/tables", json=wished).json()["places"]
    assert [place["bot"] for place in places] == [None, rules["usual_bot"], "greedy"]
    for edition in rules["editions"]:
        for option in ["", *(f"+{option}" for option in edition["options"])]:
            opened(client, edition=edition["name"] + option, seats=edition["seats"][-1])


def test_every_edition_is_described(serving: Serving) -> None:
    told = stranger(serving).get("/api/editions").json()["editions"]
    editions = {edition["name"]: edition for edition in told}
    assert list(editions) == ["classic", "extreme", "face-to-face", "on-fire"]
    assert editions["on-fire"]["burning"] == [22, 33, 44, 55, 66, 77]
    assert [pile["name"] for pile in editions["face-to-face"]["piles"]] == ["gu", "gd", "su", "sd"]
    assert editions["extreme"]["commands"][0] == {
        "name": "stop",
        "is_lightning": True,
        "numbers": [5, 31, 70, 96],
    }


def test_version_is_told(serving: Serving) -> None:
    told = stranger(serving).get("/api/version").json()
    assert told == {"tenback": tenback.__version__, "protocol": 1, "record": 1, "rules": 1}


def test_a_server_that_runs_is_alive_and_ready(serving: Serving) -> None:
    client = stranger(serving)
    assert client.get("/health").json() == {"is_alive": True}
    answer = client.get("/ready")
    assert answer.json() == {"is_ready": True, "database": True, "redis": None}


def test_figures_are_there_for_prometheus(serving: Serving) -> None:
    client = stranger(serving)
    client.get("/api/version")
    client.get("/api/codes/ZZZZZ")
    client.get(f"/{NOT_THERE}")
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    for line in (
        'tenback_http_requests_total{method="GET",route="/api/version",status="200"}',
        'tenback_http_requests_total{method="GET",route="/api/codes/{code}",status="404"}',
        'tenback_http_requests_total{method="GET",route="other",status="404"}',
        "tenback_connections ",
        "tenback_rooms ",
        "tenback_steps_total ",
        "tenback_plays_total ",
        "tenback_answer_seconds_bucket",
        "tenback_append_seconds_bucket",
        "tenback_thinking_seconds_bucket",
    ):
        assert line in answer.text
    assert NOT_THERE not in answer.text


def test_the_interface_is_documented(serving: Serving) -> None:
    document = stranger(serving).get("/api/schema/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert all(operation["summary"] and operation["description"] for operation in operations)
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    error = {"$ref": "#/components/schemas/ErrorAnswer"}
    for operation in operations:
        for status, answer in operation["responses"].items():
            if int(status) >= 400 and operation["operationId"] != "getReadiness":
                assert answer["content"]["application/json"]["schema"] == error


def test_no_page_loads_anything_from_elsewhere(serving: Serving) -> None:
    for path in ("/api/schema/swagger", "/api/schema/redoc", "/schema"):
        answer = stranger(serving).get(path)
        assert answer.status_code == 404
        assert "src=" not in answer.text


def test_what_there_is_no_route_for_is_refused_in_the_same_shape(serving: Serving) -> None:
    client = stranger(serving)
    assert refusal(client.get("/api/nothing")) == (404, "no-such-page")
    answer = client.delete("/api/me")
    assert refusal(answer) == (405, "bad-method")
    assert "GET" in answer.headers["allow"]
