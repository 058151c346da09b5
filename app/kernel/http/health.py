"""/healthz: this process responds. /readyz: database, Redis, storage and migrations are ready."""

import hmac
from enum import StrEnum

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis import Redis
from sqlalchemy import text

from app.config import ROOT, VERSION
from app.extensions import db, limiter
from app.kernel.http.auth import PUBLIC, page_requires
from app.kernel.http.errors import NotFoundError
from app.kernel.registry import current_registry

blueprint = Blueprint("health", __name__)


class PartState(StrEnum):
    """The state of a part of the platform, as /readyz reports it."""

    OK = "ok"
    UNAVAILABLE = "away"
    ATTENTION = "attention"
    NOT_USED = "not used"


@blueprint.get("/healthz")
@limiter.exempt
@page_requires(PUBLIC)
def healthz() -> ResponseReturnValue:
    """Report that this process responds."""
    return jsonify({"status": "ok", "version": VERSION})


@blueprint.get("/readyz")
@limiter.exempt
@page_requires(PUBLIC)
def readyz() -> ResponseReturnValue:
    """Report which parts are ready; 503 if a required part is not."""
    parts = check_parts()
    ready = all(
        state in {PartState.OK, PartState.ATTENTION} for name, state in parts.items() if name != "redis"
    )
    status = PartState.OK if ready else PartState.UNAVAILABLE
    return jsonify({"status": status, "checks": parts}), 200 if ready else 503


def check_parts() -> dict[str, PartState]:
    """Check each part that the product depends on. Only Redis may be NOT_USED, and only optional parts ATTENTION."""
    optional = current_registry().optional_health_checks
    states: dict[str, PartState] = {}
    kernel_checks = {"database": _database, "migrations": _migrations, "redis": _redis}
    for name, check in {**kernel_checks, **current_registry().health_checks}.items():
        if name == "redis" and not current_registry().settings.REDIS_URL:
            states[name] = PartState.NOT_USED
            continue
        try:
            check()
            states[name] = PartState.OK
        except Exception as error:
            current_app.logger.warning("not ready: %s: %s", name, type(error).__name__)
            states[name] = PartState.ATTENTION if name in optional else PartState.UNAVAILABLE
    return states


@blueprint.get("/metrics")
@limiter.exempt
@page_requires(PUBLIC)
def metrics() -> ResponseReturnValue:
    """Return the metrics of this process in the text format of Prometheus, for clients with METRICS_TOKEN."""
    token = current_registry().settings.METRICS_TOKEN
    bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(token.encode(), bearer.encode()):
        raise NotFoundError
    return Response(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _database() -> None:
    db.session.execute(text("select 1"))


def _migrations() -> None:
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(ROOT / "migrations"))
    context = MigrationContext.configure(db.session.connection())
    if context.get_current_revision() != script.get_current_head():
        raise RuntimeError("the database is not at the newest migration")


def _redis() -> None:
    """Raise if Redis is unreachable. That is reported but does not make the process unready, since the worker polls."""
    connection = Redis.from_url(
        current_registry().settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=1
    )
    try:
        connection.ping()
    finally:
        connection.close()
