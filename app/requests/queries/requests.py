"""One request with its forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import select

from app.accounts.public import User
from app.extensions import db
from app.forms.public import DocForm, DocFormType
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.rfx.public import RfxRequest, RfxRequestDocForm


class FormRow(Protocol):
    """A form of a request, at the revision that its RFxs are sent with."""

    @property
    def id(self) -> int: ...
    @property
    def series_id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def type(self) -> DocFormType: ...
    @property
    def revision(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestContext:
    """A request with the name of its creator and its forms, in the order in which suppliers see them."""

    request: RfxRequest
    creator_name: str
    forms: Sequence[FormRow]


def request_context(*, actor: Actor, request_id: int, lock: bool = False) -> RequestContext:
    """Return a request of the actor's organisation; `lock` locks its row in this transaction.

    Raises NotFoundError for every other request, and for guests, whose organisation is a placeholder.
    """
    stmt = (
        select(RfxRequest, User.name.label("creator_name"))
        .join(User, User.id == RfxRequest.created_by_user_id)
        .where(RfxRequest.id == request_id, RfxRequest.organisation_id == actor.organisation_id)
    )
    if lock:
        stmt = stmt.with_for_update(of=RfxRequest)
    row = db.session.execute(stmt, execution_options={"populate_existing": True}).one_or_none()
    if row is None or actor.is_guest:
        raise NotFoundError
    return RequestContext(request=row.RfxRequest, creator_name=row.creator_name, forms=_forms_of(request_id))


def _forms_of(request_id: int) -> Sequence[FormRow]:
    rows: Sequence[FormRow] = db.session.execute(
        select(DocForm.id, DocForm.series_id, DocForm.title, DocForm.type, DocForm.revision)
        .join(RfxRequestDocForm, RfxRequestDocForm.doc_form_id == DocForm.id)
        .where(RfxRequestDocForm.request_id == request_id)
        .order_by(RfxRequestDocForm.position)
    ).all()
    return rows
