"""Corrective actions that wait for a supplier as due records, for both parties."""

from collections.abc import Sequence

from sqlalchemy import Text, cast, func, literal, null, select

from app.corrective_actions.models import CorrectiveAction
from app.due.public import DueColumns, DueSource
from app.kernel.http.auth import VIEWER
from app.ncr.public import OPEN_STATUSES, NonConformance, Raiser, Supplier
from app.tasks.public import DUTY_LABELS, NCR_SUBJECT, DutyKind, has_own_duty


def _actions() -> Sequence[DueColumns]:
    """Select the actions with a step that the supplier has to send, unless the viewer has the task."""
    due = (
        select(CorrectiveAction.id)
        .join(NonConformance, NonConformance.id == CorrectiveAction.ncr_id)
        .where(CorrectiveAction.next_due.is_not(None), NonConformance.status.in_(OPEN_STATUSES))
    )
    asked = due.join(Supplier, Supplier.id == CorrectiveAction.with_organisation_id).where(
        CorrectiveAction.organisation_id == VIEWER
    )
    received = due.join(Raiser, Raiser.id == CorrectiveAction.organisation_id).where(
        CorrectiveAction.with_organisation_id == VIEWER,
        ~has_own_duty(NCR_SUBJECT, CorrectiveAction.ncr_id),
    )
    return [
        DueColumns(
            stmt=stmt,
            id=CorrectiveAction.id,
            kind=literal(DutyKind.CORRECTIVE_ACTION.value, Text),
            title=NonConformance.title,
            detail=cast(null(), Text),
            party=party,
            party_id=party_id,
            owner_id=owner_id,
            has_owner=has_owner,
            path=func.concat("/ncr/", cast(CorrectiveAction.ncr_id, Text), "/correctiveAction"),
            due=CorrectiveAction.next_due,
            is_day=True,
        )
        for stmt, party, party_id, owner_id, has_owner in (
            (
                asked,
                Supplier.name,
                CorrectiveAction.with_organisation_id,
                CorrectiveAction.asked_by_user_id,
                True,
            ),
            (
                received,
                Raiser.name,
                CorrectiveAction.organisation_id,
                CorrectiveAction.assigned_user_id,
                False,
            ),
        )
    ]


DUTIES = (
    DueSource(
        name="correctiveAction",
        kinds={DutyKind.CORRECTIVE_ACTION.value: DUTY_LABELS[DutyKind.CORRECTIVE_ACTION]},
        columns=_actions,
    ),
)
