"""Sending of one round of a schedule, by the same operations as a user sends an RFx or starts an assessment."""

from collections.abc import Sequence
from datetime import date, datetime, time

from app.accounts.public import User, UserType
from app.assessments.public import (
    AssessmentType,
    GuestRecipient,
    NewAssessment,
    SurveyRequest,
    create_assessment,
)
from app.compose.public import send_to_recipient
from app.extensions import db
from app.files.public import attachments_of
from app.forms.public import DocForm, forms_of_series
from app.kernel.clock import zone_of
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import InvalidError
from app.notifications.public import active_or_colleagues
from app.rfx.public import (
    RFX_FILE,
    RequestType,
    RfxRequestRecipient,
    RfxType,
    create_request,
    last_submitted,
)
from app.schedules.models import ScheduleOccurrence
from app.schedules.operations.recording import record_event
from app.schedules.policies import day_after_round, due_day
from app.schedules.queries.due import today_in
from app.schedules.queries.rounds import addressed_users, survey_round
from app.schedules.queries.schedules import ScheduleRow, active_contacts
from app.schedules.types import FormSetJson, OccurrenceState, ScheduleKind, StartsFrom

FORM_GONE = "A form of this round is archived or not published. Publish it, or end the schedule."
NO_CONTACT = "No one at {name} can receive this round. Choose contacts."
NO_COLLEAGUES = "All people of the internal survey are suspended. Start the assessment by hand."
MESSAGE = "<p>Please answer these questions again. It is time for the next round.</p>"


def send_round(*, actor: Actor, row: ScheduleRow) -> ScheduleOccurrence:
    """Send the next round of a locked schedule today, plan the one after it, and record both.

    Raises InvalidError with a sentence if a form or the recipients are not available, and the errors of sending by hand.
    """
    schedule = row.schedule
    today = today_in(zone_of(row.time_zone))
    due_on = due_day(schedule, today)
    # The row comes first: its unique key stops a second worker before anything is sent.
    occurrence = ScheduleOccurrence(
        schedule_id=schedule.id,
        occurrence=row.last_occurrence + 1,
        state=OccurrenceState.SENT,
        due_on=due_on,
        created_by_user_id=actor.user_id,
    )
    db.session.add(occurrence)
    db.session.flush()
    deadline = _end_of_day(due_on, row)
    if schedule.kind == ScheduleKind.RFX:
        occurrence.rfx_id = _send_rfx(actor, row, deadline)
    else:
        occurrence.assessment_id = _start_assessment(actor, row, deadline)
    schedule.next_on = day_after_round(schedule, today)
    schedule.problem = None
    record_event(
        "schedule.run",
        actor=actor,
        row=row,
        extra={
            "rfxId": occurrence.rfx_id,
            "assessmentId": occurrence.assessment_id,
            "round": occurrence.occurrence + 1,
        },
    )
    db.session.flush()
    return occurrence


def _send_rfx(actor: Actor, row: ScheduleRow, deadline: datetime) -> int:
    schedule, template = row.schedule, row.schedule.template
    forms = _forms(actor, template["forms"])
    bundle = template["forms"]["bundle"] if template["forms"] else None
    request = create_request(
        actor=actor,
        type=RequestType(template["type"]),
        title=schedule.title,
        message_html=template["message"] or MESSAGE,
        forms=forms,
        bundle_name=bundle,
        deadline=deadline,
        carries_answers=schedule.starts_from == StartsFrom.LAST_ANSWERS,
    )
    last_ids = [row.last_rfx_id] if row.last_rfx_id else []
    users = _contacts(row, last_ids)
    recipient = RfxRequestRecipient(
        request_id=request.id,
        organisation_id=row.supplier_id,
        user_ids=[user.id for user in users],
        name=row.supplier_name,
    )
    db.session.add(recipient)
    files = attachments_of(RFX_FILE, last_ids)
    context = send_to_recipient(
        actor=actor,
        request=request,
        recipient=recipient,
        forms=forms,
        attachment_ids=[info.id for rfx_id in last_ids for info in files[rfx_id]],
    )
    return context.rfx.id


def _start_assessment(actor: Actor, row: ScheduleRow, deadline: datetime) -> int:
    schedule, template = row.schedule, row.schedule.template
    sent = create_assessment(
        actor=actor,
        new=NewAssessment(
            relationship_id=schedule.relationship_id,
            type=AssessmentType(template["type"]),
            title=schedule.title,
            deadline=deadline,
            message_html=template["message"],
            self_survey=_self_survey(actor, row),
            internal_survey=_internal_survey(actor, row),
        ),
    )
    return sent.assessment.id


def _self_survey(actor: Actor, row: ScheduleRow) -> SurveyRequest:
    form_set = row.schedule.template["forms"]
    if form_set is None:
        return SurveyRequest()
    last = survey_round(row.last_assessment_id or 0, RfxType.ASSESSMENT_SELF_SURVEY)
    previous: dict[int | str, int] = {}
    if row.schedule.starts_from == StartsFrom.LAST_ANSWERS:
        previous = last_submitted(
            actor=actor, series_ids=form_set["series"], organisation_ids=[row.supplier_id]
        )
    return SurveyRequest(
        forms=_forms(actor, form_set),
        bundle_name=form_set["bundle"],
        previous_rfx_id=previous.get(row.supplier_id),
        recipients=[user.id for user in _contacts(row, last.rfx_ids if last else [])],
    )


def _internal_survey(actor: Actor, row: ScheduleRow) -> SurveyRequest:
    form_set = row.schedule.template["internal"]
    if form_set is None:
        return SurveyRequest()
    last = survey_round(row.last_assessment_id or 0, RfxType.ASSESSMENT_INTERNAL_SURVEY)
    if last is None or not last.users:
        raise InvalidError(NO_COLLEAGUES)
    return SurveyRequest(
        forms=_forms(actor, form_set),
        bundle_name=form_set["bundle"],
        recipients=[
            GuestRecipient(user.name, user.email) if user.type == UserType.GUEST else user.id
            for user in last.users
        ],
    )


def _contacts(row: ScheduleRow, last_rfx_ids: Sequence[int]) -> list[User]:
    """Return the named contacts, or the contacts of the last round, who can receive messages, else another one of the supplier."""
    named = row.schedule.template["user_ids"]
    ids = addressed_users(last_rfx_ids) if named is None else named
    users = active_contacts(organisation_id=row.supplier_id, ids=ids)
    if not users:
        users = active_or_colleagues(
            user_id=0, organisation_id=row.supplier_id, permission=Permission.ANSWER_RFX
        )[:1]
    if not users:
        raise InvalidError(NO_CONTACT.format(name=row.supplier_name))
    return users


def _forms(actor: Actor, form_set: FormSetJson | None) -> Sequence[DocForm]:
    series = form_set["series"] if form_set else []
    forms = forms_of_series(actor=actor, series_ids=series)
    if len(forms) < len(series) or not forms:
        raise InvalidError(FORM_GONE)
    return forms


def _end_of_day(day: date, row: ScheduleRow) -> datetime:
    return datetime.combine(day, time(23, 59, 59), tzinfo=zone_of(row.time_zone))
