"""Creation, change and end of schedules, and the decisions about their next round."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.accounts.public import Organisation
from app.assessments.public import AssessmentType, assessment_for
from app.extensions import db
from app.kernel.clock import format_day, now, zone_of
from app.kernel.dates import add_months
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError
from app.kernel.registry import current_registry
from app.network.public import LEVELS_ABOVE_NONE, Relationship, relationship_for, relationship_with
from app.rfx.public import RfxType, demand_sender, rfx_context
from app.schedules.models import Schedule, ScheduleOccurrence
from app.schedules.operations.problems import close_problem
from app.schedules.operations.recording import record_event
from app.schedules.policies import (
    NO_DAY_YET,
    PERMISSIONS,
    check_day,
    check_lead,
    coming_day,
    day_after_close,
    demand_active,
    demand_held,
    demand_live,
    first_day_after,
    form_key,
    may_manage,
)
from app.schedules.queries.due import today_in
from app.schedules.queries.rounds import forms_of_rfx, message_of_rfx, survey_round
from app.schedules.queries.schedules import (
    ScheduleRow,
    active_contacts,
    count_live,
    same_schedule,
    schedule_for,
)
from app.schedules.types import (
    MAX_SCHEDULES,
    Anchor,
    OccurrenceState,
    ScheduleKind,
    ScheduleState,
    StartsFrom,
    TemplateJson,
)

ONE_SOURCE = "Choose either an RFx or an assessment to repeat."
NO_REPEAT = "Only an RFI or NDA can repeat. Repeat the assessment instead of one of its surveys."
NO_SUPPLIER = "Only an RFx to a supplier of your network can repeat."
NO_SURVEYS = "Send a survey before you repeat this assessment."
REPEATS = "These forms already repeat for {name}: {day}. Change that schedule instead."
TOO_MANY = f"An organisation can have at most {MAX_SCHEDULES} schedules. End one first."
UNKNOWN_CONTACT = "One of the contacts can't receive messages."
NO_RIGHT = "The owner needs the permission to send this themselves. Choose another person."
ON_HOLD = "on hold"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleValues:
    """The values of the form Repeat. `owner_user_id` is None for the actor, or for the present owner."""

    every_months: int
    anchor: Anchor
    next_on: date | None
    """The day of the next round of a FIXED schedule."""
    lead_days: int
    starts_from: StartsFrom
    contact_ids: Sequence[int] | None
    """The named contacts of the supplier; None for the contacts of the last round."""
    owner_user_id: int | None = None


@dataclass(frozen=True, slots=True)
class _Source:
    """The round that a schedule begins with."""

    kind: ScheduleKind
    relationship_id: int
    title: str
    template: TemplateJson
    rfx_id: int | None = None
    assessment_id: int | None = None


def create_schedule(
    *, actor: Actor, rfx_id: int | None, assessment_id: int | None, values: ScheduleValues
) -> int:
    """Repeat an RFx or assessment of the actor's organisation; return the id of the schedule.

    Raises NotFoundError if the actor may not see it, ForbiddenError without the permission to send, InvalidError with
    sentences at the fields, and ConflictError if the same forms repeat for this supplier already.
    """
    if (rfx_id is None) is (assessment_id is None):
        raise InvalidError(ONE_SOURCE)
    source = _rfx(actor, rfx_id) if rfx_id is not None else _assessment(actor, assessment_id or 0)
    # The lock lets two users who repeat the same forms find each other's schedule.
    relationship = relationship_for(actor=actor, relationship_id=source.relationship_id, lock=True)
    if relationship.level not in LEVELS_ABOVE_NONE:
        raise ConflictError(NO_SUPPLIER)
    if count_live(actor.organisation_id) >= MAX_SCHEDULES:
        raise ConflictError(TOO_MANY)
    _demand_single(relationship, source)
    buyer = db.session.get_one(Organisation, actor.organisation_id)
    check_day(values.anchor, values.next_on, today_in(zone_of(buyer.time_zone)))
    check_lead(values.every_months, values.lead_days)
    source.template["user_ids"] = _contact_ids(relationship.with_organisation_id, values.contact_ids)
    owner_id = values.owner_user_id or actor.user_id
    _demand_owner(actor, owner_id, source.kind)
    schedule = Schedule(
        organisation_id=actor.organisation_id,
        relationship_id=source.relationship_id,
        kind=source.kind,
        title=source.title,
        template=source.template,
        form_key=form_key(source.template),
        every_months=values.every_months,
        anchor=values.anchor,
        first_on=values.next_on if values.anchor is Anchor.FIXED else None,
        next_on=values.next_on if values.anchor is Anchor.FIXED else None,
        lead_days=values.lead_days,
        starts_from=values.starts_from,
        owner_user_id=owner_id,
        created_by_user_id=actor.user_id,
    )
    db.session.add(schedule)
    db.session.flush()
    db.session.add(
        ScheduleOccurrence(
            schedule_id=schedule.id,
            occurrence=0,
            state=OccurrenceState.SENT,
            rfx_id=source.rfx_id,
            assessment_id=source.assessment_id,
            created_by_user_id=actor.user_id,
        )
    )
    db.session.flush()
    row = schedule_for(actor=actor, schedule_id=schedule.id)
    _plan_after_close(row)
    record_event("schedule.created", actor=actor, row=row, extra={"months": schedule.every_months})
    db.session.flush()
    return schedule.id


def change_schedule(*, actor: Actor, schedule_id: int, values: ScheduleValues) -> None:
    """Change the interval, contacts and owner of a schedule. A changed interval plans the next round again."""
    row = _managed(actor, schedule_id)
    schedule = row.schedule
    demand_live(schedule)
    is_new_interval = (schedule.every_months, schedule.anchor) != (values.every_months, values.anchor)
    # A day that is not changed may be over: a round can wait for a form or an owner.
    if is_new_interval or values.next_on != schedule.next_on:
        check_day(values.anchor, values.next_on, today_in(zone_of(row.time_zone)))
    check_lead(values.every_months, values.lead_days)
    contact_ids = _contact_ids(row.supplier_id, values.contact_ids)
    schedule.template = {**schedule.template, "user_ids": contact_ids}
    if values.owner_user_id is not None and values.owner_user_id != schedule.owner_user_id:
        _demand_owner(actor, values.owner_user_id, ScheduleKind(schedule.kind))
        schedule.owner_user_id = values.owner_user_id
    schedule.every_months, schedule.anchor = values.every_months, values.anchor
    schedule.lead_days, schedule.starts_from = values.lead_days, values.starts_from
    if values.anchor is Anchor.FIXED:
        if is_new_interval or values.next_on != schedule.next_on:
            schedule.first_on = schedule.next_on = values.next_on
    else:
        schedule.first_on = None
        if is_new_interval:
            schedule.next_on = None
            _plan_after_close(row)
    # The reason why a round waits may be gone: the next run of the job tries it again.
    schedule.problem = None
    close_problem(schedule.id)
    record_event("schedule.changed", actor=actor, row=row)
    db.session.flush()


def end_schedule(*, actor: Actor, schedule_id: int) -> None:
    """End a schedule permanently. Rounds that were sent stay as they are."""
    row = _managed(actor, schedule_id)
    demand_live(row.schedule)
    row.schedule.state, row.schedule.ended = ScheduleState.ENDED, now()
    row.schedule.problem = None
    close_problem(schedule_id)
    record_event("schedule.ended", actor=actor, row=row)
    db.session.flush()


def hold_schedule(*, actor: Actor, schedule_id: int) -> None:
    """Pause a schedule: no round is sent until it is resumed."""
    row = _managed(actor, schedule_id)
    demand_active(row.schedule)
    row.schedule.state, row.schedule.problem = ScheduleState.HELD, None
    close_problem(schedule_id)
    record_event("schedule.held", actor=actor, row=row)
    db.session.flush()


def resume_schedule(*, actor: Actor, schedule_id: int) -> None:
    """Resume a schedule. A day that is over is replaced by the next one of the series, or by the earliest possible one."""
    row = _managed(actor, schedule_id)
    schedule = row.schedule
    demand_held(schedule)
    schedule.state = ScheduleState.ACTIVE
    today = today_in(zone_of(row.time_zone))
    if schedule.next_on is not None and schedule.next_on <= today:
        if schedule.first_on is not None:
            schedule.next_on = first_day_after(schedule.first_on, schedule.every_months, today)
        else:
            schedule.next_on = coming_day(schedule.next_on, schedule.lead_days, today)
    record_event("schedule.resumed", actor=actor, row=row)
    db.session.flush()


def skip_round(*, actor: Actor, schedule_id: int, reason: str) -> None:
    """Skip the next round for a reason, and plan the one after it. Raises ConflictError if no day is planned."""
    row = _managed(actor, schedule_id)
    schedule = row.schedule
    demand_active(schedule)
    if schedule.next_on is None:
        raise ConflictError(NO_DAY_YET)
    day = schedule.next_on
    db.session.add(
        ScheduleOccurrence(
            schedule_id=schedule.id,
            occurrence=row.last_occurrence + 1,
            state=OccurrenceState.SKIPPED,
            due_on=day,
            reason=reason,
            created_by_user_id=actor.user_id,
        )
    )
    if schedule.first_on is not None:
        schedule.next_on = first_day_after(schedule.first_on, schedule.every_months, day)
    else:
        schedule.next_on = add_months(day, schedule.every_months)
    schedule.problem = None
    close_problem(schedule.id)
    record_event("schedule.skipped", actor=actor, row=row, extra={"reason": reason, "day": format_day(day)})
    db.session.flush()


def _managed(actor: Actor, schedule_id: int) -> ScheduleRow:
    """Return a locked schedule; ForbiddenError unless the actor may manage it."""
    row = schedule_for(actor=actor, schedule_id=schedule_id, lock=True)
    actor.demand(PERMISSIONS[ScheduleKind(row.schedule.kind)])
    return row


def _rfx(actor: Actor, rfx_id: int) -> _Source:
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    demand_sender(actor, context.role)
    rfx = context.rfx
    if rfx.type not in (RfxType.RFI, RfxType.NDA):
        raise ConflictError(NO_REPEAT)
    relationship = (
        None if context.to_guest else relationship_with(actor=actor, organisation_id=rfx.with_organisation_id)
    )
    if relationship is None:
        raise ConflictError(NO_SUPPLIER)
    template: TemplateJson = {
        "type": rfx.type,
        "message": message_of_rfx(rfx),
        "forms": forms_of_rfx(rfx),
        "internal": None,
        "user_ids": None,
    }
    return _Source(ScheduleKind.RFX, relationship.id, rfx.title, template, rfx_id=rfx.id)


def _assessment(actor: Actor, assessment_id: int) -> _Source:
    assessment = assessment_for(actor=actor, assessment_id=assessment_id)
    actor.demand(PERMISSIONS[ScheduleKind.ASSESSMENT])
    surveys = [
        survey_round(assessment_id, survey_type)
        for survey_type in (RfxType.ASSESSMENT_SELF_SURVEY, RfxType.ASSESSMENT_INTERNAL_SURVEY)
    ]
    if not any(surveys):
        raise ConflictError(NO_SURVEYS)
    forms, internal = (survey.forms if survey else None for survey in surveys)
    template: TemplateJson = {
        "type": AssessmentType(assessment.type).value,
        "message": "",
        "forms": forms,
        "internal": internal,
        "user_ids": None,
    }
    return _Source(
        ScheduleKind.ASSESSMENT,
        assessment.relationship_id,
        assessment.title,
        template,
        assessment_id=assessment_id,
    )


def _demand_single(relationship: Relationship, source: _Source) -> None:
    other = same_schedule(
        relationship_id=relationship.id, kind=source.kind, form_key=form_key(source.template)
    )
    if other is None:
        return
    day = f"next on {format_day(other.next_on)}" if other.next_on else "next after the last round is closed"
    if other.state == ScheduleState.HELD:
        day = ON_HOLD
    name = db.session.get_one(Organisation, relationship.with_organisation_id).name
    raise ConflictError(REPEATS.format(name=name, day=day), code="scheduleExists")


def _contact_ids(supplier_id: int, ids: Sequence[int] | None) -> list[int] | None:
    if ids is None:
        return None
    users = active_contacts(organisation_id=supplier_id, ids=ids)
    if not users or len(users) != len(set(ids)):
        raise InvalidError(fields={"contactIds": [UNKNOWN_CONTACT]})
    return [user.id for user in users]


def _demand_owner(actor: Actor, user_id: int, kind: ScheduleKind) -> None:
    owner = actor if user_id == actor.user_id else current_registry().actor_sources.by_user_id(user_id)
    if owner is None or owner.organisation_id != actor.organisation_id or not may_manage(owner, kind):
        raise InvalidError(fields={"ownerUserId": [NO_RIGHT]})


def _plan_after_close(row: ScheduleRow) -> None:
    """Set the next day of an AFTER_CLOSE schedule whose last round is closed already."""
    schedule = row.schedule
    if schedule.anchor != Anchor.AFTER_CLOSE or row.last_closed is None:
        return
    zone = zone_of(row.time_zone)
    day = day_after_close(row.last_closed, schedule.every_months, zone)
    schedule.next_on = coming_day(day, schedule.lead_days, today_in(zone))
