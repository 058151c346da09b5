"""The registrations of one application: its jobs, mails, exports, health checks, menus and hooks.

`create_app` creates one Registry and passes it to `wiring.register` of each feature. Nothing is registered on import,
so two applications in one process share no registrations. Code that runs in an application context (requests, jobs,
commands) reads it with `current_registry`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum, StrEnum
from typing import IO, TYPE_CHECKING, Any, Protocol, TypeVar

from blinker import Signal
from click import Command
from flask import Blueprint, Flask, current_app

from app.config import Settings
from app.extensions import api

if TYPE_CHECKING:
    from app.kernel.auth import ActorSources
    from app.kernel.bulk.actions import BulkAction
    from app.kernel.exports import ExportBuilder
    from app.kernel.pages import PageRegistry
    from app.kernel.presence import PresenceStore

EXTENSION = "assay"
"""The key of the registry in `app.extensions`."""

T = TypeVar("T")
JobFunction = Callable[..., None]
HealthCheck = Callable[[], None]
SuppressionCheck = Callable[[int | None, str, bool], bool]
"""True if a recipient gets no mail. Parameters: user id, e-mail address, whether the mail is optional."""
PicturePath = Callable[[int], str | None]
"""The path of a picture, by attachment id, for readers without a sign-in."""
UnsubscribePath = Callable[[int], str]
"""The path where a user, by id, ends optional mails without signing in."""


class Rank(IntEnum):
    """The priority of due jobs, lowest first. Within a rank the job that is due first comes first."""

    MAIL = 0
    """Mails, and jobs of less than a second that write mails."""
    EXPORT = 10
    """Downloads. The second download of the same user has EXPORT + 1, and so on."""
    REST = 20
    LOW_PRIORITY = 30
    """Jobs that no user waits for, of which many may be due at once."""


@dataclass(frozen=True, slots=True)
class RegisteredJob:
    """A job's function, its rank and, if it is periodic, its interval."""

    function: JobFunction
    rank: Rank
    every: timedelta | None


class FileStore(Protocol):
    """A storage of bytes under keys."""

    def put_file(self, key: str, file: IO[bytes]) -> None: ...

    def put(self, key: str, content: bytes) -> None: ...

    def get(self, key: str) -> bytes: ...

    def stream(self, key: str) -> Iterator[bytes]: ...

    def delete(self, key: str) -> None: ...

    def check(self) -> None: ...


@dataclass(kw_only=True)
class Registry:
    """The registrations of one application. Every name can be registered once."""

    app: Flask
    pages: "PageRegistry"
    actor_sources: "ActorSources" = field(init=False)
    storage: FileStore = field(init=False)
    presence: "PresenceStore" = field(init=False)
    suppresses_mail: SuppressionCheck = field(init=False)
    picture_path: PicturePath = field(init=False)
    unsubscribe_path: UnsubscribePath = field(init=False)
    jobs: dict[str, RegisteredJob] = field(default_factory=dict)
    exports: dict[str, "ExportBuilder"] = field(default_factory=dict)
    bulk_actions: dict[str, "BulkAction"] = field(default_factory=dict)
    mail_templates: set[str] = field(default_factory=set)
    health_checks: dict[str, HealthCheck] = field(default_factory=dict)
    requested_periods: dict[str, int] = field(default_factory=dict)
    """The last period for which this process has enqueued each periodic job."""
    hooks_by_class: dict[type, Any] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """The settings that the application was created with."""
        settings: Settings = self.app.config["ASSAY"]
        return settings

    def add_api(self, *blueprints: Blueprint) -> None:
        """Add endpoints of the API, which the OpenAPI document describes."""
        for blueprint in blueprints:
            api.register_blueprint(blueprint)

    def add_pages(self, *blueprints: Blueprint) -> None:
        """Add pages and other endpoints outside the API."""
        for blueprint in blueprints:
            self.app.register_blueprint(blueprint)

    def add_commands(self, *commands: Command) -> None:
        """Add commands to `flask --app wsgi`."""
        for command in commands:
            self.app.cli.add_command(command)

    def add_job(
        self, name: str, function: JobFunction, *, every: timedelta | None = None, rank: Rank = Rank.REST
    ) -> None:
        """Register a job; with `every` the worker enqueues it periodically, without arguments.

        A job may run twice, so it must be safe to repeat. A job with `Rank.MAIL` must take less than a second: a
        separate lane runs these one after the other.
        """
        _add(self.jobs, name, RegisteredJob(function, rank, every))

    def add_export(self, kind: str, builder: "ExportBuilder") -> None:
        """Register the function that builds downloads of `kind`."""
        _add(self.exports, kind, builder)

    def add_bulk(self, action: "BulkAction") -> None:
        """Register an action that users can run on many rows."""
        _add(self.bulk_actions, action.kind, action)

    def add_mail_templates(self, templates: type[StrEnum]) -> None:
        """Register the mails of a feature; each value names a folder of templates/email, in lower case."""
        for template in templates:
            if template in self.mail_templates:
                raise ValueError(f"{template} is registered already")
            self.mail_templates.add(template.value)

    def add_health_check(self, name: str, check: HealthCheck) -> None:
        """Add a check to /readyz: a function that raises if its part is not ready."""
        _add(self.health_checks, name, check)

    def connect(self, signal: Signal, receiver: Callable[..., None]) -> None:
        """Call `receiver` when this application sends `signal` (see `send`); other applications do not reach it."""
        signal.connect(receiver, sender=self.app)

    def send(self, signal: Signal, **values: Any) -> None:
        """Call the receivers of `signal` in this application, in the caller's transaction."""
        signal.send(self.app, **values)

    def hooks(self, kind: type[T]) -> T:
        """Return this application's hooks of a feature: an instance of `kind`, created on first use.

        A feature declares a class with the functions that features above it may add; their wiring fills it.
        """
        hooks: T = self.hooks_by_class.setdefault(kind, kind())
        return hooks


def _add(entries: dict[str, T], name: str, value: T) -> None:
    if name in entries:
        raise ValueError(f"{name} is registered already")
    entries[name] = value


def current_registry() -> Registry:
    """Return the registry of the current application; needs an application context."""
    registry: Registry = current_app.extensions[EXTENSION]
    return registry
