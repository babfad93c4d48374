"""Security: who may send requests from where, how many, and the headers of answers."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tenback.server.connection import MOST_SOCKETS, TOO_MANY_SOCKETS
from tenback.server.security import client_of, cookie_in, is_foreign, secret_in
from tests.server.guests import guest, opened, refusal, socket_of, stranger
from tests.server.serving import Serving

SECRET = "s" * 43
EVIL = Origin("https://evil.example")
HOST = (b"host", b"cards.example:8098")
COOKIE = (b"cookie", f"tenback={SECRET}".encode())
BEARER = (b"authorization", f"Bearer {SECRET}".encode())


# ---- where it comes from ----


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([], False),
        ([COOKIE], False),
        ([(b"sec-fetch-site", b"same-origin"), COOKIE], False),
        ([(b"sec-fetch-site", b"none")], False),
        ([(b"sec-fetch-site", b"same-site"), COOKIE], True),
        ([(b"sec-fetch-site", b"cross-site")], True),
        ([(b"sec-fetch-site", b"cross-site"), BEARER], False),
        ([(b"sec-fetch-site", b"cross-site"), BEARER, COOKIE], True),
        ([(b"origin", b"http://cards.example:8098"), COOKIE], False),
        ([(b"origin", b"https://cards.example:8098")], False),
        ([(b"origin", b"http://cards.example")], True),
        ([(b"origin", b"http://cards.example:8098.evil.example")], True),
        ([(b"origin", b"null")], True),
        ([(b"origin", b"")], True),
        ([(b"origin", b"http://evil.example"), BEARER], True),
        ([(b"origin", b"https://friend.example"), (b"sec-fetch-site", b"cross-site")], False),
    ],
)
def test_what_comes_from_another_site(headers: list[tuple[bytes, bytes]], expected: bool) -> None:
    assert is_foreign(dict([HOST, *headers]), ("https://friend.example",)) is expected


def test_the_usual_port_is_left_out_or_not() -> None:
    for origin, host in ((b"https://a.example", b"a.example:443"), (b"http://A:80", b"a")):
        assert not is_foreign({b"origin": origin, b"host": host}, ())
    assert is_foreign({b"origin": b"https://", b"host": b""}, ())


def test_a_foreign_page_changes_nothing(serving: Serving) -> None:
    client = guest(serving)
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}):
        answer = client.post("/api/me", json={"name": "Eve"}, headers=headers)
        assert refusal(answer) == (403, "foreign-origin")
        assert client.get("/api/me", headers=headers).json()["name"] == "Anna"
        assert refusal(client.post("/api/logout", headers=headers)) == (403, "foreign-origin")
    own = {"origin": serving.url, "sec-fetch-site": "same-origin"}
    assert client.patch("/api/me", json={"name": "Berta"}, headers=own).status_code == 200


def test_a_foreign_page_gets_no_socket(serving: Serving) -> None:
    table = opened(guest(serving), seats=2)["id"]
    url = f"{serving.url.replace('http', 'ws')}/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus) as caught, connect(url, origin=EVIL):
        pass
    assert caught.value.response.status_code == 403
    with connect(url, origin=Origin(serving.url)):
        pass


def test_no_page_of_another_site_may_read_answers(serving: Serving) -> None:
    answer = stranger(serving).get("/api/tables", headers={"origin": "https://evil.example"})
    assert not any(name.startswith("access-control") for name in answer.headers)


# ---- who it is ----


@pytest.mark.parametrize(
    ("headers", "secret"),
    [
        ({}, None),
        ({b"cookie": b"a=b; tenback=" + SECRET.encode() + b"; c=d"}, SECRET),
        ({b"cookie": b"nottenback=" + SECRET.encode()}, None),
        ({b"cookie": b"tenback="}, None),
        ({b"cookie": b"tenback=" + b"s" * 65}, None),
        ({b"authorization": b"bearer  " + SECRET.encode()}, SECRET),
        ({b"authorization": b"Basic " + SECRET.encode()}, None),
    ],
)
def test_the_secret_that_a_request_brings(headers: dict[bytes, bytes], secret: str | None) -> None:
    assert secret_in(headers) == secret


def test_a_program_is_believed_by_its_token_rather_than_its_cookie() -> None:
    headers = {b"authorization": b"Bearer " + b"t" * 43, COOKIE[0]: COOKIE[1]}
    assert secret_in(headers) == "t" * 43
    assert cookie_in(headers) == SECRET


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        (None, ""),
        (("10.0.0.1", 1), "10.0.0.1"),
        (("2001:db8:1:2:3::4", 1), "2001:db8:1:2::/64"),
        (("::ffff:10.0.0.1", 1), "10.0.0.1"),
        (("somewhere", 1), "somewhere"),
    ],
)
def test_a_household_counts_as_one(client: tuple[str, int] | None, expected: str) -> None:
    assert client_of({"client": client}) == expected


# ---- what it brings ----


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "json"])
def test_a_body_is_read_as_json_only(serving: Serving, kind: str) -> None:
    headers = {"content-type": kind}
    answer = stranger(serving).post("/api/me", content=b'{"name": "Anna"}', headers=headers)
    assert refusal(answer) == (415, "not-json")


def test_json_may_say_how_it_is_encoded(serving: Serving) -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    answer = stranger(serving).post("/api/me", content=b'{"name": "Anna"}', headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff", b'{"name": 1}', b'{"name": "a", "x": 1}', b"[" * 9999],
)
def test_a_body_that_is_not_what_is_asked_for_is_refused(serving: Serving, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = stranger(serving).post("/api/me", content=body, headers=headers)
    assert refusal(answer) == (400, "bad-message")


def test_a_large_body_is_refused_announced_or_not(serving: Serving) -> None:
    client, large = stranger(serving), b'{"name": "' + b"x" * 20_000 + b'"}'
    headers = {"content-type": "application/json"}
    assert refusal(client.post("/api/me", content=large, headers=headers)) == (413, "too-large")
    pieces = (large[at : at + 1000] for at in range(0, len(large), 1000))
    assert refusal(client.post("/api/me", content=pieces, headers=headers)) == (413, "too-large")


def test_a_request_that_is_no_http_does_no_harm(serving: Serving) -> None:
    with socket.create_connection(("127.0.0.1", serving.port), timeout=10) as raw:
        raw.sendall(b"GET /\x00 HTTP/9.9\r\nHost: \xff\r\n\r\n")
        assert raw.recv(1000).startswith(b"HTTP/1.1 400")
    answer = stranger(serving, host="a b").get("/api/version")
    assert refusal(answer) == (400, "bad-message")


# ---- how much ----


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Return a server that is behind https and lets nobody ask for much."""
    limits = {
        "TENBACK_REQUEST_RATE": "0.01",
        "TENBACK_REQUEST_BURST": "4",
        "TENBACK_LOGIN_RATE": "0.01",
        "TENBACK_LOGIN_BURST": "1",
        "TENBACK_ACCOUNT_RATE": "0.01",
        "TENBACK_ACCOUNT_BURST": "2",
        "TENBACK_ANALYSIS_RATE": "0.01",
        "TENBACK_ANALYSIS_BURST": "1",
        "TENBACK_CODE_RATE": "0.01",
        "TENBACK_CODE_BURST": "2",
        "TENBACK_OPENING_RATE": "0.01",
        "TENBACK_OPENING_BURST": "2",
        "TENBACK_CHAT_RATE": "0.01",
        "TENBACK_CHAT_BURST": "2",
        "TENBACK_PUBLIC_RATE": "0.01",
        "TENBACK_PUBLIC_BURST": "1",
        "TENBACK_STEP_RATE": "0.01",
        "TENBACK_STEP_BURST": "202",
        "TENBACK_READING_RATE": "0.01",
        "TENBACK_READING_BURST": "5",
        "TENBACK_ADDRESS_MESSAGE_RATE": "0.01",
        "TENBACK_ADDRESS_MESSAGE_BURST": "7",
    }
    with Serving(tmp_path_factory.mktemp("strict") / "x.sqlite", "--secure", "on", **limits) as own:
        yield own


