"""Settings: from the environment, and back."""

from pathlib import Path

import pytest

from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.settings import Settings, database_in, variable


def refused(environment: dict[str, str], **given: str) -> BadInput:
    with pytest.raises(BadInput) as caught:
        Settings.from_environment(environment, given)
    assert caught.value.code is ServerCode.BAD_SETTING
    return caught.value


def test_without_variables_a_server_is_for_this_machine_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = Settings.from_environment({})
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8098, 1)
    assert settings.redis_url is None
    assert not settings.is_secure
    assert settings.database_url.startswith("sqlite+aiosqlite:////")
    assert settings.database_url.endswith("tenback.sqlite")


def test_every_setting_has_a_variable() -> None:
    environment = {
        "TENBACK_HOST": "::",
        "TENBACK_PORT": "80",
        "TENBACK_DATABASE_URL": "postgresql://me:secret@db/x",
        "TENBACK_REDIS_URL": "redis://:secret@r:6379",
        "TENBACK_WORKERS": "3",
        "TENBACK_PACE": "1.5",
        "TENBACK_BOT_PROCESSES": "7",
        "TENBACK_REQUEST_RATE": "0.5",
        "TENBACK_REQUEST_BURST": "2",
        "TENBACK_LOGIN_RATE": "3",
        "TENBACK_LOGIN_BURST": "9",
        "TENBACK_ACCOUNT_RATE": "0.7",
        "TENBACK_ACCOUNT_BURST": "11",
        "TENBACK_SESSION_DAYS": "30",
        "TENBACK_EXPORT_RATE": "0.8",
        "TENBACK_EXPORT_BURST": "15",
        "TENBACK_ANALYSIS_RATE": "0.9",
        "TENBACK_ANALYSIS_BURST": "19",
        "TENBACK_CODE_RATE": "0.3",
        "TENBACK_CODE_BURST": "12",
        "TENBACK_OPENING_RATE": "0.4",
        "TENBACK_OPENING_BURST": "13",
        "TENBACK_CHAT_RATE": "0.6",
        "TENBACK_CHAT_BURST": "14",
        "TENBACK_PUBLIC_RATE": "0.2",
        "TENBACK_PUBLIC_BURST": "20",
        "TENBACK_STEP_RATE": "21",
        "TENBACK_STEP_BURST": "22",
        "TENBACK_READING_RATE": "23",
        "TENBACK_READING_BURST": "24",
        "TENBACK_CONNECTIONS": "4",
        "TENBACK_MESSAGE_RATE": "5",
        "TENBACK_MESSAGE_BURST": "6",
        "TENBACK_ADDRESS_MESSAGE_RATE": "25",
        "TENBACK_ADDRESS_MESSAGE_BURST": "26",
        "TENBACK_TRUSTED_PROXIES": "10.0.0.1, 10.1.0.0/16",
        "TENBACK_SECURE": "off",
        "TENBACK_ORIGINS": "https://Cards.example/, http://b:1",
        "TENBACK_LAN": "on",
        "TENBACK_HOSTS": "Cards.example, b:1",
        "TENBACK_TIDY": "on",
        "TENBACK_KEEP_GUESTS": "16",
        "TENBACK_KEEP_TABLES": "17",
        "TENBACK_KEEP_CHAT": "18",
        "TENBACK_DRAIN": "8",
    }
    assert {variable(name) for name in Settings.__struct_fields__} == environment.keys()
    settings = Settings.from_environment(environment)
    assert settings == Settings(
        host="::",
        port=80,
        database_url="postgresql://me:secret@db/x",
        redis_url="redis://:secret@r:6379",
        workers=3,
        pace=1.5,
        bot_processes=7,
        request_rate=0.5,
        request_burst=2,
        login_rate=3.0,
        login_burst=9,
        account_rate=0.7,
        account_burst=11,
        session_days=30,
        export_rate=0.8,
        export_burst=15,
        analysis_rate=0.9,
        analysis_burst=19,
        code_rate=0.3,
        code_burst=12,
        opening_rate=0.4,
        opening_burst=13,
        chat_rate=0.6,
        chat_burst=14,
        public_rate=0.2,
        public_burst=20,
        step_rate=21.0,
        step_burst=22,
        reading_rate=23.0,
        reading_burst=24,
        connections=4,
        message_rate=5.0,
        message_burst=6,
        address_message_rate=25.0,
        address_message_burst=26,
        trusted_proxies=("10.0.0.1", "10.1.0.0/16"),
        is_secure=False,
        origins=("https://cards.example", "http://b:1"),
        is_lan=True,
        hosts=("cards.example", "b:1"),
        is_tidy=True,
        keep_guests=16,
        keep_tables=17,
        keep_chat=18,
        drain=8,
    )


