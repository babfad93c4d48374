"""People: guests by name alone, the same person again, and accounts."""

import json
from time import perf_counter

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tenback.server.store import hash_of
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

PASSWORD = "correct horse"


def claimed(serving: Serving, account: str, name: str = "Anna") -> httpx.Client:
    client = guest(serving, name)
    body = {"account": account, "password": PASSWORD}
    assert client.post("/api/me/account", json=body).json()["account"] == account
    return client


def login(client: httpx.Client, account: str, password: str = PASSWORD) -> httpx.Response:
    return client.post("/api/login", json={"account": account, "password": password})


# ---- guests ----


def test_a_guest_is_made_by_a_name_alone(serving: Serving) -> None:
    client = stranger(serving)
    answer = client.post("/api/me", json={"name": "  Zoe\u0308 "})
    person = answer.json()["person"]
    assert (person["name"], person["account"]) == ("Zoë", None)
    assert client.get("/api/me").json() == person


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(serving: Serving) -> None:
    answer = stranger(serving).post("/api/me", json={"name": "Anna"})
    name, *rules = answer.headers["set-cookie"].split("; ")
    assert name.startswith("tenback=")
    assert {rule.lower() for rule in rules} == {
        "httponly",
        "samesite=lax",
        "path=/",
        "max-age=31536000",
    }


def test_a_program_gets_the_secret_once_and_a_browser_never(serving: Serving) -> None:
    program = stranger(serving)
    told = program.post("/api/me", json={"name": "Anna"}).json()
    assert told["secret"] == program.cookies["tenback"]
    assert program.post("/api/me", json={"name": "Anna"}).json()["secret"] is None
    browser = stranger(serving, **{"sec-fetch-site": "same-origin"})
    assert browser.post("/api/me", json={"name": "Anna"}).json()["secret"] is None
    assert browser.get("/api/me").status_code == 200


def test_a_program_is_known_by_its_bearer_token(serving: Serving) -> None:
    secret = stranger(serving).post("/api/me", json={"name": "Anna"}).json()["secret"]
    client = stranger(serving, authorization=f"Bearer {secret}")
    assert client.get("/api/me").json()["name"] == "Anna"
    assert "set-cookie" not in client.get("/api/me").headers


def test_whoever_has_a_session_stays_the_same_person(serving: Serving) -> None:
    client = guest(serving)
    before = client.get("/api/me").json()
    after = client.post("/api/me", json={"name": "Berta"}).json()["person"]
    assert after == {**before, "name": "Berta"}
    assert client.patch("/api/me", json={"name": "Cleo"}).json() == {**before, "name": "Cleo"}
    assert client.get("/api/me").json() == {**before, "name": "Cleo"}


def test_a_cookie_is_renewed_by_looking_who_one_is(serving: Serving) -> None:
    assert "max-age=31536000" in guest(serving).get("/api/me").headers["set-cookie"].lower()


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 33, "a\nb", "a\u0000", "a\u202eb", "a\u200db", "x" * 5000]
)
def test_a_bad_name_is_refused(serving: Serving, name: str) -> None:
    assert refusal(stranger(serving).post("/api/me", json={"name": name})) == (400, "bad-name")
    client = guest(serving)
    assert refusal(client.patch("/api/me", json={"name": name})) == (400, "bad-name")
    assert client.get("/api/me").json()["name"] == "Anna"


def test_nobody_is_called_by_the_account_of_somebody_else(serving: Serving) -> None:
    owner = claimed(serving, "rightful-owner", "Rita")
    for name in ("rightful-owner", "Rightful-OWNER", "R\u0456ghtful 0wner"):
        body = {"name": name}
        assert refusal(stranger(serving).post("/api/me", json=body)) == (400, "name-of-other")
        assert refusal(guest(serving).patch("/api/me", json=body)) == (400, "name-of-other")
        opening = stranger(serving).post("/api/tables", json={"guest": name})
        assert refusal(opening) == (400, "name-of-other")
        assert owner.patch("/api/me", json=body).json()["name"] == name
    alike = {"account": "r\u0456ghtful-owner", "password": "correct horse"}
    answer = guest(serving).post("/api/me/account", json=alike)
    assert refusal(answer) == (400, "name-of-other")


@pytest.mark.parametrize("name", ["👩‍🚀", "Ada 👩🏽‍🔬", "🏳️‍🌈 Bo"])
def test_emoji_may_be_joined_in_a_name(serving: Serving, name: str) -> None:
    assert guest(serving).patch("/api/me", json={"name": name}).json()["name"] == name


