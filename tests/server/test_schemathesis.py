"""Schemathesis sends all sorts of requests: the server keeps to its own schema."""

import subprocess
import sys

import pytest

from tests.server.guests import guest
from tests.server.serving import Serving

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


@pytest.mark.parametrize("is_known", [False, True])
def test_schemathesis_finds_no_server_error(serving: Serving, is_known: bool) -> None:
    headers = ["x-forwarded-for: 192.0.2.1"]
    if is_known:
        headers.append(f"authorization: Bearer {guest(serving).cookies['tenback']}")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run"),
            f"{serving.url}/api/schema/openapi.json",
            *(part for header in headers for part in ("--header", header)),
            *(("--exclude-path", "/api/logout") if is_known else ()),
            *("--checks", ",".join(CHECKS)),
            *("--phases", "examples,coverage,fuzzing"),
            *("--max-examples", "10", "--seed", "1", "--generation-deterministic"),
            "--no-color",
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
