"""Server settings: environment variables, which command-line options override."""

from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Self, get_type_hints

import msgspec
from msgspec import Meta, Struct, field
from msgspec.inspect import BoolType, Field, FloatType, IntType, StructType, VarTupleType, type_info
from platformdirs import user_data_path

from tenback.processes import cores
from tenback.rules.errors import BadInput, Reason
from tenback.server.errors import ServerCode

PREFIX = "TENBACK_"
SWITCH = {"on": True, "yes": True, "off": False, "no": False}
"""Spellings of a switch, in addition to true, false, 1 and 0."""
LOOPBACK = ("localhost", "localhost.localdomain")
PRIVATE = ("database_url", "redis_url")
"""Settings that may contain a password."""

SPELLED_LOW = ("origins", "hosts")
"""Settings whose values browsers write in lower case."""

Host = Annotated[str, Meta(pattern=r"^[^\s/]+$")]
HostName = Annotated[str, Meta(pattern=r"^[^\s/,]+$")]
Origin = Annotated[str, Meta(pattern=r"^https?://[^\s/,]+$")]
Proxy = Annotated[str, Meta(pattern=r"^[^\s/]+(?:/.*)?$")]
RedisUrl = Annotated[str, Meta(pattern=r"^(?:rediss?|unix)://\S+$")]
Rate = Annotated[float, Meta(ge=0.01, le=1e6)]
Days = Annotated[int, Meta(ge=1, le=36_500)]
Burst = Annotated[int, Meta(ge=1, le=1_000_000)]

REASONS = {
    "host": Reason("it must be a host name or address, like 127.0.0.1"),
    "redis_url": Reason("it must be a URL like redis://localhost:6379"),
    "origins": Reason("it must look like https://cards.example; separate several with commas"),
    "trusted_proxies": Reason(
        "it must be addresses separated by commas, like 10.0.0.1,10.1.0.0/16"
    ),
    "is_secure": Reason("it must be on or off"),
    "is_tidy": Reason("it must be on or off"),
    "is_lan": Reason("it must be on or off, or ask on the command line"),
    "hosts": Reason("it must look like cards.example:8098; separate several with commas"),
}
"""The error messages for settings that are not numbers."""


def default_database() -> str:
    """Return the URL of the SQLite file in the current user's data folder."""
    return database_in(user_data_path("tenback"))


