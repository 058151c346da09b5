"""The page of all data, and its files."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.data_export import schemas
from app.data_export.queries.exports import finished_export
from app.data_export.serializers import serialize_exports
from app.files.public import deliver_stored
from app.kernel.http.auth import Permission, current_actor, page_requires
from app.kernel.http.schemas import dumped_many
from app.kernel.pages.shell import render_page

blueprint = Blueprint("data_export_pages", __name__)

TITLE = "All Data"
PATH = "/setup/data"
ZIP = "application/zip"


@blueprint.get(PATH)
@page_requires(Permission.MANAGE_ORGANISATION)
def all_data() -> ResponseReturnValue:
    """Show the files with all data of the organisation."""
    rows = dumped_many(schemas.DataExportSchema, serialize_exports(current_actor()))
    return render_page(TITLE, "data-export/exports", {"exports": rows})


@blueprint.get(f"{PATH}/<int:data_export_id>/file")
@page_requires(Permission.MANAGE_ORGANISATION, programs=True)
def file(data_export_id: int) -> ResponseReturnValue:
    """Return a finished file to the user who requested it."""
    actor = current_actor()
    export = finished_export(actor=actor, export_id=data_export_id)
    return deliver_stored(
        export.storage_key or "",
        filename=f"{actor.organisation_name} {export.created:%Y-%m-%d}.zip",
        content_type=ZIP,
        size=export.size or 0,
    )
