"""/healthz: this process answers. /readyz: database, Redis, storage and migrations are as they should be."""

import hmac
from enum import StrEnum

from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis import Redis
from sqlalchemy import text

from app.config import ROOT, VERSION
from app.extensions import db, limiter
from app.kernel.auth import PUBLIC, page_requires
from app.kernel.errors import NotFoundError
from app.kernel.registry import current_registry

blueprint = Blueprint("health", __name__)


class PartState(StrEnum):
    """How a part of the platform is, in the word that says it."""

    OK = "ok"
    AWAY = "away"
    NOT_USED = "not used"


@blueprint.get("/healthz")
@limiter.exempt
@page_requires(PUBLIC)
def healthz() -> ResponseReturnValue:
    """Say that this process answers."""
    return jsonify({"status": "ok", "version": VERSION})


@blueprint.get("/readyz")
@limiter.exempt
@page_requires(PUBLIC)
def readyz() -> ResponseReturnValue:
    """Say which parts are ready; 503 where one that is needed is not."""
    parts = check_parts()
    ready = all(state == PartState.OK for name, state in parts.items() if name != "redis")
    status = PartState.OK if ready else PartState.AWAY
    return jsonify({"status": status, "checks": parts}), 200 if ready else 503


def check_parts() -> dict[str, PartState]:
    """Each part that the product stands on, and whether it is as it should be. Redis alone may be not used."""
    found: dict[str, PartState] = {}
    own = {"database": _database, "migrations": _migrations, "redis": _redis}
    for name, check in {**own, **current_registry().health_checks}.items():
        if name == "redis" and not current_registry().settings.REDIS_URL:
            found[name] = PartState.NOT_USED
            continue
        try:
            check()
            found[name] = PartState.OK
        except Exception as error:
            current_app.logger.warning("not ready: %s: %s", name, type(error).__name__)
            found[name] = PartState.AWAY
    return found


@blueprint.get("/metrics")
@limiter.exempt
@page_requires(PUBLIC)
def metrics() -> ResponseReturnValue:
    """The figures of this process in the text format of Prometheus, for the holder of METRICS_TOKEN."""
    token = current_registry().settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(token.encode(), given.encode()):
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
    """Redis may be away: the worker then looks for its work, so this is told and is no reason to be not ready."""
    connection = Redis.from_url(
        current_registry().settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=1
    )
    try:
        connection.ping()
    finally:
        connection.close()
