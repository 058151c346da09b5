"""The application: settings, extensions, the kernel, and the registrations of every feature."""

import os
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Protocol

import click
import orjson
from flask import Flask
from sqlalchemy import event
from sqlalchemy.orm import configure_mappers
from sqlalchemy.pool import NullPool

from app.accounts import wiring as accounts
from app.api_keys import wiring as api_keys
from app.assessments import wiring as assessments
from app.audit import wiring as audit
from app.awards import wiring as awards
from app.compose import wiring as compose
from app.config import ROOT, VERSION, Settings, load_settings
from app.corrective_actions import wiring as corrective_actions
from app.custom_fields import wiring as custom_fields
from app.data_export import wiring as data_export
from app.delegation import wiring as delegation
from app.devtools import wiring as devtools
from app.documents import wiring as documents
from app.due import wiring as due
from app.duplicates import wiring as duplicates
from app.evaluations import wiring as evaluations
from app.events import wiring as events
from app.extensions import db, jwt, limiter
from app.files import wiring as files
from app.form_imports import wiring as form_imports
from app.forms import wiring as forms
from app.home import wiring as home
from app.imports import wiring as imports
from app.kernel import wiring as kernel
from app.kernel.db.model import Base
from app.kernel.db.replica import REPLICA
from app.kernel.db.statements import complete_tables, execute_with_chosen_plan
from app.kernel.http import responses
from app.kernel.http.openapi import add_openapi_command, init_openapi
from app.kernel.pages import shell
from app.kernel.registry import EXTENSION, Registry
from app.messages import wiring as messages
from app.ncr import wiring as ncr
from app.network import wiring as network
from app.notifications import wiring as notifications
from app.requests import wiring as requests
from app.rfx import wiring as rfx
from app.rounds import wiring as rounds
from app.schedules import wiring as schedules
from app.search import wiring as search
from app.suppliers import wiring as suppliers
from app.sysadmin import wiring as sysadmin
from app.tasks import wiring as tasks
from app.views import wiring as views
from app.webhooks import wiring as webhooks
from app.workbooks import wiring as workbooks

if TYPE_CHECKING:
    from flask_migrate import Migrate


class Feature(Protocol):
    """A wiring module."""

    def register(self, registry: Registry) -> None:
        """Add the feature's registrations."""


FEATURES: tuple[Feature, ...] = (
    kernel,
    events,
    accounts,
    notifications,
    due,
    search,
    files,
    views,
    network,
    forms,
    custom_fields,
    messages,
    tasks,
    rfx,
    delegation,
    workbooks,
    rounds,
    assessments,
    ncr,
    corrective_actions,
    documents,
    suppliers,
    compose,
    requests,
    evaluations,
    schedules,
    awards,
    duplicates,
    imports,
    form_imports,
    home,
    api_keys,
    audit,
    data_export,
    webhooks,
    sysadmin,
    devtools,
)
"""The wiring modules, in the order in which they register; the OpenAPI document lists endpoints in this order."""


def create_app(settings: Settings | None = None) -> Flask:
    """Create the application. Raises SettingsError, with a sentence for each error, if settings are wrong."""
    settings = settings or load_settings(os.environ)
    responses.configure_logging(settings)
    if settings.SENTRY_DSN:
        import sentry_sdk

        # Variables and bodies contain answers, addresses and passwords, so reports must not include them.
        sentry_sdk.init(
            dsn=settings.SENTRY_DSN,
            release=VERSION,
            include_local_variables=False,
            max_request_body_size="never",
        )
    app = responses.AssayFlask(
        "app", root_path=str(ROOT / "app"), template_folder=str(ROOT / "templates"), static_folder=None
    )
    app.config["ASSAY"] = settings
    app.config.update(
        SECRET_KEY=settings.SECRET_KEY,
        TESTING=settings.ENVIRONMENT == "test",
        MAX_CONTENT_LENGTH=30 * 1024 * 1024,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=_engine_options(settings),
        SQLALCHEMY_BINDS={REPLICA: {"url": settings.replica_url, **_engine_options(settings)}}
        if settings.replica_url
        else {},
        JWT_SECRET_KEY=settings.SECRET_KEY,
        JWT_ALGORITHM="HS256",
        JWT_TOKEN_LOCATION=["headers"],
        JWT_ACCESS_TOKEN_EXPIRES=timedelta(minutes=15),
        RATELIMIT_STORAGE_URI=settings.REDIS_URL or "memory://",
        RATELIMIT_IN_MEMORY_FALLBACK_ENABLED=True,
        RATELIMIT_SWALLOW_ERRORS=True,
        RATELIMIT_KEY_PREFIX="assay",
        RATELIMIT_STORAGE_OPTIONS={"socket_connect_timeout": 0.3, "socket_timeout": 0.5}
        if settings.REDIS_URL
        else {},
    )
    db.init_app(app)
    with app.app_context():
        for engine in db.engines.values():
            event.listen(engine, "do_execute", execute_with_chosen_plan)
    jwt.init_app(app)
    limiter.init_app(app)
    registry = Registry(app=app, pages=shell.init_app(app, settings))
    app.extensions[EXTENSION] = registry
    init_openapi(registry)
    add_openapi_command(app)
    responses.init_app(app, settings)
    for feature in FEATURES:
        feature.register(registry)
    # If this were left to the first request, its threads would wait for one another here.
    configure_mappers()
    complete_tables(Base.metadata)
    if click.get_current_context(silent=True):
        add_migrations(app)
    return app


@cache
def shared_application() -> Flask:
    """Return the application of this process, created on first use. It opens no connection, so the process may fork.

    Raises SettingsError like `create_app`.
    """
    return create_app()


def add_migrations(app: Flask) -> "Migrate":
    """Add the commands of `flask db`; only for commands, because the import takes 10 MB and a tenth of a second."""
    from flask_migrate import Migrate

    return Migrate(app, db, directory=str(ROOT / "migrations"), compare_server_default=False)


SESSION_OPTIONS = (
    "-c jit=off -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
)
"""PostgreSQL notices within a minute that the machine of a connection is gone, by default within two hours. Until then
the locks of its transaction stay, and other machines wait for them."""


def _engine_options(settings: Settings) -> dict[str, object]:
    """Return a pool that fits the threads, with connections that are renewed in time.

    Error messages, which are logged, do not contain parameters. JIT compilation takes longer than any statement of a
    request. Behind PgBouncer a connection is another one in each transaction, so nothing is set or prepared in it; there
    the database itself has JIT switched off (docs/operations.md).
    """
    connect_args: dict[str, object] = {"connect_timeout": 5}
    connect_args |= {"prepare_threshold": None} if settings.DATABASE_POOLED else {"options": SESSION_OPTIONS}
    options: dict[str, object] = {
        "connect_args": connect_args,
        "json_deserializer": orjson.loads,
        "hide_parameters": True,
    }
    if settings.ENVIRONMENT == "test":
        return options | {"poolclass": NullPool}
    return options | {
        "pool_pre_ping": True,
        "pool_size": settings.WEB_THREADS,
        "max_overflow": 2,
        "pool_recycle": 1800,
    }
