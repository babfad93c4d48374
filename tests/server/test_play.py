"""Whole stories of people at tables, over real sockets, on one process with SQLite."""

import asyncio
import signal
from collections.abc import Coroutine
from pathlib import Path

import pytest

from tenback.notation import read_event
from tenback.notation.fair_dealing import verify
from tenback.online import TurnedDown
from tenback.protocol import (
    AddWord,
    Again,
    Chat,
    Dealt,
    Played,
    Replace,
    Replaced,
    Return,
    Sit,
    Stand,
    Start,
    WishResign,
)
from tenback.rules.events import Drew
from tests.server.client import Client, Guest, Player, over
from tests.server.ledger import Books
from tests.server.serving import Serving

WHOLE = 100.0
"""Seconds for a story: then something hangs."""


def run(story: Coroutine[None, None, None]) -> None:
    """Tell a story to its end."""

    async def bounded() -> None:
        async with asyncio.timeout(WHOLE):
            await story

    asyncio.run(bounded())


async def check(serving: Serving, *clients: Client) -> Books:
    """Hold what clients of one table know against what is stored."""
    table = clients[0].table
    books = (await Books.read(serving.database_url, [table]))[table]
    for client in clients:
        books.check(client)
    books.check_once()
    return books


async def couple(serving: Serving, *bots: str, **wishes: object) -> tuple[Player, Player]:
    """Bring two people to a table, not connected yet; the rest are bots."""
    anna, ben = await Guest.sign_up(serving.url, "Anna"), await Guest.sign_up(serving.url, "Ben")
    table = await anna.open_table(*bots, **{"seats": 2 + len(bots), **wishes})
    return Player(serving.url, table, anna), Player(serving.url, table, ben)


def test_a_sitting_alone_ends_and_its_record_replays_and_verifies(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url)
        table = await anna.open_table()
        async with Player(serving.url, table, anna) as player:
            noted = player.at.commitment
            await player.ask(AddWord, word="moon")
            await player.ask(Start)
            await player.play()
        books = await check(serving, player)
        books.check_over()
        record = await anna.record(table)
        verify(record, noted=noted)
        assert dict(record.tags)["word-0"] == "moon"
        played = [fact for step in books.steps for fact in step.facts if isinstance(fact, Played)]
        assert player.moves_made == len(played)
        assert [text for fact in played for text in fact.events] == list(map(str, record.events))
        results = await anna.request("GET", "/api/me/results")
        assert [each["table"] for each in results["results"]] == [table]

    run(story())


def test_two_people_and_two_bots_talk_and_play_to_the_end(serving: Serving) -> None:
    async def story() -> None:
        a, b = await couple(serving, "greedy", "greedy")
        async with a, b:
            await b.ask(Sit)
            await a.ask(Start)
            await a.move("say keep u1")
            number = await b.ask(Chat, text="hello, Anna")
            assert await b.refusal(Chat, text="I have the forty-seven") == "number-said"
            await a.reach(number)
            assert [chatted.text for chatted in a.at.chat] == ["hello, Anna"]
            assert [list(map(str, said)) for said in b.at.signals.signals[:2]] == [["keep u1"], []]
            await over(a, b)
            await asyncio.gather(a.reach(b.at.number), b.reach(a.at.number))
        (await check(serving, a, b)).check_over()

    run(story())


def test_extreme_is_played_to_the_end(serving: Serving) -> None:
    async def story() -> None:
        a, b = await couple(serving, "greedy", edition="extreme@shuffled")
        async with a, b:
            await b.ask(Sit)
            await a.ask(Start)
            await over(a, b)
            await asyncio.gather(a.reach(b.at.number), b.reach(a.at.number))
        (await check(serving, a, b)).check_over()

    run(story())


def test_a_duel_is_played_to_the_end(serving: Serving) -> None:
    async def story() -> None:
        a, b = await couple(serving, edition="face-to-face")
        async with a, b:
            await b.ask(Sit)
            await a.ask(Start)
            await over(a, b)
            await asyncio.gather(a.reach(b.at.number), b.reach(a.at.number))
        books = await check(serving, a, b)
        books.check_over()
        assert books.room.table is not None
        assert (tuple(a.at.hand), tuple(b.at.hand)) == books.room.table.state.hands

    run(story())


def test_a_duel_that_is_given_up_is_over_at_once(serving: Serving) -> None:
    async def story() -> None:
        a, b = await couple(serving, edition="face-to-face")
        async with a, b:
            await b.ask(Sit)
            await b.ask(Start)
            await b.ask(WishResign)
            await a.wait_until(lambda: a.is_over, "end")
        books = await check(serving, a, b)
        assert books.room.table is not None
        assert books.room.table.state.outcome is not None
        assert books.room.table.state.outcome.winner == 0

    run(story())


