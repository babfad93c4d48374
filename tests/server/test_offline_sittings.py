"""Games played offline and sent: what is accepted, what is refused, and what never counts.

A browser knows the cards of the games it hosts, so anybody can send a perfect game that was never
played. The tests here send such games on purpose.
"""

import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tenback.notation import read_record, record_as_json, write_code, write_record
from tenback.notation.records import Comment, Record
from tenback.notation.replay import Replay
from tenback.rules import EDITIONS, Begin, Deal, Resign
from tenback.server.address_limits import OFFLINE_BURST
from tenback.server.error_responses import MOST_BYTES
from tests.server.guests import guest, opened, refusal, resigned, stranger
from tests.server.serving import Serving

SENT = "/api/me/offline"


def played(edition: str = "classic", *players: str, seed: str = "0", is_over: bool = True) -> str:
    """Return the record of a game that was given up at once, or begun."""
    names = players or ("Anna",)
    deal = Deal(EDITIONS[edition](), len(names), seed)
    replay = Replay(deal.start())
    if replay.state.turn is None:
        replay.move(Begin(0))
    if is_over:
        replay.move(Resign(0))
    return write_record(Record(deal.start(), tuple(replay.events), names, deal))


def won(seed: str = "0") -> str:
    """Return a duel that was won; its cards are whatever the sender likes."""
    deal = Deal(EDITIONS["face-to-face"](), 2, seed)
    replay = Replay(deal.start())
    replay.move(Resign(1))
    return write_record(Record(deal.start(), tuple(replay.events), ("Anna", "greedy"), deal))


def send(client: httpx.Client, record: str, seat: int = 0, at: int = 1000) -> httpx.Response:
    return client.post(SENT, json={"record": record, "seat": seat, "at": at})