def test_a_page_can_ask_who_is_there_without_being_refused(serving: Serving) -> None:
    answer = stranger(serving).get("/api/session")
    assert (answer.status_code, answer.json()) == (200, {"person": None})
    client = guest(serving)
    answer = client.get("/api/session")
    assert answer.json() == {"person": client.get("/api/me").json()}
    assert "max-age=31536000" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("cookie", ["", "x", "x" * 43, "ü" * 43, "x" * 4000])
def test_whoever_has_no_session_is_not_signed_in(serving: Serving, cookie: str) -> None:
    headers = {"cookie": f"tenback={cookie}".encode()}
    answer = httpx.get(f"{serving.url}/api/me", headers=headers)  # type: ignore[arg-type]
    assert refusal(answer) == (401, "not-signed-in")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_session_outlives_the_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Serving(tmp_path_factory.mktemp("own") / "x.sqlite") as own:
        client = guest(own)
        own.kill()
        own.start()
        assert client.get("/api/me").json()["name"] == "Anna"


# ---- accounts ----


def test_an_account_makes_one_the_same_person_on_another_device(serving: Serving) -> None:
    first = claimed(serving, "same-person")
    second = stranger(serving)
    person = login(second, "  SAME-Person ").json()["person"]
    assert person == first.get("/api/me").json() == second.get("/api/me").json()
    assert first.cookies["tenback"] != second.cookies["tenback"]


def test_an_account_is_claimed_once(serving: Serving) -> None:
    client = claimed(serving, "claimed-once")
    again = client.post("/api/me/account", json={"account": "another", "password": PASSWORD})
    assert refusal(again) == (409, "has-account")
    other = guest(serving)
    taken = other.post("/api/me/account", json={"account": "Claimed-Once", "password": PASSWORD})
    assert refusal(taken) == (409, "name-taken")
    assert other.get("/api/me").json()["account"] is None


@pytest.mark.parametrize(
    ("account", "password", "code"),
    [
        ("ab", PASSWORD, "bad-account"),
        ("x" * 33, PASSWORD, "bad-account"),
        ("a\tb\tc", PASSWORD, "bad-account"),
        ("fine", "seven77", "bad-password"),
        ("fine", "x" * 201, "bad-password"),
    ],
)
def test_a_bad_account_is_refused(serving: Serving, account: str, password: str, code: str) -> None:
    body = {"account": account, "password": password}
    assert refusal(guest(serving).post("/api/me/account", json=body)) == (400, code)


def test_a_guest_who_is_not_one_cannot_claim(serving: Serving) -> None:
    body = {"account": "nobody", "password": PASSWORD}
    assert refusal(stranger(serving).post("/api/me/account", json=body)) == (401, "not-signed-in")


def test_a_wrong_login_does_not_tell_what_is_wrong(serving: Serving) -> None:
    claimed(serving, "told-nothing")
    wrong = login(stranger(serving), "told-nothing", "wrong horse")
    unknown = login(stranger(serving), "nobody-at-all")
    assert refusal(wrong) == refusal(unknown) == (401, "wrong-login")
    assert wrong.json() == unknown.json()
    assert refusal(login(stranger(serving), "x" * 5000, "y" * 5000)) == (401, "wrong-login")
    assert "set-cookie" not in wrong.headers


def test_a_wrong_login_takes_as_long_with_an_account_as_without(serving: Serving) -> None:
    claimed(serving, "timed")

    def seconds(account: str) -> float:
        client, began = stranger(serving), perf_counter()
        login(client, account, "wrong horse")
        return perf_counter() - began

    known, unknown = [], []
    for _ in range(20):  # what else the machine does only adds to the shortest
        known.append(seconds("timed"))
        unknown.append(seconds("not-there"))
        if len(known) >= 3 and 0.4 < min(known) / min(unknown) < 2.5:
            return
    pytest.fail(f"{min(known)} s with an account, {min(unknown)} s without")


def test_logging_out_ends_the_session_on_this_device(serving: Serving) -> None:
    first = claimed(serving, "logs-out")
    second = stranger(serving)
    login(second, "logs-out")
    secret = second.cookies["tenback"]
    assert second.post("/api/logout").status_code == 204
    assert "tenback" not in second.cookies
    stolen = stranger(serving, authorization=f"Bearer {secret}")
    assert refusal(stolen.get("/api/me")) == (401, "not-signed-in")
    assert first.get("/api/me").status_code == 200
    assert second.post("/api/logout").status_code == 204


