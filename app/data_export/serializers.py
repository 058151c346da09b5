"""Serializers of files with all data."""

from app.data_export.queries.exports import list_exports
from app.data_export.types import DataExportStatus
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json


def serialize_exports(actor: Actor) -> list[Json]:
    """Serialize the newest files of the actor's organisation for `DataExportSchema`."""
    rows = []
    for row in list_exports(actor=actor):
        export = row.DataExport
        is_open = export.status == DataExportStatus.DONE and export.user_id == actor.user_id
        rows.append(
            {
                "id": export.id,
                "status": export.status,
                "progress": export.progress,
                "size": export.size,
                "created": export.created,
                "expires": export.expires,
                "user_name": row.user_name,
                "url": f"/setup/data/{export.id}/file" if is_open else None,
            }
        )
    return rows
