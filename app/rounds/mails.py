"""Mail about the move of an RFx to a new revision of its form."""

from collections.abc import Sequence
from html import escape

from app.accounts.public import Organisation, User, UserType, recipient, sender
from app.extensions import db
from app.kernel.http.auth import Actor
from app.kernel.mail.outbox import absolute_url, queue_mail
from app.kernel.mail.subjects import subject_line
from app.kernel.numbers import counted
from app.messages.public import MessageMail
from app.rfx.public import RFX, RfxContext, page_path, people_of
from app.rounds.policies.moving import MoveCounts

MAX_NAMED = 10
"""Questions to look at again that the mail names; the others are counted."""


def mail_moved(
    context: RfxContext,
    *,
    actor: Actor,
    form_id: int,
    counts: MoveCounts,
    not_valid: Sequence[str],
    message_html: str | None,
) -> None:
    """Notify the respondent's users that the questionnaire has changed (RFICONVERSATION), with the changes in numbers.

    `not_valid` are the labels of the questions that must be answered again.
    """
    rfx = context.rfx
    by = sender(
        db.session.get_one(User, actor.user_id), db.session.get_one(Organisation, actor.organisation_id)
    )
    for user in people_of(context).respondent:
        path = page_path(context, user)
        if path is None:
            continue
        queue_mail(
            MessageMail.RFICONVERSATION,
            to=recipient(user),
            dedupe_key=f"rfx:{rfx.id}:moved:{form_id}:{user.id}",
            organisation_id=rfx.organisation_id,
            sender=by,
            subject=(RFX, rfx.id),
            context={
                "subject": subject_line(rfx.title, "the questionnaire has changed", context.requester_name),
                "heading": "The questionnaire has changed",
                "lines": [
                    f"{context.requester_name} has changed the questionnaire of “{rfx.title}”.",
                    *_carried(counts),
                ],
                "facts": _facts(counts),
                "message_html": (message_html or "") + _again(not_valid) or None,
                "message_greets": False,
                "to_guest": user.type == UserType.GUEST,
                "to_requester": False,
                "button_label": "Open the request",
                "button_url": absolute_url(path),
            },
        )


def _carried(counts: MoveCounts) -> list[str]:
    number = counts.same + counts.reworded
    if number == 0:
        return []
    return [f"{counted(number, 'answer was', 'answers were')} carried over."]


def _facts(counts: MoveCounts) -> list[tuple[str, str]]:
    added = str(counts.added)
    if counts.added_required:
        added += f" ({counts.added_required} required)"
    facts = [
        ("Reworded, please check", counts.reworded),
        ("To answer again", counts.not_valid),
        ("No longer asked", counts.removed),
    ]
    return [(label, str(number)) for label, number in facts if number] + (
        [("New questions", added)] if counts.added else []
    )


def _again(labels: Sequence[str]) -> str:
    """Return the questions to answer again as a list."""
    if not labels:
        return ""
    items = "".join(f"<li>{escape(label)}</li>" for label in labels[:MAX_NAMED])
    more = f"<p>And {len(labels) - MAX_NAMED} more.</p>" if len(labels) > MAX_NAMED else ""
    return f"<p>Please answer again:</p><ul>{items}</ul>{more}"
