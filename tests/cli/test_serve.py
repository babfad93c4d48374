"""The command `serve`: it starts, says so, and stops."""

import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pexpect
import pytest

from tenback.cli.serve import command
from tenback.cli.texts import Texts
from tenback.server.home_network import private_addresses
from tenback.server.settings import Settings, option
from tests.cli.running import Run, in_process_of_its_own
from tests.cli.terminal import environment
from tests.server.serving import DEADLINE, Serving

SQLITE = "sqlite+aiosqlite:///{}"


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that comes by itself."""
    deadline = time.monotonic() + DEADLINE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def workers_of(pid: int) -> set[int]:
    """Return the workers of a server: its children, but for what tidies up after them."""
    found = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        found |= {int(child) for child in (task / "children").read_text().split()}
    return {one for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()}


def test_every_setting_has_an_option() -> None:
    known = {(param.name, *param.opts) for param in command(Texts("en")).params}
    assert {(name, option(name)) for name in Settings.__struct_fields__} <= known


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_well_when_it_is_asked_to(tmp_path: Path, number: signal.Signals) -> None:
    with Serving(tmp_path / "new" / "x.sqlite") as serving:
        assert httpx.get(f"{serving.url}/health").status_code == 200
        assert serving.stop(number) == 0
        assert serving.errors == ""
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{serving.url}/health")


def test_it_comes_back_at_the_same_port_after_a_kill(tmp_path: Path) -> None:
    with Serving(tmp_path / "x.sqlite") as serving:
        port = serving.port
        serving.kill()
        assert serving.start().port == port
        assert httpx.get(f"{serving.url}/ready").status_code == 200


def test_phones_get_an_address_and_a_warning(tmp_path: Path) -> None:
    if not private_addresses():
        pytest.skip("this machine has no address on a private network")
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "tenback", "serve", "--port", "0", "--lan", "ask"],
        env=environment(tmp_path),
        encoding="utf-8",
        timeout=DEADLINE,
    )
    child.expect_exact("Let phones on this network join too?")
    child.sendline("y")
    for text in (
        "Tenback is open at http://127.0.0.1:",
        f"For phones on the same network: http://{private_addresses()[0]}:",
        "▄▄▄▄▄",
        "Everybody on this network can now open tables here",
    ):
        child.expect_exact(text)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_phones_are_kept_out_where_nobody_can_be_asked(tmp_path: Path) -> None:
    with Serving(tmp_path / "x.sqlite", "--lan", "ask") as serving:
        assert httpx.get(f"{serving.url}/api/lan").json() == {"addresses": []}


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path, run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        url = SQLITE.format(tmp_path / "x.sqlite")
        done = run("serve", "--port", port, "--database-url", url)
        done.assert_refused(
            f"the server cannot listen on '127.0.0.1:{port}': Address already in use"
        )
    assert not (tmp_path / "x.sqlite").exists()


def test_a_host_that_is_not_here_is_told_in_one_line(run: Run) -> None:
    run("serve", "--host", "no.such.host.invalid").assert_refused("the server cannot listen on")


def test_a_database_that_cannot_be_used_is_told_in_one_line(tmp_path: Path, run: Run) -> None:
    (tmp_path / "x.sqlite").write_text("this is no database", encoding="utf-8")
    url = SQLITE.format(tmp_path / "x.sqlite")
    run("serve", "--port", "0", "--database-url", url).assert_refused("cannot be used")
    run("serve", "--port", "0", "--database-url", "mysql://x").assert_refused("cannot be used")


def test_a_database_that_does_not_answer_is_told_without_its_password(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    done = run("serve", "--port", "0", "--database-url", f"postgresql://me:hush@127.0.0.1:{port}/x")
    done.assert_refused("cannot be used")
    assert "hush" not in done.err


def test_a_bad_option_is_a_slip_in_the_line(run: Run) -> None:
    done = run("serve", "--workers", "many")
    assert (done.code, done.out) == (2, "")
    assert "--workers cannot be 'many': it must be a whole number from 1 to 64" in done.err


def test_a_bad_variable_is_named_in_german_too() -> None:
    done = in_process_of_its_own("serve", TENBACK_PORT="x", TENBACK_LANG="de")
    assert done.returncode == 1
    told = "tenback: TENBACK_PORT kann nicht 'x' sein: es muss eine ganze Zahl von 0 bis 65535 sein"
    assert done.stderr.decode().strip() == told


def test_an_option_counts_more_than_its_variable(tmp_path: Path) -> None:
    elsewhere = SQLITE.format(tmp_path / "elsewhere.sqlite")
    with Serving(tmp_path / "x.sqlite", "--database-url", elsewhere, TENBACK_PORT="1"):
        assert (tmp_path / "elsewhere.sqlite").exists()
        assert not (tmp_path / "x.sqlite").exists()


def test_the_page_is_shown_in_the_browser_on_request(tmp_path: Path) -> None:
    browser, shown = tmp_path / "browser", tmp_path / "shown"
    browser.write_text(f'#!/bin/sh\necho "$1" > {shown}.new && mv {shown}.new {shown}\n')
    browser.chmod(0o755)
    with Serving(tmp_path / "x.sqlite", "--open", BROWSER=f"{browser} %s") as serving:
        until(shown.exists)
        assert shown.read_text() == f"{serving.url}\n"
        shown.unlink()
        serving.stop()
    with Serving(tmp_path / "x.sqlite", BROWSER=f"{browser} %s") as serving:
        assert serving.stop() == 0
    assert not shown.exists()


@pytest.mark.parametrize("browser", ["", "/no/such/browser %s", "false"])
def test_it_serves_where_no_browser_can_be_shown(tmp_path: Path, browser: str) -> None:
    nothing = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": browser}
    with Serving(tmp_path / "x.sqlite", "--open", **nothing) as serving:
        assert httpx.get(f"{serving.url}/health").status_code == 200
        assert serving.stop() == 0
        assert serving.errors == ""


def test_several_workers_share_people_and_figures_and_are_replaced(tmp_path: Path) -> None:
    with Serving(tmp_path / "x.sqlite", "--workers", "2") as serving:
        client = serving.client()
        client.post("/api/me", json={"name": "Anna"})
        assert {client.get("/api/me").json()["name"] for _ in range(10)} == {"Anna"}
        line = 'tenback_http_requests_total{method="GET",route="/api/me",status="200"} 10.0'
        until(lambda: line in client.get("/metrics").text.splitlines())
        before = workers_of(serving.pid)
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        until(lambda: len(workers_of(serving.pid) - before) == 1)
        until(lambda: _answers(client))
        assert client.get("/api/me").json()["name"] == "Anna"
        assert serving.stop() == 0
        assert serving.errors == ""


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    with Serving(tmp_path / "x.sqlite", "--workers", "2") as serving:
        workers = workers_of(serving.pid)
        os.kill(serving.pid, signal.SIGKILL)
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/health").status_code == 200
    except httpx.TransportError:
        return False


def test_a_second_server_on_one_sqlite_file_does_not_start(run: Run, tmp_path: Path) -> None:
    with Serving(tmp_path / "x.sqlite") as serving:
        asked = ("serve", "--port", "0", "--database-url", serving.database_url)
        run(*asked).assert_refused("a running server has it open")
        assert httpx.get(f"{serving.url}/ready").status_code == 200
