"""The command `trace`: prints a game of the compiled simulator, for comparison with others."""

import click

from tenback.cli.commands import CliCommand
from tenback.cli.deals import layout_option
from tenback.cli.positions import FIELDS_MAY_BEGIN_WITH_A_DASH, read_start
from tenback.cli.texts import Texts
from tenback.rules import BadInput, Deal


def command(texts: Texts) -> click.Command:
    """Return the command `tenback trace`."""

    @click.command(
        "trace",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Play one game with the compiled simulator, and print it move by move.\n\n"
            "The cards are those of a deal CODE, or of a POSITION of five fields; - reads either "
            "from standard input. At every move it prints what the seat to move sees, which "
            "moves are legal and which lose, as the playthroughs in vectors/ do, so that any "
            "referee can be compared with it.\n\n\b\n"
            "Examples:  tenback trace C2-4QX7M-0ZB2K-6\n"
            "           tenback trace 'extreme 97,1,3,2 98.99 - 0' --bot random"
        ),
        context_settings=FIELDS_MAY_BEGIN_WITH_A_DASH,
    )
    @click.argument("words", metavar="CODE|POSITION", nargs=-1, required=True)
    @click.option(
        "--bot",
        "bots",
        metavar=texts("NAME"),
        multiple=True,
        help=texts("The compiled bot for all seats, or one for each. Default: greedy"),
    )
    @click.option(
        "--seed", metavar=texts("SEED"), default="0", help=texts("The seed for the bot `random`.")
    )
    @layout_option(texts)
    def run(words: tuple[str, ...], bots: tuple[str, ...], seed: str, layout: str | None) -> None:
        start = read_start(texts, words, layout)
        state = start.start() if isinstance(start, Deal) else start
        from tenback.bots import SIMPLE_BOT
        from tenback.fastsim import Replica, run_seed, trace
        from tenback.policies import Policy
        from tenback.policies.choosing import choose_move
        from tenback.policies.errors import PlayerCode

        policies = [Policy.read(bot) for bot in bots or (SIMPLE_BOT,)]
        if len(policies) not in (1, state.seats):
            raise BadInput(PlayerCode.BAD_BOTS, count=len(policies), seats=state.seats)
        replica = Replica.of(state, seed=run_seed(seed.upper()))
        for line in trace(replica, lambda table: choose_move(table, policies)):
            click.echo(line)

    return run
