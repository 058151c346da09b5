"""The delivery of the letters of a sent award, one by one, and the task about those that reach no person."""

from collections.abc import Sequence
from html import escape

from sqlalchemy import select

from app.awards.models import Award, AwardLine
from app.awards.types import LetterState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.session import savepoint
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ProblemError
from app.kernel.registry import current_registry
from app.notifications.public import active_or_colleagues
from app.rfx.public import ComparedRfx, RfxRequest, announce_award, compared_rfxs
from app.tasks.public import REQUEST_SUBJECT, TaskType, open_task

NO_RECIPIENT = "No one at this supplier can receive the letter."
NO_SENDER = "No one in your organisation can send the letter."
NOT_DELIVERED = "{count} letters about the award could not be delivered"
ONE_NOT_DELIVERED = "1 letter about the award could not be delivered"


def waiting_letters(award_id: int) -> Sequence[int]:
    """Return the ids of the lines whose letters wait, in order."""
    stmt = select(AwardLine.id).where(
        AwardLine.award_id == award_id, AwardLine.letter_state == LetterState.WAITING
    )
    return db.session.execute(stmt.order_by(AwardLine.id)).scalars().all()


def deliver_letter(*, line_id: int) -> None:
    """Send a waiting letter, in the name of the user who sent the award. Of two workers only one does it.

    Repeating the call is safe. A letter that reaches no person gets a sentence in `failure`.
    """
    line = db.session.execute(
        select(AwardLine)
        .where(AwardLine.id == line_id, AwardLine.letter_state == LetterState.WAITING)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    ).scalar()
    if line is None:
        return
    award = db.session.get_one(Award, line.award_id)
    request = db.session.get_one(RfxRequest, award.request_id)
    actor = _sender(award, request)
    line.letter_state, line.failure = LetterState.FAILED, NO_SENDER
    if actor is not None:
        try:
            with savepoint():
                mails = announce_award(
                    actor=actor, rfx_id=line.rfx_id, is_awarded=line.is_awarded, html=line.letter_html or ""
                )
            line.failure = None if mails else NO_RECIPIENT
        except ProblemError as error:
            line.failure = error.sentence
    if line.failure is None:
        line.letter_state, line.letter_sent = LetterState.SENT, now()
    db.session.flush()


def finish_letters(*, award_id: int) -> None:
    """Note that all letters are delivered or have failed, and open a task with the failed ones for the sender.

    Does nothing while a letter waits, and on a second call.
    """
    award = db.session.get_one(Award, award_id, with_for_update=True, populate_existing=True)
    if award.letters_finished is not None or waiting_letters(award_id):
        return
    award.letters_finished = now()
    failed = select(AwardLine).where(
        AwardLine.award_id == award_id, AwardLine.letter_state == LetterState.FAILED
    )
    lines = db.session.execute(failed.order_by(AwardLine.id)).scalars().all()
    if lines:
        _report(award, db.session.get_one(RfxRequest, award.request_id), lines)
    db.session.flush()


def _report(award: Award, request: RfxRequest, lines: Sequence[AwardLine]) -> None:
    user_ids = _sender_ids(award, request)
    actor = current_registry().actor_sources.by_user_id(user_ids[0]) if user_ids else None
    names = _names(actor, request)
    items = "".join(
        f"<li>{escape(names.get(line.rfx_id, ''))}: {escape(line.failure or '')}</li>" for line in lines
    )
    open_task(
        actor=None,
        type=TaskType.REVIEW,
        title=ONE_NOT_DELIVERED if len(lines) == 1 else NOT_DELIVERED.format(count=len(lines)),
        subject_type=REQUEST_SUBJECT,
        subject_id=request.id,
        subject_title=request.title,
        organisation_id=request.organisation_id,
        assigned_organisation_id=request.organisation_id,
        assigned_user_id=user_ids[0] if user_ids else None,
        description_html=f"<ul>{items}</ul>",
    )


def _names(actor: Actor | None, request: RfxRequest) -> dict[int, str]:
    rfxs: Sequence[ComparedRfx] = compared_rfxs(actor=actor, request_id=request.id) if actor else ()
    return {rfx.id: rfx.name for rfx in rfxs}


def _sender(award: Award, request: RfxRequest) -> Actor | None:
    """Return the user who sent the award or, if that user no longer can, a colleague with SEND_RFX."""
    sources = current_registry().actor_sources
    for user_id in _sender_ids(award, request):
        actor = sources.by_user_id(user_id)
        if actor is not None and actor.may(Permission.SEND_RFX):
            return actor
    return None


def _sender_ids(award: Award, request: RfxRequest) -> list[int]:
    users = active_or_colleagues(
        user_id=award.sent_by_user_id or award.created_by_user_id,
        organisation_id=request.organisation_id,
        permission=Permission.SEND_RFX,
    )
    return [user.id for user in users]
