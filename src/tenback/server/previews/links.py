"""The tags in a document's head that link previews read."""

import re
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import parse_qs, urlencode

from tenback.languages import accepted_language
from tenback.pictures import HEIGHT, WIDTH
from tenback.server.previews.boards import edition_title, key_of
from tenback.server.previews.phrases import Phrases
from tenback.server.store import Phase, Results, StorageError, TableRow, Tables
from tenback.server.store.ids import ID_PATTERN

HOST = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]+)?|\[[0-9A-Fa-f:.]+\](?::[0-9]+)?")
START, DAY = "/api/pictures/start", "/api/pictures/day"


@dataclass(frozen=True, slots=True)
class Preview:
    """What others see of a link before they follow it."""

    title: str
    description: str
    picture: str = START


class LinkPreviews:
    """Writes the tags for a document's head: Open Graph, and the same for Twitter cards."""

    def __init__(self, tables: Tables, results: Results, *, is_secure: bool) -> None:
        self._tables = tables
        self._results = results
        self._is_secure = is_secure

    async def tags(self, scope: Any) -> bytes:
        """Return the tags for a request, in the language it asks for."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        phrases = Phrases(accepted_language(headers.get(b"accept-language", "")))
        host = headers.get(b"host", "")
        scheme = "https" if self._is_secure else scope.get("scheme", "http")
        origin = f"{scheme}://{host}" if HOST.fullmatch(host) else ""
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        try:
            preview = await self._preview(scope["path"], asked, phrases)
        except StorageError:
            preview = _plain(phrases)
        return _written(preview, phrases, origin).encode()

    async def _preview(self, path: str, asked: dict[str, list[str]], phrases: Phrases) -> Preview:
        match [part for part in path.split("/") if part]:
            case ["t" | "replay", table]:
                row = await self._row(table)
                return _plain(phrases) if row is None else await self._of_table(row, phrases)
            case ["c", _]:
                # The code is not looked up, so that previews do not reveal which codes exist.
                return Preview(phrases("invited-title"), phrases("invited"))
            case ["day"]:
                return Preview(phrases("day-title"), phrases("day"), DAY)
            case [] if "deal" in asked:
                row = await self._row(asked.get("of", [""])[0])
                if row is None or row.phase is not Phase.OVER:
                    return Preview(phrases("deal-title"), phrases("deal"))
                result = await self._of_table(row, phrases)
                about = f"{phrases('deal-title')} {phrases('deal')}"
                return Preview(result.title, about, result.picture)
            case _:
                return _plain(phrases)

    async def _row(self, table: str) -> TableRow | None:
        is_id = re.fullmatch(ID_PATTERN, table) is not None
        return await self._tables.by_id(table) if is_id else None

    async def _of_table(self, row: TableRow, phrases: Phrases) -> Preview:
        edition = edition_title(row.edition)
        # Each phase has its own address, so that caches keep the right picture.
        picture = f"/api/tables/{row.id}/picture?{urlencode({'phase': row.phase.value})}"
        if row.phase is Phase.GATHERING:
            return Preview(phrases("invited-title"), f"{edition}. {phrases('invited')}", picture)
        result = await self._results.of_table(row.id) if row.phase is Phase.OVER else None
        if result is None:
            return Preview(phrases("playing-title", edition=edition), phrases("playing"), picture)
        key = key_of(result.outcome.won, result.outcome.winner)
        title = phrases(f"{key}-title", edition=edition, left=result.outcome.left)
        return Preview(title, phrases("over"), picture)


def _plain(phrases: Phrases) -> Preview:
    return Preview(phrases("start-title"), phrases("start"))


def _written(preview: Preview, phrases: Phrases, origin: str) -> str:
    joint = "&" if "?" in preview.picture else "?"
    picture = f"{origin}{preview.picture}{joint}{urlencode({'language': phrases.language})}"
    properties = {
        "og:type": "website",
        "og:site_name": "Tenback",
        "og:locale": phrases.locale,
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": phrases("picture"),
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
