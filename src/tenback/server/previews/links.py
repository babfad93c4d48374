"""What the document of a page says about itself to those who follow a link for others."""

import re
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import parse_qs, urlencode

from tenback.server.previews.boards import edition_title, key_of
from tenback.server.previews.drawing import HEIGHT, WIDTH
from tenback.server.previews.texts import Texts, language_of
from tenback.server.store import Phase, Results, StorageError, TableRow, Tables
from tenback.server.store.ids import ID_PATTERN

HOST = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]+)?|\[[0-9A-Fa-f:.]+\](?::[0-9]+)?")
LOCALES = {"en": "en_US", "de": "de_DE"}
START, DAY = "/api/pictures/start", "/api/pictures/day"


@dataclass(frozen=True, slots=True)
class Preview:
    """A link as others see it before they follow it."""

    title: str
    description: str
    picture: str = START


class LinkPreviews:
    """Writes tags for the head of the document: Open Graph, and the same for Twitter cards."""

    def __init__(self, tables: Tables, results: Results, *, is_secure: bool) -> None:
        self._tables = tables
        self._results = results
        self._is_secure = is_secure

    async def tags(self, scope: Any) -> bytes:
        """Return the tags for a request, in the language that it asks for."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        texts = Texts(language_of(headers.get(b"accept-language", "")))
        host = headers.get(b"host", "")
        scheme = "https" if self._is_secure else scope.get("scheme", "http")
        origin = f"{scheme}://{host}" if HOST.fullmatch(host) else ""
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        try:
            preview = await self._preview(scope["path"], asked, texts)
        except StorageError:
            preview = _plain(texts)
        return _written(preview, texts, origin).encode()

    async def _preview(self, path: str, asked: dict[str, list[str]], texts: Texts) -> Preview:
        match [part for part in path.split("/") if part]:
            case ["t" | "replay", table]:
                row = await self._row(table)
                return _plain(texts) if row is None else await self._of_table(row, texts)
            case ["c", _]:
                # The letters are not looked up: nobody is to learn by this which there are.
                return Preview(texts("invited-title"), texts("invited"))
            case ["day"]:
                return Preview(texts("day-title"), texts("day"), DAY)
            case [] if "deal" in asked:
                row = await self._row(asked.get("of", [""])[0])
                if row is None or row.phase is not Phase.OVER:
                    return Preview(texts("deal-title"), texts("deal"))
                result = await self._of_table(row, texts)
                about = f"{texts('deal-title')} {texts('deal')}"
                return Preview(result.title, about, result.picture)
            case _:
                return _plain(texts)

    async def _row(self, table: str) -> TableRow | None:
        is_id = re.fullmatch(ID_PATTERN, table) is not None
        return await self._tables.by_id(table) if is_id else None

    async def _of_table(self, row: TableRow, texts: Texts) -> Preview:
        edition = edition_title(row.edition)
        # Another address for another phase: whoever keeps pictures keeps the right ones.
        picture = f"/api/tables/{row.id}/picture?{urlencode({'phase': row.phase.value})}"
        if row.phase is Phase.GATHERING:
            return Preview(texts("invited-title"), f"{edition}. {texts('invited')}", picture)
        result = await self._results.of_table(row.id) if row.phase is Phase.OVER else None
        if result is None:
            return Preview(texts("playing-title", edition=edition), texts("playing"), picture)
        key = key_of(result.outcome.won, result.outcome.winner)
        title = texts(f"{key}-title", edition=edition, left=result.outcome.left)
        return Preview(title, texts("over"), picture)


def _plain(texts: Texts) -> Preview:
    return Preview(texts("start-title"), texts("start"))


def _written(preview: Preview, texts: Texts, origin: str) -> str:
    joint = "&" if "?" in preview.picture else "?"
    picture = f"{origin}{preview.picture}{joint}{urlencode({'language': texts.language})}"
    properties = {
        "og:type": "website",
        "og:site_name": "Tenback",
        "og:locale": LOCALES[texts.language],
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": texts("picture"),
    }
    names = {
        "twitter:card": "summary_large_image",
        "twitter:title": preview.title,
        "twitter:description": preview.description,
        "twitter:image": picture,
    }
    return "".join(
        f'    <meta {kind}="{name}" content="{escape(content)}" />\n'
        for kind, tags in (("property", properties), ("name", names))
        for name, content in tags.items()
    )
