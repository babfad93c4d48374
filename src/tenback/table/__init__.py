"""One game in one process: what a server, a terminal or an arena holds."""

from tenback.table.table import Table

__all__ = ["Table"]
