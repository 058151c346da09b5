"""Serializers of sending a request."""

from app.compose.public import MAX_SUPPLIERS, TOO_MANY_SUPPLIERS, Resolution
from app.kernel.auth import Actor
from app.requests.operations.sending import Started
from app.requests.queries.copies import RequestCopy
from app.requests.queries.requests import request_context
from app.requests.serializers.requests import serialize_request
from app.requests.types import SENT_AT_ONCE


def serialize_preview(resolution: Resolution) -> dict[str, object]:
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
        "problems": resolution.problems,
        "errors": errors,
        "can_send": total > 0 and not errors and not has_bad_line,
        "in_background": total > SENT_AT_ONCE,
    }


def serialize_started(started: Started, *, actor: Actor) -> dict[str, object]:
    """Serialize a request whose sending was started for `StartedRequestSchema`."""
    context = request_context(actor=actor, request_id=started.request_id)
    return {**serialize_request(context, actor=actor), "bulk_job_id": started.bulk_job_id}


def serialize_copy(copy: RequestCopy) -> dict[str, object]:
    """Serialize the content of an earlier request for `RequestCopySchema`."""
    request = copy.request
    return {
        "type": request.type,
        "title": request.title,
        "message_html": request.message_html,
        "doc_forms": copy.forms,
        "missing": copy.missing,
        "deadline": copy.deadline,
        "is_sealed": request.is_sealed and copy.deadline is not None,
        "attachments": copy.attachments,
    }
