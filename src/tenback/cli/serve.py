"""The command `serve`. It imports heavy modules only when it runs."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import click

from tenback.cli.commands import CliCommand
from tenback.cli.texts import Texts
from tenback.processes import importing_much
from tenback.rules import BadInput

ASK = "ask"


def command(texts: Texts) -> click.Command:
    """Return the command `tenback serve`."""

    def setting(option: str, metavar: str, text: str) -> Callable[[Any], Any]:
        return click.option(option, metavar=metavar, help=text)

    number = texts("NUMBER")

    @click.command(
        "serve",
        cls=CliCommand,
        texts=texts,
        extra="server",
        help=texts(
            "Run a server with tables for people in the browser and for programs.\n\n"
            "It runs until Ctrl-C. Neither that nor a crash loses anything: whatever was "
            "acknowledged is on disk. Every option is also an environment variable: "
            "--database-url is TENBACK_DATABASE_URL, and so on; the command line takes "
            "precedence.\n\n"
            "One process with SQLite serves many tables. For more there are --workers, "
            "several machines with the same PostgreSQL, and Redis, which lets processes "
            "notify each other at once; without it they poll the database twice a second.\n\n"
            "\b\nExamples:  tenback serve --open\n           tenback serve --lan\n           "
            "tenback serve --host 0.0.0.0 --secure off\n           tenback serve --workers 4 "
            "--database-url postgresql://db/tenback"
        ),
    )
    @setting(
        "--host",
        texts("HOST"),
        texts("The address to listen on. Default: 127.0.0.1, only this machine"),
    )
    @setting("--port", number, texts("The port; 0 is any free one. Default: 8098"))
    @setting(
        "--database-url",
        "URL",
        texts("SQLite or PostgreSQL. Default: tenback.sqlite in your data folder"),
    )
    @setting("--redis-url", "URL", texts("Redis, like redis://localhost:6379. Default: none"))
    @setting("--workers", number, texts("How many processes serve. Default: 1"))
    @setting("--pace", texts("SECONDS"), texts("The pause between two moves of bots. Default: 0.6"))
    @setting(
        "--bot-processes",
        number,
        texts("Processes for bots in each worker. Default: the cores, divided among the workers"),
    )
    @setting("--request-rate", number, texts("Requests per second from one address. Default: 20"))
    @setting("--request-burst", number, texts("Requests at once from one address. Default: 100"))
    @setting("--login-rate", number, texts("Passwords per second from one address. Default: 0.2"))
    @setting("--login-burst", number, texts("Passwords at once from one address. Default: 5"))
    @setting(
        "--account-rate",
        number,
        texts("Wrong passwords per second for one account. Default: 0.01"),
    )
    @setting(
        "--account-burst",
        number,
        texts("Wrong passwords at once for one account. Default: 10"),
    )
    @setting(
        "--session-days",
        texts("DAYS"),
        texts("How long an unused session lasts. Default: 365"),
    )
    @setting(
        "--export-rate",
        number,
        texts("Data exports per second for one person. Default: 0.01"),
    )
    @setting(
        "--export-burst",
        number,
        texts("Data exports at once for one person. Default: 5"),
    )
    @setting(
        "--analysis-rate",
        number,
        texts("Analyses per second for one person. Default: 0.02"),
    )
    @setting(
        "--analysis-burst",
        number,
        texts("Analyses at once for one person. Default: 10"),
    )
    @setting(
        "--code-rate",
        number,
        texts("Wrong table codes per second from one address. Default: 0.1"),
    )
    @setting(
        "--code-burst",
        number,
        texts("Wrong table codes allowed in a burst from one address. Default: 20"),
    )
    @setting(
        "--opening-rate",
        number,
        texts("New tables and guests per second from one address. Default: 0.5"),
    )
    @setting(
        "--opening-burst",
        number,
        texts("New tables and guests at once from one address. Default: 100"),
    )
    @setting(
        "--chat-rate",
        number,
        texts("Chat messages per second from one address. Default: 4"),
    )
    @setting(
        "--chat-burst",
        number,
        texts("Chat messages at once from one address. Default: 40"),
    )
    @setting(
        "--public-rate",
        number,
        texts("New public tables per second from one address. Default: 0.01"),
    )
    @setting(
        "--public-burst",
        number,
        texts("New public tables at once from one address. Default: 20"),
    )
    @setting(
        "--step-rate",
        number,
        texts("Stored steps per second from one address; a table counts as 100. Default: 2"),
    )
    @setting(
        "--step-burst",
        number,
        texts("Stored steps at once from one address. Default: 100000"),
    )
    @setting(
        "--reading-rate",
        number,
        texts("Steps read per second for one address. Default: 2000"),
    )
    @setting(
        "--reading-burst",
        number,
        texts("Steps read at once for one address. Default: 60000"),
    )
    @setting("--connections", number, texts("Sockets at a time from one address. Default: 100"))
    @setting("--message-rate", number, texts("Messages per second over one socket. Default: 10"))
    @setting("--message-burst", number, texts("Messages at once over one socket. Default: 50"))
    @setting(
        "--address-message-rate",
        number,
        texts("Messages per second over all sockets of one address. Default: 50"),
    )
    @setting(
        "--address-message-burst",
        number,
        texts("Messages at once over all sockets of one address. Default: 500"),
    )
    @setting(
        "--trusted-proxies",
        texts("ADDRESSES"),
        texts("Proxies whose X-Forwarded-For header is trusted. Default: this machine"),
    )
    @click.option(
        "--secure",
        "is_secure",
        metavar="on|off",
        help=texts(
            "Whether everybody connects over https; cookies then require it. Default: on, "
            "unless local"
        ),
    )
    @setting(
        "--origins",
        "URLS",
        texts("Other sites whose pages may use this server, like https://cards.example."),
    )
    @click.option(
        "--lan",
        "is_lan",
        is_flag=False,
        flag_value="on",
        metavar="[on|off|ask]",
        help=texts(
            "Open the tables to phones on the same network and show a QR code; with ask, it "
            "asks first. Default: off"
        ),
    )
    @setting(
        "--hosts",
        texts("NAMES"),
        texts(
            "The only host names to answer to, like cards.example. Default: any; with --lan its "
            "addresses"
        ),
    )
    @click.option(
        "--tidy",
        "is_tidy",
        metavar="on|off",
        help=texts("Whether old data is removed once a day, as admin tidy does. Default: off"),
    )
    @setting(
        "--keep-guests",
        texts("DAYS"),
        texts("How long to keep guests who do not come back. Default: 180"),
    )
    @setting(
        "--keep-tables",
        texts("DAYS"),
        texts("How long to keep abandoned tables. Default: 30"),
    )
    @setting(
        "--keep-chat",
        texts("DAYS"),
        texts("How long to keep the chat of finished tables. Default: 30"),
    )
    @setting(
        "--drain",
        texts("SECONDS"),
        texts("How long open requests may still take when the server stops. Default: 10"),
    )
    @click.option(
        "--open/--no-open",
        "is_opened",
        default=False,
        help=texts("Also open the page in a browser, if there is one. Default: --no-open"),
    )
    def run(*, is_opened: bool, **given: str | None) -> int:
        from tenback.cli.browser import show
        from tenback.cli.phones import show_addresses, wants_phones

        with importing_much():
            from tenback.server.launch import serve
            from tenback.server.settings import Settings

        settings = {name: text for name, text in given.items() if text}
        if settings.get("is_lan", "").lower() == ASK:
            settings["is_lan"] = "on" if wants_phones(texts) else "off"
        try:
            Settings.from_environment({}, settings)
        except BadInput as error:  # a mistake on the command line
            raise click.UsageError(texts.error(error)) from None

        def tell(address: str, phones: Sequence[str]) -> None:
            click.echo(texts("Tenback is open at {address}", address=address))
            if phones:
                show_addresses(texts, phones)
            if is_opened:
                show(address)

        return 0 if serve(Settings.from_environment(os.environ, settings), tell) else 1

    return run
