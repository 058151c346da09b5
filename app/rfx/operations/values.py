"""Saves of answers: appended, never overwritten, and refused field by field (product decisions, RFx)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import Insert

from app.extensions import db
from app.files.public import attach, uploads_of_actor
from app.forms.public import FieldType, PlacedField, canonical, shape_error
from app.kernel.clock import moment_text, now
from app.kernel.db.inserts import insert_from_json
from app.kernel.db.statements import PLANNED_ONCE, shared_statement
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError, InvalidError
from app.rfx.models import FormValue, RfxResponse
from app.rfx.operations.follow_ups import answer_changed
from app.rfx.operations.moves import demand_taking_answers
from app.rfx.operations.offers import offered_files, settle_offers
from app.rfx.operations.parts import open_parts
from app.rfx.operations.progress import store_progress
from app.rfx.operations.recording import emit_started, record_event
from app.rfx.operations.scoring import store_scores
from app.rfx.operations.submitting import copy_to_custom_fields
from app.rfx.policies.access import may_sign, may_write, side_of, writable_now
from app.rfx.policies.answers import Progress, answers_hash, files_in, keys_of_side, progress_of
from app.rfx.policies.parts import readable_keys
from app.rfx.policies.states import status_after
from app.rfx.queries.answers import Answers, answers_of, authors_of, save_count
from app.rfx.queries.rfxs import RfxContext, rfx_context
from app.rfx.queries.rows import AnswerRow
from app.rfx.types import AnswerSource, ResponseStatus, RfxMove, RfxStatus, ViewerRole
from app.tasks.public import RFX_SUBJECT

UNKNOWN = "This RFx has no such field."
READ_ONLY = "You cannot change this answer."
NO_SIGNING = "You don't have permission to sign."
FILES_GONE = "One of the files is no longer there. Please upload it again."


@dataclass(frozen=True, slots=True)
class NewValue:
    """A new answer, and the iteration that its author saw (0: none)."""

    value: Any
    base_iteration: int


@dataclass(frozen=True, slots=True)
class SavedValue:
    """A stored answer; for signatures and files `value` differs from the one in the request."""

    value: object
    iteration: int
    updated: datetime


@dataclass(slots=True, kw_only=True)
class SaveResult:
    """Result of a save for each value, and all answers after it.

    `conflicts` has the current answers of fields whose base iteration was outdated, `authors` the names of their
    authors, `refused` a sentence for each value that cannot be stored. `base_save_count` is the number of saves before
    this one, `save_count` the number after it.
    """

    context: RfxContext
    answers: Answers
    values: dict[str, object]
    saved: dict[str, SavedValue] = field(default_factory=dict)
    conflicts: dict[str, AnswerRow] = field(default_factory=dict)
    authors: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    appended: int = 0
    progress: Progress = field(init=False)
    """Progress of the respondent after the save."""

    @property
    def base_save_count(self) -> int:
        return save_count(self.answers)

    @property
    def save_count(self) -> int:
        return self.base_save_count + self.appended


def save_values(
    *,
    actor: Actor,
    rfx_id: int,
    new_values: Mapping[str, NewValue],
    source: AnswerSource = AnswerSource.SCREEN,
) -> SaveResult:
    """Save answers by value key.

    An error in one field never prevents the others from being stored. An answer that equals the current one is neither
    a conflict nor a new iteration, so that a save can be repeated. The first answer of the respondent sets the RFx to
    INPROGRESS.

    A value that can never be valid, such as an option that does not exist or a value of another type, is refused. A
    value that only breaks a rule of its field (a limit, a pattern, an address format) is stored as a draft, so that no
    input is lost; the submission refuses it.

    Raises NotFoundError if `actor` may not see the RFx, ForbiddenError without the permission to answer or to sign,
    ConflictError if the actor's party can no longer answer.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    if not may_write(actor, context.role, context.part):
        raise ForbiddenError
    demand_taking_answers(context)
    answers = answers_of(context)
    result = SaveResult(context=context, answers=answers, values=answers.values)
    accepted = _storable_changes(actor, result, new_values)
    _attach_files(actor, result, accepted)
    changes = _changed_answers(result, accepted)
    changes += _changed_signatures(actor, result, accepted)
    settle_offers(actor=actor, context=context, values={each.placed.key: each.value for each in accepted})
    result.progress = progress_of(answers.fields, result.values)
    if changes:
        _append_iterations(actor, result, changes, source)
        store_progress(context.rfx, result.progress)
        changed = [change.placed.key for change in changes]
        store_scores(
            rfx_id=rfx_id, fields=answers.fields, values=result.values,
            visible_keys=result.progress.visible_keys, changed=changed,
        )  # fmt: skip
        answer_changed(actor=actor, context=context, keys=changed)
        if context.rfx.status == RfxStatus.COMPLETED:
            copy_to_custom_fields(
                actor=actor, context=context, fields=answers.fields, values=result.values,
                visible_keys=result.progress.visible_keys, changed=changed,
            )  # fmt: skip
        _record_answering(actor, context)
        if context.part is not None and context.part.is_asked:
            open_parts(actor=actor, context=context)
    if result.conflicts:
        result.authors = authors_of(context, result.conflicts)
    return result


