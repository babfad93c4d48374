"""The page: what a browser shows of the server. It is built from web/ into the neighboring folder.

    /, /t/ID, /screen/ID, /c/CODE, /replay, /learn, …    index.html, revalidated each time
    /assets/NAME-HASH.js                                kept for a year: it never changes
    /icon.svg, /sw.js, …                                revalidated each time

The head of the document gets what links to it show to others (`previews`).
What is not part of the page goes on to the app; if that has nothing, a browser gets the document,
which says so. When the page is rebuilt, its files are read again.
"""

import json
import re
import zlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

FOLDER = Path(__file__).parent / "page"
DOCUMENT = "index.html"
NEEDS = "needs.json"
"""Which files a page needs besides its document, by the first part of its path."""
ASSETS = "assets/"
PAGE_PATH = re.compile(
    r"/(?:(?:t|screen|c)/[^/]+|(?:replay|learn)(?:/[^/]*)?|rules|me|day|puzzle)?/?"
)
"""The paths of web/src/core/router.svelte.ts; web/tests/router.test.ts compares the two."""
NOT_BUILT = "The page was not built: `make page` does it, or install Tenback from a wheel.\n"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""Files of other kinds are not served."""
PACKED = {"br": ".br", "gzip": ".gz"}
"""How the build has compressed texts, the smaller first."""

LARGE = 1_000_000
"""Bytes from which a file stays on the disk until it is asked for: the kit for offline play."""

FOR_PROGRAMS = "/api/"
"""Where a refusal stays as it is, even for a browser."""
LOST = "lost"
"""The page for paths that lead nowhere, in NEEDS."""

ALWAYS_ASKED = b"no-cache"
NOTHING = 404
KEPT = b"public, max-age=31536000, immutable"

HEAD_END = b"</head>"
GZIP = 16 + zlib.MAX_WBITS

Headers = Mapping[bytes, bytes]
Tags = Callable[[Any], Awaitable[bytes]]
"""Returns what to add to the head of the document for a request."""
RawHeaders = list[tuple[bytes, bytes]]
Stamp = tuple[int, int, int] | None
Forms = Mapping[str, tuple[bytes | Path, bytes]]


@dataclass(frozen=True)
class PageFile:
    """A file of the page, in each form that it has: compressed or not."""

    kind: str
    cache: bytes
    forms: Forms
    """By encoding, "" for none: the bytes, or where they are, and their ETag."""
    varies: bytes = b"accept-encoding"

    @classmethod
    def read(cls, path: Path, cache: bytes) -> "PageFile":
        """Return a file with its compressed neighbors."""
        forms: dict[str, tuple[bytes | Path, bytes]] = {}
        for encoding, ending in {**PACKED, "": ""}.items():
            packed = path.with_name(path.name + ending)
            if packed.is_file():
                body = packed.read_bytes()
                tag = b'"%b"' % sha256(body).hexdigest()[:24].encode()
                forms[encoding] = (packed if len(body) >= LARGE else body, tag)
        return cls(TYPES[path.suffix], cache, forms)

    def with_tags(self, tags: bytes) -> "PageFile":
        """Return the document with more in its head; it depends on the language asked for."""
        plain, _ = self.forms[""]
        body = _body(plain).replace(HEAD_END, tags + HEAD_END, 1)
        varies = b"accept-encoding, accept-language"
        return replace(self, forms=packed_forms(body), varies=varies)

    def answer(self, headers: Headers) -> tuple[int, RawHeaders, bytes]:
        """Return status, headers and body for a client with some encodings and some ETag."""
        taken = encodings(headers.get(b"accept-encoding", b""))
        encoding = next((one for one in self.forms if one in taken), "")
        kept, tag = self.forms[encoding]
        told: RawHeaders = [(b"etag", tag), (b"cache-control", self.cache)]
        if len(self.forms) > 1:
            told.append((b"vary", self.varies))
        if is_known(tag, headers.get(b"if-none-match", b"")):
            return 304, told, b""
        body = _body(kept)
        told.append((b"content-type", self.kind.encode()))
        told.append((b"content-length", str(len(body)).encode()))
        if encoding:
            told.append((b"content-encoding", encoding.encode()))
        return 200, told, body


def _body(kept: bytes | Path) -> bytes:
    return kept if isinstance(kept, bytes) else kept.read_bytes()


class StaticFiles:
    """An ASGI app in front of another: it answers for the page, and passes on the rest."""

    def __init__(self, app: ASGIApp, folder: Path = FOLDER, tags: Tags | None = None) -> None:
        self._app = app
        self._tags = tags
        self._folder = folder
        self._files: dict[str, PageFile] = {}
        self._links: dict[str, bytes] = {}
        self._stamp: Stamp = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file of the page, if one is asked for."""
        told: Any = scope
        if told["type"] != ScopeType.HTTP or told["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        path: str = told["path"]
        is_shown = PAGE_PATH.fullmatch(path) is not None
        files, asked = self._current(), dict(told["headers"])
        file = files.get(DOCUMENT if is_shown else path.removeprefix("/"))
        if file is not None:
            if is_shown and self._tags is not None:
                file = file.with_tags(await self._tags(told))
            status, headers, body = file.answer(asked)
            if is_shown and (link := self._links.get(path.split("/")[1])):
                headers.append((b"link", link))
        elif is_shown:
            status, headers, body = plain_answer(503, NOT_BUILT)
        else:
            document = files.get(DOCUMENT) if is_visit(path, asked) else None
            deliver = send if document is None else self._unless_lost(send, told, document)
            await self._app(scope, receive, deliver)
            return
        told["path_template"] = "page"
        await send_answer(send, told["method"], status, headers, body)

    def _unless_lost(self, send: Send, told: Any, document: PageFile) -> Send:
        """Return a `send` that passes on the app's answer, or replaces a 404 by the document."""
        is_lost = False

        async def deliver(message: Message) -> None:
            nonlocal is_lost
            if message["type"] == "http.response.start" and message["status"] == NOTHING:
                is_lost = True
                asked = {name: text for name, text in told["headers"] if name != b"if-none-match"}
                _, headers, body = document.answer(asked)
                if link := self._links.get(LOST):
                    headers.append((b"link", link))
                await send_answer(send, told["method"], NOTHING, headers, body)
            elif not is_lost:
                await send(message)

        return deliver

    def _current(self) -> dict[str, PageFile]:
        """Return the files by name; they are read again when the document has changed."""
        stamp = stamp_of(self._folder / DOCUMENT)
        if stamp != self._stamp:
            self._files = {} if stamp is None else dict(_read(self._folder))
            self._links = _links(self._folder / NEEDS)
            self._stamp = stamp
        return self._files


def is_visit(path: str, headers: Headers) -> bool:
    """Return whether somebody has followed a link here, and would see the answer."""
    return not path.startswith(FOR_PROGRAMS) and b"text/html" in headers.get(b"accept", b"")


def packed_forms(body: bytes) -> Forms:
    """Return a text compressed and not, each with its ETag."""
    packer = zlib.compressobj(wbits=GZIP)
    packed = packer.compress(body) + packer.flush()
    tag = sha256(body).hexdigest()[:23].encode()
    return {"gzip": (packed, b'"%bz"' % tag), "": (body, b'"%b"' % tag)}


def encodings(text: bytes) -> set[str]:
    """Return the encodings that a browser accepts.

    >>> sorted(encodings(b"gzip, br;q=0.5, deflate;q=0"))
    ['br', 'gzip']
    """
    found = set()
    for part in text.decode("latin-1").lower().split(","):
        name, _, weight = part.partition(";")
        if not re.fullmatch(r"\s*q=0(?:[.]0*)?\s*", weight):
            found.add(name.strip())
    return found


def is_known(tag: bytes, asked: bytes) -> bool:
    """Return whether the client has this version already.

    >>> is_known(b'"a"', b'W/"b", W/"a"'), is_known(b'"a"', b'"b"'), is_known(b'"a"', b"*")
    (True, False, True)
    """
    known = {part.strip().removeprefix(b"W/") for part in asked.split(b",")}
    return bool(known & {tag, b"*"})


def _read(folder: Path) -> Iterator[tuple[str, PageFile]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix in TYPES and path.is_file():
            yield name, PageFile.read(path, KEPT if name.startswith(ASSETS) else ALWAYS_ASKED)


def _links(path: Path) -> dict[str, bytes]:
    """Return what lets a browser load a page while it still reads the document, by path."""
    try:
        needs: dict[str, list[str]] = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return {page: b", ".join(map(_link, files)) for page, files in needs.items()}


def _link(file: str) -> bytes:
    how = "preload; as=style; crossorigin" if file.endswith(".css") else "modulepreload"
    return f"</{file}>; rel={how}".encode()


async def send_answer(
    send: Send, method: str, status: int, headers: RawHeaders, body: bytes
) -> None:
    """Send a whole answer; leave out the body if the request is a HEAD."""
    start: Any = {"type": "http.response.start", "status": status, "headers": headers}
    rest: Any = {"type": "http.response.body", "body": b"" if method == "HEAD" else body}
    await send(start)
    await send(rest)


def stamp_of(path: Path) -> Stamp:
    """Return what changes when a file is written again; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def plain_answer(status: int, text: str) -> tuple[int, RawHeaders, bytes]:
    """Return an answer of one sentence that nobody caches."""
    body = text.encode()
    headers: RawHeaders = [
        (b"content-type", TYPES[".txt"].encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    return status, headers, body
