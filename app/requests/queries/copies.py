"""The content of an earlier request, for a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from app.extensions import db
from app.files.public import AttachmentInfo, attachments_of
from app.forms.public import DocForm, forms_in_use
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.requests.queries.requests import request_context
from app.requests.types import REQUEST_FILE
from app.rfx.public import RfxRequest


@dataclass(frozen=True, slots=True)
class RequestCopy:
    """The content of a new request like `request`."""

    request: RfxRequest
    forms: Sequence[DocForm]
    """The newest published revisions."""
    missing: Sequence[str]
    """Titles of forms that are archived or no longer published."""
    deadline: datetime | None
    attachments: Sequence[AttachmentInfo]


def copy_of(*, actor: Actor, request_id: int) -> RequestCopy:
    """Return the content of a request of the actor's organisation for a new one; a deadline in the past is left out."""
    context = request_context(actor=actor, request_id=request_id)
    series = [form.series_id for form in context.forms]
    newest = db.session.execute(
        select(DocForm.id, DocForm.series_id).where(
            DocForm.series_id.in_(series),
            DocForm.organisation_id == actor.organisation_id,
            DocForm.is_in_use,
        )
    )
    ids = {row.series_id: row.id for row in newest}
    forms = forms_in_use(actor=actor, ids=[ids[name] for name in series if name in ids])
    sendable = {form.series_id for form in forms}
    deadline = context.request.deadline
    return RequestCopy(
        context.request,
        forms,
        [form.title for form in context.forms if form.series_id not in sendable],
        deadline if deadline is not None and deadline > now() else None,
        attachments_of(REQUEST_FILE, [request_id])[request_id],
    )
