"""Draws the table of a record as a picture, with all cards open."""

from collections.abc import Sequence
from pathlib import Path

from tenback.cli.drawing import mark, status
from tenback.cli.texts import Texts
from tenback.notation.errors import NotationCode
from tenback.notation.files import make_folder, unwritable
from tenback.pictures import Board, Painter, ShownCard, ShownHand, ShownPile
from tenback.rules import BadInput, Reason, State


def save_table(texts: Texts, path: Path, state: State, players: Sequence[str]) -> None:
    """Draw a state into a file. Equal states make equal files."""
    if path.suffix.lower() != ".png":
        reason = Reason("a picture must be a .png file")
        raise BadInput(NotationCode.CANNOT_WRITE, text=path, reason=reason)
    picture = Painter().png(_board(texts, state, players))
    make_folder(path.parent)
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise unwritable(path, error) from None


def _board(texts: Texts, state: State, players: Sequence[str]) -> Board:
    def card(number: int) -> ShownCard:
        return ShownCard(number, mark(texts, state.edition, number))

    piles = zip(state.edition.piles, state.tops, strict=True)
    sizes = " / ".join(str(len(cards)) for cards in state.draw_piles)
    return Board(
        heading=str(state.edition),
        line=status(texts, state, players),
        piles=tuple(ShownPile(pile, card(top), pile.name) for pile, top in piles),
        hands=tuple(
            ShownHand(player, tuple(map(card, cards)))
            for player, cards in zip(players, state.hands, strict=True)
        ),
        corner=texts("draw pile: {count}", count=sizes),
    )
