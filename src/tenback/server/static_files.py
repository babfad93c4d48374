"""The web page, built from web/ into the neighboring folder.

    /, /t/ID, /screen/ID, /c/CODE, /replay, /learn, …    index.html, revalidated each time
    /assets/NAME-HASH.js                                kept for a year: it never changes
    /icon.svg, /sw.js, …                                revalidated each time

The head of the document contains the link preview (`previews`).
Requests for other paths go on to the app. If it has no answer either, a browser gets the document,
which says so. When the page is rebuilt, its files are read again.
"""

import re
import zlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tenback.languages import accepted_language

FOLDER = Path(__file__).parent / "page"
DOCUMENT = "index.html"
NEEDS = "needs.json"
"""The file that lists what pages need besides their document; see `Needs`."""
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
"""The content type by file name extension. Other files are not served."""
PACKED = {"br": ".br", "gzip": ".gz"}
"""The compressed forms made by the build, smallest first."""

LARGE = 1_000_000
"""The size in bytes from which a file stays on disk until requested: the kit for offline play."""

PART = 64 * 1024
"""The bytes of such a file that are read at a time, so that a slow client holds no more."""

API_PREFIX = "/api/"
"""The prefix of paths where even browsers get refusals unchanged."""
NOT_FOUND_ENTRY = "lost"
"""The entry in NEEDS for paths that lead nowhere."""

REVALIDATED = b"no-cache"
NOT_FOUND = 404
IMMUTABLE = b"public, max-age=31536000, immutable"

HEAD_END = b"</head>"
GZIP = 16 + zlib.MAX_WBITS

Headers = Mapping[bytes, bytes]
Tags = Callable[[Any], Awaitable[bytes]]
"""Returns the tags to add to the document's head for a request."""
RawHeaders = list[tuple[bytes, bytes]]
Stamp = tuple[int, int, int] | None
Body = bytes | Path
"""The content of a file, or where a large one is."""
Forms = Mapping[str, tuple[Body, bytes]]


class Needs(msgspec.Struct, frozen=True):
    """The files that a browser can load before the document's scripts ask for them."""

    pages: dict[str, list[str]] = {}
    """By the first part of a page's path."""
    texts: dict[str, str] = {}
    """The texts that every page needs, by language."""

    def links(self, page: str, headers: Headers) -> RawHeaders:
        """Return the headers that name the files of a page, for a client's language."""
        files = self.pages.get(page)
        if files is None:
            return []
        wishes = headers.get(b"accept-language", b"").decode("latin-1")
        text = self.texts.get(accepted_language(wishes))
        return [(b"link", b", ".join(map(_link, [*files, *([text] if text else ())])))]


@dataclass(frozen=True)
class PageFile:
    """A file of the page in all its forms, compressed and not."""

    kind: str
    cache: bytes
    forms: Forms
    """The content or its path, and its ETag, by encoding; "" is uncompressed."""
    varies: bytes = b"accept-encoding"

    @classmethod
    def read(cls, path: Path, cache: bytes) -> "PageFile":
        """Return a file together with its compressed forms."""
        forms: dict[str, tuple[Body, bytes]] = {}
        for encoding, ending in {**PACKED, "": ""}.items():
            packed = path.with_name(path.name + ending)
            if packed.is_file():
                body = packed.read_bytes()
                tag = b'"%b"' % sha256(body).hexdigest()[:24].encode()
                forms[encoding] = (packed if len(body) >= LARGE else body, tag)
        return cls(TYPES[path.suffix], cache, forms)

    def with_tags(self, tags: bytes) -> "PageFile":
        """Return the document with more tags in its head, which depend on the client's language."""
        plain, _ = self.forms[""]
        assert isinstance(plain, bytes)
        body = plain.replace(HEAD_END, tags + HEAD_END, 1)
        varies = b"accept-encoding, accept-language"
        return replace(self, forms=packed_forms(body), varies=varies)

    def answer(self, headers: Headers) -> tuple[int, RawHeaders, Body]:
        """Return status, headers and body for a client's accepted encodings and known ETag."""
        taken = encodings(headers.get(b"accept-encoding", b""))
        encoding = next((one for one in self.forms if one in taken), "")
        body, tag = self.forms[encoding]
        told: RawHeaders = [(b"etag", tag), (b"cache-control", self.cache)]
        if len(self.forms) > 1:
            told.append((b"vary", self.varies))
        if is_known(tag, headers.get(b"if-none-match", b"")):
            return 304, told, b""
        size = len(body) if isinstance(body, bytes) else body.stat().st_size
        told.append((b"content-type", self.kind.encode()))
        told.append((b"content-length", str(size).encode()))
        if encoding:
            told.append((b"content-encoding", encoding.encode()))
        return 200, told, body


