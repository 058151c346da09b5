"""Notes of the requester on answers: read, add, change, delete."""

from datetime import datetime

from sqlalchemy import func, select

from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.merging import check_version
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from app.requests.models import AnswerNote
from app.requests.policies.noting import may_delete_note, may_edit_note
from app.requests.policies.sealing import demand_open_seal
from app.requests.queries.comparison import respondent_fields
from app.requests.queries.notes import MAX_NOTES, NamedNote, notes_on
from app.requests.queries.requests import RequestContext, request_context
from app.rfx.public import FormValue, Rfx

NO_TEXT = "Please enter a note."
TOO_MANY = f"This answer has {MAX_NOTES} notes already. Delete one first."
NO_QUESTION = "This request has no such question."
NOT_YOURS = "Only its author can change this note."
NOT_DELETABLE = "Only its author and managers of the organisation can delete this note."


def read_notes(*, actor: Actor, request_id: int, rfx_id: int, key: str) -> list[NamedNote]:
    """Return the notes on the answer of one supplier.

    Raises NotFoundError for other requests and RFxs, and ConflictError while the request is sealed.
    """
    _readable(actor, request_id)
    _rfx_of(actor, request_id, rfx_id)
    return notes_on(rfx_id=rfx_id, key=key)


def add_note(*, actor: Actor, request_id: int, rfx_id: int, key: str, text: str) -> AnswerNote:
    """Add a note to the answer of one supplier.

    Raises NotFoundError for other requests and RFxs, ForbiddenError without SEND_RFX, InvalidError without a text, for
    an unknown question and above MAX_NOTES, ConflictError while the request is sealed.
    """
    context = _readable(actor, request_id, lock=True)
    rfx = _rfx_of(actor, request_id, rfx_id)
    actor.demand(Permission.SEND_RFX)
    if all(placed.key != key for placed in respondent_fields(context)):
        raise InvalidError(fields={"key": [NO_QUESTION]})
    count = select(func.count()).where(AnswerNote.rfx_id == rfx_id, AnswerNote.key == key)
    if db.session.execute(count).scalar_one() >= MAX_NOTES:
        raise InvalidError(fields={"text": [TOO_MANY]})
    moment = now()
    note = AnswerNote(
        organisation_id=actor.organisation_id,
        rfx_id=rfx_id,
        key=key,
        iteration=_current_iteration(rfx_id, key),
        text=_checked(text),
        created_by_user_id=actor.user_id,
        created=moment,
        updated=moment,
    )
    db.session.add(note)
    _record("rfxRequest.noteAdded", actor, context, rfx)
    db.session.flush()
    return note


def change_note(
    *, actor: Actor, request_id: int, note_id: int, text: str, based_on: datetime | None
) -> AnswerNote:
    """Replace the text of the actor's note.

    Raises ConflictError for the notes of others, and with code `stale` if it was saved since `based_on`.
    """
    _readable(actor, request_id)
    note, _ = _note_of(actor, request_id, note_id)
    if not may_edit_note(actor, note):
        raise ConflictError(NOT_YOURS)
    text = _checked(text)
    if note.text != text:
        check_version(based_on=based_on, updated=note.updated)
        note.text, note.updated = text, now()
        db.session.flush()
    return note


def delete_note(*, actor: Actor, request_id: int, note_id: int) -> None:
    """Delete a note permanently: the actor's own, or any for users who manage the organisation."""
    context = _readable(actor, request_id)
    note, rfx = _note_of(actor, request_id, note_id)
    if not may_delete_note(actor, note):
        raise ForbiddenError(NOT_DELETABLE)
    db.session.delete(note)
    _record("rfxRequest.noteDeleted", actor, context, rfx)
    db.session.flush()


def _readable(actor: Actor, request_id: int, *, lock: bool = False) -> RequestContext:
    context = request_context(actor=actor, request_id=request_id, lock=lock)
    demand_open_seal(context.request)
    return context


def _rfx_of(actor: Actor, request_id: int, rfx_id: int) -> Rfx:
    rfx: Rfx | None = db.session.execute(
        select(Rfx).where(
            Rfx.id == rfx_id, Rfx.request_id == request_id, Rfx.organisation_id == actor.organisation_id
        )
    ).scalar()
    if rfx is None:
        raise NotFoundError
    return rfx


def _current_iteration(rfx_id: int, key: str) -> int | None:
    iteration: int | None = db.session.execute(
        select(FormValue.iteration).where(
            FormValue.rfx_id == rfx_id, FormValue.key == key, FormValue.is_current
        )
    ).scalar()
    return iteration


def _note_of(actor: Actor, request_id: int, note_id: int) -> tuple[AnswerNote, Rfx]:
    note = db.session.get(AnswerNote, note_id, with_for_update=True, populate_existing=True)
    if note is None:
        raise NotFoundError
    return note, _rfx_of(actor, request_id, note.rfx_id)


def _checked(text: str) -> str:
    if not text.strip():
        raise InvalidError(fields={"text": [NO_TEXT]})
    return text.strip()


def _record(type: str, actor: Actor, context: RequestContext, rfx: Rfx) -> None:
    record(
        type,
        actor=actor,
        requestId=context.request.id,
        requestTitle=context.request.title,
        rfxId=rfx.id,
        rfxTitle=rfx.title,
    )
