"""The settings of the product: name, type, default and meaning of each.

They come from environment variables of the same names. `load_settings` reports every missing or invalid setting at
once, so that a wrong deployment fails at start with a sentence for each, and not later with a traceback.
"""

import base64
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
VERSION = "2.0.0"
"""`major.minor.build`: sent as `Server-Version`, compared with the `Client-Version` of each request."""
GRACE_SECONDS = 20
"""The time that requests and jobs in progress have to finish when a process stops."""
MIN_EVENT_MONTHS = 6
"""Notifications live for 3 months, and their events must live longer."""
MIN_AUDIT_MONTHS = 12
MIN_MAIL_DAYS = 30
MIN_DISTINCT_CHARACTERS = 8
"""A secret key with fewer different characters is not random: 32 random hexadecimal digits have 14."""
SWITCHES = {"0": False, "1": True}


class SettingsError(Exception):
    """One or more settings are missing or invalid; the message has a sentence for each."""


def setting(default: str | int, meaning: str) -> Any:
    """Declare a setting with its default and its meaning, which the documents show."""
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one process."""

    ENVIRONMENT: Literal["development", "production", "test"] = setting(
        "development", "`production`, `development` or `test`."
    )
    PRODUCT_NAME: str = setting("Assay", "The name shown on pages and in mails.")
    SECRET_KEY: str = setting(
        "", "Signs access tokens: at least 32 random characters. Required in production."
    )
    DATA_KEYS: str = setting(
        "",
        "Encrypts stored secrets, such as the ones of authenticator apps: keys of `flask --app wsgi keys new`, separated "
        "by commas, the newest first. Required in production once a secret is stored.",
    )
    DATABASE_URL: str = setting(
        "", "PostgreSQL, as `postgresql://user:password@host:5432/name`; `postgres://` works too. Required."
    )
    DATABASE_POOLED: bool = setting(
        default=False,
        meaning="`1` if DATABASE_URL leads to PgBouncer in transaction mode: then no statement is prepared.",
    )
    DATABASE_REPLICA_URL: str = setting(
        "",
        "A streaming replica of the database, from which downloads are made. Without it they read the database itself.",
    )
    REDIS_URL: str = setting("", "Redis, as `redis://host:6379/0`. Without it the worker polls for jobs.")
    BASE_URL: str = setting("http://127.0.0.1:5000", "The public address, with which links in mails begin.")
    STORAGE_URL: str = setting(
        "",
        "The storage of files: a folder (default `var/files`) or `s3://bucket/prefix` (with AWS_* variables).",
    )
    SMTP_URL: str = setting(
        "", "`smtp://user:password@host:587` or `smtps://`. Without it mails stay at /sysadmin/outbox."
    )
    MAIL_FROM: str = setting(
        "Assay <no-reply@localhost>",
        "The address of all mails, and the product's name, which an organisation's mails add: `Meridian via Assay`.",
    )
    PRIVATE_HOSTS: str = setting(
        "",
        "Hosts in the own network that company sign-in and webhooks may reach, as `host:port`, separated by commas. "
        "Without it they reach only public addresses.",
    )
    DNS_SERVER: str = setting(
        "",
        "The DNS server that looks up the TXT records of mail domains, as `address:port`. Without it the system's.",
    )
    HOST: str = setting("127.0.0.1", "The address that the web server listens on.")
    PORT: int = setting(5000, "The port that the web server listens on.")
    WEB_CONCURRENCY: int = setting(2, "The number of web processes.")
    WEB_THREADS: int = setting(4, "The number of threads in each web process.")
    RUN_WORKER: bool = setting(
        default=False,
        meaning="`1` runs the worker next to the web server, for hosts with a single process type.",
    )
    TRUSTED_PROXIES: int = setting(
        0, "The number of reverse proxies in front of the web server (1 on a Heroku-style host)."
    )
    LOG_FORMAT: Literal["console", "json"] = setting("console", "`console` for people, `json` for machines.")
    LOG_LEVEL: str = setting("INFO", "The lowest level that is logged.")
    SENTRY_DSN: str = setting("", "Reports errors to Sentry if set.")
    METRICS_TOKEN: str = setting(
        "", "Opens /metrics to `Authorization: Bearer <token>`. Without it /metrics is closed."
    )
    SESSION_DAYS: int = setting(14, "Days until an unused sign-in ends.")
    EVENT_MONTHS: int = setting(
        0,
        "Full months after which events are deleted from feeds and journals: 6 or more. `0` never deletes them.",
    )
    AUDIT_MONTHS: int = setting(
        84,
        "Full months after which entries of the audit log are deleted: 12 or more. `0` never deletes them.",
    )
    JOB_DAYS: int = setting(7, "Days until a finished background job is deleted.")
    FAILED_JOB_DAYS: int = setting(
        90, "Days until a failed background job is deleted. `0` never deletes them."
    )
    MAIL_DAYS: int = setting(
        365, "Days until a mail is deleted from the outbox: 30 or more. `0` never deletes them."
    )
    SIGN_IN_DAYS: int = setting(
        365,
        "Days until a sign-in that has ended is deleted; the last one of each user stays. `0` never deletes them.",
    )
    API_KEY_REQUESTS: int = setting(600, "The number of requests that each API key may send in a minute.")
    SSR: bool = setting(default=True, meaning="`0` leaves the rendering of islands to the browser.")

    @property
    def is_production(self) -> bool:
        return self.ENVIRONMENT == "production"

    @property
    def data_keys(self) -> list[str]:
        """The keys of DATA_KEYS, the newest first."""
        return [key.strip() for key in self.DATA_KEYS.split(",") if key.strip()]

    @property
    def private_hosts(self) -> frozenset[str]:
        """The entries of PRIVATE_HOSTS, in lower case."""
        return frozenset(host.strip().lower() for host in self.PRIVATE_HOSTS.split(",") if host.strip())

    @property
    def database_url(self) -> str:
        """The URL of the database for SQLAlchemy, with psycopg 3 as the driver."""
        return _driver_url(self.DATABASE_URL)

    @property
    def replica_url(self) -> str:
        """The URL of the replica for SQLAlchemy; empty without one."""
        return _driver_url(self.DATABASE_REPLICA_URL)

    @property
    def storage_url(self) -> str:
        return self.STORAGE_URL or str(ROOT / "var" / "files")

    @property
    def has_local_storage(self) -> bool:
        """True if files are stored in a folder of this machine, and not in a bucket."""
        return not self.storage_url.startswith("s3://")

    def to_environ(self) -> dict[str, str]:
        """Return the environment variables that give the same settings; empty ones are left out."""
        return {name: text for name, value in asdict(self).items() if (text := setting_text(value))}


def _driver_url(url: str) -> str:
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url


def setting_text(value: str | int) -> str:
    """Write the value of a setting as an environment variable has it."""
    return str(int(value)) if isinstance(value, bool) else str(value)


def load_settings(environ: Mapping[str, str]) -> Settings:
    """Read and check the settings; raise SettingsError with a sentence for each that is missing or invalid.

    Outside production a missing secret key is replaced by a random one.
    """
    settings, errors = _parse(environ)
    errors += _errors(settings)
    if errors:
        raise SettingsError("\n".join(errors))
    return settings if settings.SECRET_KEY else replace(settings, SECRET_KEY=secrets.token_urlsafe(48))


def parse_settings(environ: Mapping[str, str]) -> Settings:
    """Read the settings without checking that required ones are set; raise SettingsError for invalid ones."""
    settings, errors = _parse(environ)
    if errors:
        raise SettingsError("\n".join(errors))
    return settings


@cache
def _types() -> dict[str, Any]:
    return get_type_hints(Settings)


def _parse(environ: Mapping[str, str]) -> tuple[Settings, list[str]]:
    values: dict[str, Any] = {}
    errors: list[str] = []
    for name, expected in _types().items():
        text = environ.get(name, "")
        if not text:
            continue
        choices: Mapping[str, Any] = (
            SWITCHES if expected is bool else {word: word for word in get_args(expected)}
        )
        if choices and text not in choices:
            errors.append(f"{name} must be one of {', '.join(sorted(choices))}.")
        elif expected is int and not text.isdecimal():
            errors.append(f"{name} must be a whole number.")
        else:
            values[name] = choices[text] if choices else expected(text)
    return Settings(**values), errors


def _is_data_key(text: str) -> bool:
    """Return True if a text is a key for Fernet: 32 bytes in URL-safe base64."""
    try:
        return len(base64.urlsafe_b64decode(text)) == 32
    except ValueError:
        return False


def _is_dns_server(text: str) -> bool:
    host, _, port = text.rpartition(":")
    try:
        ip_address(host)
    except ValueError:
        return False
    return port.isdecimal() and 0 < int(port) < 65_536


def _key_errors(settings: Settings) -> Iterator[str]:
    key = settings.SECRET_KEY
    if settings.is_production and (len(key) < 32 or len(set(key)) < MIN_DISTINCT_CHARACTERS):
        yield "SECRET_KEY must be set to at least 32 random characters in production."
    if not all(map(_is_data_key, settings.data_keys)):
        yield "DATA_KEYS must have keys of `flask --app wsgi keys new`, separated by commas."


def _errors(settings: Settings) -> Iterator[str]:
    yield from _key_errors(settings)
    if not settings.DATABASE_URL:
        yield "DATABASE_URL must name a PostgreSQL database."
    elif not settings.database_url.startswith("postgresql"):
        yield "DATABASE_URL must begin with postgresql://."
    if settings.replica_url and not settings.replica_url.startswith("postgresql"):
        yield "DATABASE_REPLICA_URL must begin with postgresql://."
    if settings.REDIS_URL and urlsplit(settings.REDIS_URL).scheme not in {"redis", "rediss", "unix"}:
        yield "REDIS_URL must begin with redis://, rediss:// or unix://."
    base = urlsplit(settings.BASE_URL)
    if base.scheme not in {"http", "https"} or not base.netloc:
        yield "BASE_URL must be an address such as https://assay.example."
    elif settings.is_production and base.scheme != "https":
        yield "BASE_URL must begin with https:// in production."
    if settings.DNS_SERVER and not _is_dns_server(settings.DNS_SERVER):
        yield "DNS_SERVER must be an IP address with a port, such as 127.0.0.1:53."
    if settings.SMTP_URL and urlsplit(settings.SMTP_URL).scheme not in {"smtp", "smtps"}:
        yield "SMTP_URL must begin with smtp:// or smtps://."
    yield from _retention_errors(settings)


def _retention_errors(settings: Settings) -> Iterator[str]:
    if 0 < settings.EVENT_MONTHS < MIN_EVENT_MONTHS:
        yield f"EVENT_MONTHS must be 0 (events are never deleted) or at least {MIN_EVENT_MONTHS}."
    if 0 < settings.AUDIT_MONTHS < MIN_AUDIT_MONTHS:
        yield f"AUDIT_MONTHS must be 0 (entries are never deleted) or at least {MIN_AUDIT_MONTHS}."
    if settings.JOB_DAYS < 1:
        yield "JOB_DAYS must be at least 1."
    if 0 < settings.MAIL_DAYS < MIN_MAIL_DAYS:
        yield f"MAIL_DAYS must be 0 (mails are never deleted) or at least {MIN_MAIL_DAYS}."
