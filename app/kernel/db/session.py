"""One unit of work for each request or job: one commit, then the actions that depend on it."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import structlog

from app.extensions import db

log = structlog.get_logger(__name__)

_AFTER_COMMIT = "assay_after_commit"


def after_commit(action: Callable[[], None], *, key: Hashable = None) -> None:
    """Run `action` after this unit of work is committed; a rollback discards it.

    Of several actions with the same `key` only the first one runs. An error of the action is logged and ignored (Redis
    may be offline): the row that it announces is already committed.
    """
    actions = db.session.info.setdefault(_AFTER_COMMIT, {})
    actions.setdefault(object() if key is None else key, action)


def commit() -> None:
    """Commit this unit of work and run its after-commit actions. A failing commit raises."""
    actions: dict[Hashable, Callable[[], None]] = db.session.info.pop(_AFTER_COMMIT, {})
    db.session.commit()
    for action in actions.values():
        try:
            action()
        except Exception:
            log.warning("after_commit_failed", exc_info=True)


def rollback() -> None:
    """Roll back this unit of work and discard its after-commit actions."""
    db.session.info.pop(_AFTER_COMMIT, None)
    db.session.rollback()


@contextmanager
def unit_of_work() -> Iterator[None]:
    """Run a unit of work outside a request (jobs, commands): commit at the end, roll back on an error."""
    try:
        yield
        commit()
    except BaseException:
        rollback()
        raise


@contextmanager
def rolled_back() -> Iterator[None]:
    """Run a block whose changes and after-commit actions are always rolled back, for previews."""
    before = dict(db.session.info.get(_AFTER_COMMIT, {}))
    nested = db.session.begin_nested()
    try:
        yield
    finally:
        nested.rollback()
        db.session.info[_AFTER_COMMIT] = before


@contextmanager
def savepoint() -> Iterator[None]:
    """Run a part of a unit of work whose failure does not fail the rest.

    An error rolls back the changes and the after-commit actions of the block, and propagates; the rest of the unit of
    work can still be committed.
    """
    before = dict(db.session.info.get(_AFTER_COMMIT, {}))
    try:
        with db.session.begin_nested():
            yield
    except BaseException:
        db.session.info[_AFTER_COMMIT] = before
        raise
