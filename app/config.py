"""All settings of the product, with defaults and descriptions.

Settings are environment variables of the same names. `load_settings` checks all of them and reports each one that is
missing or wrong, so that a bad deployment fails at start with sentences rather than later with a traceback.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
VERSION = "1.0.0"
"""`major.minor.build`: sent as `Server-Version`, compared with the `Client-Version` of each request."""


CHOICES = {
    "ENVIRONMENT": {"production", "development", "test"},
    "RUN_WORKER": {"0", "1"},
    "SSR": {"0", "1"},
    "LOG_FORMAT": {"console", "json"},
}
"""The settings with a fixed set of values."""
MIN_DISTINCT_CHARACTERS = 8
"""Minimum of different characters in a random key: 32 random hexadecimal digits have 14 on average."""


class SettingsError(Exception):
    """One or more settings are missing or wrong; the message has a sentence for each."""


def setting(default: str | None, meaning: str, *, production_only: bool = False) -> str:
    """Declare a setting: its default as text (None if it is required) and its description."""
    return field(
        default=default or "",
        metadata={"default": default, "meaning": meaning, "production_only": production_only},
    )


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings as text; the properties below return typed values."""

    ENVIRONMENT: str = setting("development", "`production`, `development` or `test`.")
    PRODUCT_NAME: str = setting("Assay", "The name shown in the pages and in mails.")
    SECRET_KEY: str = setting(
        None, "Signs access tokens: at least 32 random characters. Required in production."
    )
    DATABASE_URL: str = setting(
        None, "PostgreSQL, as `postgresql://user:password@host:5432/name` (`postgres://` also works)."
    )
    REDIS_URL: str = setting("", "Redis, as `redis://host:6379/0`; without it the worker polls for jobs.")
    BASE_URL: str = setting("http://127.0.0.1:5000", "The public address, used for links in mails.")
    STORAGE_URL: str = setting(
        "",
        "The storage of files: a folder (default `var/files`) or `s3://bucket/prefix` (with AWS_* variables).",
    )
    SMTP_URL: str = setting(
        "", "`smtp://user:password@host:587` or `smtps://`; without it mails stay in /sysadmin/outbox."
    )
    MAIL_FROM: str = setting("Assay <no-reply@localhost>", "The sender of all mails.")
    HOST: str = setting("127.0.0.1", "The address that the web server listens on.")
    PORT: str = setting("5000", "The port that the web server listens on.")
    WEB_CONCURRENCY: str = setting("2", "Number of web processes.")
    WEB_THREADS: str = setting("4", "Number of threads in each web process.")
    RUN_WORKER: str = setting("0", "`1` also runs the worker, for hosts with a single process.")
    TRUSTED_PROXIES: str = setting("0", "Number of reverse proxies in front (1 on a Heroku-style host).")
    LOG_FORMAT: str = setting("console", "`console` for people, `json` for machines.")
    LOG_LEVEL: str = setting("INFO", "The lowest level that is logged.")
    SENTRY_DSN: str = setting("", "If set, errors are reported to Sentry.")
    METRICS_TOKEN: str = setting(
        "", "Token for /metrics (`Authorization: Bearer <token>`); without it /metrics returns 404."
    )
    SESSION_DAYS: str = setting("14", "Days after which an unused sign-in ends.")
    SSR: str = setting("1", "`0` turns server rendering off; browsers then render all islands.")

    @property
    def is_production(self) -> bool:
        return self.ENVIRONMENT == "production"

    @property
    def database_url(self) -> str:
        """Return the database URL for SQLAlchemy, with psycopg 3 as the driver."""
        url = self.DATABASE_URL
        for prefix in ("postgres://", "postgresql://"):
            if url.startswith(prefix):
                return "postgresql+psycopg://" + url.removeprefix(prefix)
        return url

    @property
    def storage_url(self) -> str:
        return self.STORAGE_URL or str(ROOT / "var" / "files")


def load_settings(environ: Mapping[str, str]) -> Settings:
    """Read the settings from `environ`; raise SettingsError with a sentence for each missing or wrong setting."""
    values = {f.name: environ[f.name] for f in fields(Settings) if environ.get(f.name, "") != ""}
    settings = Settings(**values)
    errors = list(_errors(settings))
    if errors:
        raise SettingsError("\n".join(errors))
    if not settings.SECRET_KEY:
        values["SECRET_KEY"] = secrets.token_urlsafe(48)
        settings = Settings(**values)
    return settings


def _errors(settings: Settings) -> list[str]:
    errors: list[str] = []
    if settings.is_production and (
        len(settings.SECRET_KEY) < 32 or len(set(settings.SECRET_KEY)) < MIN_DISTINCT_CHARACTERS
    ):
        errors.append("SECRET_KEY must be set to at least 32 random characters in production.")
    if not settings.DATABASE_URL:
        errors.append("DATABASE_URL must name a PostgreSQL database.")
    elif not settings.database_url.startswith("postgresql"):
        errors.append("DATABASE_URL must begin with postgresql://.")
    if settings.REDIS_URL and urlsplit(settings.REDIS_URL).scheme not in {"redis", "rediss", "unix"}:
        errors.append("REDIS_URL must begin with redis://, rediss:// or unix://.")
    base = urlsplit(settings.BASE_URL)
    if base.scheme not in {"http", "https"} or not base.netloc:
        errors.append("BASE_URL must be an address such as https://assay.example.")
    elif settings.is_production and base.scheme != "https":
        errors.append("BASE_URL must begin with https:// in production.")
    if settings.SMTP_URL and urlsplit(settings.SMTP_URL).scheme not in {"smtp", "smtps"}:
        errors.append("SMTP_URL must begin with smtp:// or smtps://.")
    errors.extend(
        f"{name} must be a whole number."
        for name in ("PORT", "WEB_CONCURRENCY", "WEB_THREADS", "TRUSTED_PROXIES", "SESSION_DAYS")
        if not getattr(settings, name).isdigit()
    )
    errors.extend(
        f"{name} must be one of {', '.join(sorted(allowed))}."
        for name, allowed in CHOICES.items()
        if getattr(settings, name) not in allowed
    )
    return errors
