"""The application: settings, extensions, the kernel, and the registrations of every feature."""

import os
from datetime import timedelta
from typing import TYPE_CHECKING, Protocol

import click
import orjson
from flask import Flask
from sqlalchemy.orm import configure_mappers
from sqlalchemy.pool import NullPool

from app.accounts import wiring as accounts
from app.assessments import wiring as assessments
from app.awards import wiring as awards
from app.compose import wiring as compose
from app.config import ROOT, VERSION, Settings, load_settings
from app.custom_fields import wiring as custom_fields
from app.delegation import wiring as delegation
from app.devtools import wiring as devtools
from app.documents import wiring as documents
from app.due import wiring as due
from app.evaluations import wiring as evaluations
from app.events import wiring as events
from app.extensions import api, db, jwt, limiter
from app.files import wiring as files
from app.forms import wiring as forms
from app.home import wiring as home
from app.kernel import http, pages
from app.kernel import wiring as kernel
from app.kernel.model import Base
from app.kernel.openapi import add_openapi_command, configure_openapi
from app.kernel.registry import EXTENSION, Registry
from app.kernel.statements import complete_tables
from app.messages import wiring as messages
from app.ncr import wiring as ncr
from app.network import wiring as network
from app.notifications import wiring as notifications
from app.requests import wiring as requests
from app.rfx import wiring as rfx
from app.rounds import wiring as rounds
from app.suppliers import wiring as suppliers
from app.sysadmin import wiring as sysadmin
from app.tasks import wiring as tasks
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
    files,
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
    documents,
    suppliers,
    compose,
    requests,
    evaluations,
    awards,
    home,
    sysadmin,
    devtools,
)
"""The wiring modules, in the order in which they register; the OpenAPI document lists endpoints in this order."""


def create_app(settings: Settings | None = None) -> Flask:
    """Create the application. Raises SettingsError, with a sentence for each error, if settings are wrong."""
    settings = settings or load_settings(os.environ)
    http.configure_logging(settings)
    if settings.SENTRY_DSN:
        import sentry_sdk

        # Variables and bodies contain answers, addresses and passwords, so reports must not include them.
        sentry_sdk.init(
            dsn=settings.SENTRY_DSN,
            release=VERSION,
            include_local_variables=False,
            max_request_body_size="never",
        )
    app = http.AssayFlask(
        "app", root_path=str(ROOT / "app"), template_folder=str(ROOT / "templates"), static_folder=None
    )
    app.config["ASSAY"] = settings
    app.config.update(
        SECRET_KEY=settings.SECRET_KEY,
        TESTING=settings.ENVIRONMENT == "test",
        MAX_CONTENT_LENGTH=30 * 1024 * 1024,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=_engine_options(settings),
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
    configure_openapi(app, settings)
    db.init_app(app)
    jwt.init_app(app)
    limiter.init_app(app)
    registry = Registry(app=app, pages=pages.init_app(app, settings))
    app.extensions[EXTENSION] = registry
    api.init_app(app)
    add_openapi_command(app)
    http.init_app(app, settings)
    for feature in FEATURES:
        feature.register(registry)
    # If this were left to the first request, its threads would wait for one another here.
    configure_mappers()
    complete_tables(Base.metadata)
    if click.get_current_context(silent=True):
        add_migrations(app)
    return app


def add_migrations(app: Flask) -> "Migrate":
    """Add the commands of `flask db`; only for commands, because the import takes 10 MB and a tenth of a second."""
    from flask_migrate import Migrate

    return Migrate(app, db, directory=str(ROOT / "migrations"), compare_server_default=False)


def _engine_options(settings: Settings) -> dict[str, object]:
    """Return a pool that fits the threads, with connections that are renewed in time, and custom plans.

    Error messages, which are logged, do not contain parameters. Prepared statements would get a generic plan, which is
    100 times slower in trigram searches. JIT compilation takes longer than any statement of a request.
    """
    connect_args = {"options": "-c plan_cache_mode=force_custom_plan -c jit=off", "connect_timeout": 5}
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
