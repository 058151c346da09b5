"""Serializers of requests."""

from app.kernel.http.auth import Actor, Permission
from app.requests.queries.recipients import sending_of
from app.requests.queries.requests import RequestContext


def serialize_request(context: RequestContext, *, actor: Actor) -> dict[str, object]:
    """Serialize a request for a dump by `RequestSchema`."""
    request = context.request
    return {
        "id": request.id,
        "type": request.type,
        "title": request.title,
        "state": request.state,
        "message_html": request.message_html,
        "bundle_name": request.bundle_name,
        "created": request.created,
        "created_by": {"id": request.created_by_user_id, "name": context.creator_name},
        "send_at": request.send_at,
        "sent_date": request.sent_date,
        "deadline": request.deadline,
        "is_sealed": request.is_sealed,
        "links_need_code": request.links_need_code,
        "seal_opened": request.seal_opened,
        "doc_forms": context.forms,
        "sending": sending_of(request.id),
        "may_manage": actor.may(Permission.SEND_RFX),
    }
