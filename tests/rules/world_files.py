"""Rows of the hidden organisation that a worker makes or reads: downloads, imports and bulk jobs."""

from datetime import timedelta
from typing import Any

from app.data_export.models import DataExport
from app.data_export.types import DataExportStatus
from app.extensions import db
from app.imports.models import SupplierImport, SupplierImportRow
from app.imports.types import ImportState as SupplierImportState
from app.imports.types import Outcome
from app.kernel.bulk.models import BulkJob, BulkOutcome, BulkRow, BulkState
from app.kernel.jobs.exports import Export, ExportStatus
from app.kernel.registry import current_registry
from app.requests.models import AnswerNote
from app.workbooks.models import AnswerImport
from app.workbooks.policies.comparing import unknown_item
from app.workbooks.types import ImportKind, ImportState
from tests.factories.accounts import actor_of
from tests.factories.rfx import SentRfx


def answer_import(sent: SentRfx, secret: str) -> AnswerImport:
    """Add a workbook that is read, as if the owner had sent it."""
    item = unknown_item(f"{secret} question", "Sheet, D3")
    answer_import = AnswerImport(
        rfx_id=sent.id,
        user_id=sent.sender.id,
        attachment_id=1,
        kind=ImportKind.OWN,
        state=ImportState.READY,
        filename=f"{secret}.xlsx",
        result={"sheets": [], "warnings": [], "items": [item]},
    )
    db.session.add(answer_import)
    db.session.flush()
    return answer_import


def supplier_import(owner: Any, supplier: str) -> SupplierImport:
    """Add a planned file of the owner, whose only row asks whether it is the owner's supplier."""
    row = {
        "n": 2, "label": supplier, "place": "Row 2", "values": {"NAME": supplier, "people": [], "notes": []},
        "problems": [], "outcome": Outcome.ASK, "changes": {"candidates": [], "problems": [], "notes": []},
    }  # fmt: skip
    supplier_import = SupplierImport(
        organisation_id=owner.organisation_id,
        user_id=owner.id,
        attachment_id=1,
        filename=f"{supplier}.csv",
        state=SupplierImportState.READY,
        sheets=[],
        mapping=[],
        plan_version=1,
    )
    db.session.add(supplier_import)
    db.session.flush()
    db.session.add(SupplierImportRow(import_id=supplier_import.id, **row))
    db.session.flush()
    return supplier_import


def answer_note(owner: Any, rfx_id: int, secret: str) -> AnswerNote:
    note = AnswerNote(
        organisation_id=owner.organisation_id,
        rfx_id=rfx_id,
        key="employees",
        text=f"{secret} Note",
        created_by_user_id=owner.id,
        created=owner.join_date,
        updated=owner.join_date,
    )
    db.session.add(note)
    db.session.flush()
    return note


def make_export(owner: Any) -> Export:
    actor = actor_of(owner)
    return Export(
        kind="rfx",
        format="csv",
        args={},
        actor={"user_id": actor.user_id},
        user_id=actor.user_id,
        organisation_id=actor.organisation_id,
        status=ExportStatus.QUEUED,
        progress=0,
        created=owner.join_date,
    )


def data_export(owner: Any) -> DataExport:
    export = DataExport(
        organisation_id=owner.organisation_id,
        user_id=owner.id,
        status=DataExportStatus.DONE,
        size=1,
        storage_key="data-exports/world.zip",
        expires=owner.join_date + timedelta(days=7),
    )
    db.session.add(export)
    db.session.flush()
    current_registry().storage.put("data-exports/world.zip", b"x")
    return export


def bulk_job(owner: Any, secret: str) -> BulkJob:
    job = BulkJob(
        organisation_id=owner.organisation_id,
        user_id=owner.id,
        kind=f"{secret} kind",
        selection={"ids": [1]},
        args={},
        total=1,
        done=1,
        state=BulkState.DONE,
        created=owner.join_date,
    )
    db.session.add(job)
    db.session.flush()
    row = BulkRow(
        job_id=job.id,
        position=0,
        label=f"{secret} Row",
        data={},
        outcome=BulkOutcome.FAILED,
        message=f"{secret} Reason",
    )
    db.session.add(row)
    db.session.flush()
    return job
