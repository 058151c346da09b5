"""Jobs of imports: read, plan, purge."""

from collections.abc import Callable

import structlog
from sqlalchemy import delete

from app.extensions import db
from app.imports.models import SupplierImport
from app.imports.operations.reading import fail_import, plan_import, read_import
from app.imports.types import RETENTION
from app.kernel.clock import now
from app.kernel.db.session import commit, rollback

log = structlog.get_logger(__name__)


def read(import_id: int) -> None:
    """Read an uploaded file."""
    _run(read_import, import_id)


def plan(import_id: int) -> None:
    """Check the rows of a file and plan them."""
    _run(plan_import, import_id)


def _run(step: Callable[[int], None], import_id: int) -> None:
    """Run a step; an unexpected error fails the import with a sentence, so that no page waits."""
    try:
        step(import_id)
    except Exception:
        rollback()
        log.exception("supplier_import_failed", import_id=import_id)
        fail_import(import_id)
    commit()


def purge() -> None:
    """Delete imports that are older than 30 days; the suppliers stay."""
    db.session.execute(delete(SupplierImport).where(SupplierImport.created < now() - RETENTION))
    commit()
