"""Runs Sphinx over the staged pages and swaps the new site in."""

import os
from pathlib import Path
from shutil import rmtree

from sphinx.cmd.build import build_main

from handbook.staging import ROOT, stage

SITE = ROOT / "src" / "tenback" / "server" / "docs"
WORK = ROOT / "build" / "handbook"
STRICT = ("--nitpicky", "--fail-on-warning", "--keep-going", "--quiet")
UNUSED = (".buildinfo", "objects.inv", "_sources")
"""Files that Sphinx writes for other tools; the server does not need them."""


def build(target: Path, work: Path) -> int:
    """Build the site into a folder; return Sphinx's exit code. A failed build changes nothing."""
    pages = work / "pages"
    stage(pages)
    fresh = target.with_name(f".{target.name}-{os.getpid()}")
    try:
        conf, doctrees = Path(__file__).parent, work / "doctrees"
        options = (*STRICT, "--conf-dir", str(conf), "--doctree-dir", str(doctrees))
        status: int = build_main([*options, "--builder", "html", str(pages), str(fresh)])
        if status == 0:
            for name in UNUSED:
                path = fresh / name
                rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            rmtree(target, ignore_errors=True)
            fresh.rename(target)
        return status
    finally:
        rmtree(fresh, ignore_errors=True)
