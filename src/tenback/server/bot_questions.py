"""Questions to bots and their answers. A question holds only what a seat may know."""

from dataclasses import dataclass

from tenback.bots import make_bot
from tenback.bots.bot import Talker
from tenback.rules import Move, Signal, View


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """Everything that is sent to a bot's process."""

    bot: str
    seed: str
    view: View


def talk_of(question: BotQuestion) -> tuple[Signal, ...]:
    """Return the signals a bot gives."""
    bot = make_bot(question.bot, seed=question.seed)
    return tuple(bot.talk(question.view)) if isinstance(bot, Talker) else ()


def choice_of(question: BotQuestion) -> Move:
    """Return the move a bot makes."""
    return make_bot(question.bot, seed=question.seed).choose(question.view)
