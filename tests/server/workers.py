"""Finds the workers of a server with several processes."""

from pathlib import Path

from tests.server.serving import Serving


def workers_of(serving: Serving) -> list[int]:
    """Return the ids of the server's worker processes."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            line = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == str(serving.pid) and b"spawn_main" in line:
            found.append(int(folder.name))
    return sorted(found)
