"""The opening of sealed answers."""

from sqlalchemy import select

from app.accounts.public import actor_of_user
from app.extensions import db
from app.rfx import mails
from app.rfx.models import RfxResponse
from app.rfx.operations.submitting import process_submission
from app.rfx.policies.answers import progress_of
from app.rfx.queries.answers import answers_of
from app.rfx.queries.rfxs import rfx_context_for_system
from app.rfx.types import RfxStatus


def open_answers(*, rfx_id: int) -> bool:
    """Make the answers of a sealed RFx readable for its requester, and do the steps that were postponed at its submission.

    Returns False if they are not sealed, so repeating the call is safe.
    """
    context = rfx_context_for_system(rfx_id, lock=True)
    if not context.rfx.is_sealed:
        return False
    context.rfx.is_sealed = False
    db.session.flush()
    submitter_id = _submitter_id(rfx_id, context.rfx.with_organisation_id)
    if context.rfx.status != RfxStatus.COMPLETED or submitter_id is None:
        return True
    answers = answers_of(context)
    raised = process_submission(
        actor=actor_of_user(submitter_id),
        context=context,
        fields=answers.fields,
        values=answers.values,
        visible_keys=progress_of(answers.fields, answers.values).visible_keys,
    )
    mails.mail_follow_ups(context, raised, by_user_id=None)
    return True


def _submitter_id(rfx_id: int, organisation_id: int) -> int | None:
    stmt = select(RfxResponse.submitted_by_user_id).where(
        RfxResponse.rfx_id == rfx_id, RfxResponse.organisation_id == organisation_id
    )
    return db.session.execute(stmt).scalar()