def test_an_address_that_asks_too_much_has_to_wait_and_others_do_not(strict: Serving) -> None:
    client = stranger(strict)
    answers = [client.get("/api/version") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
    assert refusal(answers[-1]) == (429, "too-many")
    assert int(answers[-1].headers["retry-after"]) > 0
    assert stranger(strict).get("/api/version").status_code == 200


def test_monitoring_has_an_allowance_of_its_own(strict: Serving) -> None:
    client = stranger(strict)
    paths = ("/health", "/ready/", "/metrics", "/health", "/metrics//")
    assert [client.get(path).status_code for path in paths] == [200, 200, 200, 200, 429]
    assert client.get("/api/version").status_code == 200


def test_an_address_reads_only_so_many_records(strict: Serving) -> None:
    client, table = public_host(strict, is_started=True)
    assert answers_to(client, table, "resign") == ["ack", "ack"]
    assert client.get(f"/api/tables/{table}/record").status_code == 200
    assert refusal(client.get(f"/api/tables/{table}/record")) == (429, "too-many")


def test_a_person_gets_only_so_many_analyses_from_wherever_they_ask(strict: Serving) -> None:
    secret = stranger(strict).post("/api/me", json={"name": "Anna"}).json()["secret"]
    headers = {"authorization": f"Bearer {secret}"}
    answers = []
    for _ in range(2):
        anna = stranger(strict, **headers)
        table = opened(anna, seats=1, is_started=True)["id"]
        url = f"{strict.url.replace('http', 'ws')}/api/tables/{table}/socket"
        address = {"x-forwarded-for": anna.headers["x-forwarded-for"]}
        with connect(url, additional_headers={**headers, **address}) as socket:
            for message in ({"type": "hello", "protocol": 1}, {"type": "resign"}):
                socket.send(json.dumps({**message, "id": "m"}))
                while json.loads(socket.recv(timeout=30)).get("id") != "m":
                    pass
        answers.append(stranger(strict, **headers).post(f"/api/tables/{table}/analysis"))
    assert answers[0].json()["phase"] == "working"
    assert refusal(answers[1]) == (429, "too-many")


def test_sockets_count_as_requests(strict: Serving) -> None:
    client, url = stranger(strict), f"{strict.url.replace('http', 'ws')}/api/tables/x/socket"
    headers = {"x-forwarded-for": client.headers["x-forwarded-for"]}
    for _ in range(4):
        client.get("/api/version")
    with (
        pytest.raises(InvalidStatus) as caught,
        connect(url, additional_headers=headers),
    ):
        pass
    assert caught.value.response.status_code == 403


def test_passwords_cannot_be_guessed_for_long(strict: Serving) -> None:
    client, body = stranger(strict), {"account": "guessed", "password": "password"}
    assert refusal(client.post("/api/login", json=body)) == (401, "wrong-login")
    assert refusal(client.post("/api/login", json=body)) == (429, "too-many")
    assert refusal(client.post("/api//login/", json=body)) == (429, "too-many")
    assert client.get("/api/version").status_code == 200


def member(strict: Serving) -> httpx.Client:
    """Return a guest who is known by a token: without https the cookie stays at home."""
    client = guest(strict)
    client.headers["authorization"] = f"Bearer {client.cookies['tenback']}"
    return client


def test_a_password_cannot_be_guessed_from_many_addresses(strict: Serving) -> None:
    owner, body = member(strict), {"account": "owner", "password": "correct horse"}
    claimed = owner.post("/api/me/account", json=body)
    owner.headers["authorization"] = f"Bearer {claimed.json()['secret']}"
    guess = {**body, "password": "password"}
    for _ in range(2):
        assert refusal(stranger(strict).post("/api/login", json=guess)) == (401, "wrong-login")
    for each in (guess, body):
        assert refusal(stranger(strict).post("/api/login", json=each)) == (429, "too-many")
    spelt_otherwise = {**guess, "account": " OWNER "}
    assert refusal(stranger(strict).post("/api/login", json=spelt_otherwise)) == (429, "too-many")
    other = {**guess, "account": "other"}
    assert refusal(stranger(strict).post("/api/login", json=other)) == (401, "wrong-login")
    changed = {"password": "correct horse", "new_password": "battery staple"}
    owner.headers["x-forwarded-for"] = stranger(strict).headers["x-forwarded-for"]
    assert owner.post("/api/me/password", json=changed).status_code == 200  # nobody keeps her out


def test_the_codes_of_tables_cannot_be_guessed_for_long(strict: Serving) -> None:
    host = member(strict)
    code, client = opened(host)["code"], stranger(strict)
    for wrong in ("AAAAA", "nonsense"):
        assert refusal(client.get(f"/api/codes/{wrong}")) == (404, "no-such-table")
    assert refusal(client.get(f"/api/codes/{code}")) == (429, "too-many")
    friend = stranger(strict)
    for _ in range(3):
        assert friend.get(f"/api/codes/{code}").status_code == 200


def test_codes_that_are_guessed_at_the_same_time_count_too(strict: Serving) -> None:
    client = stranger(strict)
    guesses = [f"/api/codes/ZZZZ{letter}" for letter in "ABCD"]
    with ThreadPoolExecutor(len(guesses)) as threads:
        answers = sorted(refusal(answer) for answer in threads.map(client.get, guesses))
    assert answers == [(404, "no-such-table")] * 2 + [(429, "too-many")] * 2


def test_an_address_cannot_fill_the_disk_with_tables_and_guests(strict: Serving) -> None:
    client = member(strict)
    opened(client)
    assert refusal(client.post("/api/tables", json={})) == (429, "too-many")
    del client.headers["authorization"]
    assert refusal(client.post("/api/me", json={"name": "Anna"})) == (429, "too-many")


def test_an_address_cannot_fill_the_disk_with_commitments(strict: Serving) -> None:
    client = stranger(strict)
    drawn = [client.post("/api/commitments") for _ in range(3)]
    assert [answer.status_code for answer in drawn] == [201, 201, 429]


def test_a_refused_text_counts_as_chat(strict: Serving) -> None:
    client = member(strict)
    with socket_of(client, opened(client)["id"]) as socket:
        messages = [{"type": "hello", "id": "h", "protocol": 1}]
        messages += [{"type": "chat", "id": str(n), "text": f"I hold {n}"} for n in range(4)]
        for each in messages:
            socket.send(json.dumps(each))
        codes = list[str]()
        while len(codes) < 4:
            answer = json.loads(socket.recv(timeout=30))
            codes += [answer["code"]] if answer["type"] == "refused" else []
    assert codes == ["number-said", "number-said", "too-many", "too-many"]


def public_host(strict: Serving, *, is_started: bool = False) -> tuple[httpx.Client, str]:
    """Return a guest who has opened a public table with their first request, and the table."""
    client = stranger(strict)
    settings = {"is_public": True, "seats": 1}
    body = {"guest": "Anna", "settings": settings, "is_started": is_started}
    answer = client.post("/api/tables", json=body).json()
    client.headers["authorization"] = f"Bearer {answer['session']['secret']}"
    return client, answer["id"]


def answers_to(client: httpx.Client, table: str, *kinds: str) -> list[str]:
    """Send messages over a socket of their own; return what is answered, as types or codes."""
    address = {name: client.headers[name] for name in ("authorization", "x-forwarded-for")}
    url = f"{str(client.base_url).replace('http', 'ws')}/api/tables/{table}/socket"
    told = list[str]()
    with connect(url, additional_headers=address) as socket:
        socket.send(json.dumps({"type": "hello", "id": "h", "protocol": 1}))
        for number, kind in enumerate(kinds):
            socket.send(json.dumps({"type": kind, "id": str(number)}))
        while len(told) <= len(kinds):
            answer = json.loads(socket.recv(timeout=30))
            if "id" in answer:
                told.append(answer.get("code") or answer["type"])
    return told


def test_an_address_is_limited_over_all_its_sockets(strict: Serving) -> None:
    client, table = public_host(strict)
    assert answers_to(client, table, "ping", "ping", "ping") == ["ack", "pong", "pong", "pong"]
    assert answers_to(client, table, "ping", "ping", "ping") == ["ack", "pong", "pong", "too-many"]


def test_an_address_stores_only_so_many_steps(strict: Serving) -> None:
    client, table = public_host(strict)
    opened(client)
    told = answers_to(client, table, "stand", "sit", "stand", "sit", "ping")
    assert told == ["ack", "ack", "ack", "too-many", "too-many", "pong"]


def test_an_address_cannot_flood_the_list_of_public_tables(strict: Serving) -> None:
    client, _ = public_host(strict)
    body = {"settings": {"is_public": True}}
    assert refusal(client.post("/api/tables", json=body)) == (429, "too-many")
    assert client.get("/api/tables").status_code == 200


def test_a_person_has_only_so_many_sockets_at_a_table(serving: Serving) -> None:
    client = guest(serving)
    table = opened(client)["id"]
    with ExitStack() as kept:
        sockets = [kept.enter_context(socket_of(client, table)) for _ in range(MOST_SOCKETS + 2)]
        for socket in sockets:
            ask(socket, "hello", protocol=1)
        for socket in sockets[:2]:
            with pytest.raises(ConnectionClosed) as closed:
                ask(socket, "ping")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == TOO_MANY_SOCKETS
        for socket in sockets[2:]:
            ask(socket, "ping")


def ask(socket: ClientConnection, kind: str, **fields: object) -> None:
    """Send a message, and wait for its answer."""
    socket.send(json.dumps({"type": kind, "id": kind, **fields}))
    while json.loads(socket.recv(timeout=30)).get("id") != kind:
        pass


def test_behind_https_the_cookie_goes_no_other_way(strict: Serving) -> None:
    answer = stranger(strict).post("/api/me", json={"name": "Anna"})
    assert "; secure" in answer.headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


# ---- how answers are dressed ----


@pytest.mark.parametrize(
    "path",
    ["/api/version", "/health", "/metrics", "/nothing", "/api/me", "/api/schema/openapi.json"],
)
def test_every_answer_is_dressed(serving: Serving, path: str) -> None:
    headers = stranger(serving).get(path).headers
    host = f"127.0.0.1:{serving.port}"
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy == {
        "default-src": "'self'",
        "connect-src": f"'self' ws://{host} wss://{host}",
        "img-src": "'self' data:",
        "style-src": "'self'",
        "script-src": "'self' 'wasm-unsafe-eval'",
        "object-src": "'none'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
    }
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers
    assert "server" not in headers


def test_what_is_refused_at_the_door_is_dressed_too(serving: Serving) -> None:
    answer = stranger(serving).post("/api/me", content=b"x")
    assert answer.status_code == 415
    assert "content-security-policy" in answer.headers


def test_answers_about_people_are_kept_by_nobody(serving: Serving) -> None:
    assert guest(serving).get("/api/me").headers["cache-control"] == "no-store"


def test_a_host_that_could_break_the_policy_is_left_out(serving: Serving) -> None:
    answer = stranger(serving, host="a;script-src *").get("/api/version")
    assert "*" not in answer.headers["content-security-policy"]
