"""Queries of files with all data."""

from collections.abc import Sequence

from sqlalchemy import select

from app.accounts.public import User
from app.data_export.models import DataExport
from app.data_export.types import SHOWN, DataExportStatus
from app.extensions import db
from app.kernel.db.statements import AnyRow
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError


def list_exports(*, actor: Actor) -> Sequence[AnyRow]:
    """Return the newest files of the actor's organisation, as rows of (DataExport, user_name)."""
    return db.session.execute(
        select(DataExport, User.name.label("user_name"))
        .join(User, User.id == DataExport.user_id)
        .where(DataExport.organisation_id == actor.organisation_id)
        .order_by(DataExport.id.desc())
        .limit(SHOWN)
    ).all()


def finished_export(*, actor: Actor, export_id: int) -> DataExport:
    """Return a file that the actor has requested, and that is finished and not expired; else raise NotFoundError."""
    export: DataExport | None = db.session.execute(
        select(DataExport).where(
            DataExport.id == export_id,
            DataExport.organisation_id == actor.organisation_id,
            DataExport.user_id == actor.user_id,
            DataExport.status == DataExportStatus.DONE,
        )
    ).scalar()
    if export is None or export.storage_key is None:
        raise NotFoundError
    return export
