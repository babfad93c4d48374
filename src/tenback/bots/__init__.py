"""Bots: `choose(view)` returns a move, `talk(view)` what is said. A bot gets only a view."""

from tenback.bots.bot import Bot, Talker
from tenback.bots.careful import Careful
from tenback.bots.master import Adept, Master
from tenback.bots.recipes import Recipe, make_bot
from tenback.bots.registry import BOTS, SIMPLE_BOT, STAND_IN, STRONGEST_BOT
from tenback.bots.simple import Greedy, Random

__all__ = [
    "BOTS",
    "SIMPLE_BOT",
    "STAND_IN",
    "STRONGEST_BOT",
    "Adept",
    "Bot",
    "Careful",
    "Greedy",
    "Master",
    "Random",
    "Recipe",
    "Talker",
    "make_bot",
]
