"""RFxs as due records, for both parties: open ones, and for 90 days those that expired unanswered.

Surveys of assessments are duties of their respondents; for the requester the assessment is the duty.
"""

from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    Text,
    case,
    cast,
    exists,
    func,
    literal,
    null,
    select,
)

from app.accounts.public import ANONYMOUS, GUEST_SAFE_NAME
from app.due.public import LATE_SINCE, DueColumns, DueSource
from app.kernel.http.auth import VIEWER, VIEWER_USER
from app.rfx.models import Rfx, RfxRequest
from app.rfx.queries.rfxs import Asked, Requester, Respondent
from app.rfx.types import OPEN_STATUSES, RequestState, RfxStatus
from app.tasks.public import DUTY_LABELS, RFX_SUBJECT, DutyKind, TaskType, UserTask, has_own_duty

DECIDED = (RequestState.AWARDED, RequestState.CANCELLED)
"""States of requests that no longer wait for answers."""


def _received() -> Sequence[DueColumns]:
    requester = Requester.name
    received = select(Rfx.id).join(Requester, Requester.id == Rfx.organisation_id)
    return _columns(
        received.where(Rfx.with_organisation_id == VIEWER, Rfx.organisation_id != VIEWER),
        kind=DutyKind.RFX,
        party=requester,
        party_id=Rfx.organisation_id,
        owner_id=_assignee_id(),
    )


def _sent() -> Sequence[DueColumns]:
    guest = case((Asked.name == ANONYMOUS, Asked.email), else_=Asked.name)
    party = case(
        (Respondent.is_placeholder, func.concat(GUEST_SAFE_NAME, " (", guest, ")")), else_=Respondent.name
    )
    sent = (
        select(Rfx.id)
        .join(Respondent, Respondent.id == Rfx.with_organisation_id)
        .outerjoin(Asked, Asked.id == Rfx.guest_user_id)
        .where(Rfx.organisation_id == VIEWER, Rfx.assessment_id.is_(None))
    )
    return _columns(
        sent, kind=DutyKind.RFX_SENT, party=party, party_id=Rfx.with_organisation_id, guest_id=Rfx.guest_user_id,
        owner_id=Rfx.created_by_user_id, has_owner=True,
    )  # fmt: skip


DUTIES = (
    DueSource(
        name="rfxReceived",
        kinds={DutyKind.RFX.value: DUTY_LABELS[DutyKind.RFX]},
        columns=_received,
    ),
    DueSource(
        name="rfxSent",
        kinds={DutyKind.RFX_SENT.value: DUTY_LABELS[DutyKind.RFX_SENT]},
        columns=_sent,
    ),
)


def _columns(
    rfxs: Select[int],
    *,
    kind: DutyKind,
    party: SQLColumnExpression[str],
    party_id: SQLColumnExpression[int],
    owner_id: SQLColumnExpression[int | None],
    guest_id: SQLColumnExpression[int | None] | None = None,
    has_owner: bool = False,
) -> Sequence[DueColumns]:
    """Return one select for each index: of the open RFxs, and of those that expired unanswered."""
    due = rfxs.where(
        Rfx.deadline.is_not(None),
        ~Rfx.ignored,
        ~Rfx.assessment_closed,
        ~has_own_duty(RFX_SUBJECT, Rfx.id),
    )
    is_open = Rfx.status.in_(OPEN_STATUSES)
    return [
        DueColumns(
            stmt=stmt,
            id=Rfx.id,
            kind=literal(kind.value, Text),
            title=Rfx.title,
            detail=cast(null(), Text),
            party=party,
            party_id=party_id,
            guest_id=guest_id,
            owner_id=owner_id,
            has_owner=has_owner,
            path=func.concat("/rfx/", cast(Rfx.id, Text)),
            due=Rfx.deadline,
        )
        for stmt in (due.where(is_open), due.where(*_expired()))
    ]


def _expired() -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for RFxs that expired at their deadline: not withdrawn, and of no decided request."""
    is_decided = exists().where(RfxRequest.id == Rfx.request_id, RfxRequest.state.in_(DECIDED))
    return (
        Rfx.status == RfxStatus.EXPIRED,
        Rfx.withdrawn_reason.is_(None),
        Rfx.closed >= Rfx.deadline,
        Rfx.deadline > LATE_SINCE,
        ~is_decided,
    )


def _assignee_id() -> ScalarSelect[int | None]:
    """Select the assignee of an RFx at the respondent, the viewer first; NULL for anyone at the organisation."""
    return (
        select(UserTask.assigned_user_id)
        .where(
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.subject_id == Rfx.id,
            UserTask.type == TaskType.RFX,
            UserTask.assigned_organisation_id == VIEWER,
        )
        .order_by((UserTask.assigned_user_id == VIEWER_USER).desc(), UserTask.id)
        .limit(1)
        .correlate(Rfx)
        .scalar_subquery()
    )
