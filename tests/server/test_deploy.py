"""The recipes in `deploy/`: games are played through the proxy, the rest is checked as text."""

import asyncio
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tenback.server.metrics import Metrics
from tenback.server.settings import Settings, variable
from tests.server.client import Guest, Player
from tests.server.ledger import Books
from tests.server.servers import NGINX
from tests.server.serving import Serving

DEPLOY = Path(__file__).parents[2] / "deploy"
HERE = "127.0.0.1"
AROUND = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/tenback.conf;
}}
"""
"""What Debian's own configuration says around ours, in a folder."""
MOST_AT_ONCE = 4
"""The connections that our proxy accepts from an address."""


def free_port() -> int:
    """Return a port that nobody has."""
    with socket.socket() as taken:
        taken.bind((HERE, 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Serving]:
    """Return a server that expects everybody to come by https."""
    with Serving(tmp_path / "tenback.sqlite", "--secure", "on") as serving:
        yield serving
        assert serving.errors == ""


@pytest.fixture
def proxy(behind: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run nginx with our configuration and a certificate of its own; return its address."""
    program, port = NGINX.find(), free_port()
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    name = ("-subj", "/CN=cards.example", "-addext", f"subjectAltName=IP:{HERE}")
    kind = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", key, "-out", certificate)
    subprocess.run(["openssl", "req", *kind, *name, *files], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    text = (DEPLOY / "nginx" / "tenback.conf").read_text(encoding="utf-8")
    for before, after in (
        (r"listen \[::\].*\n", "\n"),
        ("listen 80;", f"listen {HERE}:{free_port()};"),
        ("listen 443 ssl http2;", f"listen {HERE}:{port} ssl http2;"),
        ("server 127.0.0.1:8098;", f"server {HERE}:{behind.port};"),
        ("limit_conn tenback_addresses 200;", f"limit_conn tenback_addresses {MOST_AT_ONCE};"),
        (f"allow {HERE};", "allow 192.0.2.1;"),
        (r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate)),
        (r"/etc/letsencrypt/\S+/privkey.pem", str(key)),
    ):
        text, count = re.subn(before, after, text)
        assert count, before
    (tmp_path / "tenback.conf").write_text(text, encoding="utf-8")
    (tmp_path / "nginx.conf").write_text(AROUND.format(folder=tmp_path), encoding="utf-8")
    running = subprocess.Popen(
        [program, "-e", tmp_path / "errors", "-p", tmp_path, "-c", tmp_path / "nginx.conf"]
    )
    try:
        yield f"https://{HERE}:{port}"
    finally:
        running.terminate()
        running.wait(60)


def test_a_sitting_is_played_through_the_proxy_with_tls(proxy: str, behind: Serving) -> None:
    async def story() -> None:
        anna = await Guest.sign_up(proxy)
        table = await anna.open_table("greedy", seats=2, is_started=True)
        async with Player(proxy, table, anna) as player:
            await player.play()
            books = (await Books.read(behind.database_url, [table]))[table]
            books.check(player)
            books.check_over()

    asyncio.run(story())
    with httpx.Client(base_url=proxy, trust_env=True) as client:
        assert client.get("/").headers["strict-transport-security"]
        answer = client.post("/api/me", json={"name": "Ben"}, headers={"Origin": proxy})
        assert answer.status_code == 200
        assert "secure" in answer.headers["set-cookie"].lower()
        for path in ("/metrics", "/metrics/", "/ready//", "/%6Detrics", "/./ready"):
            assert client.get(path).status_code == 403, path
        foreign = {"Origin": "https://elsewhere.example"}
        assert client.post("/api/me", json={"name": "Ben"}, headers=foreign).status_code == 403
    with ExitStack() as kept, pytest.raises(InvalidStatus) as refused:
        open_sockets(proxy, MOST_AT_ONCE + 1, kept)
    assert refused.value.response.status_code == 429


def open_sockets(proxy: str, count: int, kept: ExitStack) -> None:
    """Open sockets through the proxy, one after the other."""
    url = f"{proxy.replace('https', 'wss')}/api/tables/x/socket"
    for _ in range(count):
        kept.enter_context(connect(url, ssl=ssl.create_default_context()))


def test_every_metric_of_the_dashboard_exists() -> None:
    told = Metrics().as_text().decode()
    types = set(re.findall(r"^# TYPE (\w+) ", told, re.MULTILINE))
    known = {name for name in types if not name.endswith("_created")}
    dashboard = json.loads((DEPLOY / "grafana" / "tenback.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    named = {name for query in queries for name in re.findall(r"tenback_\w+", query)}
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in named} == known


def test_recipes_name_only_settings_that_exist() -> None:
    known = {variable(name) for name in Settings.__struct_fields__}
    for file in DEPLOY.rglob("*"):
        if file.is_file():
            named = set(re.findall(r"TENBACK_[A-Z_]+", file.read_text(encoding="utf-8")))
            assert named <= known, file


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    units = sorted((DEPLOY / "systemd").glob("*.[st][ei][rm]*"))
    assert len(units) == 3
    copies = []
    for unit in units:
        text = unit.read_text(encoding="utf-8").replace("/opt/tenback/bin/tenback", "/bin/true")
        copies.append(tmp_path / unit.name)
        copies[-1].write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *copies],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    ours = [line for line in done.stderr.splitlines() if "tenback" in line]
    assert ours == []
