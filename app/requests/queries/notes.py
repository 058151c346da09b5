"""Notes of the requester on answers. The caller has checked that the actor may read the request."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select

from app.accounts.public import User
from app.extensions import db
from app.requests.models import AnswerNote
from app.rfx.public import Rfx

MAX_NOTES = 100
"""Maximum number of notes on one answer."""


@dataclass(frozen=True, slots=True)
class NamedNote:
    """A note with its author."""

    note: AnswerNote
    author: User


def note_by_id(note_id: int) -> NamedNote:
    """Return a note that was just saved."""
    stmt = select(AnswerNote, User).join(User, User.id == AnswerNote.created_by_user_id)
    note, author = db.session.execute(stmt.where(AnswerNote.id == note_id)).one()
    return NamedNote(note, author)


def notes_on(*, rfx_id: int, key: str) -> list[NamedNote]:
    """Return the notes on an answer, oldest first."""
    stmt = (
        select(AnswerNote, User)
        .join(User, User.id == AnswerNote.created_by_user_id)
        .where(AnswerNote.rfx_id == rfx_id, AnswerNote.key == key)
        .order_by(AnswerNote.id)
        .limit(MAX_NOTES)
    )
    return [NamedNote(note, author) for note, author in db.session.execute(stmt)]


def note_counts(rfx_ids: Sequence[int]) -> dict[tuple[int, str], int]:
    """Count the notes by RFx and value key."""
    rows = db.session.execute(
        select(AnswerNote.rfx_id, AnswerNote.key, func.count())
        .where(AnswerNote.rfx_id.in_(rfx_ids))
        .group_by(AnswerNote.rfx_id, AnswerNote.key)
    )
    return {(rfx_id, key): count for rfx_id, key, count in rows}


def notes_of_request(request_id: int) -> dict[tuple[int, str], list[NamedNote]]:
    """Return all notes of a request by RFx and value key, oldest first."""
    rows = db.session.execute(
        select(AnswerNote, User)
        .join(User, User.id == AnswerNote.created_by_user_id)
        .join(Rfx, Rfx.id == AnswerNote.rfx_id)
        .where(Rfx.request_id == request_id)
        .order_by(AnswerNote.id)
    )
    notes: dict[tuple[int, str], list[NamedNote]] = {}
    for note, author in rows:
        notes.setdefault((note.rfx_id, note.key), []).append(NamedNote(note, author))
    return notes
