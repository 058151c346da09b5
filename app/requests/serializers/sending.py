"""Serializers of sending a request."""

from app.compose.public import MAX_SUPPLIERS, TOO_MANY_SUPPLIERS, Resolution
from app.kernel.http.auth import Actor
from app.requests.operations.sending import Started
from app.requests.queries.copies import NewRound, RequestCopy
from app.requests.queries.requests import request_context
from app.requests.serializers.requests import serialize_request
from app.requests.types import SENT_AT_ONCE


def serialize_preview(resolution: Resolution, *, with_answers: int) -> dict[str, object]:
    """Serialize resolved recipients for `RecipientPreviewSchema`."""
    total = len(resolution.recipients)
    errors = [sentence for sentences in resolution.errors.values() for sentence in sentences]
    if total > MAX_SUPPLIERS:
        errors.append(TOO_MANY_SUPPLIERS)
    has_bad_line = any(problem.line is not None for problem in resolution.problems)
    return {
        "total": total,
        "organisations": len(resolution.organisations),
        "people": sum(row.people for row in resolution.organisations.values()),
        "guests": len(resolution.guests),
        "duplicates": resolution.duplicates,
        "present": resolution.present,
        "unrelated": resolution.unrelated,
        "problems": resolution.problems,
        "errors": errors,
        "can_send": total > 0 and not errors and not has_bad_line,
        "in_background": total > SENT_AT_ONCE,
        "with_answers": with_answers,
    }


def serialize_started(started: Started, *, actor: Actor) -> dict[str, object]:
    """Serialize a request whose sending was started for `StartedRequestSchema`."""
    context = request_context(actor=actor, request_id=started.request_id)
    return {**serialize_request(context, actor=actor), "bulk_job_id": started.bulk_job_id}


def serialize_copy(copy: RequestCopy) -> dict[str, object]:
    """Serialize the content of an earlier request for `RequestCopySchema`."""
    return {
        "type": copy.type,
        "title": copy.title,
        "message_html": copy.message_html,
        "doc_forms": copy.forms,
        "missing": copy.missing,
        "deadline": copy.deadline,
        "is_sealed": copy.is_sealed and copy.deadline is not None,
        "links_need_code": copy.links_need_code,
        "attachments": copy.attachments,
    }


def serialize_new_round(round: NewRound) -> dict[str, object]:
    """Serialize the content of a new round for `NewRoundSchema`."""
    respondent = round.respondent
    is_guest = respondent.email is not None
    return {
        **serialize_copy(round),
        "organisation": None if is_guest else {"id": respondent.organisation_id, "name": respondent.name},
        "guest": respondent.address,
        "submitted": round.submitted,
    }
