"""Uploads of files with suppliers, the choice of columns, decisions about rows, and discarding."""

from collections.abc import Mapping, Sequence
from math import ceil

from app.extensions import db
from app.files.public import attachment_name, uploads_of_actor
from app.imports.models import SupplierImport, SupplierImportRow
from app.imports.policies.correcting import Correction, add_correction, place_of
from app.imports.policies.extracting import NO_NAME as NO_NAME_TEXT
from app.imports.policies.mapping import SheetMapping, mapping_from
from app.imports.policies.planning import Decision, plan_rows
from app.imports.policies.values import CellError, check
from app.imports.queries import (
    checks_for,
    decision_of,
    file_row,
    load_network,
    own_import,
    own_row,
    places_of_targets,
    recent_imports,
    refused_rows,
)
from app.imports.types import (
    HOUR,
    JOIN_TARGETS,
    MAX_CORRECTIONS,
    MAX_PER_HOUR,
    PLAN_JOB,
    READ_JOB,
    AnyTarget,
    CustomTarget,
    ImportState,
    Outcome,
    SheetRole,
    Target,
)
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError, TooManyError
from app.kernel.jobs.queue import enqueue

NO_FILE = "The file is no longer there. Upload it again."
TOO_MANY = f"You can read {MAX_PER_HOUR} files an hour. Please try again later."
NOT_MAPPABLE = "The columns of this import can't be changed any more."
NOT_READY = "The plan of this import can't be changed any more."
CHECKING = "The rows are being checked. Try again in a moment."
NO_SUCH_COLUMN = "The file has no such sheet or column."
NO_SHEET = "Choose the sheet with the suppliers."
TWO_SHEETS = "Choose one sheet with suppliers, and at most one with contacts."
NO_NAME = "Choose the column with the names of the suppliers."
NO_EMAIL = "Choose the column with the e-mail addresses of the contacts."
NO_JOIN = "Choose the column with the number or the name of each contact's supplier."
TWICE = "Choose each field for one column of a sheet."
NO_QUESTION = "This row has no such organisation to choose."
MAX_REFUSED = 500
"""Wrong rows that are planned again after a decision."""
NO_SUCH_FIELD = "Your organisation has no such custom field."
NO_SUCH_CELL = "The file has no column for this field."
TOO_MANY_CORRECTIONS = (
    f"At most {MAX_CORRECTIONS:,} cells can be corrected here. Correct the file and upload it again."
)
IS_RUNNING = "This import has been run. It can't be discarded."


def upload_file(*, actor: Actor, attachment_id: int) -> SupplierImport:
    """Let the worker read an uploaded file. Raises InvalidError for a file of others, TooManyError beyond the limit."""
    name = None
    if attachment_id in uploads_of_actor(actor=actor, attachment_ids=[attachment_id]):
        name = attachment_name(attachment_id)
    if name is None:
        raise InvalidError(fields={"attachmentId": [NO_FILE]})
    recent = recent_imports(actor=actor)
    if len(recent) >= MAX_PER_HOUR:
        raise TooManyError(TOO_MANY, retry_after=ceil((recent[0] + HOUR - now()).total_seconds()))
    supplier_import = SupplierImport(
        organisation_id=actor.organisation_id,
        user_id=actor.user_id,
        attachment_id=attachment_id,
        filename=name,
    )
    db.session.add(supplier_import)
    db.session.flush()
    enqueue(READ_JOB, import_id=supplier_import.id)
    return supplier_import


def choose_columns(*, actor: Actor, import_id: int, mappings: Sequence[SheetMapping]) -> SupplierImport:
    """Let the worker plan the import with these columns. Raises InvalidError for columns that make no supplier."""
    supplier_import = own_import(actor=actor, import_id=import_id, lock=True)
    if supplier_import.state not in (ImportState.MAPPING, ImportState.READY):
        raise ConflictError(NOT_MAPPABLE)
    problem = _problem(supplier_import, mappings)
    if problem:
        raise InvalidError(fields={"sheets": [problem]})
    supplier_import.mapping = [mapping.to_json() for mapping in mappings]
    plan_again(supplier_import)
    return supplier_import


def plan_again(supplier_import: SupplierImport) -> None:
    """Let the worker make the plan of an import again."""
    supplier_import.state, supplier_import.progress = ImportState.PLANNING, 0
    supplier_import.error = None
    db.session.flush()
    enqueue(PLAN_JOB, import_id=supplier_import.id)


