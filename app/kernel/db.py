"""One unit of work for each request or job: one commit, then what must only happen after it."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import structlog

from app.extensions import db

log = structlog.get_logger(__name__)

_AFTER_COMMIT = "assay_after_commit"


def after_commit(action: Callable[[], None], *, key: Hashable = None) -> None:
    """Run `action` once this unit of work is committed; it is dropped if the work is rolled back.

    Of several with the same `key` only the first one runs. The action may fail (Redis may be away): that is logged,
    since what it announces is already a row.
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
    """Undo this unit of work and forget its after-commit actions."""
    db.session.info.pop(_AFTER_COMMIT, None)
    db.session.rollback()


@contextmanager
def unit_of_work() -> Iterator[None]:
    """A unit of work outside a request (jobs, commands): committed at the end, undone on an error."""
    try:
        yield
        commit()
    except BaseException:
        rollback()
        raise
