"""Journal lines: each event as a sentence with links, written from the event's own arguments.

The names are part of the event, so that a line is complete even after the records are deleted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Args = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence; a link if `href` is set."""

    text: str
    href: str | None = None


def sentence(type: str, args: Args) -> list[Part]:
    """Return the sentence of an event of `type` with `args`."""
    write = SENTENCES.get(type)
    if write is None:
        return [*_author(args), Part(f" did {type}")]
    return [part if isinstance(part, Part) else Part(part) for part in write(args)]


def _author(args: Args) -> list[Part]:
    name = args.get("byUserName") or args.get("userName")
    user_id = args.get("byUserId") or args.get("userId")
    if not name:
        return [Part("The system")]
    return [Part(str(name), f"/contacts/{user_id}" if user_id else None)]


def _user(args: Args) -> Part:
    user_id = args.get("userId")
    return Part(str(args.get("userName", "a user")), f"/contacts/{user_id}" if user_id else None)


def _organisation(args: Args, prefix: str = "organisation") -> Part:
    organisation_id = args.get(f"{prefix}Id")
    name = str(args.get(f"{prefix}Name", "an organisation"))
    return Part(name, f"/organisations/{organisation_id}" if organisation_id else None)


def _rfx(args: Args) -> Part:
    rfx_id = args.get("rfxId")
    return Part(f"#{rfx_id} {args.get('rfxTitle', '')}".strip(), f"/rfx/{rfx_id}" if rfx_id else None)


def _thread(args: Args) -> Part:
    thread_id = args.get("threadId")
    return Part(str(args.get("subject", "a message")), f"/messages/t/{thread_id}" if thread_id else None)


def _assessment(args: Args) -> Part:
    assessment_id = args.get("assessmentId")
    return Part(
        str(args.get("assessmentTitle", "an assessment")),
        f"/assessment/{assessment_id}" if assessment_id else None,
    )


def _request(args: Args) -> Part:
    request_id = args.get("requestId")
    return Part(
        str(args.get("requestTitle", "a request")), f"/rfx/request/{request_id}" if request_id else None
    )


def _evaluator(args: Args) -> str:
    return str(args.get("evaluatorName", "a user"))


def _rfx_supplier(args: Args) -> Part:
    rfx_id = args.get("rfxId")
    return Part(str(args.get("supplierName", "a supplier")), f"/rfx/{rfx_id}" if rfx_id else None)


def _exported(args: Args) -> Part:
    if args.get("rfxId"):
        return _rfx(args)
    return _request(args) if args.get("requestId") else _assessment(args)


def _ncr(args: Args) -> Part:
    ncr_id = args.get("ncrId")
    return Part(str(args.get("ncrTitle", "a non-conformance")), f"/ncr/{ncr_id}" if ncr_id else None)


def _suppliers(args: Args) -> str:
    count = args.get("suppliers", 0)
    return "1 supplier" if count == 1 else f"{count} suppliers"


