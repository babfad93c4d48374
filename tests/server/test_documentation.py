"""The documentation at /docs: its files, how long they are kept, and what they may load."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from tenback.server.documentation import Documentation
from tests.server.guests import stranger
from tests.server.serving import Serving
from tests.server.test_static_files import ask, nothing

SCRIPT = "document.body.dataset.theme = 'auto'"
STYLE = "display: none"
DOCUMENT = f'<!doctype html><title>Tenback</title><script>{SCRIPT}</script><svg style="{STYLE}"/>'


@pytest.fixture
def docs(tmp_path: Path) -> Documentation:
    folder = tmp_path / "docs"
    for name, text in {
        "index.html": DOCUMENT,
        "api/index.html": DOCUMENT,
        "_static/furo.css": "body { color: teal }" * 50,
        "_downloads/1/bot.mjs": "// a bot",
        ".buildinfo": "hush",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("hush", encoding="utf-8")
    return Documentation(nothing, folder)


def test_a_page_is_shown_and_may_use_its_own_script_and_style_alone(docs: Documentation) -> None:
    answer = ask(docs, "/docs/")
    assert (answer.status, answer.body.decode()) == (200, DOCUMENT)
    script, style = (b64encode(sha256(text.encode()).digest()).decode() for text in (SCRIPT, STYLE))
    policy = answer.headers["content-security-policy"]
    assert f"script-src 'self' 'sha256-{script}'; " in policy
    assert policy.endswith(f"style-src 'self' 'unsafe-hashes' 'sha256-{style}'")
    assert "unsafe-inline" not in policy
    assert ask(docs, "/docs/api/").body == answer.body


def test_a_page_is_asked_for_again_and_not_sent_again(docs: Documentation) -> None:
    first = ask(docs, "/docs/index.html")
    assert first.headers["cache-control"] == "no-cache"
    again = ask(docs, "/docs/index.html", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_a_file_with_its_version_is_kept(docs: Documentation) -> None:
    assert "immutable" not in ask(docs, "/docs/_static/furo.css").headers["cache-control"]
    kept = ask(docs, "/docs/_static/furo.css", query=b"v=1234")
    assert "immutable" in kept.headers["cache-control"]


def test_texts_are_packed_for_those_who_take_it(docs: Documentation) -> None:
    packed = ask(docs, "/docs/_static/furo.css", accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < 100


def test_downloads_are_plain_text(docs: Documentation) -> None:
    assert ask(docs, "/docs/_downloads/1/bot.mjs").headers["content-type"].startswith("text/plain")


def test_docs_leads_to_its_first_page(docs: Documentation) -> None:
    answer = ask(docs, "/docs")
    assert (answer.status, answer.headers["location"]) == (308, "/docs/")


@pytest.mark.parametrize(
    "path", ["/docs/nothing.html", "/docs/.buildinfo", "/docs/../secret.txt", "/docs//index.html"]
)
def test_what_is_not_there_is_told(docs: Documentation, path: str) -> None:
    answer = ask(docs, path)
    assert (answer.status, b"no such page" in answer.body) == (404, True)


def test_what_is_not_documentation_goes_on(docs: Documentation) -> None:
    for path in ("/", "/docsy", "/api/version"):
        assert ask(docs, path).body == b"nothing"


def test_a_server_without_it_says_so(tmp_path: Path) -> None:
    answer = ask(Documentation(nothing, tmp_path / "docs"), "/docs/")
    assert (answer.status, b"make docs" in answer.body) == (404, True)


def test_no_route_is_under_docs(serving: Serving) -> None:
    routes = stranger(serving).get("/api/schema/openapi.json").json()["paths"]
    assert not [route for route in routes if re.match(r"/docs\b", route)]


def test_the_server_answers_for_it(serving: Serving) -> None:
    """Whether it was built or not: with the page, or the sentence."""
    answer = stranger(serving).get("/docs/")
    assert answer.status_code in (200, 404)
    assert "ocumentation" in answer.text
    assert "content-security-policy" in answer.headers
