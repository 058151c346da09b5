"""Journal lines: each event as a sentence with links, written from the event's own arguments.

The names are part of the event, so that a line is complete even after the records are deleted.
"""

from collections.abc import Callable, Sequence

from app.events.sentence_parts import Args, Part
from app.events.sentence_parts import action as _action
from app.events.sentence_parts import api_key as _api_key
from app.events.sentence_parts import assessment as _assessment
from app.events.sentence_parts import author as _author
from app.events.sentence_parts import document as _document
from app.events.sentence_parts import form as _form
from app.events.sentence_parts import ncr as _ncr
from app.events.sentence_parts import organisation as _organisation
from app.events.sentence_parts import quoted as _quoted
from app.events.sentence_parts import request as _request
from app.events.sentence_parts import rfx as _rfx
from app.events.sentence_parts import rfx_supplier as _rfx_supplier
from app.events.sentence_parts import schedule as _schedule
from app.events.sentence_parts import thread as _thread
from app.events.sentence_parts import user as _user
from app.events.sentence_parts import webhook as _webhook
from app.kernel.numbers import counted


def sentence(type: str, args: Args) -> list[Part]:
    """Return the sentence of an event of `type` with `args`."""
    write = SENTENCES.get(type)
    if write is None:
        return [*_author(args), Part(f" did {type}")]
    return [part if isinstance(part, Part) else Part(part) for part in write(args)]


def _evaluator(args: Args) -> str:
    return str(args.get("evaluatorName", "a user"))


def _exported(args: Args) -> Part:
    if args.get("rfxId"):
        return _rfx(args)
    return _request(args) if args.get("requestId") else _assessment(args)


def _on_step(args: Args, verb: str) -> list[Part | str]:
    return _on_action(args, f"{verb} {args.get('step', 'a step')} of")


def _on_action(args: Args, verb: str) -> list[Part | str]:
    return [*_author(args), f" {verb} ", _action(args), *_quoted(args.get("reason"))]


def _suppliers(args: Args) -> str:
    return counted(args.get("suppliers", 0), "supplier")


def _answers(args: Args) -> str:
    return counted(args.get("answers", 0), "answer")


def _earlier_rfx(args: Args) -> Part:
    return _rfx({"rfxId": args.get("previousRfxId"), "rfxTitle": args.get("previousTitle", "")})


def _changed_rows(args: Args) -> str:
    changed, total = args.get("changed", 0), args.get("total", 0)
    return (
        f"{counted(total, 'row')} changed"
        if changed == total
        else f"{changed:,} of {counted(total, 'row')} changed"
    )


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


def _months(count: object) -> str:
    return "month" if count == 1 else f"{count} months"


def _on_schedule(args: Args, text: str) -> list[Part | str]:
    return [
        *_author(args),
        f" {text} ",
        _schedule(args),
        " for ",
        _organisation(args, "supplier"),
        f", {args.get('next')}",
    ]


def _on_part(args: Args, verb: str) -> list[Part | str]:
    return [*_author(args), f" {verb} \u201c{args.get('partTitle', 'a part')}\u201d of ", _rfx(args)]


def _imported(args: Args) -> str:
    counts = [
        f"{args[verb]:,} {verb}"
        for verb in ("created", "updated", "added")
        if isinstance(args.get(verb), int) and args[verb]
    ]
    return f" imported suppliers from \u201c{args.get('filename', '')}\u201d: {', '.join(counts)}"


def _factor(args: Args) -> str:
    return f": {args['factor']}" if args.get("factor") else ""


Writer = Callable[[Args], list[Part | str]]