def test_settings_come_back_from_the_environment_that_they_make() -> None:
    for settings in (
        Settings(),
        Settings(pace=0.00001, is_secure=True, origins=("https://a", "https://b")),
        Settings(redis_url="redis://r", message_rate=1e6, host="0.0.0.0", bot_processes=9),
    ):
        assert Settings.from_environment(settings.as_environment()) == settings


def test_what_is_given_counts_more_than_the_environment() -> None:
    assert Settings.from_environment({"TENBACK_PORT": "1"}, {"port": "2"}).port == 2
    assert Settings.from_environment({"TENBACK_PORT": "x"}, {"port": "2"}).port == 2
    assert Settings.from_environment({"TENBACK_PORT": ""}).port == 8098


@pytest.mark.parametrize(
    ("host", "is_secure"),
    [("127.0.0.1", False), ("::1", False), ("localhost", False), ("0.0.0.0", True), ("a.b", True)],
)
def test_cookies_need_https_unless_only_this_machine_is_served(host: str, is_secure: bool) -> None:
    assert Settings.from_environment({"TENBACK_HOST": host}).is_secure is is_secure


def test_cores_are_shared_out_among_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenback.server.settings.cores", lambda: 8)
    assert Settings.from_environment({"TENBACK_WORKERS": "3"}).bot_processes == 2
    assert Settings.from_environment({"TENBACK_WORKERS": "64"}).bot_processes == 1


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        ("TENBACK_PORT", "65536", "from 0 to 65535"),
        ("TENBACK_PORT", "²", "whole number"),
        ("TENBACK_WORKERS", "0", "from 1 to 64"),
        ("TENBACK_PACE", "fast", "like 0.5"),
        ("TENBACK_PACE", "nan", "like 0.5"),
        ("TENBACK_SECURE", "perhaps", "on or off"),
        ("TENBACK_HOST", "a b", "like 127.0.0.1"),
        ("TENBACK_ORIGINS", "cards.example", "https://cards.example"),
        ("TENBACK_ORIGINS", "https://a/path", "https://cards.example"),
        ("TENBACK_HOSTS", "https://a", "cards.example:8098"),
        ("TENBACK_LAN", "perhaps", "on or off"),
        ("TENBACK_TRUSTED_PROXIES", "a,,b", "10.0.0.1"),
    ],
)
def test_a_bad_value_is_named_with_its_variable_and_what_would_be_right(
    name: str, text: str, right: str
) -> None:
    told = str(refused({name: text}))
    assert told.startswith(f"{name} cannot be {text!r}: ")
    assert right in told


def test_a_bad_option_is_named_as_it_stands_in_the_line() -> None:
    assert str(refused({}, request_rate="x")).startswith("--request-rate cannot be 'x'")


def test_no_password_is_told() -> None:
    assert "hush" not in str(refused({"TENBACK_REDIS_URL": "http://:hush@r"}))
    settings = Settings(database_url="postgresql://me:hush@db/x", redis_url="redis://:hush@r")
    assert "hush" not in repr(settings)


def test_database_in_a_folder(tmp_path: Path) -> None:
    assert database_in(tmp_path) == f"sqlite+aiosqlite:///{tmp_path}/tenback.sqlite"