def _row_count(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"


def _changed_rows(args: Args) -> str:
    changed, total = args.get("changed", 0), args.get("total", 0)
    return (
        f"{_row_count(total)} changed" if changed == total else f"{changed:,} of {_row_count(total)} changed"
    )


def _form(args: Args) -> Part:
    form_id = args.get("formId")
    return Part(str(args.get("formTitle", "a form")), f"/forms/{form_id}" if form_id else None)


def _by(verb: str, what: Callable[[Args], Part], *rest: str) -> Callable[[Args], list[Part | str]]:
    return lambda a: [*_author(a), f" {verb} ", what(a), *rest]


def _plain(text: str) -> Callable[[Args], list[Part | str]]:
    return lambda a: [*_author(a), f" {text}"]


MAX_NAMED = 10
"""Maximum number of tags or fields that a line names; the others are counted."""


def _list(prefix: str, names: Sequence[str] | None) -> list[Part | str]:
    if not names:
        return []
    more = len(names) - MAX_NAMED
    return [prefix, ", ".join(names[:MAX_NAMED]), f" and {more} more" if more > 0 else ""]


def _tags(args: Args) -> list[Part | str]:
    added, removed = _list("added ", args.get("addedTags")), _list("removed ", args.get("removedTags"))
    between: list[Part | str] = ["; "] if added and removed else []
    return [": ", *added, *between, *removed] if added or removed else []


def _quoted(text: str | None) -> list[Part | str]:
    return [f": \u201c{text}\u201d"] if text else []


def _document(args: Args) -> Part:
    return Part(str(args.get("documentType", "a document")), args.get("documentPath"))


def _on_part(args: Args, verb: str) -> list[Part | str]:
    return [*_author(args), f" {verb} \u201c{args.get('partTitle', 'a part')}\u201d of ", _rfx(args)]


Writer = Callable[[Args], list[Part | str]]

SENTENCES: dict[str, Writer] = {
    "user.login": _plain("signed in"),
    "user.logout": _plain("signed out"),
    "user.passwordReset.requested": _plain("requested a new password"),
    "user.passwordReset.visited": _plain("opened a password-reset link"),
    "user.passwordReset.completed": _plain("chose a new password"),
    "user.calendarFeedCreated": _plain("created a calendar link"),
    "user.calendarFeedRemoved": _plain("turned the calendar link off"),
    "user.invited": _by("invited", _user),
    "user.accepted": lambda a: [_user(a), " accepted the invitation", *_for(a)],
    "user.updated": _by("changed the details of", _user),
    "user.suspended": _by("suspended", _user),
    "user.reactivated": _by("reactivated", _user),
    "user.viewed.organisation": _by("viewed", _organisation),
    "user.viewed.user": _by("viewed", _user),
    "user.viewed.assessment": _by("viewed", _assessment),
    "user.viewed.rfx.sent": _by("viewed", _rfx),
    "user.viewed.rfx.received": _by("viewed", _rfx),
    "relationship.created": lambda a: [*_author(a), " added ", _organisation(a), f" to the network as {a.get('level', '')}"],
    "relationship.levelChanged": lambda a: [
        *_author(a), " moved ", _organisation(a), f" from {a.get('fromLevel', '')} to {a.get('level', '')}",
    ],
    "relationship.tagsChanged": lambda a: [*_author(a), " changed the tags of ", _organisation(a), *_tags(a)],
    "relationship.notesChanged": lambda a: [
        *_author(a), " removed the notes on " if a.get("notesSample") == "" else " changed the notes on ", _organisation(a),
        *_quoted(a.get("notesSample")),
    ],
    "relationship.customFieldsChanged": lambda a: [
        *_author(a), " changed the custom fields of ", _organisation(a), *_list(": ", a.get("fields")),
    ],
    "organisation.updated": _by("changed the details of", _organisation),
    "message.sent": _by("sent a message in", _thread),
    "ncr.created": _by("raised", _ncr),
    "ncr.updated": _by("changed", _ncr),
    "ncr.statusChanged": lambda a: [*_author(a), " marked ", _ncr(a), f" as {a.get('status', '')}"],
    "ncr.resolutionRequested": lambda a: [*_author(a), " requested sign-off for ", _ncr(a)],
    "document.asked": lambda a: [*_author(a), " asked ", _organisation(a, "supplier"), " for ", _document(a)],
    "document.received": lambda a: [
        *_author(a), " sent ", _document(a), " to ", _organisation(a, "fromOrganisation"),
    ],
    "document.accepted": lambda a: [
        *_author(a), " accepted ", _document(a), " of ", _organisation(a, "supplier"),
    ],
    "document.rejected": lambda a: [
        *_author(a), " rejected ", _document(a), " of ", _organisation(a, "supplier"), *_quoted(a.get("reason")),
    ],
    "document.waived": lambda a: [
        *_author(a), " waived ", _document(a), " of ", _organisation(a, "supplier"), *_quoted(a.get("reason")),
    ],
    "document.expiring": lambda a: [_document(a), " of ", _organisation(a, "supplier"), f" {a.get('end', '')}"],
    "document.expired": lambda a: [_document(a), " of ", _organisation(a, "supplier"), f" {a.get('end', '')}"],
    "task.created": lambda a: [*_author(a), f" raised the follow-up \u201c{a.get('taskTitle', '')}\u201d on ", _rfx(a)],
    "task.answered": lambda a: [*_author(a), f" answered the follow-up \u201c{a.get('taskTitle', '')}\u201d on ", _rfx(a)],
    "task.closed": lambda a: [*_author(a), f" closed the follow-up \u201c{a.get('taskTitle', '')}\u201d on ", _rfx(a)],
    "form.published": _by("published the form", _form),
    "rfx.sent": lambda a: [*_author(a), " sent ", _rfx(a), " to ", _organisation(a, "supplier")],
    "rfx.opened": _by("opened", _rfx),
    "rfx.started": _by("started to answer", _rfx),
    "rfx.submitted": _by("submitted", _rfx),
    "rfx.declined": _by("declined", _rfx),
    "rfx.reopened": _by("reopened", _rfx),
    "rfx.withdrawn": _by("withdrew", _rfx),
    "rfx.movedToRevision": lambda a: [
        *_author(a), " moved ", _rfx(a), f" to revision {a.get('revision', '')} of \u201c{a.get('formTitle', '')}\u201d",
    ],
    "rfx.expired": lambda a: [_rfx(a), " expired"],
    "rfx.awarded": lambda a: [*_author(a), " awarded ", _rfx(a), " to ", _organisation(a, "supplier")],
    "rfx.notAwarded": lambda a: [*_author(a), " did not award ", _rfx(a), " to ", _organisation(a, "supplier")],
    "rfx.reminded": _by("sent a reminder of", _rfx),
    "rfx.deadlineChanged": _by("changed the deadline of", _rfx),
    "rfx.partAsked": lambda a: [
        *_author(a), f" asked {a.get('assigneeName', 'someone')} to answer \u201c{a.get('partTitle', 'a part')}\u201d of ", _rfx(a),
    ],
    "rfx.partOpened": lambda a: _on_part(a, "opened"),
    "rfx.partDone": lambda a: _on_part(a, "finished"),
    "rfx.partReturned": lambda a: [*_on_part(a, "gave back"), *_quoted(a.get("reason"))],
    "rfx.partWithdrawn": lambda a: _on_part(a, "took back"),
    "rfx.ignored": _by("removed", _rfx, " from its assessment"),
    "rfx.restored": _by("restored", _rfx, " to its assessment"),
    "rfxRequest.created": lambda a: [*_author(a), " sent the request ", _request(a), f" to {_suppliers(a)}"],
    "rfxRequest.scheduled": lambda a: [*_author(a), " scheduled the request ", _request(a), f" to {_suppliers(a)}"],
    "rfxRequest.cancelled": _by("cancelled the scheduled request", _request),
    "evaluation.opened": _by("opened the evaluation of", _request),
    "evaluation.evaluatorAdded": lambda a: [*_author(a), f" asked {_evaluator(a)} to evaluate ", _request(a)],
    "evaluation.evaluatorRemoved": lambda a: [*_author(a), f" removed {_evaluator(a)} from the evaluation of ", _request(a)],
    "evaluation.finished": _by("finished marking", _request),
    "evaluation.resumed": _by("resumed marking", _request),
    "evaluation.conflictDeclared": lambda a: [
        *_author(a), " declared a conflict of interest with ", _rfx_supplier(a), " in the evaluation of ", _request(a),
    ],
    "evaluation.conflictWithdrawn": lambda a: [
        *_author(a), " withdrew the conflict of interest with ", _rfx_supplier(a), " in the evaluation of ", _request(a),
    ],
    "evaluation.closed": lambda a: [
        *_author(a), " closed the evaluation of ", _request(a), *_quoted(a.get("reason")),
    ],
    "evaluation.completed": lambda a: ["All marks for ", _request(a), " are in, so its evaluation closed"],
    "evaluation.consensusSettled": lambda a: [
        *_author(a), f" settled on {a.get('mark')} for {a.get('criterion', 'a criterion')} of ", _rfx_supplier(a),
        " in the evaluation of ", _request(a), *_quoted(a.get("reason")),
    ],
    "rfxRequest.ratesChanged": _by("changed the exchange rates of", _request),
    "rfxRequest.directionChanged": lambda a: [
        *_author(a), f" chose \u201c{a.get('choice', '')}\u201d for \u201c{a.get('question', '')}\u201d in ", _request(a),
    ],
    "rfxRequest.noteAdded": lambda a: [*_author(a), " added a note on ", _rfx(a), " in ", _request(a)],
    "rfx.reviewAsked": lambda a: [
        *_author(a), f" asked {a.get('reviewerName', 'someone')} to review \u201c{a.get('partTitle', 'a part')}\u201d of ", _rfx(a),
    ],
    "rfx.reviewDone": lambda a: _on_part(a, "finished the review of"),
    "rfx.reviewWithdrawn": lambda a: _on_part(a, "took back the review of"),
    "rfx.handedOver": lambda a: [*_author(a), " handed over ", _rfx(a), f" to {a.get('contactName', 'a contact')}"],
    "rfx.handoverAsked": lambda a: [
        *_author(a), " asked to hand over ", _rfx(a), f" to {a.get('contactName', 'a contact')}",
    ],
    "rfx.handoverConfirmed": lambda a: [
        *_author(a), f" confirmed {a.get('contactName', 'a contact')} as the new contact of ", _rfx(a),
    ],
    "rfx.handoverDeclined": lambda a: [
        *_author(a), f" declined {a.get('contactName', 'a contact')} as the new contact of ", _rfx(a),
    ],
    "rfx.answersImported": lambda a: [
        *_author(a), f" took over {a.get('new', 0) + a.get('changed', 0)} answers from a workbook into ", _rfx(a),
    ],
    "rfxRequest.noteDeleted": lambda a: [*_author(a), " deleted a note on ", _rfx(a), " in ", _request(a)],
    "bulk.finished": lambda a: [*_author(a), f" ran \u201c{a.get('action', '')}\u201d: ", _changed_rows(a)],
    "bulk.undone": lambda a: [*_author(a), f" undid \u201c{a.get('action', '')}\u201d for ", _row_count(a.get("changed", 0))],
    "rfxRequest.sealOpened": lambda a: ["The answers to ", _request(a), " were unsealed at the deadline"],
    "rfxAward.drafted": _by("drafted the award of", _request),
    "rfxAward.changed": _by("changed the award of", _request),
    "rfxAward.submitted": lambda a: [
        *_author(a), " asked ", str(a.get("approverName", "a colleague")), " to approve the award of ", _request(a),
    ],
    "rfxAward.approved": _by("approved the award of", _request),
    "rfxAward.sentBack": lambda a: [*_author(a), " sent back the award of ", _request(a), *_quoted(a.get("reason"))],
    "rfxAward.recalled": _by("took back the award of", _request, " to change it"),
    "rfxAward.cancelled": _by("cancelled the award of", _request),
    "rfxAward.wordingChanged": _by("changed the standard letters of the award of", _request),
    "rfxAward.letterChanged": lambda a: [
        *_author(a), f" changed the letter to {a.get('supplierName', 'a supplier')} about ", _request(a),
    ],
    "rfxAward.sent": lambda a: [*_author(a), " awarded ", _request(a), f" and sent letters to {_suppliers(a)}"],
    "rfxAward.letterSent": lambda a: [
        *_author(a), f" sent the letter to {a.get('supplierName', 'a supplier')} about ", _request(a),
    ],
    "organisation.awardApprovalChanged": lambda a: [
        *_author(a), " switched ", "on" if a.get("isNeeded") else "off", " the approval of awards for ", _organisation(a),
    ],
    "assessment.created": _by("created the assessment", _assessment),
    "assessment.closed": _by("closed", _assessment),
    "assessment.deadlineChanged": _by("changed the deadline of", _assessment),
    "export.created": lambda a: [
        *_author(a), " exported ", _exported(a), f" as {a.get('format', '').upper()}",
    ],
}  # fmt: skip
"""The sentence of each event type of the product."""


def _for(args: Args) -> list[Part | str]:
    return [" for ", _organisation(args)] if args.get("organisationName") else []
