"""The command `tenback`."""

from tenback.cli.app import main

__all__ = ["main"]
