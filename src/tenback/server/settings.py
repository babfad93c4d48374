"""How a server is set up: by environment variables, which the command line writes over."""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from ipaddress import ip_address
from os import cpu_count
from pathlib import Path
from typing import Any, Self

from platformdirs import user_data_path

from tenback.rules.errors import BadInput, Reason
from tenback.server.errors import ServerCode

PREFIX = "TENBACK_"
YES, NO = ("on", "yes", "true", "1"), ("off", "no", "false", "0")
NUMBER = re.compile(r"[0-9]{1,9}(?:[.][0-9]{1,9})?", re.ASCII)
ORIGIN = re.compile(r"https?://[^\s/,]+", re.ASCII)
REDIS = re.compile(r"(?:rediss?|unix)://\S+", re.ASCII)
HOST = re.compile(r"[^\s/]+")
LOOPBACK = ("localhost", "localhost.localdomain")

Read = Callable[[str], Any]


class Wrong(ValueError):
    """A text that is no value of a setting; `reason` says what would be right."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


def _wrong(template: str, **details: object) -> Wrong:
    return Wrong(Reason(template, **details))


def whole(least: int, most: int) -> Read:
    """Return what reads a whole number within bounds."""

    def read(text: str) -> int:
        if NUMBER.fullmatch(text) and "." not in text and least <= int(text) <= most:
            return int(text)
        raise _wrong("it must be a whole number from {least} to {most}", least=least, most=most)

    return read


def decimal(least: float, most: float) -> Read:
    """Return what reads a number within bounds, fractions included."""

    def read(text: str) -> float:
        if NUMBER.fullmatch(text) and least <= float(text) <= most:
            return float(text)
        raise _wrong("it must be a number from {least} to {most}, like 0.5", least=least, most=most)

    return read


def yes_or_no(text: str) -> bool:
    """Return whether a text says yes."""
    if text.lower() in YES:
        return True
    if text.lower() in NO:
        return False
    raise _wrong("it must be on or off")


def host(text: str) -> str:
    """Return the name or number of a host."""
    if HOST.fullmatch(text):
        return text
    raise _wrong("it must be the name or the number of a host, like 127.0.0.1")


def redis(text: str) -> str:
    """Return the URL of a Redis."""
    if REDIS.fullmatch(text):
        return text
    raise _wrong("it must be a URL like redis://localhost:6379")


def origins(text: str) -> tuple[str, ...]:
    """Return origins as a browser spells them."""
    found = tuple(part.strip().rstrip("/").lower() for part in text.split(","))
    if all(map(ORIGIN.fullmatch, found)):
        return found
    raise _wrong("it must be like https://cards.example, several with commas between them")


def proxies(text: str) -> tuple[str, ...]:
    """Return the addresses of proxies; `*` is everybody."""
    found = tuple(part.strip() for part in text.split(","))
    if all(map(HOST.fullmatch, (part.partition("/")[0] for part in found))):
        return found
    raise _wrong("it must be addresses with commas between them, like 10.0.0.1,10.1.0.0/16")


def _setting(read: Read, default: Any = MISSING, **more: Any) -> Any:
    given = {} if default is MISSING else {"default": default}
    return field(**given, metadata={"read": read}, **more)


def default_database() -> str:
    """Return the URL of the SQLite file in the folder for data of whoever starts the server."""
    return database_in(user_data_path("tenback"))


def database_in(folder: Path) -> str:
    """Return the URL of the SQLite file in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'tenback.sqlite'}"


def cores() -> int:
    """Return how many cores there are."""
    return cpu_count() or 1


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a server is set up; the variable of `port` is TENBACK_PORT, and so on."""

    host: str = _setting(host, "127.0.0.1")
    port: int = _setting(whole(0, 65535), 8098)
    """With 0 any free one."""
    database_url: str = _setting(str, default_factory=default_database, repr=False)
    redis_url: str | None = _setting(redis, None, repr=False)
    workers: int = _setting(whole(1, 64), 1)
    pace: float = _setting(decimal(0, 60), 0.6)
    """Seconds between moves of bots: so that people can follow them."""
    bot_processes: int = _setting(whole(1, 256), default_factory=cores)
    """Processes of each worker in which bots think."""
    request_rate: float = _setting(decimal(0.01, 1e6), 20.0)
    """Requests a second from one address, and so many at once:"""
    request_burst: int = _setting(whole(1, 1_000_000), 100)
    login_rate: float = _setting(decimal(0.01, 1e6), 0.2)
    """Passwords a second from one address, and so many at once: who guesses gets nowhere."""
    login_burst: int = _setting(whole(1, 1_000_000), 5)
    connections: int = _setting(whole(1, 1_000_000), 100)
    """Sockets that are open at a time from one address, in each worker."""
    message_rate: float = _setting(decimal(0.01, 1e6), 10.0)
    """Messages a second over one socket, and so many at once:"""
    message_burst: int = _setting(whole(1, 1_000_000), 50)
    trusted_proxies: tuple[str, ...] = _setting(proxies, ("127.0.0.1", "::1"))
    """Who is believed about the address of whom they speak for."""
    is_secure: bool = _setting(yes_or_no, False)
    """Whether everybody comes by https: then cookies go no other way."""
    origins: tuple[str, ...] = _setting(origins, ())
    """Further sites whose pages may use this server."""
    drain: int = _setting(whole(0, 3600), 10)
    """Seconds that requests under way have to finish when the server stops."""

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str], given: Mapping[str, str] | None = None
    ) -> Self:
        """Return the settings that variables say; what is `given` by field counts more."""
        values: dict[str, Any] = {}
        for each in fields(cls):
            if wish := (given or {}).get(each.name):
                values[each.name] = read_setting(each, option(each.name), wish)
            elif text := environment.get(variable(each.name)):
                values[each.name] = read_setting(each, variable(each.name), text)
        chosen = cls(**values)
        values.setdefault("bot_processes", max(1, cores() // chosen.workers))
        values.setdefault("is_secure", not is_loopback(chosen.host))
        return cls(**values)

    def as_environment(self) -> dict[str, str]:
        """Return the variables that say the same."""
        return {variable(each.name): _written(getattr(self, each.name)) for each in fields(self)}


def variable(name: str) -> str:
    """Return the environment variable of a setting.

    >>> variable("database_url"), variable("is_secure")
    ('TENBACK_DATABASE_URL', 'TENBACK_SECURE')
    """
    return PREFIX + name.removeprefix("is_").upper()


def option(name: str) -> str:
    """Return the option of a setting on the command line.

    >>> option("database_url"), option("is_secure")
    ('--database-url', '--secure')
    """
    return "--" + name.removeprefix("is_").replace("_", "-")


def read_setting(setting: Field[Any], called: str, text: str) -> Any:
    """Return the value that a text gives, or say what is wrong with it under the name it has."""
    try:
        return setting.metadata["read"](text)
    except Wrong as wrong:
        told = text if setting.repr else "…"  # it may hold a password
        raise BadInput(
            ServerCode.BAD_SETTING, name=called, text=told, reason=wrong.reason
        ) from None


def is_loopback(name: str) -> bool:
    """Return whether a host is this machine alone."""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name.lower() in LOOPBACK


def _written(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return YES[0] if value else NO[0]
        case tuple():
            return ",".join(value)
        case float():
            return f"{value:.9f}"
    return str(value)
