"""The ASGI app: everything of one process, put together."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from litestar import Litestar, WebSocket, websocket

from tenback.server.buckets import Bucket
from tenback.server.connection import SILENT, PATIENCE, Connection
from tenback.server.fanout import Fanout, NoFanout, RedisFanout
from tenback.server.hall import Hall
from tenback.server.lobby import Lobby
from tenback.server.services import Services
from tenback.server.settings import Settings
from tenback.server.store import Database, Days, Log, People, Results, Tables
from tenback.server.thinking import Thinkers
