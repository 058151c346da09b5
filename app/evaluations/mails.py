"""Mails to evaluators: the invitation and the reminder (GENERAL)."""

from collections.abc import Sequence

from app.accounts.public import (
    AccountMail,
    LinkPurpose,
    Organisation,
    User,
    UserType,
    grant_for,
    new_link,
    recipient,
    sender,
)
from app.evaluations.models import Evaluation
from app.evaluations.policies.access import guest_path
from app.evaluations.types import EVALUATION_GRANT
from app.extensions import db
from app.kernel.clock import format_day, format_short
from app.kernel.mail.outbox import absolute_url, queue_mail
from app.kernel.mail.subjects import subject_line
from app.rfx.public import RfxRequest

PRIVATE = "Your marks stay hidden from everyone else until the evaluation is closed."


def mail_invitation(
    request: RfxRequest, evaluation: Evaluation, user: User, *, by_user_id: int, key: str
) -> None:
    """Ask a user to mark the answers of a request. A later mail to the same user has another `key`."""
    by = db.session.get_one(User, by_user_id)
    organisation = db.session.get_one(Organisation, request.organisation_id)
    _mail(
        request, evaluation, user, by, organisation,
        key=f"invited:{key}",
        text="please mark the answers",
        heading=f"{by.name} asks you to evaluate suppliers",
        lines=[
            f"{by.name} of {organisation.name} asks you to mark the answers of the suppliers to “{request.title}”.",
            PRIVATE,
        ],
    )  # fmt: skip


def mail_reminder(
    request: RfxRequest, evaluation: Evaluation, user: User, *, by_user_id: int, key: str
) -> None:
    """Remind an evaluator who has not finished."""
    by = db.session.get_one(User, by_user_id)
    organisation = db.session.get_one(Organisation, request.organisation_id)
    _mail(
        request, evaluation, user, by, organisation,
        key=f"reminded:{key}",
        text="reminder, please mark the answers",
        heading="Reminder: your marks are still missing",
        lines=[f"{by.name} of {organisation.name} is waiting for your marks on the answers to “{request.title}”."],
    )  # fmt: skip


def _mail(
    request: RfxRequest,
    evaluation: Evaluation,
    user: User,
    by: User,
    organisation: Organisation,
    *,
    key: str,
    text: str,
    heading: str,
    lines: Sequence[str],
) -> None:
    """Queue one mail; a guest whose access was revoked gets none."""
    path = _path(user, request.id)
    if path is None:
        return
    due = evaluation.due
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"evaluation:{request.id}:{key}:{user.id}",
        organisation_id=request.organisation_id,
        sender=sender(by, organisation),
        context={
            "subject": subject_line(
                request.title, f"{text} by {format_short(due)}" if due else text, organisation.name
            ),
            "heading": heading,
            "lines": list(lines),
            "facts": [("Mark by", format_day(due))] if due else [],
            "button_label": "Open the evaluation",
            "button_url": absolute_url(path),
        },
    )


def _path(user: User, request_id: int) -> str | None:
    if user.type != UserType.GUEST:
        return f"/rfx/request/{request_id}?tab=evaluation"
    grant = grant_for(user_id=user.id, subject_type=EVALUATION_GRANT, subject_id=request_id)
    if grant is None:
        return None
    token = new_link(purpose=LinkPurpose.GUEST, user_id=user.id, life=None, grant_id=grant.id)
    return guest_path(token, request_id)
