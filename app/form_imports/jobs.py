"""Jobs of imports of forms: read, purge."""

import structlog
from sqlalchemy import delete

from app.extensions import db
from app.form_imports.models import DocFormImport
from app.form_imports.operations.reading import fail_import, read_import
from app.form_imports.types import RETENTION
from app.kernel.clock import now
from app.kernel.db.session import commit, rollback

log = structlog.get_logger(__name__)


def read(import_id: int) -> None:
    """Read an uploaded file; an unexpected error fails the import with a sentence, so that no page waits."""
    try:
        read_import(import_id)
    except Exception:
        rollback()
        log.exception("form_import_failed", import_id=import_id)
        fail_import(import_id)
    commit()


def purge() -> None:
    """Delete imports that are older than 30 days; the forms stay."""
    db.session.execute(delete(DocFormImport).where(DocFormImport.created < now() - RETENTION))
    commit()
