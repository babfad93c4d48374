"""The page: its files, how long browsers keep them, and paths that do not belong to it."""

import asyncio
import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tenback.server.documentation import Documentation
from tenback.server.static_files import StaticFiles
from tests.server.guests import refusal, stranger
from tests.server.serving import Serving

DOCUMENT = "<!doctype html><title>Tenback</title>"
SCRIPT = "console.log('ten back');" * 50
HASHED = "assets/index-AbCd1234.js"
UNPACKED = "<svg/>"


class Answer:
    """What an app has answered."""

    def __init__(self, messages: list[Any]) -> None:
        start, rest = messages
        self.status: int = start["status"]
        self.headers = {name.decode(): value.decode() for name, value in start["headers"]}
        self.body: bytes = rest["body"]


def ask(
    pages: StaticFiles | Documentation,
    path: str,
    method: str = "GET",
    *,
    query: bytes = b"",
    **headers: str,
) -> Answer:
    """Ask for something, without a server."""
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> Any:
        raise AssertionError

    named = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    asked = {"method": method, "path": path, "query_string": query, "headers": named}
    scope: Any = {"type": "http", **asked}
    asyncio.run(pages(scope, receive, send))
    return Answer(told)


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """Answer whatever comes with 404, as the app would."""
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"nothing"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(DOCUMENT, encoding="utf-8")
    (folder / "icon.svg").write_text(UNPACKED, encoding="utf-8")
    (folder / "notes.secret").write_text("hush", encoding="utf-8")
    script = folder / HASHED
    script.write_text(SCRIPT, encoding="utf-8")
    script.with_name(f"{script.name}.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    script.with_name(f"{script.name}.br").write_bytes(b"as if it was brotli")
    return folder


@pytest.fixture
def pages(folder: Path) -> StaticFiles:
    return StaticFiles(nothing, folder)


@pytest.mark.parametrize(
    "path",
    ["/", "/t/abc", "/c/ABCDE", "/replay", "/replay/abc", "/learn", "/learn/trick/", "/rules"],
)
def test_every_path_of_the_page_is_its_document(pages: StaticFiles, path: str) -> None:
    answer = ask(pages, path)
    assert (answer.status, answer.body) == (200, DOCUMENT.encode())
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-length"] == str(len(DOCUMENT))
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/index.htm",
        "/t",
        "/t/a/b",
        "/rules/x",
        "/me/../me",
        "/api/me",
        "/assets/",
        "/assets/index.js",
        "/assets/../index.html",
        "/../pages.py",
        "//index.html",
        "/notes.secret",
        f"/{HASHED}.gz",
    ],
)
def test_what_is_not_of_the_page_goes_on_to_the_app(pages: StaticFiles, path: str) -> None:
    assert ask(pages, path).body == b"nothing"


BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/assets/gone.js"])
def test_a_browser_that_is_lost_sees_the_page_which_says_so(pages: StaticFiles, path: str) -> None:
    answer = ask(pages, path, accept=BROWSER, if_none_match="*")
    assert (answer.status, answer.body) == (404, DOCUMENT.encode())
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert ask(pages, path, "HEAD", accept=BROWSER).body == b""


def test_a_refusal_of_the_app_is_told_as_it_is(pages: StaticFiles) -> None:
    assert ask(pages, "/api/nowhere", accept=BROWSER).body == b"nothing"


def test_what_the_app_has_is_shown_to_a_browser_too(folder: Path) -> None:
    async def metrics(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"up 1"})

    assert ask(StaticFiles(metrics, folder), "/metrics", accept=BROWSER).body == b"up 1"


def test_without_a_page_who_is_lost_hears_it_from_the_app(tmp_path: Path) -> None:
    assert ask(StaticFiles(nothing, tmp_path), "/nowhere", accept=BROWSER).body == b"nothing"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_the_page_is_only_looked_at(pages: StaticFiles, method: str) -> None:
    assert ask(pages, "/", method).body == b"nothing"


def test_what_has_a_hash_in_its_name_is_kept_for_a_year(pages: StaticFiles) -> None:
    answer = ask(pages, f"/{HASHED}")
    assert answer.body == SCRIPT.encode()
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "immutable" not in ask(pages, "/icon.svg").headers["cache-control"]


