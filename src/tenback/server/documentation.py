"""The documentation site at /docs, if `make docs` has built it into the neighboring folder.

    /docs                          redirected to /docs/
    /docs/, /docs/rules.html       revalidated on each request
    /docs/_static/NAME?v=DIGEST    cached for a year: new content has a new address

Sphinx writes a few inline scripts and styles, always the same ones. The content security policy of
a page names the hashes of its own and allows nothing else.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from tenback.server.static_files import (
    DOCUMENT,
    IMMUTABLE,
    REVALIDATED,
    TYPES,
    Body,
    PageFile,
    RawHeaders,
    Stamp,
    packed_forms,
    plain_answer,
    send_answer,
    stamp_of,
)

POLICY = b"content-security-policy"
FOLDER = Path(__file__).parent / "docs"
ROOT = "/docs"
DOWNLOADS = "_downloads/"
VERSIONED, VERSION = "_static/", b"v="
PLAIN = TYPES[".txt"]
PACKABLE = ("text/", "image/svg", "application/json")
NOT_BUILT = (
    "This server was installed without the documentation. `make docs` builds it; "
    "the same pages are in the folder docs/ of the source.\n"
)
NO_SUCH_PAGE = "The documentation has no such page. It begins at /docs/.\n"
SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(rb"<style>(.*?)</style>", re.DOTALL)
STYLED = re.compile(rb'<[^>]* style="([^"]*)"')


class Documentation:
    """An ASGI app that answers for /docs and passes everything else on to another app."""

    def __init__(self, app: ASGIApp, folder: Path = FOLDER) -> None:
        self._app = app
        self._folder = folder
        self._paths: dict[str, Path] = {}
        self._files: dict[str, tuple[PageFile, RawHeaders]] = {}
        self._stamp: Stamp = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for /docs with a file of the documentation."""
        told: Any = scope
        is_asked = told["type"] == ScopeType.HTTP and told["method"] in ("GET", "HEAD")
        path: str = told["path"] if is_asked else ""
        if path != ROOT and not path.startswith(f"{ROOT}/"):
            await self._app(scope, receive, send)
            return
        told["path_template"] = "docs"
        answer = self._answer(path, told.get("query_string", b""), dict(told["headers"]))
        await send_answer(send, told["method"], *answer)

    def _answer(
        self, path: str, query: bytes, headers: dict[bytes, bytes]
    ) -> tuple[int, RawHeaders, Body]:
        self._reread()
        if not self._paths:
            return plain_answer(404, NOT_BUILT)
        if path == ROOT:
            return 308, [(b"location", f"{ROOT}/".encode()), (b"content-length", b"0")], b""
        name = path.removeprefix(f"{ROOT}/")
        name = f"{name}{DOCUMENT}" if not name or name.endswith("/") else name
        if name not in self._paths:
            return plain_answer(404, NO_SUCH_PAGE)
        file, more = self._file(name)
        status, own, body = file.answer(headers)
        if name.startswith(VERSIONED) and query.startswith(VERSION):
            own = [(key, IMMUTABLE if key == b"cache-control" else value) for key, value in own]
        return status, [*own, *more], body

    def _reread(self) -> None:
        """List the files again after the documentation was rebuilt."""
        stamp = stamp_of(self._folder / DOCUMENT)
        if stamp != self._stamp:
            found = () if stamp is None else self._folder.rglob("*")
            self._paths = {
                path.relative_to(self._folder).as_posix(): path for path in _files(found)
            }
            self._files = {}
            self._stamp = stamp

    def _file(self, name: str) -> tuple[PageFile, RawHeaders]:
        """Return a file and its own headers. Files are read on first use."""
        if name not in self._files:
            body = self._paths[name].read_bytes()
            suffix = self._paths[name].suffix
            kind = PLAIN if name.startswith(DOWNLOADS) else TYPES.get(suffix, PLAIN)
            is_document = suffix == ".html"
            more = [(POLICY, policy(body))] if is_document else []
            self._files[name] = _packed(kind, body), more
        return self._files[name]


def policy(document: bytes) -> bytes:
    """Return a document's content security policy: our own files and its own inline parts."""
    styled = STYLED.findall(document)
    styles = [*([b"'unsafe-hashes'"] if styled else ()), *_hashes(STYLE.findall(document) + styled)]
    return (
        b"default-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; "
        b"base-uri 'none'; form-action 'self'; script-src %b; style-src %b"
        % (
            b" ".join([b"'self'", *_hashes(SCRIPT.findall(document))]),
            b" ".join([b"'self'", *styles]),
        )
    )


def _hashes(texts: list[bytes]) -> list[bytes]:
    return [b"'sha256-%b'" % b64encode(sha256(text).digest()) for text in dict.fromkeys(texts)]


def _files(found: Iterable[Path]) -> Iterable[Path]:
    return (path for path in found if path.is_file() and not path.name.startswith("."))


def _packed(kind: str, body: bytes) -> PageFile:
    forms = packed_forms(body)
    is_text = kind.startswith(PACKABLE)
    return PageFile(kind, REVALIDATED, forms if is_text else {"": forms[""]})
