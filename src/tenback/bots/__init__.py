"""Bots: `choose(view)` returns a move, `talk(view)` what is said. A bot gets only a view."""

from tenback.bots.bot import Bot, Talker
from tenback.bots.recipes import Recipe, make_bot
from tenback.bots.registry import BOTS, SIMPLE_BOT, STAND_IN, STRONGEST_BOT
from tenback.bots.simple import Greedy, Random

__all__ = [
    "BOTS",
    "SIMPLE_BOT",
    "STAND_IN",
    "STRONGEST_BOT",
    "Bot",
    "Greedy",
    "Random",
    "Recipe",
    "Talker",
    "make_bot",
]
