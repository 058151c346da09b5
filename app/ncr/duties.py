"""Open non-conformances with a due day as due records, for the raiser and for the assigned supplier."""

from collections.abc import Sequence

from sqlalchemy import Text, cast, func, literal, null, select

from app.due.public import DueColumns, DueSource
from app.kernel.http.auth import VIEWER
from app.ncr.models import NonConformance
from app.ncr.queries.ncrs import Raiser, Supplier, is_ncr_task
from app.ncr.types import OPEN_STATUSES
from app.tasks.public import DUTY_LABELS, NCR_SUBJECT, DutyKind, UserTask, has_own_duty


def _ncrs() -> Sequence[DueColumns]:
    due = (
        select(NonConformance.id)
        .join(UserTask, is_ncr_task())
        .where(
            UserTask.is_open,
            UserTask.due.is_not(None),
            NonConformance.status.in_(OPEN_STATUSES),
            ~has_own_duty(NCR_SUBJECT, UserTask.subject_id),
        )
    )
    # The conditions on the task have the indexes by due day. The NCRs that colleagues work on are a select of their own,
    # because PostgreSQL cannot estimate how many rows an owner has that is chosen by a CASE, and would sort all rows.
    raised = due.join(Supplier, Supplier.id == NonConformance.with_organisation_id).where(
        NonConformance.organisation_id == VIEWER, UserTask.organisation_id == VIEWER
    )
    of_colleagues = raised.where(UserTask.assigned_organisation_id == VIEWER)
    of_suppliers = raised.where(UserTask.assigned_organisation_id != VIEWER)
    received = due.join(Raiser, Raiser.id == NonConformance.organisation_id).where(
        NonConformance.organisation_id != VIEWER,
        NonConformance.with_organisation_id == VIEWER,
        UserTask.assigned_organisation_id == VIEWER,
    )
    return [
        DueColumns(
            stmt=stmt,
            id=UserTask.subject_id,
            kind=literal(DutyKind.NCR.value, Text),
            title=NonConformance.title,
            detail=cast(null(), Text),
            party=party,
            party_id=party_id,
            owner_id=owner_id,
            has_owner=has_owner,
            path=func.concat("/ncr/", cast(NonConformance.id, Text)),
            due=UserTask.due,
            is_day=True,
        )
        for stmt, party, party_id, owner_id, has_owner in (
            (
                of_colleagues,
                Supplier.name,
                NonConformance.with_organisation_id,
                UserTask.assigned_user_id,
                False,
            ),
            (
                of_suppliers,
                Supplier.name,
                NonConformance.with_organisation_id,
                NonConformance.created_by_user_id,
                True,
            ),
            (received, Raiser.name, NonConformance.organisation_id, UserTask.assigned_user_id, False),
        )
    ]


DUTIES = (DueSource(name="ncr", kinds={DutyKind.NCR.value: DUTY_LABELS[DutyKind.NCR]}, columns=_ncrs),)