def database_in(folder: Path) -> str:
    """Return the URL of the SQLite file in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'tenback.sqlite'}"


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a server. The variable of `port` is TENBACK_PORT, and so on."""

    host: Host = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8098
    """0 picks a free port."""
    database_url: str = field(default_factory=default_database)
    redis_url: RedisUrl | None = None
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    pace: Annotated[float, Meta(ge=0, le=60)] = 0.6
    """Seconds between the moves of bots, so that people can follow them."""
    bot_processes: Annotated[int, Meta(ge=1, le=256)] = field(default_factory=cores)
    """Processes per worker in which bots think."""
    request_rate: Rate = 20.0
    """Requests per second from one address, and how many at once (the next field)."""
    request_burst: Burst = 100
    login_rate: Rate = 0.2
    """Passwords per second from one address, and how many at once: too few to guess one."""
    login_burst: Burst = 5
    account_rate: Rate = 0.01
    """Wrong passwords per second for one account, from any address, and how many at once."""
    account_burst: Burst = 10
    session_days: Annotated[int, Meta(ge=1, le=3650)] = 365
    """Days without use after which a session ends."""
    export_rate: Rate = 0.01
    """Exports per second of one person's data, and how many at once."""
    export_burst: Burst = 5
    analysis_rate: Rate = 0.02
    """Analyses per second for one person, and how many at once."""
    analysis_burst: Burst = 10
    code_rate: Rate = 0.1
    """Wrong table codes per second from one address, and how many at once."""
    code_burst: Burst = 20
    opening_rate: Rate = 0.5
    """New tables and new guests per second from one address, and how many at once."""
    opening_burst: Burst = 100
    chat_rate: Rate = 4.0
    """Chat messages per second from one address, and how many at once."""
    chat_burst: Burst = 40
    public_rate: Rate = 0.01
    """New public tables per second from one address, and how many at once."""
    public_burst: Burst = 20
    step_rate: Rate = 2.0
    """Stored steps per second from one address, and how many at once. A table counts as 100."""
    step_burst: Burst = 100_000
    reading_rate: Rate = 2000.0
    """Steps per second that are read from the database for one address, and how many at once."""
    reading_burst: Burst = 60_000
    connections: Burst = 100
    """Sockets that one address may have open in each worker."""
    message_rate: Rate = 10.0
    """Messages per second over one socket, and how many at once."""
    message_burst: Burst = 50
    address_message_rate: Rate = 50.0
    """Messages per second over all sockets of one address, and how many at once."""
    address_message_burst: Burst = 500
    trusted_proxies: tuple[Proxy, ...] = ("127.0.0.1", "::1")
    """Proxies whose X-Forwarded-For header is trusted."""
    is_secure: bool = False
    """Whether everybody uses https, so that cookies are sent only over it."""
    origins: tuple[Origin, ...] = ()
    """Other sites whose pages may use this server."""
    is_lan: bool = False
    """Whether the server also listens on this machine's private addresses, for phones nearby."""
    hosts: tuple[HostName, ...] = ()
    """The host names that requests may use for this server. If empty, any name."""
    is_tidy: bool = False
    """Whether the server removes data that is older than the following limits, once a day."""
    keep_guests: Days = 180
    """Days since a guest without an account was last seen."""
    keep_tables: Days = 30
    """Days since the last step at an unfinished table."""
    keep_chat: Days = 30
    """Days since a chat message at a finished table was written."""
    drain: Annotated[int, Meta(ge=0, le=3600)] = 10
    """Seconds that running requests have to finish when the server stops."""

    @property
    def is_alone(self) -> bool:
        """Whether this process is the only one."""
        return self.workers == 1 and self.redis_url is None

    @property
    def lan_urls(self) -> list[str]:
        """The addresses for phones on the same network, once the server is open for them."""
        names = self.hosts if self.is_lan else ()
        return [f"http://{name}" for name in names if not is_loopback(name.partition(":")[0])]

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str], given: Mapping[str, str] | None = None
    ) -> Self:
        """Return the settings from environment variables. `given` values take precedence."""
        values: dict[str, Any] = {}
        for setting in _settings():
            name = setting.name
            if wish := (given or {}).get(name):
                values[name] = _read(setting, option(name), wish)
            elif text := environment.get(variable(name)):
                values[name] = _read(setting, variable(name), text)
        chosen = cls(**values)
        values.setdefault("bot_processes", max(1, cores() // chosen.workers))
        values.setdefault("is_secure", not chosen.is_lan and not is_loopback(chosen.host))
        return cls(**values)

    def as_environment(self) -> dict[str, str]:
        """Return the environment variables for these settings."""
        return {variable(name): _written(getattr(self, name)) for name in self.__struct_fields__}

    def __repr__(self) -> str:
        shown = (name for name in self.__struct_fields__ if name not in PRIVATE)
        return f"Settings({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


def variable(name: str) -> str:
    """Return the name of a setting's environment variable.

    >>> variable("database_url"), variable("is_secure")
    ('TENBACK_DATABASE_URL', 'TENBACK_SECURE')
    """
    return PREFIX + name.removeprefix("is_").upper()


def option(name: str) -> str:
    """Return the name of a setting's command-line option.

    >>> option("database_url"), option("is_secure")
    ('--database-url', '--secure')
    """
    return "--" + name.removeprefix("is_").replace("_", "-")


def is_loopback(name: str) -> bool:
    """Return whether a host name or address means this machine itself."""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name.lower() in LOOPBACK


def _settings() -> tuple[Field, ...]:
    known = type_info(Settings)
    assert isinstance(known, StructType)
    return known.fields


def _read(setting: Field, called: str, text: str) -> Any:
    """Return the value in a text, or refuse it under the name the user knows."""
    value: str | bool | list[str] = text
    if isinstance(setting.type, BoolType):
        value = SWITCH.get(text.lower(), text)
    elif isinstance(setting.type, VarTupleType):
        value = [part.strip() for part in text.split(",")]
    if setting.name in SPELLED_LOW:
        value = [part.strip().rstrip("/").lower() for part in text.split(",")]
    wanted = get_type_hints(Settings, include_extras=True)[setting.name]
    try:
        return msgspec.convert(value, wanted, strict=False)
    except msgspec.ValidationError:
        shown = "…" if setting.name in PRIVATE else text
        raise BadInput(
            ServerCode.BAD_SETTING, name=called, text=shown, reason=_reason(setting)
        ) from None


def _reason(setting: Field) -> Reason:
    match setting.type:
        case IntType(ge=least, le=most):
            return Reason(
                "it must be a whole number from {least} to {most}", least=least, most=most
            )
        case FloatType(ge=least, le=most):
            return Reason(
                "it must be a number from {least} to {most}, like 0.5", least=least, most=most
            )
        case _:
            return REASONS[setting.name]


def _written(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "on" if value else "off"
        case tuple():
            return ",".join(value)
    return str(value)
