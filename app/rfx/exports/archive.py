"""Answers of several RFxs in one ZIP archive (kind `rfxAnswers`): the request, and the builder that the worker calls."""

import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO

from app.extensions import db
from app.kernel.bulk.actions import Selection
from app.kernel.bulk.selecting import selected_ids
from app.kernel.db.list_kinds import Params, load_filters
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError, NotFoundError, ProblemError
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import Export, ExportFile, request_export
from app.rfx.exports.builder import build as build_file
from app.rfx.list_kind import RFXS
from app.rfx.operations.recording import record_export
from app.rfx.queries.bulk import rfxs_of

KIND = "rfxAnswers"
MAX_RFXS = 100
"""Maximum number of RFxs of one archive: making their PDF files takes the worker about a minute."""
TOO_MANY = f"At most {MAX_RFXS} RFxs can be exported at once. Select fewer."
NOTE = "Not included.txt"
ZIP = "application/zip"


def request_archive(*, actor: Actor, ids: Sequence[int] | None, filter: Params | None, format: str) -> Export:
    """Request the answers of selected RFxs that the actor may see, each as a file in `format`.

    They are selected by `ids` or by a `filter` of the list. Raises NotFoundError if there are none, and InvalidError for
    a wrong filter and for more than MAX_RFXS.
    """
    filters = None if filter is None else load_filters(RFXS, actor=actor, params=filter, name="filter")
    ids = selected_ids(actor, Selection(ids=ids, filter=filters), RFXS)
    if len(ids) > MAX_RFXS:
        raise InvalidError(TOO_MANY)
    visible = {row.id for row in rfxs_of(actor=actor, ids=ids)}
    if not visible:
        raise NotFoundError
    args: dict[str, object] = {"ids": [each for each in ids if each in visible]}
    return request_export(actor=actor, kind=KIND, format=format, args=args)


def build(actor: Actor, format: str, args: Arguments) -> ExportFile:
    """Build the archive. RFxs that the actor may not download now are named in a text file, with the reason."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        missing = [*_add_files(archive, actor, format, args["ids"])]
        if missing:
            archive.writestr(NOTE, "\n".join(missing))
    return ExportFile(filename="Answers of RFxs.zip", content_type=ZIP, content=file.getvalue())


def _add_files(archive: zipfile.ZipFile, actor: Actor, format: str, ids: Sequence[int]) -> Iterator[str]:
    """Add the file of each RFx, and record its export; yield a sentence for each that cannot be added."""
    for rfx_id in ids:
        try:
            # An error rolls back the event of its RFx, and of no other.
            with db.session.begin_nested():
                record_export(actor=actor, rfx_id=rfx_id, format=format)
                rfx_file = build_file(actor, format, {"rfx_id": rfx_id})
        except NotFoundError:
            yield f"RFx {rfx_id}: no longer there."
        except ProblemError as error:
            yield f"RFx {rfx_id}: {error.sentence}"
        else:
            archive.writestr(rfx_file.filename, rfx_file.content)
