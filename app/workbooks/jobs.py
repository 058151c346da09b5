"""Jobs of filled workbooks: read, apply, purge."""

import structlog

from app.kernel.db.session import commit, rollback
from app.workbooks.operations.applying import apply_answers
from app.workbooks.operations.purging import delete_old_imports
from app.workbooks.operations.reading import fail_import, read_import

log = structlog.get_logger(__name__)


def read(import_id: int) -> None:
    """Read and compare an uploaded file; an unexpected error fails the import with a sentence, so that no page waits."""
    try:
        read_import(import_id)
    except Exception:
        rollback()
        log.exception("answer_import_failed", import_id=import_id)
        fail_import(import_id)
    commit()


def apply(import_id: int) -> None:
    """Save the chosen answers of a file."""
    apply_answers(import_id)


def purge() -> None:
    """Delete imports that are older than 30 days."""
    delete_old_imports()
    commit()