def test_texts_come_packed_to_those_who_take_it(pages: StaticFiles) -> None:
    for taken, encoding in (
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
    ):
        answer = ask(pages, f"/{HASHED}", accept_encoding=taken)
        assert answer.headers["content-encoding"] == encoding
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-length"] == str(len(answer.body))
    assert gzip.decompress(answer.body) == SCRIPT.encode()
    plain = ask(pages, f"/{HASHED}", accept_encoding="identity")
    assert (plain.body, "content-encoding" in plain.headers) == (SCRIPT.encode(), False)
    assert ask(pages, "/icon.svg", accept_encoding="br").body == UNPACKED.encode()


def test_who_has_this_version_gets_nothing_again(pages: StaticFiles) -> None:
    tag = ask(pages, "/").headers["etag"]
    for known in (tag, f'"other", W/{tag}', "*"):
        answer = ask(pages, "/t/abc", if_none_match=known)
        assert (answer.status, answer.body, answer.headers["etag"]) == (304, b"", tag)
    assert ask(pages, "/", if_none_match='"other"').status == 200
    packed = ask(pages, f"/{HASHED}", accept_encoding="br").headers["etag"]
    assert ask(pages, f"/{HASHED}", if_none_match=packed).status == 200


def test_a_head_has_the_headers_and_no_body(pages: StaticFiles) -> None:
    for path in ("/", f"/{HASHED}"):
        head, whole = ask(pages, path, "HEAD"), ask(pages, path)
        assert (head.status, head.headers, head.body) == (200, whole.headers, b"")


def test_a_page_that_is_built_again_is_another(pages: StaticFiles, folder: Path) -> None:
    ask(pages, "/")
    (folder / HASHED).unlink()
    (folder / "assets" / "new.css").write_text("a {}", encoding="utf-8")
    (folder / "index.html").write_text("another", encoding="utf-8")
    os.utime(folder / "index.html", (1, 1))
    assert ask(pages, "/").body == b"another"
    assert ask(pages, f"/{HASHED}").body == b"nothing"
    assert ask(pages, "/assets/new.css").status == 200


def test_a_document_says_what_its_page_will_need(pages: StaticFiles, folder: Path) -> None:
    assert "link" not in ask(pages, "/").headers
    needs = {
        "pages": {"": ["assets/start.js"], "t": ["assets/t.js", "a.css"]},
        "texts": {"en": "assets/en.js", "de": "assets/de.js"},
    }
    (folder / "needs.json").write_text(json.dumps(needs))
    os.utime(folder / "index.html", (1, 1))
    first = "</assets/start.js>; rel=modulepreload, </assets/{}.js>; rel=modulepreload"
    assert ask(pages, "/").headers["link"] == first.format("en")
    german = ask(pages, "/", accept_language="de-AT,en;q=0.5")
    assert german.headers["link"] == first.format("de")
    table = ask(pages, "/t/abc").headers["link"]
    assert table == (
        "</assets/t.js>; rel=modulepreload, </a.css>; rel=preload; as=style; crossorigin, "
        "</assets/en.js>; rel=modulepreload"
    )
    assert "link" not in ask(pages, "/rules").headers
    assert "link" not in ask(pages, f"/{HASHED}").headers


@pytest.mark.parametrize("path", ["/", "/t/abc"])
def test_without_a_page_it_says_so_in_a_sentence(tmp_path: Path, path: str) -> None:
    answer = ask(StaticFiles(nothing, tmp_path / "none"), path)
    assert answer.status == 503
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.body.startswith(b"The page was not built: ")
    assert answer.body.count(b"\n") == 1
    assert ask(StaticFiles(nothing, tmp_path / "none"), "/icon.svg").body == b"nothing"


# ---- at a server ----


def test_a_server_answers_beside_its_page(serving: Serving) -> None:
    client = stranger(serving)
    answer = client.get("/")
    assert answer.status_code in {200, 503}  # whether it was built is not for this test
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert client.head("/").status_code == answer.status_code
    assert client.get("/api/rules").status_code == 200
    assert client.get("/health").json() == {"is_alive": True}
    assert refusal(client.get("/no/such/page")) == (404, "no-such-page")
    assert refusal(client.get("/assets/none.js")) == (404, "no-such-page")
    assert refusal(client.post("/", json={})) == (404, "no-such-page")


def test_files_of_the_page_hardly_count(tmp_path: Path) -> None:
    limits = {"TENBACK_REQUEST_RATE": "0.01", "TENBACK_REQUEST_BURST": "3"}
    with Serving(tmp_path / "x.sqlite", **limits) as serving:
        client = stranger(serving)
        assert {client.get("/assets/none.js").status_code for _ in range(20)} == {404}
        assert client.get("/api/rules").status_code == 200
        assert refusal(client.get("/api/rules")) == (429, "too-many")
