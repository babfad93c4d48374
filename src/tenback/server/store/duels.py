"""Rates duels in the transaction of the steps that end them, so each counts exactly once.

lock_players ─▶ ratings that nobody else can change meanwhile ─▶ rate_duels ─▶ side effects
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, update
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way

from tenback.server.rating import Rating, after_duel
from tenback.server.store.changes import Duel, SideEffect
from tenback.server.store.schema import duels, ratings

LockedRating = tuple[str, float, float, int]
"""What `lock_players` returns for a player: the key, `mu`, `sigma`, and the number of duels."""

_HOLD = (
    insert(ratings)
    .on_conflict_do_update(index_elements=["player"], set_={"duels": ratings.c.duels})
    .returning(ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.duels)
)
_RATE = (
    update(ratings)
    .where(ratings.c.player == bindparam("who"))
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), duels=bindparam("new_duels"))
)
_NOTE = insert(duels)


def lock_players(duels_to_rate: Iterable[Duel]) -> list[SideEffect]:
    """Return statements that lock the players of duels. Each returns one player's rating.

    The order is the same in all processes, so that no two wait for each other.
    """
    new = Rating()
    return [
        SideEffect(_HOLD, {"player": player, "mu": new.mu, "sigma": new.sigma, "duels": 0})
        for player in sorted({player for duel in duels_to_rate for player in duel.players})
    ]


def rate_duels(duels_to_rate: Sequence[Duel], known: Iterable[LockedRating]) -> list[SideEffect]:
    """Return the changes that duels cause, in order, for players locked by `lock_players`."""
    standings = {player: (Rating(mu, sigma), count) for player, mu, sigma, count in known}
    notes = []
    for duel in duels_to_rate:
        winner, loser = duel.players[duel.winner], duel.players[1 - duel.winner]
        results = after_duel(standings[winner][0], standings[loser][0])
        for player, rating in zip((winner, loser), results, strict=True):
            count = standings[player][1] + 1
            standings[player] = rating, count
            notes.append(_note(duel, player, rating, count))
    return [*(_rate(player, *standing) for player, standing in standings.items()), *notes]


def _rate(player: str, rating: Rating, count: int) -> SideEffect:
    return SideEffect(
        _RATE,
        {"who": player, "new_mu": rating.mu, "new_sigma": rating.sigma, "new_duels": count},
    )


def _note(duel: Duel, player: str, rating: Rating, count: int) -> SideEffect:
    seat = duel.players.index(player)
    return SideEffect(
        _NOTE,
        {
            "table_id": duel.table,
            "seat": seat,
            "player": player,
            "number": count,
            "is_winner": seat == duel.winner,
            "mu": rating.mu,
            "sigma": rating.sigma,
            "at": duel.at,
        },
    )