@dataclass(frozen=True, slots=True)
class _Change:
    placed: PlacedField
    value: Any
    base_iteration: int


def _storable_changes(actor: Actor, result: SaveResult, new_values: Mapping[str, NewValue]) -> list[_Change]:
    """Return the values of writable fields that can be stored; add the others to `result.refused`."""
    context, fields = result.context, result.answers.fields
    by_key = {placed.key: placed for placed in fields}
    writable = writable_now(
        actor, context.role, context.rfx, fields, result.answers.values, part=context.part
    )
    readable = readable_keys(fields, context.part) if context.part else None
    own_keys = keys_of_side(fields, side_of(context.role))
    changes = []
    for key, new_value in new_values.items():
        placed = by_key.get(key)
        if placed is None or (readable is not None and key not in readable):
            result.refused[key] = UNKNOWN
        elif key not in writable:
            is_own_signature = placed.field.type is FieldType.FORMSIGNATURE and key in own_keys
            result.refused[key] = (
                NO_SIGNING if is_own_signature and not may_sign(actor, context.role) else READ_ONLY
            )
        elif fault := shape_error(placed.field, new_value.value):
            result.refused[key] = fault
        else:
            changes.append(
                _Change(placed, canonical(placed.field, new_value.value), new_value.base_iteration)
            )
    return changes


def _attach_files(actor: Actor, result: SaveResult, accepted: list[_Change]) -> None:
    """Attach the files of FILE answers to the RFx, and take their names and sizes from the attachments."""
    with_files = [
        change for change in accepted if change.placed.field.type is FieldType.FILE and change.value
    ]
    with_files = _with_readable_files(actor, result, with_files, accepted)
    if not with_files:
        return
    rfx_id = result.context.rfx.id
    try:
        infos = attach(
            actor=actor, attachment_ids=_file_ids(with_files), subject_type=RFX_SUBJECT, subject_id=rfx_id,
            limit=len(_file_ids(with_files)), reuse=True,
        )  # fmt: skip
    except InvalidError:
        infos = {}
        for change in with_files:
            ids = _file_ids([change])
            try:
                infos |= attach(
                    actor=actor, attachment_ids=ids, subject_type=RFX_SUBJECT, subject_id=rfx_id,
                    limit=len(ids), reuse=True,
                )  # fmt: skip
            except InvalidError:
                result.refused[change.placed.key] = FILES_GONE
                accepted.remove(change)
    for change in with_files:
        if change in accepted:
            files = [
                {
                    "attachmentId": info.id, "filename": info.filename, "size": info.size,
                    "contentType": info.content_type,
                }
                for info in (infos[attachment_id] for attachment_id in _file_ids([change]))
            ]  # fmt: skip
            accepted[accepted.index(change)] = _Change(change.placed, files, change.base_iteration)


def _with_readable_files(
    actor: Actor, result: SaveResult, with_files: list[_Change], accepted: list[_Change]
) -> list[_Change]:
    """Return the changes whose files the viewer may read, and refuse the others.

    The files of an RFx may be attached to another answer of it. A delegate could read them by doing so. Files from
    elsewhere, such as the documents of the organisation, need the permission to answer.
    """
    part = result.context.part
    if part is None or not with_files:
        return with_files
    own_ids = uploads_of_actor(actor=actor, attachment_ids=_file_ids(with_files))
    own_ids |= offered_files(result.context, [change.placed.key for change in with_files])
    if part.reads_all:
        values = [
            result.values.get(each.key) for each in result.answers.fields if each.field.type is FieldType.FILE
        ]
        own_ids.update(*map(files_in, values))
    readable = []
    for change in with_files:
        current_ids = files_in(result.values.get(change.placed.key))
        if own_ids.union(current_ids).issuperset(_file_ids([change])):
            readable.append(change)
        else:
            result.refused[change.placed.key] = FILES_GONE
            accepted.remove(change)
    return readable


def _file_ids(changes: Iterable[_Change]) -> list[int]:
    return list(dict.fromkeys(each for change in changes for each in files_in(change.value)))


