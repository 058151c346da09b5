"""Schedules of the demo: one that waits for its day, one on hold, and one whose second round was sent."""

from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy import select

from app.assessments.models import Assessment
from app.devtools.demo.network import Network
from app.devtools.demo.rounds import AFTER
from app.devtools.demo.timeline import Story
from app.extensions import db
from app.kernel import clock
from app.rfx.models import Rfx
from app.rfx.types import RfxStatus, RfxType
from app.schedules.operations.running import run_now
from app.schedules.operations.saving import ScheduleValues, create_schedule, hold_schedule
from app.schedules.types import Anchor, StartsFrom

SUPPLIER = "Bergmann Präzision GmbH"
DAYS_TO_NEXT = 300


def plan_schedules(network: Network) -> Iterator[Story]:
    """Plan the schedules, after all other stories, so that their ids stay."""
    yield _schedules(network)


def _schedules(network: Network) -> Story:
    buyer = network.meridian.lead
    yield timedelta(minutes=2)
    sustainability = db.session.execute(select(Rfx.id).where(Rfx.title == AFTER)).scalar_one()
    create_schedule(
        actor=buyer, rfx_id=sustainability, assessment_id=None, values=_values(Anchor.AFTER_CLOSE)
    )
    survey = (
        select(Rfx.assessment_id)
        .join(Assessment, Assessment.id == Rfx.assessment_id)
        .where(Assessment.organisation_id == buyer.organisation_id)
        .order_by(Rfx.id)
        .limit(1)
    )
    assessment_id = db.session.execute(survey).scalar_one()
    held = create_schedule(
        actor=buyer, rfx_id=None, assessment_id=assessment_id, values=_values(Anchor.FIXED)
    )
    hold_schedule(actor=buyer, schedule_id=held)
    yield timedelta(minutes=1)
    submitted = (
        select(Rfx.id)
        .where(
            Rfx.organisation_id == buyer.organisation_id,
            Rfx.with_organisation_id == network.first_users[SUPPLIER].organisation_id,
            Rfx.type == RfxType.RFI,
            Rfx.status == RfxStatus.COMPLETED,
        )
        .order_by(Rfx.id.desc())
        .limit(1)
    )
    repeated = create_schedule(
        actor=buyer,
        rfx_id=db.session.execute(submitted).scalar_one(),
        assessment_id=None,
        values=_values(Anchor.FIXED),
    )
    run_now(actor=buyer, schedule_id=repeated)


def _values(anchor: Anchor) -> ScheduleValues:
    next_on = clock.now().date() + timedelta(days=DAYS_TO_NEXT)
    return ScheduleValues(
        every_months=12,
        anchor=anchor,
        next_on=next_on if anchor is Anchor.FIXED else None,
        lead_days=30,
        starts_from=StartsFrom.LAST_ANSWERS,
        contact_ids=None,
    )