def test_nobody_is_told_a_password_or_its_hash(serving: Serving) -> None:
    client = claimed(serving, "hush-hush")
    answer = login(stranger(serving), "hush-hush")
    for text in (client.get("/api/me").text, answer.text, str(answer.headers)):
        assert PASSWORD not in text
        assert "argon2" not in text


def test_who_knew_the_secret_of_a_guest_is_not_let_into_the_account(serving: Serving) -> None:
    client = guest(serving)
    knowing = stranger(serving, cookie=f"tenback={client.cookies['tenback']}")
    assert knowing.get("/api/me").status_code == 200
    body = {"account": "mine-alone", "password": PASSWORD}
    assert client.post("/api/me/account", json=body).status_code == 200
    assert client.get("/api/me").json()["account"] == "mine-alone"
    assert knowing.get("/api/me").status_code == 401


# ---- sessions end ----


def known(client: httpx.Client) -> bool:
    return client.get("/api/me").status_code == 200


def closing_code(socket: ClientConnection) -> int | None:
    """Wait until the server closes a socket; return why it does."""
    try:
        while True:
            socket.recv(timeout=60)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def test_claiming_an_account_gives_a_program_a_new_secret_too(serving: Serving) -> None:
    old = stranger(serving).post("/api/me", json={"name": "Anna"}).json()["secret"]
    program = stranger(serving, authorization=f"Bearer {old}")
    body = {"account": "a-program", "password": PASSWORD}
    told = program.post("/api/me/account", json=body).json()
    assert told["account"] == "a-program"
    assert refusal(stranger(serving, authorization=f"Bearer {old}").get("/api/me"))[0] == 401
    assert known(stranger(serving, authorization=f"Bearer {told['secret']}"))


def test_sessions_are_listed_and_one_of_them_can_be_ended(serving: Serving) -> None:
    first = claimed(serving, "lists-sessions")
    second = stranger(serving, **{"user-agent": "Netscape"})
    login(second, "lists-sessions")
    found = first.get("/api/me/sessions").json()
    assert sorted((each["device"], each["is_current"]) for each in found) == [
        ("Netscape", False),
        (first.headers["user-agent"], True),
    ]
    assert second.cookies["tenback"] not in first.get("/api/me/sessions").text
    other = next(each["id"] for each in found if not each["is_current"])
    assert refusal(guest(serving).delete(f"/api/me/sessions/{other}")) == (404, "no-such-session")
    assert known(second)
    assert first.delete(f"/api/me/sessions/{other}").status_code == 204
    assert not known(second)
    assert refusal(first.delete(f"/api/me/sessions/{other}")) == (404, "no-such-session")
    own = first.get("/api/me/sessions").json()[0]["id"]
    assert first.delete(f"/api/me/sessions/{own}").status_code == 204
    assert "tenback" not in first.cookies
    assert refusal(stranger(serving).get("/api/me/sessions")) == (401, "not-signed-in")


def test_one_can_sign_out_everywhere_or_everywhere_else(serving: Serving) -> None:
    first, second = claimed(serving, "everywhere"), stranger(serving)
    login(second, "everywhere")
    assert first.delete("/api/me/sessions?others_only=true").status_code == 204
    assert (known(first), known(second)) == (True, False)
    login(second, "everywhere")
    secret = first.cookies["tenback"]
    assert second.delete("/api/me/sessions").status_code == 204
    assert not known(stranger(serving, authorization=f"Bearer {secret}"))
    assert "tenback" not in second.cookies


def test_a_password_is_changed_by_whoever_knows_it_and_ends_other_sessions(
    serving: Serving,
) -> None:
    first, second = claimed(serving, "new-password"), stranger(serving)
    login(second, "new-password")
    before = first.cookies["tenback"]

    def change(password: str, new: str) -> httpx.Response:
        body = {"password": password, "new_password": new}
        return first.post("/api/me/password", json=body)

    assert refusal(change("wrong horse", "another horse")) == (401, "wrong-password")
    assert refusal(change(PASSWORD, "short")) == (400, "bad-password")
    assert known(second)
    assert change(PASSWORD, "another horse").status_code == 200
    assert (known(first), known(second)) == (True, False)
    assert first.cookies["tenback"] != before
    assert not known(stranger(serving, authorization=f"Bearer {before}"))
    assert refusal(login(stranger(serving), "new-password")) == (401, "wrong-login")
    assert login(stranger(serving), "new-password", "another horse").status_code == 200
    body = {"password": PASSWORD, "new_password": PASSWORD}
    assert refusal(guest(serving).post("/api/me/password", json=body)) == (409, "no-account")


