"""The command `verify`."""

import json
import re
from pathlib import Path

import pytest

from tenback.notation import commitment_of, record_as_json
from tests.cli.running import COMMITMENT, FAIR, RECORD, SECRET, WORDS, Run, fair_record

FACTS = f"""\
commitment: {COMMITMENT}
secret: {SECRET}
seat 0, Anna: “[bold] moon”
seat 1, Ben: no word
seed: XFSN69DMJY3109G
code: C2-XFSN6-9DMJY-3109G-1
"""


@pytest.fixture
def friday(tmp_path: Path) -> str:
    """Return the file of a fair record."""
    path = tmp_path / "friday.txt"
    path.write_text(FAIR, encoding="utf-8")
    return str(path)


def changed(old: str, new: str) -> str:
    assert FAIR.count(old) == 1
    return FAIR.replace(old, new)


def test_verify_tells_the_facts_and_that_the_noted_commitment_proves_them(
    run: Run, friday: str
) -> None:
    done = run("verify", friday, "--commitment", COMMITMENT)
    assert (done.code, done.err) == (0, "")
    verdict = "fair: the cards come from a secret that was fixed before any word was said\n"
    assert done.out == FACTS + verdict


def test_verify_says_what_is_left_to_compare_without_a_noted_commitment(
    run: Run, friday: str
) -> None:
    done = run("verify", friday)
    assert (done.code, done.err) == (0, "")
    verdict = "fair, if this is the commitment that the table showed before the first card\n"
    assert done.out == FACTS + verdict


def test_verify_reads_text_and_json_from_standard_input(run: Run, friday: str) -> None:
    for text in (FAIR, json.dumps(record_as_json(fair_record()))):
        assert run("verify", "-", stdin=text) == run("verify", friday)


def test_verify_as_json_tells_the_same_facts(run: Run, friday: str) -> None:
    done = run("verify", friday, "--json", "--commitment", COMMITMENT)
    assert (done.code, done.err) == (0, "")
    assert done.json == {
        "fair": True,
        "noted": True,
        "commitment": COMMITMENT,
        "secret": SECRET,
        "players": ["Anna", "Ben"],
        "words": list(WORDS),
        "seed": "XFSN69DMJY3109G",
        "code": "C2-XFSN6-9DMJY-3109G-1",
    }
    assert run("verify", friday, "--json").json == {**done.json, "noted": False}


def test_a_noted_commitment_may_be_in_capitals(run: Run, friday: str) -> None:
    assert run("verify", friday, "--commitment", f" {COMMITMENT.upper()} ").code == 0


def test_another_commitment_than_the_noted_one_is_refused(run: Run, friday: str) -> None:
    other = commitment_of("0" * 64)
    done = run("verify", friday, "--commitment", other)
    done.assert_refused(f"'{other}' was noted, but the commitment of the record is '{COMMITMENT}'")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RECORD, "the record has no tag 'commitment'"),
        (changed(f"secret: {SECRET}\n", ""), "the record has no tag 'secret'"),
        (changed("deal: C2-XFSN6-9DMJY-3109G-1\n", ""), "the record has no deal code"),
        (changed("secret: 00", "secret: 01"), "the secret does not match the commitment"),
        (changed("secret: 00", "secret: no"), "the secret must be 64 lowercase hex digits"),
        (changed("word-0", "word-1"), "the secret and the words give the seed"),
        (changed("word-0", "word-2"), "'word-2' belongs to no seat: the seats are 0 to 1"),
        (changed("moon", "sun"), "but the deal has XFSN69DMJY3109G"),
        (
            changed("moon", "moon" * 9),
            "the word of seat 0 must have at most 32 printable characters",
        ),
    ],
)
def test_cards_that_are_not_proven_to_be_fair_are_refused(
    run: Run, text: str, message: str
) -> None:
    done = run("verify", "-", stdin=text)
    done.assert_refused(message)
    assert done.err.startswith("tenback: there is no proof that the cards are fair: ")
    found = run("verify", "-", "--json", stdin=text)
    assert (found.code, found.err) == (1, "")
    assert found.json["error"]["code"] == "not-fair"
    assert message in found.json["error"]["message"]


def test_a_record_that_the_referee_does_not_agree_with_is_refused(run: Run) -> None:
    text = changed("turn 1, seat 1:", "turn 1, seat 1: 100>u1")
    done = run("verify", "-", stdin=text)
    done.assert_refused("seat 1 does not hold the 100")
    assert run("verify", "-", "--json", stdin=text).json["error"]["code"] == "bad-record"


@pytest.mark.parametrize("noted", ["", "abc", COMMITMENT[1:], COMMITMENT + "0", "g" * 64, "é" * 64])
def test_what_is_no_commitment_is_a_wrong_line(run: Run, friday: str, noted: str) -> None:
    done = run("verify", friday, "--commitment", noted)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"tenback: {noted!r} is not a commitment: a commitment has 64 hex digits\n"
        "Try 'tenback verify --help'.\n"
    )


def test_a_file_that_cannot_be_read_is_refused(run: Run) -> None:
    run("verify", "nowhere.txt").assert_refused("'nowhere.txt' cannot be read: there is no such")
    run("verify", "-", stdin=b"\xff\xfe").assert_refused("it is not UTF-8 text")
    missing = run("verify")
    assert missing.code == 2
    assert "FILE is missing" in missing.err


def test_verify_is_german_when_asked_for(run: Run, friday: str) -> None:
    done = run("--lang", "de", "verify", friday, "--commitment", COMMITMENT)
    assert done.facts["Festlegung"] == COMMITMENT
    assert done.facts["Geheimnis"] == SECRET
    assert done.facts["Platz 0, Anna"] == "„[bold] moon“"
    assert done.facts["Platz 1, Ben"] == "kein Wort"
    assert re.search("fair: die Karten kommen aus einem Geheimnis", done.out)
    assert "wenn der Tisch" in run("--lang", "de", "verify", friday).out
    refused = run("--lang", "de", "verify", "-", stdin=RECORD)
    refused.assert_refused("fair sind: der Aufzeichnung fehlt die Angabe 'commitment'")
