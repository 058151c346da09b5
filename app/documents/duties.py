"""Documents as due records: those that customers wait for, and those that end, for both parties."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import SQLColumnExpression, Text, cast, func, literal, select

from app.documents.models import DocumentRequirement, DocumentType
from app.documents.queries.requirements import Buyer, Supplier, current_state, is_needed
from app.documents.types import DOCUMENT_END, END_LABEL, RequirementState
from app.due.public import DueColumns, DueSource
from app.kernel.db.statements import AnySelect
from app.kernel.http.auth import VIEWER
from app.tasks.public import DOCUMENT_SUBJECT, DUTY_LABELS, DutyKind, has_own_duty


def _select_asked() -> Sequence[DueColumns]:
    """Select what customers wait for, unless the viewer has the task."""
    stmt = _received().where(
        DocumentRequirement.state.in_((RequirementState.ASKED, RequirementState.REJECTED)),
        DocumentRequirement.due.is_not(None),
        ~has_own_duty(DOCUMENT_SUBJECT, DocumentRequirement.id),
    )
    return [
        _columns(
            stmt,
            kind=DutyKind.DOCUMENT.value,
            party=Buyer.name,
            party_id=DocumentRequirement.organisation_id,
            owner_id=DocumentRequirement.asked_of_user_id,
            path=_supplier_path(),
            due=DocumentRequirement.due,
        )
    ]


def _select_ends() -> Sequence[DueColumns]:
    """Select the accepted documents by their last day; the supplier's only until it is asked for a new one."""
    received = _received().where(
        DocumentRequirement.accepted_until.is_not(None),
        current_state() == RequirementState.ACCEPTED.value,
    )
    required = (
        select(DocumentRequirement.id)
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .join(Supplier, Supplier.id == DocumentRequirement.with_organisation_id)
        .where(
            DocumentRequirement.organisation_id == VIEWER,
            DocumentRequirement.accepted_until.is_not(None),
            is_needed(),
        )
    )
    until = DocumentRequirement.accepted_until
    supplier_id = cast(DocumentRequirement.with_organisation_id, Text)
    buyer_path = func.concat("/organisations/", supplier_id, "/documents?requirement=", _id_text())
    return [
        _columns(
            received,
            kind=DOCUMENT_END,
            party=Buyer.name,
            party_id=DocumentRequirement.organisation_id,
            owner_id=DocumentRequirement.asked_of_user_id,
            path=_supplier_path(),
            due=until,
        ),
        _columns(
            required,
            kind=DOCUMENT_END,
            party=Supplier.name,
            party_id=DocumentRequirement.with_organisation_id,
            owner_id=DocumentRequirement.asked_by_user_id,
            path=buyer_path,
            due=until,
        ),
    ]


DUTIES = (
    DueSource(
        name="documentAsked",
        kinds={DutyKind.DOCUMENT.value: DUTY_LABELS[DutyKind.DOCUMENT]},
        columns=_select_asked,
    ),
    DueSource(
        name="documentEnd",
        kinds={DOCUMENT_END: END_LABEL},
        columns=_select_ends,
    ),
)


def _received() -> AnySelect:
    return (
        select(DocumentRequirement.id)
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .join(Buyer, Buyer.id == DocumentRequirement.organisation_id)
        .where(DocumentRequirement.with_organisation_id == VIEWER)
    )


def _columns(
    stmt: AnySelect,
    *,
    kind: str,
    party: SQLColumnExpression[str],
    party_id: SQLColumnExpression[int],
    owner_id: SQLColumnExpression[int | None],
    path: SQLColumnExpression[str],
    due: SQLColumnExpression[date | None],
) -> DueColumns:
    return DueColumns(
        stmt=stmt,
        id=DocumentRequirement.id,
        kind=literal(kind, Text),
        title=DocumentType.name,
        detail=func.nullif(DocumentRequirement.site, ""),
        party=party,
        party_id=party_id,
        owner_id=owner_id,
        path=path,
        due=due,
        is_day=True,
    )


def _id_text() -> SQLColumnExpression[str]:
    return cast(DocumentRequirement.id, Text)


def _supplier_path() -> SQLColumnExpression[str]:
    return func.concat("/setup/document?requirement=", _id_text())