def test_the_sockets_of_a_session_close_when_it_ends(serving: Serving) -> None:
    client, other = claimed(serving, "has-sockets"), stranger(serving)
    login(other, "has-sockets")
    table = opened(client)["id"]
    with socket_of(client, table) as kept, socket_of(other, table) as closed:
        for each in (kept, closed):
            each.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
            while json.loads(each.recv(timeout=60))["type"] != "ack":
                pass
        assert client.delete("/api/me/sessions?others_only=true").status_code == 204
        assert closing_code(closed) == 4001
        kept.send(json.dumps({"type": "ping", "id": "p"}))
        while json.loads(kept.recv(timeout=60))["type"] != "pong":
            pass
        client.post("/api/logout")
        assert closing_code(kept) == 4001


# ---- everything about a person ----


def test_everything_about_a_person_is_exported_without_secrets(serving: Serving) -> None:
    client = claimed(serving, "takes-all", name="Anna Export")
    over = resigned(client)
    table = opened(client, seats=2)["id"]
    say(client, table, {"type": "chat", "id": "c", "text": "hello there"})
    answer = client.get("/api/me/export")
    assert answer.headers["content-type"] == "application/json"
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["person"] == client.get("/api/me").json()
    assert told["sessions"] == client.get("/api/me/sessions").json()
    assert told["results"] == client.get("/api/me/results").json()["results"]
    assert told["rating"] == client.get("/api/me/rating").json()
    assert [each["id"] for each in told["tables"]] == [over, table]
    assert told["tables"][0]["record"] == client.get(f"/api/tables/{over}/record").text
    assert told["tables"][1]["record"] is None
    assert [each["text"] for each in told["tables"][1]["chat"]] == ["hello there"]
    assert told["tables"][1]["names"] == ["Anna Export"]
    for secret in (client.cookies["tenback"], hash_of(client.cookies["tenback"]), "argon2"):
        assert secret not in answer.text
    assert refusal(stranger(serving).get("/api/me/export")) == (401, "not-signed-in")


def test_an_export_shows_of_a_running_table_what_the_seat_sees(serving: Serving) -> None:
    client, ben = guest(serving), guest(serving, "Ben")
    table = opened(client, edition="face-to-face", seats=2)["id"]
    say(ben, table, {"type": "sit", "id": "s"})
    say(client, table, {"type": "start", "id": "g"})
    take_turn(client, table) if _turn(client, table) == 0 else take_turn(ben, table)
    shown = [each.get("/api/me/export").json()["tables"][0]["events"] for each in (client, ben)]
    assert shown[0] != shown[1]
    hidden = [sum("?" in event for event in events) for events in shown]
    assert sorted(hidden) == [0, 1]


def _turn(client: httpx.Client, table: str) -> int:
    with socket_of(client, table) as socket:
        socket.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
        turn: int = json.loads(socket.recv(timeout=60))["cards"]["turn"]
    return turn


def test_a_person_is_deleted_by_whoever_knows_the_password(serving: Serving) -> None:
    client = claimed(serving, "is-leaving", name="Zora Gone")
    ben = guest(serving, "Ben")
    table = opened(client, seats=2)["id"]
    say(ben, table, {"type": "sit", "id": "s"})
    with socket_of(client, table) as socket:
        socket.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
        for wrong in ({}, {"password": None}, {"password": "wrong horse"}):
            answer = client.post("/api/me/deletion", json=wrong)
            assert refusal(answer) == (401, "wrong-password")
        assert client.post("/api/me/deletion", json={"password": PASSWORD}).status_code == 204
        assert closing_code(socket) == 4001
    assert "tenback" not in client.cookies
    assert refusal(login(stranger(serving), "is-leaving")) == (401, "wrong-login")
    places = ben.get(f"/api/tables/{table}").json()["places"]
    assert [place["name"] for place in places] == [None, "Ben"]
    again = claimed(serving, "is-leaving", name="Zora Gone")  # nobody has the name any more
    assert again.get("/api/me/results").json()["results"] == []


def test_a_guest_is_deleted_without_a_password(serving: Serving) -> None:
    client = guest(serving)
    table = resigned(client)
    assert client.post("/api/me/deletion", json={}).status_code == 204
    assert not known(client)
    assert refusal(stranger(serving).get(f"/api/tables/{table}")) == (404, "no-such-table")
    assert refusal(stranger(serving).post("/api/me/deletion", json={}))[0] == 401


def test_nobody_can_be_called_like_those_who_were_deleted(serving: Serving) -> None:
    answer = stranger(serving).post("/api/me", json={"name": "deleted P1ayer"})
    assert refusal(answer) == (400, "name-of-other")