def _changed_answers(result: SaveResult, accepted: Iterable[_Change]) -> list[_Change]:
    """Return the changed values without signatures; conflicts go to `result.conflicts`."""
    changes = []
    for change in accepted:
        if change.placed.field.type is FieldType.FORMSIGNATURE:
            continue
        key = change.placed.key
        if _needs_saving(result, change, result.values.get(key) == change.value):
            changes.append(change)
            result.values[key] = change.value
    return changes


def _needs_saving(result: SaveResult, change: _Change, is_equal: bool) -> bool:  # noqa: FBT001
    """Return True if `change` must be stored; otherwise add it to the saved values or to the conflicts."""
    key = change.placed.key
    current = result.answers.current.get(key)
    if is_equal:
        if current is not None:
            result.saved[key] = SavedValue(current.value, current.iteration, current.updated)
        else:
            result.saved[key] = SavedValue(None, 0, now())
        return False
    if current is not None and change.base_iteration != current.iteration:
        result.conflicts[key] = current
        return False
    return True


def _changed_signatures(actor: Actor, result: SaveResult, accepted: Iterable[_Change]) -> list[_Change]:
    """Return the changed signatures, each with its user, time and a hash of the current answers."""
    changes = []
    for change in accepted:
        if change.placed.field.type is not FieldType.FORMSIGNATURE:
            continue
        key, value, current = change.placed.key, change.value, result.values.get(change.placed.key)
        if isinstance(value, dict):
            value = {
                "name": value["name"].strip(),
                "strokes": value["strokes"],
                "signedAt": moment_text(now()),
                "userId": actor.user_id,
                "userName": actor.name,
                "answersHash": answers_hash(result.answers.fields, result.values, change.placed),
            }
        if _needs_saving(result, change, _is_same_signature(current, value)):
            changes.append(_Change(change.placed, value, change.base_iteration))
            result.values[key] = value
    return changes


def _is_same_signature(current: object, value: object) -> bool:
    if not isinstance(current, dict) or not isinstance(value, dict):
        return bool(current == value)
    return all(current.get(part) == value[part] for part in ("name", "strokes", "answersHash"))


def _append_iterations(
    actor: Actor, result: SaveResult, changes: list[_Change], source: AnswerSource
) -> None:
    """Store the changes as the next iterations: one statement for the previous rows, one for the new rows."""
    current, moment = result.answers.current, now()
    rfx_id = result.context.rfx.id
    replaced = [change.placed.key for change in changes if change.placed.key in current]
    if replaced:
        db.session.execute(
            update(FormValue)
            .where(FormValue.rfx_id == rfx_id, FormValue.key.in_(replaced), FormValue.is_current)
            .values(is_current=False)
            .execution_options(synchronize_session=False)
        )
    rows = []
    for change in changes:
        key, form_field = change.placed.key, change.placed.field
        iteration = current[key].iteration + 1 if key in current else 1
        rows.append(
            {
                "doc_form_id": change.placed.form_id, "key": key, "fid": form_field.fid, "type": form_field.type.value,
                "question_id": form_field.question_id, "iteration": iteration, "value": change.value,
            }
        )  # fmt: skip
        result.saved[key] = SavedValue(change.value, iteration, moment)
    shared_columns = {
        "rfx_id": rfx_id, "organisation_id": result.context.party_id, "created_by_user_id": actor.user_id,
        "updated": moment, "source": source, "is_current": True,
    }  # fmt: skip
    db.session.execute(_insert_rows(), {"rows": rows, **shared_columns})
    result.appended = len(rows)


@shared_statement
def _insert_rows() -> Insert:
    return insert_from_json(
        FormValue.__table__,
        columns=("doc_form_id", "key", "fid", "type", "question_id", "iteration", "value"),
        shared=("is_current", "rfx_id", "organisation_id", "created_by_user_id", "updated", "source"),
    ).execution_options(**PLANNED_ONCE)


def _record_answering(actor: Actor, context: RfxContext) -> None:
    """Move the response, and with the respondent's first answer the RFx, to INPROGRESS.

    In an internal survey both parties share one response, which is the recipient's.
    """
    rfx, moment = context.rfx, now()
    if context.role is ViewerRole.REQUESTER and rfx.with_organisation_id == rfx.organisation_id:
        return
    db.session.execute(
        update(RfxResponse)
        .where(RfxResponse.rfx_id == rfx.id, RfxResponse.organisation_id == context.party_id)
        .values(
            status=ResponseStatus.INPROGRESS,
            updated=moment,
            created_by_user_id=func.coalesce(RfxResponse.created_by_user_id, actor.user_id),
        )
        .execution_options(synchronize_session=False)
    )
    if context.role is not ViewerRole.REQUESTER and rfx.status != RfxStatus.INPROGRESS:
        rfx.status = status_after(rfx.status, RfxMove.ANSWER)
        record_event(context, "rfx.started", actor=actor)
        emit_started(context)
    db.session.flush()
