"""Creation of requests: what every RFx of the same sending shares."""

from collections.abc import Sequence
from datetime import datetime

from app.extensions import db
from app.forms.public import DocForm
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.rfx.models import RfxRequest, RfxRequestDocForm
from app.rfx.types import RequestState, RequestType


def create_request(
    *,
    actor: Actor,
    type: RequestType,
    title: str,
    message_html: str,
    forms: Sequence[DocForm],
    bundle_name: str | None = None,
    deadline: datetime | None = None,
    is_sealed: bool = False,
    links_need_code: bool = False,
    send_at: datetime | None = None,
    carries_answers: bool = False,
) -> RfxRequest:
    """Create a request of the actor's organisation; the caller sends its RFxs with `create_rfx`.

    With `send_at` it is SCHEDULED, and the caller sends nothing before that time. The caller has checked the input.
    Raises ForbiddenError without SEND_RFX.
    """
    actor.demand(Permission.SEND_RFX)
    request = RfxRequest(
        organisation_id=actor.organisation_id,
        created_by_user_id=actor.user_id,
        type=type,
        title=title,
        message_html=message_html,
        bundle_name=bundle_name,
        state=RequestState.SCHEDULED if send_at else RequestState.OPEN,
        send_at=send_at,
        sent_date=None if send_at else now(),
        deadline=deadline,
        is_sealed=is_sealed,
        links_need_code=links_need_code,
        carries_answers=carries_answers,
    )
    db.session.add(request)
    db.session.flush()
    db.session.add_all(
        RfxRequestDocForm(request_id=request.id, position=position, doc_form_id=form.id)
        for position, form in enumerate(forms)
    )
    db.session.flush()
    return request
