"""One game in one process, as a server, a terminal or an arena holds it."""

from tenback.table.table import Table

__all__ = ["Table"]