def test_somebody_joins_by_the_five_letters(serving: Serving) -> None:
    async def story() -> None:
        anna, ben = (
            await Guest.sign_up(serving.url, "Anna"),
            await Guest.sign_up(serving.url, "Ben"),
        )
        table = await anna.open_table(seats=2, can_watch=False)
        code = (await anna.request("GET", f"/api/tables/{table}"))["code"]
        found = await ben.request("GET", f"/api/codes/{code.lower()}")
        assert found["id"] == table
        async with Client(serving.url, table, ben) as b:
            await b.ask(Sit)
            assert b.at.seat == 1
            late = Client(serving.url, table, await Guest.sign_up(serving.url, "Cleo"))
            late.connect()
            await late.wait_until(lambda: late.closed == [1008], "refusal")
            await late.leave()

    run(story())


def test_a_spectator_sees_no_hands(serving: Serving) -> None:
    async def story() -> None:
        a, b = await couple(serving)
        async with a, b, Client(serving.url, a.table) as c:
            await b.ask(Sit)
            await a.ask(Start)
            assert await c.refusal(Sit) == "not-seated"
            assert await c.refusal(Chat, text="hello") == "not-seated"
            await over(a, b)
            await c.reach(max(a.at.number, b.at.number))
            facts = [fact for step in c.heard.values() for fact in step]
            assert [fact.hand for fact in facts if isinstance(fact, Dealt)] == [None]
            played = [fact.events for fact in facts if isinstance(fact, Played)]
            drawn = [read_event(text) for events in played for text in events if "draws" in text]
            assert drawn
            for drew in drawn:
                assert isinstance(drew, Drew)
                assert set(drew.cards) <= {None}
            async with Client(serving.url, a.table) as late:
                assert (late.at.hand, late.at.seat) == ([], None)
        await check(serving, a, b, c)

    run(story())


def test_people_agree_on_who_begins(serving: Serving) -> None:
    async def story() -> None:
        a, b = await couple(serving)
        async with a, b:
            await b.ask(Sit)
            await a.ask(Start)
            await a.move("name 0")
            await b.move("name 1")
            await a.reach(b.at.number)
            assert (a.at.turn, a.at.named) == (None, [0, 1])
            await a.move("name 1")
            await b.wait_until(lambda: b.at.turn == 1, "turn")
            assert b.wish() is not None
            assert await a.refusal(Sit) == "dealt"
        await check(serving, a, b)

    run(story())


def test_a_card_is_taken_back(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url)
        async with Player(serving.url, await anna.open_table(is_started=True), anna) as a:
            hand, tops, move = list(a.at.hand), list(a.at.tops), a.wish()
            assert move is not None
            await a.move(move)
            assert (a.at.hand, a.at.tops) != (hand, tops)
            await a.move("back")
            assert (a.at.hand, a.at.tops) == (hand, tops)
            await a.move(move)
        await check(serving, a)

    run(story())


def test_who_leaves_is_played_for_by_a_bot_and_can_return(serving: Serving) -> None:
    async def story() -> None:
        a, b = await couple(serving)
        async with a, b:
            await b.ask(Sit)
            await a.ask(Start)
            await asyncio.gather(a.move("name 1"), b.move("name 1"))
            assert await a.refusal(Replace, seat=1, bot="greedy") == "not-away"
            await b.leave()
            await a.wait_until(lambda: a.present == [0], "leaving")
            await a.ask(Replace, seat=1, bot="greedy")
            await a.wait_until(lambda: a.at.turn == 0, "move of the bot")
            b.connect()
            await b.wait_until(lambda: b.is_up, "coming back")
            await b.ask(Return)
            await a.wait_until(lambda: a.present == [0, 1], "coming back")
            await b.ask(Stand)
            await a.wait_until(lambda: a.at.places[1].bot is not None, "standing up")
            await b.ask(Return)
            await over(a, b)
            await asyncio.gather(a.reach(b.at.number), b.reach(a.at.number))
        (await check(serving, a, b)).check_over()

    run(story())


def test_a_bot_plays_on_for_who_lets_the_clock_run_out(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url)
        table = await anna.open_table(is_started=True, clock=5)
        async with Player(serving.url, table, anna) as a:
            await a.wait_until(lambda: a.at.places[0].bot is not None, "replacement", 20)
            assert any(isinstance(fact, Replaced) for fact in a.heard[a.at.number])
            await a.wait_until(lambda: a.at.number > 8, "moves of the bot")
            with pytest.raises(AssertionError, match="no turn"):
                await a.wait_until(lambda: a.wish() is not None, "turn", 0.1)
            await a.wait_until(lambda: a.is_over, "end")
        (await check(serving, a)).check_over()

    run(story())


def test_people_give_up_when_all_would(serving: Serving) -> None:
    async def story() -> None:
        a, b = await couple(serving, "greedy")
        async with a, b:
            await b.ask(Sit)
            await a.ask(Start)
            await a.ask(WishResign)
            await a.ask(WishResign, is_wished=False)
            await b.ask(WishResign)
            assert not b.is_over
            await a.ask(WishResign)
            await b.wait_until(lambda: b.is_over, "end")
            await a.reach(b.at.number)
            assert a.at.secret is not None
        (await check(serving, a, b)).check_over()

    run(story())


