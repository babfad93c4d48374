"""The command that trains."""

import os
from pathlib import Path

import click
import torch

from tenback.training.run import TrainingRun
from tenback.training.settings import Settings

NETWORKS = Path(__file__).parent / "networks"


@click.command
@click.argument("network")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
@click.option("--device", default="cuda" if torch.cuda.is_available() else "cpu", show_default=True)
@click.option("--threads", type=click.IntRange(1), default=os.cpu_count(), show_default=True)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Fit it into this time.")
@click.option("--start", type=click.Path(path_type=Path, exists=True), help="Begin with weights.")
@click.option("--head-start", type=click.FloatRange(0, 1, max_open=True), default=0.0)
@click.option("--eager", is_flag=True, help="Compile nothing for the device.")
@click.option("--final", type=click.IntRange(0), default=0, help="Deals of a last evaluation.")
def main(
    network: str,
    out: Path,
    device: str,
    threads: int,
    seconds: float | None,
    start: Path | None,
    head_start: float,
    eager: bool,
    final: int,
) -> None:
    """Train NETWORK: the name of one of ours, or a file with settings."""
    path = NETWORKS / f"{network}.toml"
    settings = Settings.read(path if path.exists() else Path(network))
    run = TrainingRun(
        settings,
        out,
        device=device,
        threads=threads,
        seconds=seconds,
        start=start,
        head_start=head_start,
        compiles=not eager,
    )
    told = 0.0
    for standing in run.standings():
        if standing.rates or standing.seconds - told > 10:
            told = standing.seconds
            rates = " ".join(f"{name}: {rate:.2%}" for name, rate in standing.rates.items())
            click.echo(
                f"{settings.name} {standing.seconds:5.0f} s {standing.plays / 1e6:7.1f} M "
                f"loss {standing.loss:.4f} won {standing.won:.1%} left {standing.left:.2f} {rates}"
            )
    if final:
        rates = run.evaluate(final, "final")
        run.save(rates)
        click.echo(f"{settings.name} final: {rates}")
