"""The page about environments agrees with the code; its examples are doctests."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from tenback.envs import IDS, VERSION, sections, spiel, tenback_v0

PAGE = Path(__file__).parent.parent.parent / "docs" / "environments.md"
SEED = 3
PLAYED: list[dict[str, Any]] = [
    {"edition": "classic", "seats": 3, "talk": "honest"},
    {"edition": "extreme", "seats": 2, "talk": "actions"},
    {"edition": "on-fire", "seats": 1, "reward": "win"},
    {"edition": "face-to-face", "seats": 2},
]
PROMISED = {0: "fa2fc355f5d88860"}
"""The digest of what a version tells its agents."""


def section_lines() -> list[str]:
    return [
        f"| {section.start} … {section.stop - 1} | `{section.name}` | {section.meaning} |"
        for section in sections()
    ]


def test_the_page_lists_the_sections() -> None:
    assert "\n".join(section_lines()) in PAGE.read_text(encoding="utf-8")


def told() -> Iterator[str]:
    """Yield how observations are cut up and unpacked, then all that agents see of some games."""
    for section in sections():
        yield f"{section.name} {section.start} {section.stop} {section.shape} {section.largest:g}"
    for settings in PLAYED:
        env = tenback_v0.raw_env(**settings)
        env.reset(seed=SEED)
        for _ in env.agent_iter():
            seen, reward, is_over, *_ = env.last()
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            yield f"{seen['observation'].tobytes().hex()} {legal} {reward:.6f}"
            env.step(None if is_over else legal[len(legal) // 2])


def test_a_change_of_what_agents_are_told_needs_a_new_version() -> None:
    """Raise `VERSION` and give it a line here, unless what was told before stays as it was."""
    assert sha256("\n".join(told()).encode()).hexdigest()[:16] == PROMISED[VERSION]


def test_every_name_has_the_version() -> None:
    assert all(name.endswith(f"-v{VERSION}") for name in IDS)
    assert tenback_v0.raw_env.metadata["name"] == f"tenback_v{VERSION}"
    kind = spiel.game_type(pyspiel.GameType.Utility.IDENTICAL)
    assert kind.long_name == f"Tenback v{VERSION}"
