"""Deletion of old imports."""

from sqlalchemy import delete

from app.extensions import db
from app.kernel.clock import now
from app.workbooks.models import AnswerImport
from app.workbooks.types import RETENTION


def delete_old_imports() -> None:
    """Delete imports after RETENTION; the answers stay."""
    db.session.execute(delete(AnswerImport).where(AnswerImport.created < now() - RETENTION))
