"""The examples run, and what they print is true."""

import subprocess
import sys
from pathlib import Path

import pytest

from tenback.notation import read_record

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("code", ["C2-4QX7M-0ZB2K-6", "E1-TENBA-CK-R", "F2-4QX7M-0ZB2K-0"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_prints_a_record_of_a_finished_sitting(path: Path, code: str) -> None:
    done = subprocess.run(
        [sys.executable, str(path), code], capture_output=True, text=True, check=True, timeout=120
    )
    assert read_record(done.stdout).outcome is not None
