"""Boards: what the picture of a table may show."""

from collections.abc import Iterable

from tenback.notation import read_edition
from tenback.pictures import Board, ShownCard, ShownPile
from tenback.rules import EDITIONS, Edition, Pile
from tenback.server.previews.phrases import Phrases
from tenback.server.room import Room


def start_board(phrases: Phrases) -> Board:
    """Return the board for links that lead to no table."""
    tops = (37, 14, 66, 89)
    piles = next(iter(EDITIONS.values())).describe().piles
    return Board(phrases("start-title"), phrases("start-line"), _shown(piles, tops))


def day_board(phrases: Phrases) -> Board:
    """Return the board of a day's deal, with hidden cards: nobody should see them in advance."""
    piles = next(iter(EDITIONS.values())).describe().piles
    return Board(phrases("day-title"), phrases("day-line"), _hidden(piles))


def board_of(room: Room, phrases: Phrases, today: str) -> Board:
    """Return the board of a table, as anybody with its address may see it."""
    edition = _edition(room)
    piles = edition.describe().piles
    heading = title_of(room, phrases)
    if room.table is None:
        free = sum(place.name is None for place in room.places)
        line = phrases("gathering-line", free=free) if free else phrases("full-line")
        return Board(heading, line, _shown(piles, [pile.row_card for pile in piles]))
    view = room.table.view(None)
    outcome = view.outcome
    total = len(edition.describe().numbers) * edition.draw_pile_count
    if outcome is None and not room.settings.can_watch:
        return Board(heading, phrases("hidden-line"), _hidden(piles))
    left = sum(view.hand_sizes) + sum(view.draw_sizes) if outcome is None else outcome.left
    key = "playing" if outcome is None else key_of(outcome.won, outcome.winner)
    line = phrases(f"{key}-line", left=left)
    is_duel = edition.draw_pile_count > 1
    laid = None if is_duel else 1 - left / total
    if room.are_cards_secret(today):
        return Board(heading, line, _hidden(piles), laid)
    return Board(heading, line, _shown(piles, view.tops), laid)


def title_of(room: Room, phrases: Phrases) -> str:
    """Return the edition's title and the number of players."""
    title = edition_title(room.settings.edition)
    if _edition(room).draw_pile_count > 1:
        return title
    return f"{title} · {phrases('seats', count=len(room.places))}"


def edition_title(edition: str) -> str:
    """Return the name on an edition's box: `extreme+min3` is Extreme."""
    return read_edition(edition.partition("@")[0]).describe().title


def key_of(won: bool | None, winner: int | None) -> str:
    """Return the key of the text that says how a game ended."""
    if winner is not None:
        return "duel"
    return "won" if won else "lost"


def _edition(room: Room) -> Edition:
    return read_edition(room.settings.edition.partition("@")[0])


def _hidden(piles: tuple[Pile, ...]) -> tuple[ShownPile, ...]:
    return _shown(piles, [None] * len(piles))


def _shown(piles: tuple[Pile, ...], tops: Iterable[int | None]) -> tuple[ShownPile, ...]:
    return tuple(ShownPile(pile, ShownCard(top)) for pile, top in zip(piles, tops, strict=True))
