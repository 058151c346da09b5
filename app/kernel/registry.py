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
from flask_smorest import Api

from app.config import Settings

if TYPE_CHECKING:
    from sqlalchemy.orm import InstrumentedAttribute

    from app.kernel.bulk.actions import BulkAction
    from app.kernel.db.list_kinds import ListKind
    from app.kernel.http.auth import Actor, ActorSources
    from app.kernel.jobs.exports import ExportBuilder
    from app.kernel.pages.shell import PageRegistry
    from app.kernel.presence import PresenceStore

EXTENSION = "assay"
"""The key of the registry in `app.extensions`."""

T = TypeVar("T")
JobFunction = Callable[..., None]
LaneFunction = Callable[[Callable[[], bool]], int]
"""Works off due rows until none is left or the parameter returns True; returns their number."""
HealthCheck = Callable[[], None]
SuppressionCheck = Callable[[int | None, str, bool], bool]
"""True if a recipient gets no mail. Parameters: user id, e-mail address, whether the mail is optional."""
PicturePath = Callable[[int], str | None]
"""The path of a picture, by attachment id, for readers without a sign-in."""
UnsubscribePath = Callable[[int], str]
"""The path where a user, by id, ends optional mails without signing in."""
TokenSource = Callable[[str], "Actor"]
"""Returns the actor of a bearer token, or raises UnauthorizedError, ForbiddenError or TooManyError with a sentence."""
GrantPagePath = Callable[[str, int], str]
"""The path of a guest's page. Parameters: the token of the link, the id of the record that the grant is for."""


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
    api: Api = field(default_factory=Api)
    """The endpoints of the API, with their OpenAPI document."""
    actor_sources: "ActorSources" = field(init=False)
    storage: FileStore = field(init=False)
    presence: "PresenceStore" = field(init=False)
    suppresses_mail: SuppressionCheck = field(init=False)
    picture_path: PicturePath = field(init=False)
    unsubscribe_path: UnsubscribePath = field(init=False)
    token_sources: dict[str, TokenSource] = field(default_factory=dict)
    """The sources of actors for bearer tokens other than access tokens, by the prefix of the token."""
    openapi_steps: list[Callable[[dict[str, Any]], None]] = field(default_factory=list)
    """Functions that complete the OpenAPI document after all endpoints are described."""
    jobs: dict[str, RegisteredJob] = field(default_factory=dict)
    lanes: dict[str, LaneFunction] = field(default_factory=dict)
    """The lanes of the worker that run no jobs but the rows of one feature, by name."""
    exports: dict[str, "ExportBuilder"] = field(default_factory=dict)
    bulk_actions: dict[str, "BulkAction"] = field(default_factory=dict)
    list_kinds: dict[str, "ListKind"] = field(default_factory=dict)
    mail_templates: set[str] = field(default_factory=set)
    grant_pages: dict[str, GrantPagePath] = field(default_factory=dict)
    health_checks: dict[str, HealthCheck] = field(default_factory=dict)
    optional_health_checks: set[str] = field(default_factory=set)
    """The names of checks that /readyz reports, but that do not make the process unready."""
    requested_periods: dict[str, int] = field(default_factory=dict)
    """The last period for which this process has enqueued each periodic job."""
    secret_columns: list["InstrumentedAttribute[str]"] = field(default_factory=list)
    """The columns that are encrypted with DATA_KEYS, of tables whose primary key is one column."""
    hooks_by_class: dict[type, Any] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """The settings that the application was created with."""
        settings: Settings = self.app.config["ASSAY"]
        return settings

    def add_api(self, *blueprints: Blueprint) -> None:
        """Add endpoints of the API, which the OpenAPI document describes."""
        for blueprint in blueprints:
            self.api.register_blueprint(blueprint)

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

    def add_lane(self, name: str, function: LaneFunction) -> None:
        """Register a lane: a process of the worker that runs `function` after each wake-up (`wake`) and every 2 seconds.

        It is for work that waits for other machines, which must hold up neither mails nor jobs. A process that is
        killed must lose no row.
        """
        _add(self.lanes, name, function)

    def add_export(self, kind: str, builder: "ExportBuilder") -> None:
        """Register the function that builds downloads of `kind`."""
        _add(self.exports, kind, builder)

    def add_bulk(self, action: "BulkAction") -> None:
        """Register an action that users can run on many rows."""
        _add(self.bulk_actions, action.kind, action)

    def add_list(self, kind: "ListKind") -> None:
        """Register a list whose filters users can save."""
        _add(self.list_kinds, kind.name, kind)

    def add_mail_templates(self, templates: type[StrEnum]) -> None:
        """Register the mails of a feature; each value names a folder of templates/email, in lower case."""
        for template in templates:
            if template in self.mail_templates:
                raise ValueError(f"{template} is registered already")
            self.mail_templates.add(template.value)

    def add_token_source(self, prefix: str, source: TokenSource) -> None:
        """Register the source of actors for bearer tokens that begin with `prefix`."""
        _add(self.token_sources, prefix, source)

    def add_grant_subject(self, subject_type: str, page_path: GrantPagePath) -> None:
        """Register records that guests can get access to; /guest/{uuid} redirects to `page_path`."""
        _add(self.grant_pages, subject_type, page_path)

    def add_health_check(self, name: str, check: HealthCheck, *, is_required: bool = True) -> None:
        """Add a check to /readyz: a function that raises if its part is not ready.

        If it is not required, a failure is reported as `attention`, and the response is still 200.
        """
        _add(self.health_checks, name, check)
        if not is_required:
            self.optional_health_checks.add(name)

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
