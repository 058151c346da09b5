"""Uploads of filled workbooks, the choice of columns, the decision and discarding."""

from collections.abc import Collection
from dataclasses import asdict
from math import ceil

from app.extensions import db
from app.files.public import attachment_name, uploads_of_actor
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError, TooManyError
from app.kernel.jobs.queue import enqueue
from app.rfx.public import RfxContext, demand_filling_in, rfx_context
from app.workbooks.models import AnswerImport
from app.workbooks.policies.matching import ColumnChoice
from app.workbooks.queries import count_unfinished, own_import, recent_imports
from app.workbooks.types import (
    APPLY_JOB,
    HOUR,
    MAX_OPEN,
    MAX_PER_HOUR,
    READ_JOB,
    ImportKind,
    ImportState,
)

NO_FILE = "The file is no longer there. Upload it again."
TOO_MANY_OPEN = f"You have {MAX_OPEN} workbooks that are not taken over yet. Discard one first."
TOO_MANY = f"You can read {MAX_PER_HOUR} workbooks an hour. Please try again later."
NOT_FOREIGN = "The columns of this workbook are known."
NOT_READY = "This workbook is not ready to be taken over."
NO_SHEET = "The file has no such sheet or column."
NOTHING_CHOSEN = "Choose at least one answer."


def upload_workbook(*, actor: Actor, rfx_id: int, attachment_id: int) -> AnswerImport:
    """Let the worker read an uploaded file. Raises ConflictError if the RFx is closed and beyond the limits."""
    demand_open_for(actor, rfx_id)
    if attachment_id not in uploads_of_actor(actor=actor, attachment_ids=[attachment_id]):
        raise InvalidError(fields={"attachmentId": [NO_FILE]})
    name = attachment_name(attachment_id)
    if name is None:
        raise InvalidError(fields={"attachmentId": [NO_FILE]})
    if count_unfinished(actor=actor, rfx_id=rfx_id) >= MAX_OPEN:
        raise ConflictError(TOO_MANY_OPEN)
    recent = recent_imports(actor=actor)
    if len(recent) >= MAX_PER_HOUR:
        raise TooManyError(TOO_MANY, retry_after=ceil((recent[0] + HOUR - now()).total_seconds()))
    answer_import = AnswerImport(
        rfx_id=rfx_id, user_id=actor.user_id, attachment_id=attachment_id, filename=name,
        grant_id=actor.grant.id if actor.grant else None,
    )  # fmt: skip
    db.session.add(answer_import)
    db.session.flush()
    enqueue(READ_JOB, import_id=answer_import.id)
    return answer_import


def choose_columns(*, actor: Actor, rfx_id: int, import_id: int, choice: ColumnChoice) -> AnswerImport:
    """Read a file of the respondent's own again with chosen columns. Raises ConflictError for another workbook."""
    demand_open_for(actor, rfx_id)
    answer_import = own_import(actor=actor, rfx_id=rfx_id, import_id=import_id, lock=True)
    is_foreign = answer_import.kind is ImportKind.FOREIGN
    if not is_foreign or answer_import.state not in (ImportState.MAPPING, ImportState.READY):
        raise ConflictError(NOT_FOREIGN)
    sheets = (answer_import.result or {}).get("sheets", [])
    columns = {(sheet["name"], column["index"]) for sheet in sheets for column in sheet["columns"]}
    chosen = [choice.question_column, choice.answer_column]
    chosen += [choice.comment_column] if choice.comment_column is not None else []
    if any((choice.sheet, column) not in columns for column in chosen) or len(set(chosen)) < len(chosen):
        raise InvalidError(fields={"mapping": [NO_SHEET]})
    answer_import.mapping, answer_import.state = asdict(choice), ImportState.READING
    answer_import.progress = 0
    db.session.flush()
    enqueue(READ_JOB, import_id=answer_import.id)
    return answer_import


def apply_import(
    *,
    actor: Actor,
    rfx_id: int,
    import_id: int,
    keys: Collection[str],
    theirs: Collection[str],
    clear_empty: bool,
) -> AnswerImport:
    """Let the worker save the chosen answers. Raises ConflictError unless the import is ready."""
    demand_open_for(actor, rfx_id)
    answer_import = own_import(actor=actor, rfx_id=rfx_id, import_id=import_id, lock=True)
    if answer_import.state is not ImportState.READY:
        raise ConflictError(NOT_READY)
    if not keys and not theirs:
        raise InvalidError(fields={"keys": [NOTHING_CHOSEN]})
    answer_import.decision = {"keys": sorted(keys), "theirs": sorted(theirs), "clearEmpty": clear_empty}
    answer_import.state, answer_import.progress = ImportState.APPLYING, 0
    db.session.flush()
    enqueue(APPLY_JOB, import_id=answer_import.id)
    return answer_import


def discard_import(*, actor: Actor, rfx_id: int, import_id: int) -> None:
    """Delete an import; answers that were taken over stay."""
    rfx_context(actor=actor, rfx_id=rfx_id)
    db.session.delete(own_import(actor=actor, rfx_id=rfx_id, import_id=import_id, lock=True))
    db.session.flush()


def demand_open_for(actor: Actor, rfx_id: int) -> RfxContext:
    """Return an RFx that `actor` may fill in now; raises NotFoundError, ForbiddenError or ConflictError otherwise."""
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    demand_filling_in(actor, context)
    return context
