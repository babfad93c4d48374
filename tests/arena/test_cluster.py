"""A real Ray cluster, in which a process is killed while it plays."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest

from tenback.arena import Cluster
from tenback.arena.errors import ArenaCode
from tenback.rules import BadInput

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 180.0
SOON = 60.0
"""Seconds: a cluster is given three to answer, Ray itself waits for minutes."""

VICTIM = """
import os, time
from tenback.bots import Greedy

class Victim(Greedy):
    def __init__(self, *, seed):
        super().__init__()

    def choose(self, view):
        try:
            with open({path!r}, "x") as file:
                file.write(str(os.getpid()))
        except FileExistsError:
            return super().choose(view)
        time.sleep(3600)
"""
"""Plays well, but for the first one in the world to be asked, which says who it is and sleeps."""


class Ray(NamedTuple):
    """A running cluster, and what a process needs to be let in."""

    address: str
    environment: dict[str, str]

    def simulate(self, *arguments: str) -> "subprocess.Popen[str]":
        return simulate("--cluster", self.address, *arguments, environment=self.environment)


def simulate(
    *arguments: str, environment: dict[str, str] | None = None, first: str = ""
) -> "subprocess.Popen[str]":
    """Start a simulation in a process of its own, which may have something to do first."""
    code = f"{first}\nfrom tenback.cli import main\nmain()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "simulate", "--json", "--seed", "ABC", *arguments],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer(process: "subprocess.Popen[str]", code: int = 0) -> dict[str, Any]:
    """Return what a simulation says, but for the time it took."""
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == code, err
    found: dict[str, Any] = json.loads(out)
    return {key: value for key, value in found.items() if "second" not in key}


def wait_until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture(scope="module")
def ray() -> Iterator[Ray]:
    """Start a cluster with two workers, in a folder of its own, with a key of its own."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # names of sockets must be short
    environment = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex()}
    head = subprocess.Popen(
        [
            *(sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block"),
            *(f"--port={port}", "--node-ip-address=127.0.0.1", "--num-cpus=2"),
            *(f"--temp-dir={folder}", "--include-dashboard=false", "--disable-usage-stats"),
        ],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_until(lambda: is_there(f"127.0.0.1:{port}"))
        yield Ray(f"127.0.0.1:{port}", environment)
    finally:
        head.terminate()
        try:
            head.wait(PATIENCE)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def is_there(address: str) -> bool:
    try:
        Cluster(address).greet()
    except BadInput:
        return False
    return True


def complaint(address: str) -> BadInput:
    with pytest.raises(BadInput) as caught:
        Cluster(address).greet()
    assert caught.value.code == ArenaCode.NO_CLUSTER
    return caught.value


def test_a_cluster_gives_the_same_result_as_one_core(ray: Ray) -> None:
    line = ("--seats", "2", "--bot", "greedy", "--bot", "random", "--deals", "20000")
    assert answer(ray.simulate(*line)) == answer(simulate(*line, "--jobs", "1"))


def test_a_worker_that_is_killed_costs_nothing_but_time(ray: Ray, tmp_path: Path) -> None:
    source, victim = tmp_path / "victim.py", tmp_path / "pid"
    source.write_text(VICTIM.format(path=str(victim)), encoding="utf-8")
    line = ("--seats", "2", "--deals", "30", "--bot", f"{source}:Victim")
    running = ray.simulate(*line)
    wait_until(lambda: victim.exists() and victim.read_text(encoding="utf-8"))
    pid = int(victim.read_text(encoding="utf-8"))
    played = Path(f"/proc/{pid}/cmdline").read_bytes()
    os.kill(pid, signal.SIGKILL)
    assert played.startswith(b"ray::play_part"), "it was at a table when it was killed"
    assert answer(running) == answer(simulate(*line, "--jobs", "2"))


def test_a_bot_that_fails_on_a_cluster_is_told_as_anywhere(ray: Ray) -> None:
    line = ("--seats", "2", "--bot", "tests.arena.players:RaisingInTheEnd", "--deals", "100")
    found = answer(ray.simulate(*line), code=1)
    assert found["error"]["code"] == "bot-failed"
    assert found == answer(simulate(*line, "--jobs", "1"), code=1)


def test_a_bot_that_kills_every_worker_ends_the_run(ray: Ray) -> None:
    less_patient = "from tenback.arena import cluster; cluster.RETRIES = 1"
    line = ("--cluster", ray.address, "--bot", "tests.arena.players:Dying", "--deals", "2")
    running = simulate(*line, environment=ray.environment, first=less_patient)
    assert answer(running, code=1)["error"]["code"] == "worker-died"


def test_an_error_of_ray_is_told_as_plain_text() -> None:
    error = Cluster("local").failure(RuntimeError("\x1b[36mray::play()\x1b[39m (pid=1)\nmore"))
    assert str(error) == "the cluster 'local' cannot be used: ray::play() (pid=1)"


def test_ctrl_c_prints_what_a_cluster_has_played(ray: Ray, tmp_path: Path) -> None:
    out, bot = tmp_path / "result.json", "tests.arena.players:Slow"
    running = ray.simulate("--deals", "100000", "--bot", bot, "--out", str(out))
    wait_until(lambda: out.exists() and json.loads(out.read_text(encoding="utf-8"))["deals"])
    running.send_signal(signal.SIGINT)
    assert answer(running, code=130)["deals"] > 0


def test_a_cluster_can_be_started_for_one_run(ray: Ray) -> None:
    line = ("--bot", "tests.arena.players:greedy", "--deals", "6")
    started = simulate("--cluster", "local", *line, environment=ray.environment)
    assert answer(started) == answer(simulate(*line, "--jobs", "1"))


@pytest.mark.parametrize("address", ["", "here", "host:", ":6379", "host:x", "host:²"])
def test_what_is_no_address_is_refused(address: str) -> None:
    assert "an address is host:port, auto or local" in str(complaint(address))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:99999", "no.such.host.invalid:6379"])
def test_a_cluster_that_is_not_there_is_told_at_once(address: str) -> None:
    begun = time.monotonic()
    assert "nothing answers there" in str(complaint(address))
    assert time.monotonic() - begun < SOON


def test_a_server_that_says_nothing_is_told_within_seconds() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begun = time.monotonic()
        assert "nothing answers there" in str(complaint(f"127.0.0.1:{silent.getsockname()[1]}"))
        assert time.monotonic() - begun < SOON


def test_a_server_of_another_kind_is_told_at_once() -> None:
    def answer_as_the_web_does(web: socket.socket) -> None:
        with web.accept()[0] as connection:
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n")

    with socket.create_server(("127.0.0.1", 0)) as web:
        server = Thread(target=answer_as_the_web_does, args=(web,))
        server.start()
        error = complaint(f"127.0.0.1:{web.getsockname()[1]}")
        server.join()
    assert "what answers there is not Ray" in str(error)


def test_missing_ray_is_told_with_the_extra_that_brings_it(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    process = simulate("--cluster", "auto", environment={"PYTHONPATH": str(tmp_path)})
    message = answer(process, code=1)["error"]["message"]
    assert "pip install 'tenback[cluster]'" in message
