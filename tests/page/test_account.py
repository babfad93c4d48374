"""Accounts: sessions, a new password, exporting everything, and leaving."""

import json
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.page.conftest import Coming
from tests.page.person import Person

FIRST, SECOND = "correct horse", "another horse"


def opened(person: Person, key: str) -> Locator:
    """Open a part of the account, and return it."""
    part = person.page.locator("details").filter(has_text=person.say(key))
    part.locator("summary").focus()
    person.page.keyboard.press("Enter")
    return part


def signed_in(person: Person, account: str, key: str) -> None:
    """Fill in account and password where one claims an account or signs in."""
    part = person.page.locator("details").filter(has_text=person.say(key))
    if part.get_attribute("open") is None:
        part.locator("summary").click()
    part.get_by_label(person.say("me.account"), exact=True).fill(account)
    part.get_by_label(person.say("me.password"), exact=True).fill(FIRST)
    part.get_by_role("button", name=person.say(f"{key}.do")).click()
    expect(person.page.get_by_text(account)).to_be_visible()


def test_an_account_has_sessions_a_password_and_an_end(come: Coming, tmp_path: Path) -> None:
    anna, elsewhere = come("desktop", "en"), come("phone", "de")
    anna.open()
    anna.be_called("Anna")
    anna.play_alone()
    anna.open("/me")
    signed_in(anna, "anna-of-the-page", "me.claim")
    elsewhere.open("/me")
    signed_in(elsewhere, "anna-of-the-page", "me.login")

    sessions = opened(anna, "me.sessions")
    expect(sessions.get_by_role("listitem")).to_have_count(2)
    expect(sessions.get_by_text(anna.say("me.sessions.this"))).to_have_count(1)
    anna.press("me.sessions.end.others")
    expect(sessions.get_by_text(anna.say("me.sessions.ended.others"))).to_be_visible()
    expect(sessions.get_by_role("listitem")).to_have_count(1)
    elsewhere.reload()
    expect(elsewhere.page.get_by_text(elsewhere.say("me.nobody"))).to_be_visible()

    change = opened(anna, "me.password.change")
    change.get_by_label(anna.say("me.password.now")).fill(FIRST)
    change.get_by_label(anna.say("me.password.new")).fill(SECOND)
    anna.page.keyboard.press("Enter")
    expect(change.get_by_text(anna.say("me.password.changed"))).to_be_visible()

    data = opened(anna, "me.data")
    with anna.page.expect_download() as download:
        data.get_by_role("link", name=anna.say("me.data.export")).click()
    download.value.save_as(tmp_path / "anna.json")
    told = json.loads((tmp_path / "anna.json").read_text())
    assert (told["person"]["name"], len(told["tables"])) == ("Anna", 1)

    anna.press("me.data.delete")
    password = data.get_by_label(anna.say("me.password"), exact=True)
    expect(password).to_be_focused()
    anna.forgive("401")
    password.fill(FIRST)
    anna.page.keyboard.press("Enter")
    expect(data.get_by_text(anna.say("code.wrong-password"))).to_be_visible()
    password.fill(SECOND)
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text(anna.say("me.data.deleted"))).to_be_focused()
    expect(anna.page.get_by_text(anna.say("me.nobody"))).to_be_visible()
    anna.reload()
    expect(anna.page.get_by_text(anna.say("me.nobody"))).to_be_visible()


def test_a_table_shows_at_once_that_one_was_signed_out(come: Coming) -> None:
    anna = come("desktop", "en")
    anna.open()
    anna.begin("friends")
    anna.invitation()
    tab = anna.another_tab()
    anna.context.request.post(f"{anna.url}/api/logout", data={})
    for each in (anna, tab):
        expect(each.page.get_by_role("button", name=each.say("gather.sit"))).to_be_visible()
