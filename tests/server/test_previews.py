"""Previews of links: what they say, what their pictures show, and what neither gives away."""

import re
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from PIL import Image

from tenback.languages import LANGUAGES
from tenback.pictures import Board, Painter
from tenback.protocol import TableSettings, WishResign
from tenback.server.previews import Phrases, board_of
from tenback.server.previews.boards import day_board, start_board
from tests.server.guests import guest, opened, refusal, resigned, stranger
from tests.server.rooms import ANNA, BEN, ID, at, dealt, gathered
from tests.server.serving import Serving

TODAY = "2030-01-02"
ENGLISH = Phrases("en")
PAIR = "classic 60,50,40,30 61.62.80/63.65 70.71 0"
ALIKE = "classic 60,50,40,30 63.70.71/61.62 65.80 0"
"""The same for spectators: the same tops, and as many cards everywhere."""


def tops(board: Board) -> list[int | None]:
    return [shown.top.number for shown in board.piles]


# ---- what a picture may show ----


def test_a_table_that_gathers_shows_its_free_seats() -> None:
    sitting = gathered(ANNA, settings=TableSettings(seats=3))
    board = board_of(sitting.room, ENGLISH, TODAY)
    assert (board.heading, board.line) == ("Classic · 3 seats", "2 seats are free")
    assert tops(board) == [1, 1, 100, 100]


def test_a_running_table_shows_what_a_spectator_sees() -> None:
    boards = [board_of(at(text, ANNA, BEN).room, ENGLISH, TODAY) for text in (PAIR, ALIKE)]
    assert boards[0] == boards[1]
    assert tops(boards[0]) == [60, 50, 40, 30]
    assert boards[0].line == "7 to go"


def test_where_nobody_may_watch_no_card_is_shown() -> None:
    sitting = at(PAIR, ANNA, BEN, can_watch=False)
    board = board_of(sitting.room, ENGLISH, TODAY)
    assert (tops(board), board.laid) == ([None] * 4, None)
    sitting.ask(WishResign(id=ID), ANNA)
    sitting.ask(WishResign(id=ID), BEN)
    assert tops(board_of(sitting.room, ENGLISH, TODAY)) == [60, 50, 40, 30]


@pytest.mark.parametrize(("day", "is_shown"), [(TODAY, False), ("2030-01-01", True)])
def test_the_deal_of_a_day_shows_no_card_until_the_day_is_over(day: str, is_shown: bool) -> None:
    sitting = dealt(ANNA, settings=TableSettings(seats=1))
    sitting.room.settings = TableSettings(seats=1, day=day)
    sitting.ask(WishResign(id=ID), ANNA)
    board = board_of(sitting.room, ENGLISH, TODAY)
    assert tops(board) == ([1, 1, 100, 100] if is_shown else [None] * 4)
    assert board.line == "98 cards left"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_as_large_as_previews_want_them(language: str, tmp_path: Path) -> None:
    texts = Phrases(language)
    for painter in (Painter(), Painter(tmp_path)):  # without a built page, another font
        for board in (start_board(texts), day_board(texts)):
            assert Image.open(BytesIO(painter.png(board))).size == (1200, 630)


# ---- over HTTP ----


def preview(client: httpx.Client, path: str, language: str = "en") -> dict[str, str]:
    """Return the tags of a page by their names."""
    page = client.get(path, headers={"accept-language": language}).text
    found = re.findall(r'<meta (?:property|name)="(og:[\w:]+|twitter:\w+)" content="([^"]*)"', page)
    tags = dict(found)
    assert tags["og:title"] == tags["twitter:title"]
    assert tags["twitter:card"] == "summary_large_image"
    return tags


def picture(client: httpx.Client, tags: dict[str, str]) -> Image.Image:
    """Return the picture of a preview, which its tags name with the host."""
    address = urlsplit(tags["og:image"].replace("&amp;", "&"))
    assert f"{address.scheme}://{address.netloc}" == str(client.base_url).rstrip("/")
    answer = client.get(f"{address.path}?{address.query}")
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"].startswith("public")
    return Image.open(BytesIO(answer.content))


def test_a_link_says_what_it_leads_to_in_the_language_asked_for(serving: Serving) -> None:
    client = guest(serving)
    table = opened(client, seats=2, edition="extreme")["id"]
    invited = preview(client, f"/t/{table}", "de-DE,de;q=0.9")
    assert invited["og:title"] == "Komm, spiel Tenback mit"
    assert invited["og:locale"] == "de_DE"
    over = resigned(client)
    for path in (f"/t/{over}", f"/replay/{over}"):
        assert preview(client, path)["og:title"] == "Classic: 98 cards left"
    shared = preview(client, f"/?deal=C1-ABCD&of={over}")
    assert shared["og:title"] == "Classic: 98 cards left"
    assert "these cards" in shared["og:description"]
    assert preview(client, "/day")["og:title"] == "Today’s deal"
    sizes = {picture(client, tags).size for tags in (invited, shared, preview(client, "/day"))}
    assert sizes == {(1200, 630)}


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/t/" + "x" * 16, "/replay", "/?deal=C1-ABCD&of=nobody", '/t/"><b>']
)
def test_a_link_that_leads_nowhere_in_particular_has_a_plain_preview(
    serving: Serving, path: str
) -> None:
    client = stranger(serving)
    tags = preview(client, path)
    assert tags["og:image"].startswith(f"{str(client.base_url).rstrip('/')}/api/pictures/start?")


def test_an_invitation_does_not_say_whether_there_is_such_a_table(serving: Serving) -> None:
    client = guest(serving)
    code = opened(client, seats=2)["code"]
    assert preview(client, f"/c/{code}") == preview(client, "/c/AAAAA")


def test_the_preview_of_todays_deal_tells_no_card(serving: Serving) -> None:
    client = guest(serving)
    today = datetime.now(UTC).date().isoformat()
    table = resigned(client, edition="extreme+min3", day=today)
    own, other = preview(client, f"/t/{table}"), preview(stranger(serving), f"/t/{table}")
    assert own == other
    assert "code" not in str(own)
    assert picture(client, own).size == (1200, 630)


def test_the_document_is_asked_for_again_only_where_it_has_changed(serving: Serving) -> None:
    client = stranger(serving)
    first = client.get("/", headers={"accept-language": "de"})
    assert "accept-language" in first.headers["vary"]
    again = {"accept-language": "de", "if-none-match": first.headers["etag"]}
    assert client.get("/", headers=again).status_code == 304
    assert client.get("/", headers={**again, "accept-language": "en"}).status_code == 200


def test_there_is_no_picture_of_what_is_not_there(serving: Serving) -> None:
    client = stranger(serving)
    assert refusal(client.get(f"/api/tables/{'x' * 16}/picture")) == (404, "no-such-table")
    assert client.get("/api/pictures/secret").status_code in (400, 404)
    assert client.get("/api/pictures/start?language=xx").status_code == 400
