"""What bots are asked, and what they answer: from what a seat may know, and nothing else."""

from dataclasses import dataclass

from tenback.bots import make_bot
from tenback.bots.bot import Talker
from tenback.rules import Move, Signal, View


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """What a bot is asked: everything that crosses to its process."""

    bot: str
    seed: str
    view: View


def talk_of(question: BotQuestion) -> tuple[Signal, ...]:
    """Return what a bot says."""
    bot = make_bot(question.bot, seed=question.seed)
    return tuple(bot.talk(question.view)) if isinstance(bot, Talker) else ()


def choice_of(question: BotQuestion) -> Move:
    """Return the move that a bot makes."""
    return make_bot(question.bot, seed=question.seed).choose(question.view)
