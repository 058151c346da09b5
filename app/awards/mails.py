"""Mails about the approval of an award, within the organisation. Letters to suppliers are mails of their RFxs."""

from collections.abc import Sequence

from app.accounts.public import AccountMail, Organisation, User, recipient, sender
from app.awards.models import Award
from app.extensions import db
from app.kernel.mail.outbox import absolute_url, queue_mail
from app.kernel.mail.subjects import subject_line
from app.rfx.public import RfxRequest


def mail_approval_wanted(request: RfxRequest, award: Award, *, by_user_id: int, approver: User) -> None:
    """Ask the approver for a decision."""
    by = db.session.get_one(User, by_user_id)
    _mail(
        request, award, approver, by_user_id=by_user_id, key="approval",
        text="please approve the award",
        heading="An award needs your approval",
        lines=[f"{by.name} asks you to approve the award of “{request.title}”, or to send it back with a reason."],
        button="Open the award",
    )  # fmt: skip


def mail_approved(request: RfxRequest, award: Award, *, by_user_id: int, user: User) -> None:
    """Notify the user who submitted the award that it is approved: the letters can be sent."""
    by = db.session.get_one(User, by_user_id)
    _mail(
        request, award, user, by_user_id=by_user_id, key="approved",
        text="award approved",
        heading="The award is approved",
        lines=[f"{by.name} has approved the award of “{request.title}”.", "Check the letters and send them."],
        button="Open the letters",
    )  # fmt: skip


def mail_sent_back(request: RfxRequest, award: Award, *, by_user_id: int, user: User) -> None:
    """Notify the user who submitted the award of the reason why it is not approved."""
    by = db.session.get_one(User, by_user_id)
    _mail(
        request, award, user, by_user_id=by_user_id, key="sentBack",
        text="award sent back",
        heading="The award is not approved",
        lines=[
            f"{by.name} has sent back the award of “{request.title}”. Reason:",
            *(line for line in (award.sent_back_reason or "").splitlines() if line.strip()),
        ],
        button="Open the award",
    )  # fmt: skip


def _mail(
    request: RfxRequest,
    award: Award,
    user: User,
    *,
    by_user_id: int,
    key: str,
    text: str,
    heading: str,
    lines: Sequence[str],
    button: str,
) -> None:
    by = db.session.get_one(User, by_user_id)
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"rfxAward:{award.id}:{key}:{award.updated.isoformat()}:{user.id}",
        organisation_id=request.organisation_id,
        sender=sender(by, db.session.get_one(Organisation, request.organisation_id)),
        context={
            "subject": subject_line(request.title, text),
            "heading": heading,
            "lines": list(lines),
            "button_label": button,
            "button_url": absolute_url(f"/rfx/request/{request.id}?tab=award"),
        },
    )