@pytest.mark.parametrize("is_same", [False, True], ids=["new", "same"])
def test_people_go_on_with_new_cards_or_the_same(serving: Serving, *, is_same: bool) -> None:
    async def story() -> None:
        a, b = await couple(serving)
        async with a, b:
            await b.ask(Sit)
            await a.ask(Start)
            assert await a.refusal(Again) == "not-over"
            hands = a.at.hand, b.at.hand
            await a.ask(WishResign)
            await b.ask(WishResign)
            await asyncio.gather(
                a.ask(Again, is_same_deal=is_same), b.ask(Again, is_same_deal=is_same)
            )
            await a.wait_until(lambda: a.at.following is not None, "other table")
            await b.reach(a.at.number)
            assert a.at.following == b.at.following
            assert a.at.following is not None
        await check(serving, a, b)
        async with (
            Player(serving.url, a.at.following, a.person) as a2,
            Player(serving.url, a.at.following, b.person) as b2,
        ):
            assert (a2.at.seat, b2.at.seat) == (0, 1)
            await a2.ask(Start)
            await b2.wait_until(lambda: b2.at.is_dealt, "cards")
            assert ((a2.at.hand, b2.at.hand) == hands) == is_same
        await check(serving, a2, b2)

    run(story())


def test_who_played_with_bots_alone_goes_on_at_once(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url)
        table = await anna.open_table("greedy", seats=2)
        async with Player(serving.url, table, anna) as first:
            await first.ask(Start)
            hand = first.at.hand
            await first.ask(WishResign)
            await first.ask(Again, is_same_deal=True)
            await first.wait_until(lambda: first.at.following is not None, "other table")
        assert first.at.following is not None
        async with Player(serving.url, first.at.following, anna) as again:
            assert again.at.is_dealt
            assert again.at.hand == hand

    run(story())


def test_a_second_tab_hears_the_same(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url)
        table = await anna.open_table(is_started=True)
        async with Player(serving.url, table, anna) as one, Player(serving.url, table, anna) as two:
            await one.play(most=5)
            await two.reach(one.at.number)
            await two.play(most=5)
            await one.reach(two.at.number)
            assert one.heard == two.heard
            assert (one.at, one.at.view()) == (two.at, two.at.view())
            await one.leave()
            assert two.present == [0]
        await check(serving, one, two)

    run(story())


def test_two_tabs_that_play_at_once_do_nothing_twice(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url)
        table = await anna.open_table(is_started=True)
        refused = 0

        async def play(player: Player) -> None:
            nonlocal refused
            while not player.is_over:
                try:
                    await player.play()
                except TurnedDown:  # the other one was faster
                    refused += 1
                    await asyncio.sleep(0)

        async with Player(serving.url, table, anna) as one, Player(serving.url, table, anna) as two:
            await asyncio.gather(play(one), play(two))
            await asyncio.gather(one.reach(two.at.number), two.reach(one.at.number))
        (await check(serving, one, two)).check_over()
        assert refused

    run(story())


def test_who_comes_back_in_a_turn_gets_the_rest(serving: Serving) -> None:
    async def story() -> None:
        a, b = await couple(serving)
        async with a, b:
            await b.ask(Sit)
            await a.ask(Start)
            playing = asyncio.gather(a.play(), b.play())
            for cut in (a, b, a, b):
                await cut.reach(cut.at.number + 5)
                await cut.cut()
                await cut.wait_until(lambda cut=cut: cut.is_up, "coming back")  # type: ignore[misc]
            await playing
            await asyncio.gather(a.reach(b.at.number), b.reach(a.at.number))
            assert (a.connections, b.connections) == (3, 3)
            assert (len(a.welcomed), len(b.welcomed)) == (1, 1)
        (await check(serving, a, b)).check_over()

    run(story())


def test_a_table_that_hides_its_past_is_told_anew(serving: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(serving.url)
        table = await anna.open_table(is_started=True, is_past_shown=False)
        async with Player(serving.url, table, anna) as a, Player(serving.url, table, anna) as tab:
            await tab.leave()
            await a.play(most=5)
            tab.connect()
            await tab.reach(a.at.number)
            await tab.wait_until(lambda: tab.is_up, "coming back")
            assert len(tab.welcomed) == 2
        await check(serving, a, tab)

    run(story())


def test_people_come_back_by_themselves_after_a_restart(tmp_path: Path) -> None:
    async def story(serving: Serving) -> None:
        a, b = await couple(serving, "greedy")
        async with a, b:
            await b.ask(Sit)
            await a.ask(Start)
            playing = asyncio.gather(a.play(), b.play())
            await a.reach(a.at.number + 10)
            assert await asyncio.to_thread(serving.stop, signal.SIGTERM) == 0
            await asyncio.to_thread(serving.start)
            await playing
            await asyncio.gather(a.reach(b.at.number), b.reach(a.at.number))
            assert set(a.closed + b.closed) <= {1001, 1012}
            assert a.connections == 2
            assert len(a.welcomed) == 1
        (await check(serving, a, b)).check_over()

    with Serving(tmp_path / "tenback.sqlite") as serving:
        run(story(serving))
        assert serving.errors == ""
