"""The content of an earlier request, for a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from app.accounts.public import ANONYMOUS, known_as
from app.extensions import db
from app.files.public import AttachmentInfo, attachments_of
from app.forms.public import DocForm, DocFormType, forms_in_use
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.requests.queries.requests import FormRow, request_context
from app.requests.types import REQUEST_FILE
from app.rfx.public import RequestType, RfxContext, RfxRequest, RfxStatus, ViewerRole, rfx_context


@dataclass(frozen=True, slots=True)
class RequestCopy:
    """The content of a new request like an earlier one.

    `forms` are the newest published revisions, `missing` the titles of forms that are archived or no longer published.
    """

    type: RequestType
    title: str
    message_html: str
    forms: Sequence[DocForm]
    missing: Sequence[str]
    deadline: datetime | None
    is_sealed: bool
    links_need_code: bool
    attachments: Sequence[AttachmentInfo]


@dataclass(frozen=True, slots=True)
class Respondent:
    """The respondent of an RFx as a recipient: an organisation, or a guest with a name and an address."""

    organisation_id: int | None
    name: str
    email: str | None

    @property
    def address(self) -> str | None:
        """Return the name and address of the guest, `Jo Park <jo@x.example>`; None for an organisation."""
        has_name = self.name and self.name != ANONYMOUS
        return f"{self.name} <{self.email}>" if self.email and has_name else self.email

    @property
    def key(self) -> int | str | None:
        """Return the id of the organisation, or the normalised address of the guest."""
        return self.organisation_id if self.email is None else known_as(self.email)


@dataclass(frozen=True, slots=True)
class NewRound(RequestCopy):
    """The content of a new round of an RFx."""

    respondent: Respondent
    submitted: datetime | None


def copy_of(*, actor: Actor, request_id: int) -> RequestCopy:
    """Return the content of a request of the actor's organisation for a new one; a deadline in the past is left out."""
    context = request_context(actor=actor, request_id=request_id)
    request = context.request
    deadline = request.deadline
    forms, missing = _newest(actor, context.forms)
    return RequestCopy(
        type=request.type,
        title=request.title,
        message_html=request.message_html,
        forms=forms,
        missing=missing,
        deadline=deadline if deadline is not None and deadline > now() else None,
        is_sealed=request.is_sealed,
        links_need_code=request.links_need_code,
        attachments=attachments_of(REQUEST_FILE, [request_id])[request_id],
    )


def new_round_of(*, actor: Actor, rfx_id: int) -> NewRound:
    """Return the content of a new round of an RFx, without its deadline and files; it can be sent after the submission.

    Raises NotFoundError unless the actor's organisation has sent it.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    if context.role is not ViewerRole.REQUESTER:
        raise NotFoundError
    request = db.session.get(RfxRequest, context.rfx.request_id) if context.rfx.request_id else None
    forms, missing = _newest(actor, _forms_of(context))
    is_nda = bool(forms) and all(form.type == DocFormType.NDA for form in forms)
    return NewRound(
        type=RequestType.NDA if is_nda else RequestType.RFI,
        title=context.rfx.title,
        message_html=request.message_html if request else "",
        forms=forms,
        missing=missing,
        deadline=None,
        is_sealed=False,
        links_need_code=request is not None and request.links_need_code,
        attachments=(),
        respondent=respondent_of(context),
        submitted=context.rfx.closed if context.rfx.status == RfxStatus.COMPLETED else None,
    )


def respondent_of(context: RfxContext) -> Respondent:
    """Return the respondent of an RFx as a recipient of a request."""
    if context.to_guest:
        return Respondent(None, context.asked_name or "", context.asked_email)
    return Respondent(context.rfx.with_organisation_id, context.respondent_name, None)


def _forms_of(context: RfxContext) -> Sequence[FormRow]:
    """Return the forms of an RFx, in their order."""
    ids = [form_id for form_id, _ in context.revisions]
    stmt = select(DocForm.id, DocForm.series_id, DocForm.title, DocForm.type, DocForm.revision)
    rows: Sequence[FormRow] = db.session.execute(stmt.where(DocForm.id.in_(ids))).all()
    return sorted(rows, key=lambda row: ids.index(row.id))


def _newest(actor: Actor, forms: Sequence[FormRow]) -> tuple[Sequence[DocForm], Sequence[str]]:
    """Return the newest published revisions of forms, and the titles of those that can no longer be sent."""
    series = [form.series_id for form in forms]
    newest = db.session.execute(
        select(DocForm.id, DocForm.series_id).where(
            DocForm.series_id.in_(series),
            DocForm.organisation_id == actor.organisation_id,
            DocForm.is_in_use,
        )
    )
    ids = {row.series_id: row.id for row in newest}
    sendable = forms_in_use(actor=actor, ids=[ids[name] for name in series if name in ids])
    sendable_series = {form.series_id for form in sendable}
    return sendable, [form.title for form in forms if form.series_id not in sendable_series]
