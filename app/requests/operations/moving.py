"""The request of an RFx that moved to a new revision of its form."""

from sqlalchemy import exists, select, update

from app.extensions import db
from app.requests.models import AnswerNote, RequestComparison
from app.rfx.public import (
    OPEN_STATUSES,
    RevisionMove,
    Rfx,
    RfxContext,
    RfxDocForm,
    RfxRequest,
    RfxRequestDocForm,
    RfxStatus,
)


def follow_moved_rfx(*, context: RfxContext, move: RevisionMove) -> None:
    """Give the notes on the answers their new value keys, and move the request once none of its RFxs is left behind.

    Only open and submitted RFxs count; until then its comparison shows the questions of the former revision.
    """
    keys = move.keys
    notes = db.session.execute(select(AnswerNote).where(AnswerNote.rfx_id == context.rfx.id)).scalars()
    for note in notes:
        note.key = keys.get(note.key) or note.key
    request_id = context.rfx.request_id
    if request_id is None:
        return
    # Moves of two RFxs of a request at the same time would each see the other one behind.
    db.session.execute(select(RfxRequest.id).where(RfxRequest.id == request_id).with_for_update())
    for (former, _), (form_id, _series) in zip(context.revisions, move.revisions, strict=True):
        if former == form_id or _is_used(request_id, former):
            continue
        db.session.execute(
            update(RfxRequestDocForm)
            .where(RfxRequestDocForm.request_id == request_id, RfxRequestDocForm.doc_form_id == former)
            .values(doc_form_id=form_id)
        )
        settings = db.session.get(RequestComparison, request_id)
        if settings is not None:
            settings.directions = {
                key: direction
                for each, direction in settings.directions.items()
                if (key := keys.get(each)) is not None
            }
    db.session.flush()


def _is_used(request_id: int, form_id: int) -> bool:
    is_used = exists().where(
        Rfx.request_id == request_id,
        Rfx.status.in_((*OPEN_STATUSES, RfxStatus.COMPLETED)),
        RfxDocForm.rfx_id == Rfx.id,
        RfxDocForm.doc_form_id == form_id,
    )
    return bool(db.session.execute(select(is_used)).scalar())