def _problem(supplier_import: SupplierImport, mappings: Sequence[SheetMapping]) -> str | None:
    present = {
        (sheet["name"], column["index"])
        for sheet in supplier_import.sheets or []
        for column in sheet["columns"]
    }
    headers = {sheet["name"]: sheet["rowCount"] + sheet["header"] for sheet in supplier_import.sheets or []}
    if any(
        mapping.sheet not in headers or any((mapping.sheet, column) not in present for column in mapping.columns)
        for mapping in mappings
    ):  # fmt: skip
        return NO_SUCH_COLUMN
    roles = [mapping.role for mapping in mappings]
    if SheetRole.SUPPLIERS not in roles:
        return NO_SHEET
    names = [mapping.sheet for mapping in mappings]
    if (
        roles.count(SheetRole.SUPPLIERS) > 1
        or roles.count(SheetRole.CONTACTS) > 1
        or len(set(names)) < len(names)
    ):
        return TWO_SHEETS
    for mapping in mappings:
        targets = list(mapping.columns.values())
        if len(set(targets)) < len(targets):
            return TWICE
        if mapping.role is SheetRole.SUPPLIERS and Target.NAME not in targets:
            return NO_NAME
        if mapping.role is SheetRole.CONTACTS:
            if Target.CONTACT_EMAIL not in targets:
                return NO_EMAIL
            if not JOIN_TARGETS & set(targets):
                return NO_JOIN
    return None


def decide(*, actor: Actor, import_id: int, n: int, decision: Decision | None) -> SupplierImportRow:
    """Leave a row out, answer which organisation it is, or take the decision back (None); the row is planned again.

    So are the rows that are wrong only because of other rows. Raises ConflictError unless the plan is ready, InvalidError
    for an organisation that the row is not compared with.
    """
    supplier_import = own_import(actor=actor, import_id=import_id, lock=True)
    if supplier_import.state is ImportState.PLANNING:
        raise ConflictError(CHECKING)
    if supplier_import.state is not ImportState.READY:
        raise ConflictError(NOT_READY)
    row = own_row(actor=actor, import_id=import_id, n=n, lock=True)
    refused = [each for each in refused_rows(import_id=import_id, limit=MAX_REFUSED) if each.n != n]
    rows = sorted([row, *refused], key=lambda each: each.n)
    files = [file_row(each) for each in rows]
    network = load_network(actor, files)
    taken = places_of_targets(import_id=import_id, except_ns=[each.n for each in rows])
    if decision is not None and decision.choice != "LEFT_OUT":
        [asked] = plan_rows([file_row(row)], network, {}, taken)
        candidates = {each["organisationId"] for each in asked.changes.get("candidates", [])}
        is_known = decision.choice == "DIFFERENT" or decision.organisation_id in candidates
        if asked.outcome is not Outcome.ASK or not is_known:
            raise InvalidError(fields={"organisationId": [NO_QUESTION]})
    row.decision = (
        None if decision is None else {"choice": decision.choice, "organisationId": decision.organisation_id}
    )
    decisions = {each.n: choice for each in rows if (choice := decision_of(each)) is not None}
    for each, planned in zip(rows, plan_rows(files, network, decisions, taken), strict=True):
        each.outcome, each.organisation_id = planned.outcome, planned.organisation_id
        each.relationship_id = planned.relationship_id
        each.changes = planned.changes | {"problems": planned.problems}
    supplier_import.plan_version += 1
    db.session.flush()
    return row


def column_target(
    target: Target | None, custom_field: str | None, custom: Mapping[str, CustomTarget]
) -> AnyTarget:
    """Return the field of a column. Raises InvalidError if the organisation has no such custom field."""
    if target is not None:
        return target
    if custom_field is None or custom_field not in custom:
        raise InvalidError(fields={"customField": [NO_SUCH_FIELD]})
    return custom[custom_field]


def correct_cell(*, actor: Actor, import_id: int, n: int, target: AnyTarget, text: str) -> SupplierImport:
    """Correct a cell of a row; a worker checks the rows and makes the plan again, with all corrections.

    Raises ConflictError unless there is a plan, InvalidError for a field without a column and for a wrong text.
    """
    supplier_import = own_import(actor=actor, import_id=import_id, lock=True)
    if supplier_import.state not in (ImportState.READY, ImportState.PLANNING):
        raise ConflictError(NOT_READY)
    if attachment_name(supplier_import.attachment_id) is None:
        raise ConflictError(NO_FILE)
    own_row(actor=actor, import_id=import_id, n=n)
    place = place_of(n, target, [mapping_from(stored) for stored in supplier_import.mapping or []])
    if place is None:
        raise InvalidError(fields={"target": [NO_SUCH_CELL]})
    problem = _cell_problem(actor, target, text)
    if problem:
        raise InvalidError(fields={"text": [problem]})
    corrections = add_correction(supplier_import.corrections, Correction(*place, text))
    if len(corrections) > MAX_CORRECTIONS:
        raise ConflictError(TOO_MANY_CORRECTIONS)
    supplier_import.corrections = corrections
    plan_again(supplier_import)
    return supplier_import


def _cell_problem(actor: Actor, target: AnyTarget, text: str) -> str | None:
    if not text:
        return NO_NAME_TEXT if target is Target.NAME else None
    try:
        check(target, text, checks_for(actor))
    except CellError as fault:
        problem = str(fault)
        return f"{problem[:1].upper()}{problem[1:]}"
    return None


def discard_import(*, actor: Actor, import_id: int) -> None:
    """Delete an import that was not run."""
    supplier_import = own_import(actor=actor, import_id=import_id, lock=True)
    if supplier_import.state in (ImportState.RUNNING, ImportState.DONE, ImportState.UNDONE):
        raise ConflictError(IS_RUNNING)
    db.session.delete(supplier_import)
    db.session.flush()