SENTENCES: dict[str, Writer] = {
    "user.login": _plain("signed in"),
    "user.logout": _plain("signed out"),
    "user.stepUp": _plain("confirmed their identity"),
    "user.factorAdded": lambda a: [*_author(a), f" added a second factor{_factor(a)}"],
    "user.factorRemoved": lambda a: [*_author(a), f" removed a second factor{_factor(a)}"],
    "user.factorFailed": _plain("failed the second step of a sign-in"),
    "user.factorResetRequested": _by("requested a new sign-in for", _user),
    "user.companySignInLinked": _plain("connected their company sign-in"),
    "user.companySignInRemoved": _plain("removed their company sign-in"),
    "user.companySignInJoined": _plain("joined with the company sign-in"),
    "user.companySignInFailed": lambda a: [f"A company sign-in failed: {a.get('reason', '')}"],
    "user.breakGlassSignIn": _plain("signed in without the company sign-in"),
    "organisation.signInChanged": _by("changed the sign-in rules of", _organisation),
    "user.passwordReset.requested": _plain("requested a new password"),
    "user.passwordReset.visited": _plain("opened a password-reset link"),
    "user.passwordReset.completed": _plain("chose a new password"),
    "user.calendarFeedCreated": _plain("created a calendar link"),
    "user.calendarFeedRemoved": _plain("turned the calendar link off"),
    "apiKey.created": _by("created the API key", _api_key),
    "apiKey.changed": _by("changed the API key", _api_key),
    "apiKey.rotated": _by("gave a new secret to the API key", _api_key),
    "apiKey.revoked": _by("revoked the API key", _api_key),
    "user.invited": _by("invited", _user),
    "user.accepted": lambda a: [_user(a), " accepted the invitation", *_for(a)],
    "user.updated": _by("changed the details of", _user),
    "user.suspended": _by("suspended", _user),
    "user.reactivated": _by("reactivated", _user),
    "user.erased": lambda a: [*_author(a), " erased the personal data of ", _user(a)],
    "user.viewed.organisation": _by("viewed", _organisation),
    "user.viewed.user": _by("viewed", _user),
    "user.viewed.assessment": _by("viewed", _assessment),
    "user.viewed.rfx.sent": _by("viewed", _rfx),
    "user.viewed.rfx.received": _by("viewed", _rfx),
    "relationship.created": lambda a: [*_author(a), " added ", _organisation(a), f" to the network as {a.get('level', '')}"],
    "relationship.levelChanged": lambda a: [
        *_author(a), " moved ", _organisation(a), f" from {a.get('fromLevel', '')} to {a.get('level', '')}",
    ],
    "relationship.ownerChanged": lambda a: [
        *_author(a), " made ", str(a["ownerName"]), " the owner of ", _organisation(a),
    ] if a.get("ownerName") else [*_author(a), " removed the owner of ", _organisation(a)],
    "relationship.numberChanged": lambda a: [
        *_author(a), " set the own number of " if a.get("number") else " removed the own number of ", _organisation(a),
        *([f": {a['number']}"] if a.get("number") else []),
    ],
    "relationship.tagsChanged": lambda a: [*_author(a), " changed the tags of ", _organisation(a), *_tags(a)],
    "relationship.merged": lambda a: [
        *_author(a), f" merged {a.get('goneName', 'a supplier')} into ", _organisation(a),
    ],
    "relationship.mergeUndone": lambda a: [
        *_author(a), f" undid the merge of {a.get('goneName', 'a supplier')} into ", _organisation(a),
    ],
    "relationship.notesChanged": lambda a: [
        *_author(a), " removed the notes on " if a.get("notesSample") == "" else " changed the notes on ", _organisation(a),
        *_quoted(a.get("notesSample")),
    ],
    "relationship.customFieldsChanged": lambda a: [
        *_author(a), " changed the custom fields of ", _organisation(a), *_list(": ", a.get("fields")),
    ],
    "relationship.imported": lambda a: [
        *_author(a), *(
            [" imported ", _organisation(a), *_list(": ", a.get("fields"))] if "organisationId" in a else [_imported(a)]
        ),
    ],
    "organisation.updated": _by("changed the details of", _organisation),
    "message.sent": _by("sent a message in", _thread),
    "ncr.created": _by("raised", _ncr),
    "ncr.updated": _by("changed", _ncr),
    "ncr.statusChanged": lambda a: [*_author(a), " marked ", _ncr(a), f" as {a.get('status', '')}"],
    "ncr.resolutionRequested": lambda a: [*_author(a), " requested sign-off for ", _ncr(a)],
    "ncr.actionAsked": lambda a: [
        *_author(a), " asked ", _organisation(a, "supplier"), " for a corrective action on ", _action(a),
    ],
    "ncr.actionChanged": _by("changed the request for a corrective action on", _action),
    "ncr.stepSent": lambda a: _on_step(a, "sent"),
    "ncr.stepAccepted": lambda a: _on_step(a, "accepted"),
    "ncr.stepReturned": lambda a: _on_step(a, "returned"),
    "ncr.stepLate": lambda a: [f"{a.get('step', 'A step')} of ", _action(a), f" {a.get('late', 'is late')}"],
    "ncr.contested": lambda a: [*_author(a), " contested ", _action(a), *_quoted(a.get("reason"))],
    "ncr.contestDecided": lambda a: _on_action(a, f"{a.get('outcome', 'decided')} the complaint about"),
    "ncr.effective": lambda a: _on_action(a, f"{a.get('outcome', 'checked')} the corrective action on"),
    "ncr.recurred": lambda a: [
        *_author(a), " reported ", _ncr(a),
        f", the {a.get('ordinal', '')} time for part {a.get('partNumber', '')}, defect '{a.get('defect', '')}'",
    ],
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
    "form.imported": lambda a: [
        *_author(a), " imported ", _form(a), f": {counted(a.get('questions', 0), 'question')}",
        *([f", {a['issues']:,} to look at"] if a.get("issues") else []),
    ],
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
    "rfx.carried": lambda a: [_rfx(a), f" starts with {_answers(a)} of ", _earlier_rfx(a)],
    "rfx.confirmed": lambda a: [*_author(a), f" confirmed {_answers(a)} of the last round in ", _rfx(a)],
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
    "schedule.created": lambda a: [
        *_author(a), " scheduled ", _schedule(a), " for ", _organisation(a, "supplier"),
        f" every {_months(a.get('months'))}, {a.get('next')}",
    ],
    "schedule.changed": lambda a: _on_schedule(a, "changed the schedule of"),
    "schedule.held": lambda a: [*_author(a), " put ", _schedule(a), " for ", _organisation(a, "supplier"), " on hold"],
    "schedule.resumed": lambda a: _on_schedule(a, "resumed"),
    "schedule.skipped": lambda a: [
        *_author(a), f" skipped the round of {a.get('day', '')} of ", _schedule(a), *_quoted(a.get("reason")),
    ],
    "schedule.run": lambda a: _on_schedule(a, f"sent round {a.get('round', '')} of"),
    "schedule.ended": lambda a: [*_author(a), " ended the schedule of ", _schedule(a), " for ", _organisation(a, "supplier")],
    "bulk.finished": lambda a: [*_author(a), f" ran \u201c{a.get('action', '')}\u201d: ", _changed_rows(a)],
    "bulk.undone": lambda a: [*_author(a), f" undid \u201c{a.get('action', '')}\u201d for ", counted(a.get("changed", 0), "row")],
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
    "webhook.created": _by("created the webhook", _webhook),
    "webhook.changed": _by("changed the webhook", _webhook),
    "webhook.removed": lambda a: [*_author(a), f" removed the webhook {a.get('endpointName', '')}"],
    "webhook.disabled": lambda a: ["The webhook ", _webhook(a), " was switched off after failed deliveries"],
    "export.created": lambda a: [
        *_author(a), " exported ", _exported(a), f" as {a.get('format', '').upper()}",
    ],
}  # fmt: skip
"""The sentence of each event type of the product."""


def _for(args: Args) -> list[Part | str]:
    return [" for ", _organisation(args)] if args.get("organisationName") else []
