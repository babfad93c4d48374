"""Standard environments around the compiled tables: Gymnasium, PettingZoo and OpenSpiel.

gymnasium.make("tenback/Classic-v0")              one table
gymnasium.make_vec("tenback/Classic-v0", 4096)    many compiled tables at once

Adapters and nothing else: what is legal, what a seat knows and how a game ends come from the
packages below. Importing this package registers the Gymnasium environments.
"""

import gymnasium

from tenback.envs.sections import Section, sections, unpacked
from tenback.envs.table_env import TableEnv
from tenback.envs.table_vector_env import TableVectorEnv
from tenback.rules import EDITIONS

VERSION = 0
"""Part of every id. Changes when the meaning of an observation, an action or a reward does.

OpenSpiel's names have no versions, so there it is part of the long name.
"""

IDS = {
    f"tenback/{edition.title.replace(' ', '')}-v{VERSION}": edition.name
    for edition in EDITIONS.values()
    if 1 in edition.seats
}
"""The editions that can be played alone, by the id of their environment."""

for _id, _edition in IDS.items():
    gymnasium.register(
        _id,
        entry_point="tenback.envs.table_env:TableEnv",
        vector_entry_point="tenback.envs.table_vector_env:TableVectorEnv",
        kwargs={"edition": _edition},
    )

__all__ = ["IDS", "VERSION", "Section", "TableEnv", "TableVectorEnv", "sections", "unpacked"]
