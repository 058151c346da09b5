"""Building the ZIP archive with all data of an organisation, in the worker.

Writing the RFxs takes longest. They are written in slices of SLICE_SECONDS, each in a job of its own, so that other work of
the worker runs in between; a slice is a file in the storage. The last job writes the archive. Rows are read and written
in batches, files are copied in chunks, and the archive is a temporary file without a name: memory stays bounded, and a
killed worker leaves nothing behind. The next run repeats the slice or the archive, under the same key.
"""

import time
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePath
from tempfile import TemporaryFile
from typing import IO

import orjson
import structlog
from flask import render_template
from sqlalchemy import ColumnElement, func, or_, select, update

from app.accounts.public import actor_of_user
from app.data_export.models import DataExport
from app.data_export.queries.kinds import KINDS
from app.data_export.types import JOB, RETENTION, UNFINISHED, DataExportStatus
from app.extensions import db
from app.files.public import Attachment
from app.kernel.clock import format_moment, now
from app.kernel.db.session import after_commit, commit, rollback
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ProblemError
from app.kernel.http.json import json_bytes
from app.kernel.http.json_types import Json
from app.kernel.jobs.queue import enqueue
from app.kernel.registry import current_registry
from app.rfx.public import Rfx, content_of, serialize_content

log = structlog.get_logger(__name__)

BATCH = 500
FILE_BATCH = 100
RFX_BATCH = 20
SLICE_SECONDS = 20
PROGRESS_SECONDS = 1
SEPARATOR = b",\n"


@dataclass
class Written:
    """Contents of the archive so far."""

    counts: list[tuple[str, str, int]] = field(default_factory=list)
    """Name of the JSON file, title and number of rows."""
    missing: list[str] = field(default_factory=list)
    """Paths of files that the storage does not have."""
    received_files: dict[int, None] = field(default_factory=dict)
    """Ids of files of other organisations that the organisation may read."""


@dataclass
class Progress:
    """The number of steps that are done, stored at most once a second, between two statements that read."""

    export_id: int
    done: int = 0
    stored: float = 0

    def advance(self) -> None:
        """Count one step."""
        self.done += 1
        if time.monotonic() - self.stored < PROGRESS_SECONDS:
            return
        self.stored = time.monotonic()
        db.session.execute(update(DataExport).where(DataExport.id == self.export_id).values(done=self.done))
        commit()


def build_export(export_id: int) -> None:
    """Do the next part of an export. If that fails, the export becomes FAILED, which the page shows."""
    export = db.session.get(DataExport, export_id)
    if export is None or export.status not in UNFINISHED:
        return
    try:
        if not export.has_all_rfxs:
            _write_slice(export)
            enqueue(JOB, export_id=export_id)
        else:
            _finish(export)
    except Exception:
        log.exception("data_export_failed", export_id=export_id)
        rollback()
        db.session.get_one(DataExport, export_id).status = DataExportStatus.FAILED


def _write_slice(export: DataExport) -> None:
    """Write the next RFxs to the storage, one in a line."""
    actor = actor_of_user(export.user_id)
    export_id, number, key = export.id, export.slices, export.slice_key(export.slices)
    if export.status == DataExportStatus.QUEUED:
        export.status = DataExportStatus.RUNNING
        export.total = len(KINDS) + _count_rfxs(actor) + len(_own_file_ids(actor))
    rfx_ids = _rfx_ids(actor, after=export.last_rfx_id)
    progress = Progress(export_id, done=export.done)
    commit()
    ends, last_id = time.monotonic() + SLICE_SECONDS, 0
    with TemporaryFile() as file:
        for count, rfx_id in enumerate(rfx_ids, 1):
            file.write(json_bytes(_rfx(actor, rfx_id)) + b"\n")
            progress.advance()
            last_id = rfx_id
            if count % RFX_BATCH == 0:
                # Ends the transaction and drops the loaded objects.
                commit()
                db.session.expunge_all()
            if time.monotonic() > ends:
                break
        current_registry().storage.put_file(key, file)
    export = db.session.get_one(DataExport, export_id, populate_existing=True)
    export.slices, export.done = number + 1, progress.done
    export.last_rfx_id = last_id or export.last_rfx_id
    export.has_all_rfxs = not rfx_ids or last_id == rfx_ids[-1]


def _finish(export: DataExport) -> None:
    """Write the archive from the tables, the slices and the files, and store it."""
    actor, export_id = actor_of_user(export.user_id), export.id
    slices = [export.slice_key(number) for number in range(export.slices)]
    key, progress = f"data-exports/{export_id}.zip", Progress(export_id, done=_count_rfxs(actor))
    storage = current_registry().storage
    commit()
    with TemporaryFile() as file:
        write_archive(file, actor=actor, slices=slices, progress=progress)
        commit()
        size = file.seek(0, 2)
        storage.put_file(key, file)
    export = db.session.get_one(DataExport, export_id, populate_existing=True)
    export.status, export.storage_key, export.size = DataExportStatus.DONE, key, size
    export.expires = now() + RETENTION
    for each in slices:
        after_commit(partial(storage.delete, each))


