"""The only wiring: settings, extensions, the kernel's parts, and every feature."""

import os
from datetime import timedelta
from types import ModuleType
from typing import TYPE_CHECKING

import click
import orjson
from flask import Flask
from sqlalchemy.orm import configure_mappers
from sqlalchemy.pool import NullPool

from app.accounts import commands as accounts_commands
from app.accounts import jobs as accounts_jobs  # noqa: F401
from app.accounts import pages as accounts_pages
from app.accounts import public as accounts
from app.accounts.api import mailed_links as mailed_links_api
from app.accounts.api import own_sign_ins as own_sign_ins_api
from app.accounts.api import roles as roles_api
from app.accounts.api import sessions as sessions_api
from app.assessments import api as assessments_api
from app.assessments import pages as assessments_pages
from app.compose import api as compose_api
from app.config import ROOT, VERSION, Settings, load_settings
from app.custom_fields import api as custom_fields_api
from app.devtools.demo import commands as demo_commands
from app.events import api as events_api
from app.extensions import api, db, jwt, limiter
from app.files import api as files_api
from app.files import jobs as files_jobs  # noqa: F401
from app.files import pages as files_pages
from app.files import public as files
from app.forms import api as forms_api
from app.forms import jobs as forms_jobs  # noqa: F401
from app.forms import pages as forms_pages
from app.home import api as home_api
from app.home import pages as home_pages
from app.home import public as home
from app.kernel import auth, health, http, jobs, mail, pages, reference_api
from app.kernel.openapi import add_openapi_command, configure_openapi
from app.messages import api as messages_api
from app.messages import jobs as messages_jobs  # noqa: F401
from app.messages import pages as messages_pages
from app.ncr import api as ncr_api
from app.ncr import pages as ncr_pages
from app.network import pages as network_pages
from app.network.api import organisations as organisations_api
from app.network.api import people as people_api
from app.network.api import relationships as relationships_api
from app.rfx import jobs as rfx_jobs  # noqa: F401
from app.rfx import pages as rfx_pages
from app.rfx.api import review as rfx_review_api
from app.rfx.api import rfxs as rfx_api
from app.sysadmin import api as sysadmin_api
from app.sysadmin import pages as sysadmin_pages
from app.tasks import api as tasks_api

if TYPE_CHECKING:
    from flask_migrate import Migrate

API_MODULES: tuple[ModuleType, ...] = (
    reference_api,
    events_api,
    sessions_api,
    mailed_links_api,
    own_sign_ins_api,
    roles_api,
    files_api,
    organisations_api,
    relationships_api,
    people_api,
    forms_api,
    custom_fields_api,
    messages_api,
    tasks_api,
    rfx_api,
    rfx_review_api,
    assessments_api,
    ncr_api,
    compose_api,
    home_api,
    sysadmin_api,
)
"""Each gives a `blueprint` of calls."""

PAGE_MODULES: tuple[ModuleType, ...] = (
    accounts_pages,
    files_pages,
    forms_pages,
    network_pages,
    messages_pages,
    rfx_pages,
    ncr_pages,
    assessments_pages,
    home_pages,
    sysadmin_pages,
)
"""Each gives a `blueprint` of pages and, where it has entries for the menus, `add_menus(kit)`."""


def create_app(settings: Settings | None = None) -> Flask:
    """Make the application. Raises SettingsError, with a sentence for each fault, where settings are wrong."""
    settings = settings or load_settings(os.environ)
    http.configure_logging(settings)
    if settings.SENTRY_DSN:
        import sentry_sdk

        # Variables and bodies hold answers, addresses and passwords: none of it leaves with a report.
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
    kit = pages.init_app(app, settings)
    kit.session_source = accounts.page_session
    kit.live_source = home.live_state
    api.init_app(app)
    add_openapi_command(app)
    http.init_app(app, settings)
    jobs.bind_redis(settings.REDIS_URL)
    auth.bind_actor_sources(accounts.ActorSources())
    mail.bind_suppression(accounts.gets_no_mail)
    mail.bind_logos(files.picture_path)
    mail.bind_unsubscribing(accounts.unsubscribe_path)
    files.bind_storage(settings.storage_url)
    app.register_blueprint(health.blueprint)
    for module in API_MODULES:
        api.register_blueprint(module.blueprint)
    for module in PAGE_MODULES:
        app.register_blueprint(module.blueprint)
        add_menus = getattr(module, "add_menus", None)
        if add_menus is not None:
            add_menus(kit)
    accounts_commands.init_app(app)
    demo_commands.init_app(app)
    # Left to the first request, threads would wait for one another here.
    configure_mappers()
    if click.get_current_context(silent=True):
        add_migrations(app)
    return app


def add_migrations(app: Flask) -> "Migrate":
    """Give `app` what `flask db` works with; only for commands, since it takes 10 MB and a tenth of a second."""
    from flask_migrate import Migrate

    return Migrate(app, db, directory=str(ROOT / "migrations"), compare_server_default=False)


def _engine_options(settings: Settings) -> dict[str, object]:
    """A pool that fits the threads, connections that are renewed in time, and a plan for each statement.

    What is written stays out of the messages of errors, which are logged. A generic plan, which prepared statements
    fall into, is 100 times slower on searches by trigram. Compiling a plan to machine code takes longer than any
    statement of a request does.
    """
    connect_args = {"options": "-c plan_cache_mode=force_custom_plan -c jit=off", "connect_timeout": 5}
    options: dict[str, object] = {
        "connect_args": connect_args,
        "json_deserializer": orjson.loads,
        "hide_parameters": True,
    }
    if settings.ENVIRONMENT == "test":
        return options | {"poolclass": NullPool}
    threads = int(settings.WEB_THREADS)
    return options | {
        "pool_pre_ping": True,
        "pool_size": threads,
        "max_overflow": 2,
        "pool_recycle": 1800,
    }
