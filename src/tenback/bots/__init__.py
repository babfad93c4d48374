"""Bots: `choose(view)` returns a move. A bot gets a view, and nothing else."""

from tenback.bots.bot import Bot
from tenback.bots.recipes import BOTS, Recipe, make_bot
from tenback.bots.simple import Greedy, Random

__all__ = ["BOTS", "Bot", "Greedy", "Random", "Recipe", "make_bot"]