def results(client: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/me/results").json()["results"]
    return found


def test_a_game_that_was_played_offline_is_among_the_results_and_marked(serving: Serving) -> None:
    client = guest(serving)
    online = resigned(client)
    answer = send(client, played("on-fire"))
    assert answer.status_code == 200
    sent = answer.json()
    assert (sent["edition"], sent["seats"], sent["seat"]) == ("on-fire", 1, 0)
    assert (sent["outcome"]["ending"], sent["is_winner"]) == ("resigned", False)
    assert (sent["is_offline"], sent["day"], sent["at"]) == (True, None, 1000)
    assert results(client)[1:] == [sent]
    assert (results(client)[0]["table"], results(client)[0]["is_offline"]) == (online, False)


def test_the_same_game_sent_again_is_still_one(serving: Serving) -> None:
    client = guest(serving)
    first = send(client, played()).json()
    as_json = json.dumps(record_as_json(read_record(played())))
    renamed = played("classic", "Somebody else")
    for record in (played(), as_json, renamed):
        assert send(client, record, at=2000).json() == first
    assert results(client) == [first]
    assert send(client, played(seed="1")).json()["table"] != first["table"]
    assert len(results(client)) == 2


def test_two_people_can_send_the_same_game(serving: Serving) -> None:
    one, other = guest(serving), guest(serving)
    assert send(one, played()).json() == send(other, played()).json()
    assert len(results(one)) == len(results(other)) == 1


def test_a_time_to_come_is_now(serving: Serving) -> None:
    now = datetime.now(UTC).timestamp() * 1000
    sent = send(guest(serving), played(), at=10**15).json()
    assert sent["at"] - now < 60_000


def test_the_record_is_kept_without_names_and_remarks_and_only_its_owner_reads_it(
    serving: Serving,
) -> None:
    client = guest(serving, "Zoe")
    record = read_record(played("extreme", "Mallory", "greedy"))
    loud = Record(
        record.start,
        record.events,
        record.players,
        record.deal,
        (("event", "a long story"),),
        (Comment(0, "<script>"),),
    )
    path = f"{SENT}/{send(client, write_record(loud)).json()['table']}/record"
    kept = read_record(client.get(path).text)
    assert (kept.players, kept.tags, kept.comments) == (("Zoe", "greedy"), (), ())
    assert kept.events == record.events
    assert client.get(path, headers={"accept": "application/json"}).json()["players"][0] == "Zoe"
    assert refusal(guest(serving).get(path)) == (404, "no-such-table")
    assert refusal(stranger(serving).get(path)) == (401, "not-signed-in")


def test_a_record_is_of_no_table(serving: Serving) -> None:
    """Nothing that is done with tables can be done with it: analyses, pictures, sockets."""
    client = guest(serving)
    game = send(client, played()).json()["table"]
    for path in ("", "/record", "/analysis", "/picture"):
        assert refusal(client.get(f"/api/tables/{game}{path}"))[1] == "no-such-table"


WITHOUT_DEAL = "\n".join(line for line in played().splitlines() if "deal" not in line)
ILLEGAL = played().replace("turn 1, seat 0: ", "turn 1, seat 0: 2>d1, 99>u1, ")


@pytest.mark.parametrize(
    ("record", "seat", "status", "code"),
    [
        (played(is_over=False), 0, 409, "not-over"),
        (ILLEGAL, 0, 400, "bad-record"),
        (played().replace("resigned, lost, 98 left", "all laid, won"), 0, 400, "bad-record"),
        (WITHOUT_DEAL, 0, 400, "not-offline"),
        (played().replace("1,1,100,100", "50,1,100,100"), 0, 400, "bad-record"),
        (played(), 1, 400, "no-such-seat"),
        (played("classic", "Anna", "greedy"), 1, 400, "not-offline"),
        (played("classic", "greedy", "greedy"), 0, 400, "not-offline"),
        (played("classic", "Anna", "Ben"), 0, 400, "not-offline"),
        (played().replace("tenback: 1", "tenback: 9"), 0, 400, "bad-record"),
        ("{}", 0, 400, "bad-json"),
        ('{"tenback": 1, "start": ' + "[" * 5000, 0, 400, "bad-json"),
        ("", 0, 400, "bad-record"),
        ("x", 9, 400, "bad-message"),
    ],
)
def test_what_cannot_be_a_game_of_ones_own_is_refused(
    serving: Serving, record: str, seat: int, status: int, code: str
) -> None:
    client = guest(serving)
    assert refusal(send(client, record, seat)) == (status, code)
    assert results(client) == []


def test_strangers_and_other_sites_send_nothing(serving: Serving) -> None:
    assert refusal(send(stranger(serving), played())) == (401, "not-signed-in")
    foreign = guest(serving)
    foreign.headers["origin"] = "https://elsewhere.example"
    assert refusal(send(foreign, played())) == (403, "foreign-origin")


def test_a_record_that_is_too_large_is_refused(serving: Serving) -> None:
    assert refusal(send(guest(serving), "x" * MOST_BYTES)) == (413, "too-large")


def test_an_address_sends_a_limited_number_of_games(serving: Serving) -> None:
    client = guest(serving)
    answers = [send(client, "") for _ in range(OFFLINE_BURST + 1)]
    assert [each.status_code for each in answers[:-1]] == [400] * OFFLINE_BURST
    assert refusal(answers[-1]) == (429, "too-many")


def test_an_address_has_the_referee_replay_a_limited_number_of_events(serving: Serving) -> None:
    client = guest(serving)
    longest = "x" * (MOST_BYTES - 100)
    codes = [refusal(send(client, longest))[1] for _ in range(OFFLINE_BURST // 2)]
    assert codes[:20] == ["bad-record"] * 20
    assert "too-many" in codes
    assert send(guest(serving), played()).status_code == 200


def test_statistics_are_apart(serving: Serving) -> None:
    client = guest(serving)
    resigned(client)
    for seed in "123":
        send(client, won(seed))
    send(client, played())
    found = client.get("/api/me/statistics").json()
    assert [(one["edition"], one["is_offline"]) for one in found] == [
        ("classic", False),
        ("classic", True),
        ("face-to-face", True),
    ]
    assert (found[2]["sittings"], found[2]["won"], found[2]["streak"]) == (3, 3, 3)
    assert (found[0]["sittings"], found[0]["given_up"]) == (0, 1)


def test_a_duel_that_was_won_offline_rates_nobody(serving: Serving) -> None:
    client = guest(serving)
    before = client.get("/api/ratings").json()
    assert send(client, won()).json()["is_winner"]
    rating = client.get("/api/me/rating").json()
    assert (rating["rating"], rating["duels"], rating["last"]) == (1500, 0, [])
    assert client.get("/api/ratings").json() == before


def test_the_cards_of_a_day_sent_as_an_offline_game_count_for_no_day(serving: Serving) -> None:
    client, cheat = guest(serving), guest(serving)
    day = datetime.now(UTC).date().isoformat()
    record = client.get(f"/api/tables/{resigned(client, day=day)}/record").text
    path = f"/api/days/{day}/classic/1"
    before = cheat.get(path).json()
    sent = send(cheat, record).json()
    assert (sent["is_offline"], sent["day"]) == (True, None)
    assert cheat.get(path).json() == before
    assert opened(cheat, day=day, is_started=True)["phase"] == "playing"


def test_the_export_holds_what_was_sent(serving: Serving) -> None:
    client = guest(serving, "Zoe")
    sent = send(client, played()).json()
    export = client.get("/api/me/export").json()
    assert export["results"] == [sent]
    [game] = export["offline"]
    assert (game["id"], game["seat"]) == (sent["table"], 0)
    deal = read_record(game["record"]).deal
    assert deal is not None
    assert write_code(deal) == sent["code"]
