"""Reading and planning of a file in the worker."""

from collections.abc import Sequence

from sqlalchemy import delete, insert

from app.accounts.public import actor_of_user
from app.extensions import db
from app.files.public import contents_of
from app.imports.models import SupplierImport, SupplierImportRow
from app.imports.policies.correcting import correct_sheets
from app.imports.policies.extracting import FileRow, extract_rows
from app.imports.policies.mapping import describe_sheets, mapping_from, propose_mapping
from app.imports.policies.planning import Decision, PlannedRow, plan_rows
from app.imports.queries import (
    checks_for,
    custom_targets,
    decision_of,
    digest_of,
    load_network,
    locked_import,
    rows_of,
)
from app.imports.types import FILE_LIMITS, ImportState
from app.kernel.db.session import commit
from app.kernel.files.workbooks import Sheet, WorkbookError, read_workbook
from app.kernel.http.errors import ProblemError
from app.kernel.http.json_types import Arguments

FILE_GONE = "The file is no longer there. Upload it again."
EMPTY = "The file has no rows."
FAILED = "The file could not be read. Please try again."
STORED_ROWS = 1_000
"""Rows that are inserted with one statement."""


def read_import(import_id: int) -> None:
    """Read the file of an import and propose its columns; a file that cannot be read fails with a sentence."""
    supplier_import = locked_import(import_id)
    if supplier_import is None or supplier_import.state is not ImportState.READING:
        return
    try:
        sheets = _sheets(supplier_import)
        supplier_import.sheets = _described(sheets)
        custom = custom_targets(supplier_import.organisation_id).values()
        names = {sheet["name"] for sheet in supplier_import.sheets}
        proposed = [mapping for mapping in propose_mapping(sheets, custom) if mapping.sheet in names]
        supplier_import.mapping = [mapping.to_json() for mapping in proposed]
        supplier_import.state = ImportState.MAPPING
    except WorkbookError as error:
        supplier_import.state, supplier_import.error = ImportState.FAILED, str(error)
    supplier_import.progress = 100
    db.session.flush()


def _described(sheets: Sequence[Sheet]) -> list[Arguments]:
    described = describe_sheets(sheets)
    if not any(sheet["rowCount"] for sheet in described):
        raise WorkbookError(EMPTY)
    return described


def plan_import(import_id: int) -> None:
    """Check the rows of an import and make its plan; an error leads back to the columns with a sentence."""
    supplier_import = locked_import(import_id)
    if supplier_import is None or supplier_import.state is not ImportState.PLANNING:
        return
    try:
        _plan(supplier_import)
    except WorkbookError as error:
        supplier_import.state, supplier_import.error = ImportState.MAPPING, str(error)
    except ProblemError as error:
        supplier_import.state, supplier_import.error = ImportState.MAPPING, error.sentence
    db.session.flush()


def fail_import(import_id: int) -> None:
    """Let an import fail after an unexpected error, so that no page waits."""
    supplier_import = locked_import(import_id)
    if supplier_import is not None and supplier_import.state in (ImportState.READING, ImportState.PLANNING):
        supplier_import.state, supplier_import.error = ImportState.FAILED, FAILED


def _sheets(supplier_import: SupplierImport) -> list[Sheet]:
    content = contents_of([supplier_import.attachment_id]).get(supplier_import.attachment_id)
    if content is None:
        raise WorkbookError(FILE_GONE)
    return read_workbook(content, filename=supplier_import.filename, limits=FILE_LIMITS)


def _plan(supplier_import: SupplierImport) -> None:
    actor = actor_of_user(supplier_import.user_id)
    corrections = list(supplier_import.corrections)
    sheets = correct_sheets(_sheets(supplier_import), corrections)
    mappings = [mapping_from(stored) for stored in supplier_import.mapping or []]
    rows = extract_rows(sheets, mappings, checks_for(actor))
    _show_progress(supplier_import, 40)
    before = {row.n: row for row in rows_of(supplier_import.id)}
    # A decision is about a row of the file: it stays as long as the row has the same values.
    decisions = {
        row.n: decision
        for row in rows
        if row.n in before
        and (decision := decision_of(before[row.n])) is not None
        and before[row.n].values == _values(row)
    }
    network = load_network(actor, rows)
    planned = plan_rows(rows, network, decisions)
    _show_progress(supplier_import, 80)
    stored = [
        _stored(supplier_import.id, row, plan, decisions.get(row.n))
        for row, plan in zip(rows, planned, strict=True)
    ]
    db.session.refresh(supplier_import, with_for_update=True)
    if supplier_import.corrections != corrections or supplier_import.state is not ImportState.PLANNING:
        # A cell was corrected meanwhile; the job of that correction makes the plan.
        return
    digest = digest_of(network)
    is_same = bool(before) and [_compared(row) for row in before.values()] == [
        (row["n"], row["values"], row["outcome"], row["organisation_id"], row["changes"]) for row in stored
    ]
    supplier_import.is_outdated = bool(
        supplier_import.plan_basis and supplier_import.plan_basis != digest and not is_same
    )
    supplier_import.plan_basis = digest
    supplier_import.state, supplier_import.progress = ImportState.READY, 100
    if not is_same:
        supplier_import.plan_version += 1
        db.session.execute(delete(SupplierImportRow).where(SupplierImportRow.import_id == supplier_import.id))
        for start in range(0, len(stored), STORED_ROWS):
            db.session.execute(insert(SupplierImportRow), stored[start : start + STORED_ROWS])
    db.session.flush()


def _show_progress(supplier_import: SupplierImport, percent: int) -> None:
    """Store the progress, so that the page shows it. The import is locked again by its next change."""
    supplier_import.progress = percent
    commit()


def _values(row: FileRow) -> Arguments:
    values = row.values | {"people": row.people, "notes": row.notes}
    return values | {"cells": row.cells} if row.cells else values


def _stored(import_id: int, row: FileRow, planned: PlannedRow, decision: Decision | None) -> Arguments:
    return {
        "import_id": import_id,
        "n": row.n,
        "label": row.label,
        "place": row.place,
        "values": _values(row),
        "problems": row.problems,
        "decision": {"choice": decision.choice, "organisationId": decision.organisation_id} if decision else None,
        "outcome": planned.outcome,
        "organisation_id": planned.organisation_id,
        "relationship_id": planned.relationship_id,
        "changes": planned.changes | {"problems": planned.problems},
    }  # fmt: skip


def _compared(row: SupplierImportRow) -> tuple[object, ...]:
    return row.n, row.values, row.outcome, row.organisation_id, row.changes
