"""Backups: they hold everything that was answered, and restored tables play on."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.store import Commitments, Database
from tenback.server.store.backup import back_up, restore
from tenback.server.store.file_claim import claimed
from tests.server.client import Guest, Player, over
from tests.server.ledger import Books
from tests.server.servers import Postgres
from tests.server.serving import Serving
from tests.server.store.opening import opened

NOW = 1_794_700_800_000


async def backed_up(url: str, file: Path) -> int:
    database = Database(url)
    try:
        return await back_up(database, file)
    finally:
        await database.close()


async def restored(file: Path, url: str, *, is_replacing: bool = False) -> Path | None:
    database = Database(url)
    try:
        return await restore(file, database, is_replacing=is_replacing, now=NOW)
    finally:
        await database.close()


def sqlite_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
def other_url(postgres: Postgres, database_url: str, tmp_path: Path) -> str:
    """Return an empty database of the other kind to restore into."""
    if database_url.startswith("sqlite"):
        return postgres.fresh_database()
    return sqlite_url(tmp_path / "restored.sqlite")


def test_a_backup_under_load_holds_what_was_acked_before_and_its_tables_go_on(
    database_url: str, other_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup.sqlite"

    async def until_backed_up(url: str) -> list[Player]:
        guests = [await Guest.sign_up(url, name) for name in ("Anna", "Ben", "Cleo")]
        players = [
            Player(url, await guest.open_table(is_started=True, seats=1), guest) for guest in guests
        ]
        for player in players:
            player.connect()
        playing = [asyncio.create_task(player.play()) for player in players]
        for player in players:
            await player.wait_until(lambda one=player: len(one.acked) > 5, "acks")  # type: ignore[misc]
        before = {player: dict(player.acked) for player in players}
        assert await backed_up(database_url, file) > 0
        for player, task in zip(players, playing, strict=True):
            task.cancel()
            await player.leave()
        for player, acked in before.items():
            player.acked = acked
        return players

    async def until_over(url: str, players: list[Player]) -> None:
        books = await Books.read(other_url, [player.table for player in players])
        for player in players:
            books[player.table].check_acked(player, player.acked)
            again = Player(url, player.table, player.person)
            again.connect()
            await over(again)
            await again.leave()
        for book in (await Books.read(other_url, books)).values():
            book.check_over()
            book.check_once()

    with Serving(database_url) as serving:
        players = asyncio.run(until_backed_up(serving.url))
    assert asyncio.run(restored(file, other_url)) is None
    with Serving(other_url) as serving:
        asyncio.run(until_over(serving.url, players))
        assert serving.errors == ""


def test_a_secret_of_a_backup_may_be_known_by_now_so_it_is_not_used_again(
    database_url: str, other_url: str, tmp_path: Path
) -> None:
    async def story() -> None:
        file = tmp_path / "backup.sqlite"
        async with opened(database_url) as database:
            commitment = await Commitments(database).draw(NOW)
            await backed_up(database_url, file)
            assert await Commitments(database).take(commitment, NOW) is not None
        await restored(file, other_url)
        async with opened(other_url) as database:
            assert await Commitments(database).take(commitment, NOW) is None

    asyncio.run(story())


def test_a_backup_is_one_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    async def story() -> None:
        url, file = sqlite_url(tmp_path / "x.sqlite"), tmp_path / "folder" / "backup.sqlite"
        async with opened(url):
            with pytest.raises(BadInput, match="No such file or directory"):
                await backed_up(url, file)
            file.parent.mkdir()
            await backed_up(url, file)
            assert [file] == list(file.parent.iterdir())
            assert file.stat().st_mode & 0o777 == 0o600
            with pytest.raises(BadInput, match="the file already exists"):
                await backed_up(url, file)

    asyncio.run(story())


def test_only_what_is_told_to_is_replaced_and_the_old_file_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        path, file = tmp_path / "x.sqlite", tmp_path / "backup.sqlite"
        url = sqlite_url(path)
        async with opened(url):
            await backed_up(url, file)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("INSERT INTO notes VALUES ('new', 'since the backup')")
        with pytest.raises(BadInput, match="it is not empty"):
            await restored(file, url)
        kept = await restored(file, url, is_replacing=True)
        assert kept is not None
        for which, count in ((path, 0), (kept, 1)):
            with closing(sqlite3.connect(which)) as database:
                found = database.execute("SELECT count(*) FROM notes WHERE key = 'new'").fetchone()
                assert found == (count,)

    asyncio.run(story())


def test_postgresql_is_not_overwritten_without_being_told_to(
    postgres: Postgres, tmp_path: Path
) -> None:
    async def story() -> None:
        url, file = postgres.fresh_database(), tmp_path / "backup.sqlite"
        async with opened(url) as database:
            await backed_up(url, file)
            async with database.reading():
                with pytest.raises(BadInput, match="a running server is using it"):
                    await restored(file, url)
        with closing(sqlite3.connect(file)) as backup, backup:
            backup.execute("INSERT INTO entries VALUES ('t', 1, 1, NULL, NULL, '[]')")
        assert await restored(file, url) is None
        with pytest.raises(BadInput, match="it is not empty"):
            await restored(file, url)
        await restored(file, url, is_replacing=True)

    asyncio.run(story())


def test_a_file_that_is_served_is_not_restored_over(tmp_path: Path) -> None:
    async def story() -> None:
        url, file = sqlite_url(tmp_path / "x.sqlite"), tmp_path / "backup.sqlite"
        async with opened(url) as database:
            await backed_up(url, file)
            with (
                claimed(database.url, is_alone=False),
                pytest.raises(BadInput, match="a running server has it open"),
            ):
                await restored(file, url, is_replacing=True)

    asyncio.run(story())


@pytest.mark.parametrize("content", [None, b"", b"no database at all, only words" * 100])
def test_what_is_no_backup_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file, target = tmp_path / "backup.sqlite", tmp_path / "x.sqlite"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        asyncio.run(restored(file, sqlite_url(target)))
    assert refused.value.code is ServerCode.BAD_BACKUP
    assert not target.exists()


def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        url, file = sqlite_url(tmp_path / "x.sqlite"), tmp_path / "backup.sqlite"
        async with opened(url):
            await backed_up(url, file)
        with closing(sqlite3.connect(file)) as backup, backup:
            backup.execute("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(BadInput, match="it was made by a newer tenback"):
            await restored(file, sqlite_url(tmp_path / "y.sqlite"))

    asyncio.run(story())