class StaticFiles:
    """An ASGI app that serves the page, and passes everything else on to another app."""

    def __init__(self, app: ASGIApp, folder: Path = FOLDER, tags: Tags | None = None) -> None:
        self._app = app
        self._tags = tags
        self._folder = folder
        self._files: dict[str, PageFile] = {}
        self._needs = Needs()
        self._stamp: Stamp = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with a file of the page, or pass it on."""
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
            if is_shown:
                headers += self._needs.links(path.split("/")[1], asked)
        elif is_shown:
            status, headers, body = plain_answer(503, NOT_BUILT)
        else:
            document = files.get(DOCUMENT) if is_visit(path, asked) else None
            deliver = send if document is None else self._unless_not_found(send, told, document)
            await self._app(scope, receive, deliver)
            return
        told["path_template"] = "page"
        await send_answer(send, told["method"], status, headers, body)

    def _unless_not_found(self, send: Send, told: Any, document: PageFile) -> Send:
        """Return a `send` that passes on the app's answer, but replaces a 404 with the document."""
        is_lost = False

        async def deliver(message: Message) -> None:
            nonlocal is_lost
            if message["type"] == "http.response.start" and message["status"] == NOT_FOUND:
                is_lost = True
                asked = {name: text for name, text in told["headers"] if name != b"if-none-match"}
                _, headers, body = document.answer(asked)
                headers += self._needs.links(NOT_FOUND_ENTRY, asked)
                await send_answer(send, told["method"], NOT_FOUND, headers, body)
            elif not is_lost:
                await send(message)

        return deliver

    def _current(self) -> dict[str, PageFile]:
        """Return the files by name. They are read again when the document has changed."""
        stamp = stamp_of(self._folder / DOCUMENT)
        if stamp != self._stamp:
            self._files = {} if stamp is None else dict(_read(self._folder))
            self._needs = _needs(self._folder / NEEDS)
            self._stamp = stamp
        return self._files


def is_visit(path: str, headers: Headers) -> bool:
    """Return whether a browser requests this path as a page to show."""
    return not path.startswith(API_PREFIX) and b"text/html" in headers.get(b"accept", b"")


def packed_forms(body: bytes) -> Forms:
    """Return a text in compressed and plain form, each with its ETag."""
    packer = zlib.compressobj(wbits=GZIP)
    packed = packer.compress(body) + packer.flush()
    tag = sha256(body).hexdigest()[:23].encode()
    return {"gzip": (packed, b'"%bz"' % tag), "": (body, b'"%b"' % tag)}


def encodings(text: bytes) -> set[str]:
    """Return the encodings that an `Accept-Encoding` header allows.

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
    """Return whether an `If-None-Match` header names this ETag.

    >>> is_known(b'"a"', b'W/"b", W/"a"'), is_known(b'"a"', b'"b"'), is_known(b'"a"', b"*")
    (True, False, True)
    """
    known = {part.strip().removeprefix(b"W/") for part in asked.split(b",")}
    return bool(known & {tag, b"*"})


def _read(folder: Path) -> Iterator[tuple[str, PageFile]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix in TYPES and path.is_file():
            yield name, PageFile.read(path, IMMUTABLE if name.startswith(ASSETS) else REVALIDATED)


def _needs(path: Path) -> Needs:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Needs)
    except (OSError, msgspec.MsgspecError):
        return Needs()


def _link(file: str) -> bytes:
    how = "preload; as=style; crossorigin" if file.endswith(".css") else "modulepreload"
    return f"</{file}>; rel={how}".encode()


async def send_answer(
    send: Send, method: str, status: int, headers: RawHeaders, body: Body
) -> None:
    """Send a complete response, without its body if the request is a HEAD."""
    start: Any = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    if isinstance(body, Path) and method != "HEAD":
        await _send_file(send, body)
    else:
        await _send_part(send, body if isinstance(body, bytes) and method != "HEAD" else b"")


async def _send_file(send: Send, path: Path) -> None:
    """Send a large file in parts, each when the client has taken the one before."""
    with path.open("rb") as file:
        part = file.read(PART)
        while following := file.read(PART):
            await _send_part(send, part, has_more=True)
            part = following
        await _send_part(send, part)


async def _send_part(send: Send, part: bytes, *, has_more: bool = False) -> None:
    message: Any = {"type": "http.response.body", "body": part, "more_body": has_more}
    await send(message)


def stamp_of(path: Path) -> Stamp:
    """Return a value that changes when a file is rewritten, or None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def plain_answer(status: int, text: str) -> tuple[int, RawHeaders, bytes]:
    """Return a plain-text answer that is never cached."""
    body = text.encode()
    headers: RawHeaders = [
        (b"content-type", TYPES[".txt"].encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    return status, headers, body