def write_archive(file: IO[bytes], *, actor: Actor, slices: Sequence[str], progress: Progress) -> None:
    """Write everything that belongs to the actor's organisation, and the slices of RFxs."""
    written = Written()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive:
        for kind in KINDS:
            stmt = kind.select(actor.organisation_id).execution_options(yield_per=BATCH)
            rows = (json_bytes(_plain(dict(row))) for row in db.session.execute(stmt).mappings())
            written.counts.append((f"{kind.name}.json", kind.title, _write_rows(archive, kind.name, rows)))
            progress.advance()
        count = _write_rows(archive, "rfxs", _rfx_lines(slices, written))
        written.counts.append(("rfxs.json", "RFxs that you sent or received", count))
        for attachment in _files(actor, written):
            _write_file(archive, attachment, written)
            progress.advance()
        archive.writestr("index.html", _index(actor, written))


def _write_rows(archive: zipfile.ZipFile, name: str, rows: Iterator[bytes]) -> int:
    """Write rows as a JSON array, one row in a line; return their number."""
    count = 0
    with archive.open(f"{name}.json", "w", force_zip64=True) as entry:
        entry.write(b"[")
        for row in rows:
            entry.write((SEPARATOR if count else b"\n") + row)
            count += 1
        entry.write(b"\n]\n")
    return count


def _plain(row: dict[str, object]) -> dict[str, object]:
    """Return the row without bytes, which JSON does not have."""
    return {name: value for name, value in row.items() if not isinstance(value, bytes | memoryview)}


def _is_party(actor: Actor) -> ColumnElement[bool]:
    return or_(
        Rfx.organisation_id == actor.organisation_id, Rfx.with_organisation_id == actor.organisation_id
    )


def _count_rfxs(actor: Actor) -> int:
    return db.session.execute(select(func.count()).select_from(Rfx).where(_is_party(actor))).scalar_one()


def _rfx_ids(actor: Actor, *, after: int) -> Sequence[int]:
    stmt = select(Rfx.id).where(_is_party(actor), Rfx.id > after).order_by(Rfx.id)
    return db.session.execute(stmt).scalars().all()


def _rfx(actor: Actor, rfx_id: int) -> Json:
    try:
        return serialize_content(content_of(actor=actor, rfx_id=rfx_id))
    except ProblemError as problem:
        # Sealed until the deadline, or not visible to this user.
        return {"id": rfx_id, "not_included": problem.message}


def _rfx_lines(slices: Sequence[str], written: Written) -> Iterator[bytes]:
    """Yield the RFxs of the slices, and note the files of their answers."""
    for key in slices:
        rest = b""
        for chunk in current_registry().storage.stream(key):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                files = orjson.loads(line).get("files", ())
                written.received_files |= {each["id"]: None for each in files}
                yield line


def _own_file_ids(actor: Actor) -> Sequence[int]:
    return (
        db.session.execute(
            select(Attachment.id)
            .where(Attachment.organisation_id == actor.organisation_id, Attachment.stored.is_not(None))
            .order_by(Attachment.id)
        )
        .scalars()
        .all()
    )


def _files(actor: Actor, written: Written) -> Iterator[Attachment]:
    """Yield the organisation's own files and the files in answers that it may read."""
    ids = list(dict.fromkeys([*_own_file_ids(actor), *written.received_files]))
    for start in range(0, len(ids), FILE_BATCH):
        batch = ids[start : start + FILE_BATCH]
        attachments = (
            db.session.execute(
                select(Attachment)
                .where(Attachment.id.in_(batch), Attachment.stored.is_not(None))
                .order_by(Attachment.id)
            )
            .scalars()
            .all()
        )
        for attachment in attachments:
            db.session.expunge(attachment)
        commit()
        yield from attachments


def _write_file(archive: zipfile.ZipFile, attachment: Attachment, written: Written) -> None:
    path = f"files/{attachment.id}-{PurePath(attachment.filename).name}"
    try:
        chunks = current_registry().storage.stream(attachment.storage_key or "")
    except FileNotFoundError:
        written.missing.append(path)
        return
    with archive.open(path, "w", force_zip64=True) as entry:
        for chunk in chunks:
            entry.write(chunk)


def _index(actor: Actor, written: Written) -> str:
    return render_template(
        "archive/index.html",
        organisation=actor.organisation_name,
        made=format_moment(now(), actor.zone),
        made_by=actor.name,
        counts=written.counts,
        missing=written.missing,
    )
