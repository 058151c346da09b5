"""The sentence of each kind of notification, written from the arguments of its event."""

from collections.abc import Callable, Mapping

from app.events.public import Args, Part
from app.notifications.types import NotificationKind

Sentence = tuple[list[Part], str]
"""The parts of a sentence, beginning with the author's name if there is an author, and a line of details."""


def sentence(kind: NotificationKind, args: Args, *, count: int = 1) -> Sentence:
    """Return the sentence of `count` notifications of a kind; `args` belong to the latest event."""
    return _SENTENCES[kind](args, count)


def author_name(args: Args) -> str:
    """Return the name of the author; empty for events without one."""
    return str(args.get("byUserName") or args.get("userName") or "")


def _rfx(args: Args) -> Part:
    rfx_id = args.get("rfxId")
    return Part(f"#{rfx_id} {args.get('rfxTitle', '')}".strip(), f"/rfx/{rfx_id}")


def _respondent(args: Args) -> list[Part]:
    """Return the respondent's name as the end of a sentence, unless the author is the respondent."""
    name = str(args.get("supplierName") or "")
    return [Part(f" - {name}")] if name and name != author_name(args) else []


def _submitted(args: Args, _count: int) -> Sentence:
    return [Part(author_name(args)), Part(" submitted "), _rfx(args), *_respondent(args)], _progress(args)


def _completed(args: Args, _count: int) -> Sentence:
    return [Part(author_name(args)), Part(" completed "), _rfx(args), *_respondent(args)], _progress(args)


def _progress(args: Args) -> str:
    parts = []
    if args.get("total"):
        parts.append(f"{args.get('answered')} of {args.get('total')} answered")
    if args.get("score") is not None:
        parts.append(f"score {args.get('score')}%")
    return ", ".join(parts)


def _declined(args: Args, _count: int) -> Sentence:
    reason = " ".join(str(args.get("reason") or "").split())
    parts = [Part(author_name(args)), Part(" declined "), _rfx(args), *_respondent(args)]
    return parts, f"\u201c{reason}\u201d" if reason else ""


def _passed(args: Args, _count: int) -> Sentence:
    parts = [Part("The deadline of "), _rfx(args), Part(" passed"), *_respondent(args)]
    return parts, "Not submitted"


def _handed_over(args: Args, _count: int) -> Sentence:
    return [Part(author_name(args)), Part(" handed over "), _rfx(args)], f"to {args.get('contactName', '')}"


def _reviewed(args: Args, count: int) -> Sentence:
    who, title = author_name(args), args.get("partTitle", "")
    details = f"{count} parts" if count > 1 else f"\u201c{title}\u201d"
    if not who:
        return [Part("The review of "), _rfx(args), Part(" is done"), *_respondent(args)], details
    return [Part(who), Part(" finished a review of "), _rfx(args), *_respondent(args)], details


def _answered(args: Args, count: int) -> Sentence:
    who = Part(author_name(args))
    organisation = args.get("answeredByName")
    if count > 1:
        return [who, Part(f" answered {count} follow-ups on "), _rfx(args)], str(organisation or "")
    question = Part(
        str(args.get("taskTitle", "a question")), f"/rfx/{args.get('rfxId')}/task/{args.get('taskId')}"
    )
    details = ", ".join(str(text) for text in (args.get("rfxTitle"), organisation) if text)
    return [who, Part(" answered your follow-up on "), question], details


def _requested(args: Args, _count: int) -> Sentence:
    ncr = Part(f"#{args.get('ncrId')} {args.get('ncrTitle', '')}".strip(), f"/ncr/{args.get('ncrId')}")
    details = (args.get("supplierName"), str(args.get("severity") or "").title())
    return [Part(author_name(args)), Part(" asked you to sign off "), ncr], ", ".join(
        str(text) for text in details if text
    )


def _action(args: Args) -> Part:
    ncr_id = args.get("ncrId")
    return Part(f"#{ncr_id} {args.get('ncrTitle', '')}".strip(), f"/ncr/{ncr_id}/correctiveAction")


def _step_sent(args: Args, _count: int) -> Sentence:
    who, supplier = Part(author_name(args)), str(args.get("supplierName") or "")
    if "step" in args:
        return [who, Part(f" sent {args['step']} of "), _action(args), Part(f" - {supplier}")], ""
    reason = " ".join(str(args.get("reason") or "").split())
    parts = [who, Part(" contests "), _action(args), Part(f" - {supplier}")]
    return parts, f"\u201c{reason}\u201d" if reason else ""


def _step_late(args: Args, _count: int) -> Sentence:
    parts = [Part(f"{args.get('step', '')} of "), _action(args), Part(f" {args.get('late', 'is late')}")]
    return parts, str(args.get("supplierName") or "")


def _document(args: Args) -> Part:
    return Part(str(args.get("documentType", "a document")), str(args.get("documentPath") or "") or None)


def _document_received(args: Args, _count: int) -> Sentence:
    supplier = str(args.get("supplierName") or "")
    return [Part(author_name(args)), Part(" sent "), _document(args), Part(f" - {supplier}")], ""


def _document_rejected(args: Args, _count: int) -> Sentence:
    reason = " ".join(str(args.get("reason") or "").split())
    buyer = str(args.get("fromOrganisationName") or "")
    parts = [Part(author_name(args)), Part(" rejected "), _document(args), Part(f" - {buyer}")]
    return parts, f"\u201c{reason}\u201d" if reason else ""


def _document_ending(args: Args, _count: int) -> Sentence:
    return [_document(args), Part(f" {args.get('end', '')}")], str(args.get("partyName") or "")


def _schedule_ended(args: Args, _count: int) -> Sentence:
    schedule = Part(str(args.get("scheduleTitle", "")), str(args.get("schedulePath") or "") or None)
    supplier = str(args.get("supplierName") or "")
    return [schedule, Part(f" no longer repeats - {supplier}")], "The supplier is at level None"


def _accepted(args: Args, _count: int) -> Sentence:
    user = Part("your invitation", f"/contacts/{args.get('userId')}")
    name = str(args.get("organisationName") or "")
    return [Part(author_name(args)), Part(" accepted "), user, *([Part(f" - {name}")] if name else [])], ""


def _due(_args: Args, _count: int) -> Sentence:
    raise ValueError("tasks are not notifications")


_SENTENCES: Mapping[NotificationKind, Callable[[Args, int], Sentence]] = {
    NotificationKind.RESPONSE_SUBMITTED: _submitted,
    NotificationKind.SURVEY_COMPLETED: _completed,
    NotificationKind.RFX_DECLINED: _declined,
    NotificationKind.RFX_HANDED_OVER: _handed_over,
    NotificationKind.REVIEW_DONE: _reviewed,
    NotificationKind.DEADLINE_PASSED: _passed,
    NotificationKind.FOLLOW_UP_ANSWERED: _answered,
    NotificationKind.RESOLUTION_REQUESTED: _requested,
    NotificationKind.INVITATION_ACCEPTED: _accepted,
    NotificationKind.DOCUMENT_RECEIVED: _document_received,
    NotificationKind.DOCUMENT_REJECTED: _document_rejected,
    NotificationKind.DOCUMENT_ENDING: _document_ending,
    NotificationKind.SCHEDULE_ENDED: _schedule_ended,
    NotificationKind.CORRECTIVE_STEP_SENT: _step_sent,
    NotificationKind.CORRECTIVE_STEP_LATE: _step_late,
    NotificationKind.DUE: _due,
}
