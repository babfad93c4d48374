"""The command `train`. It imports heavy modules only when it runs."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from tenback.cli.commands import BoundedInt, CliCommand, json_option
from tenback.cli.solve import Seconds
from tenback.cli.texts import Texts

MOST_DEALS = 999_999_999
MOST_THREADS = 1024
PATH_TYPE = click.Path(path_type=Path)


class ShareParam(click.ParamType[float]):
    """A share from 0 to below 1, such as 0.4."""

    def __init__(self, texts: Texts) -> None:
        self.name = texts("number")
        self._texts = texts

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the share in a text, or refuse it."""
        text = str(value)
        whole, point, digits = text.partition(".")
        if whole == "0" and (digits or not point) and (digits or "0").isdecimal():
            return float(text)
        raise click.UsageError(
            self._texts("{text} is not a share like 0.4: from 0 to below 1", text=repr(text)), ctx
        )


def command(texts: Texts) -> click.Command:
    """Return the command `tenback train`."""

    @click.command(
        "train",
        cls=CliCommand,
        texts=texts,
        extra="training",
        help=texts(
            "Train a network by letting it play with itself, or against itself.\n\n"
            "NETWORK is one of ours ({known}), or a file of settings. "
            "Its log, a checkpoint and the network itself are kept in the folder --out. Ctrl-C "
            "stops it; the same command resumes it.\n\n"
            "Without NETWORK, --plot plots the logs in the folders.\n\n\b\n"
            "Examples:  tenback train solo --out runs/solo\n"
            "           tenback train team --out runs/team --seconds 600 --final 50000\n"
            "           tenback train --out runs/solo --out runs/team --plot rates.svg",
            known=", ".join(_networks()),
        ),
    )
    @click.argument("network", required=False)
    @click.option(
        "--out",
        "folders",
        type=PATH_TYPE,
        metavar=texts("FOLDER"),
        multiple=True,
        help=texts("The folder of the run; an existing run is resumed."),
    )
    @click.option(
        "--device",
        metavar="cuda|cpu",
        help=texts("The device to train on. Default: the fastest"),
    )
    @click.option(
        "--threads",
        type=BoundedInt(texts, 1, MOST_THREADS),
        help=texts("How many cores play, and on cpu also learn. Default: all"),
    )
    @click.option(
        "--seconds",
        type=Seconds(texts),
        help=texts("Fit the training into this time, however many plays that allows."),
    )
    @click.option(
        "--start",
        type=PATH_TYPE,
        metavar=texts("FILE"),
        help=texts("Start from the network in this file."),
    )
    @click.option(
        "--head-start",
        type=ShareParam(texts),
        help=texts("With --start: the share of the training that counts as done. Default: 0"),
    )
    @click.option(
        "--eager",
        is_flag=True,
        help=texts("Do not compile for cuda: it starts sooner, but trains more slowly."),
    )
    @click.option(
        "--final",
        type=BoundedInt(texts, 1, MOST_DEALS),
        metavar=texts("DEALS"),
        help=texts("Measure the network on this many deals at the end."),
    )
    @click.option(
        "--plot",
        type=PATH_TYPE,
        metavar=texts("FILE"),
        help=texts("Plot the win rates as a .png or .svg file."),
    )
    @json_option(texts)
    def run(
        network: str | None,
        folders: tuple[Path, ...],
        plot: Path | None,
        as_json: bool,
        **options: Any,
    ) -> None:
        for name, is_given in (("--out", folders), ("NETWORK", network or plot)):
            if not is_given:
                raise click.UsageError(texts("{name} is missing", name=name))
        if network is not None and len(folders) > 1:
            raise click.UsageError(texts("a network is trained in one folder: give one --out"))
        if options["head_start"] is not None and options["start"] is None:
            raise click.UsageError(texts("--head-start needs --start"))
        if network is None and (ignored := _given(options)):
            raise click.UsageError(texts("{name} needs NETWORK", name=ignored[0]))
        if plot is not None:
            from tenback.arena.plots import check_plot

            check_plot(plot)
        if network is not None:
            from tenback.cli.training_runner import TrainingRunner

            TrainingRunner(
                texts=texts,
                network=network,
                folder=folders[0],
                plot=plot,
                as_json=as_json,
                **options,
            ).run()
        elif plot is not None:
            from tenback.cli.training_plot import draw

            draw(texts, plot, folders)

    return run


def _given(options: dict[str, Any]) -> list[str]:
    """Return the options that were given, as users type them."""
    return [f"--{name.replace('_', '-')}" for name, value in options.items() if value]


def _networks() -> list[str]:
    """Return the names of our networks, each of which has a settings file."""
    folder = files("tenback.training") / "networks"
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir())
