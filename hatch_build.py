"""Builds the page into wheels and source archives; an editable install takes `make page` instead.

Wheels also get the vectors that `tenback conform` asks about; sources find them in their folder.

pip asks for it twice, once while it prepares the metadata: the second time nothing is left to do.
"""

import importlib.util
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_spec = importlib.util.spec_from_file_location(
    "tenback_web_build", Path(__file__).parent / "web" / "build.py"
)
assert _spec is not None
assert _spec.loader is not None
build = sys.modules[_spec.name] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)


VECTORS = ("deals.txt", "perft.txt", "playthroughs")


class PageHook(BuildHookInterface[Any]):
    """Lets hatchling build the page first."""

    def dependencies(self) -> list[str]:
        """Ask for pip, which loads what runs in the browser, and for Node where there is none."""
        return ["pip"] if build.find_node() else ["pip", build.WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, if it is not there."""
        if self.target_name == "wheel" and version == "editable":
            return
        build.page()
        if self.target_name == "wheel":
            included: dict[str, str] = build_data["force_include"]
            for name in VECTORS:
                included[f"vectors/{name}"] = f"tenback/testing/vectors/{name}"
