"""Rounds of schedules: sent on their day by the hourly job, by hand, and waiting with a task if something is missing."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import Organisation
from app.accounts.types import UserStatus
from app.assessments.models import Assessment
from app.assessments.operations.running import close_assessment
from app.events.models import EventLog
from app.forms.models import DocForm
from app.kernel.clock import now
from app.kernel.dates import add_months
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from app.network.types import RelationshipLevel
from app.notifications.models import Notification
from app.rfx.jobs import expire_overdue
from app.rfx.models import Rfx, RfxDocForm
from app.schedules.models import Schedule
from app.schedules.operations.problems import NO_OWNER
from app.schedules.operations.saving import resume_schedule
from app.schedules.operations.sending import FORM_GONE
from app.schedules.types import OccurrenceState, TemplateJson
from app.tasks.models import UserTask
from tests.factories.accounts import actor_of, colleague_of, role_id
from tests.factories.assessments import make_assessment
from tests.factories.reviews import submit
from tests.factories.rfx import SentRfx, field, next_revision, send_rfx
from tests.factories.schedules import (
    SCHEDULE,
    act,
    at,
    get,
    in_days,
    occurrences,
    repeat,
    run_on,
    schedule_json,
)
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


def rfxs_of(session: Session, sent: SentRfx) -> list[Rfx]:
    """Return all RFxs of the buyer, oldest first."""
    stmt = select(Rfx).where(Rfx.organisation_id == sent.sender.organisation_id).order_by(Rfx.id)
    return list(session.execute(stmt).scalars())


def tasks_of(session: Session, sent: SentRfx) -> list[UserTask]:
    stmt = select(UserTask).where(
        UserTask.subject_type == "schedule",
        UserTask.is_open,
        UserTask.organisation_id == sent.sender.organisation_id,
    )
    return list(session.execute(stmt.order_by(UserTask.id)).scalars())


def test_a_round_is_sent_on_its_day_and_not_before(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    schedule = repeat(client, rfxId=submitted.id)
    run_on(in_days(69))
    assert len(rfxs_of(session, submitted)) == 1
    for _ in range(2):
        run_on(in_days(70))
    _, second = rfxs_of(session, submitted)
    assert (second.title, second.status, second.created_by_user_id) == (
        "Yearly check", "NEW", submitted.sender.id,
    )  # fmt: skip
    assert second.deadline is not None
    assert second.deadline.date() == in_days(100)
    assert second.previous_rfx_id == submitted.id, "it offers the last answers"
    (mail,) = session.execute(select(OutboxMail).where(OutboxMail.template == "RFI")).scalars()
    assert mail.to_email == submitted.respondent.email
    after = get(client, schedule)
    assert (after["nextOn"], after["lastRfxId"]) == (add_months(in_days(100), 12).isoformat(), second.id)
    assert after["rounds"] == 2
    event = session.execute(select(EventLog).where(EventLog.type == "schedule.run")).scalar_one()
    assert (event.args["rfxId"], event.args["round"]) == (second.id, 2)


def test_a_blank_round_offers_nothing(session: Session, client: CheckedClient, submitted: SentRfx) -> None:
    schedule = repeat(client, rfxId=submitted.id, startsFrom="BLANK")
    act(client, schedule, "run")
    assert rfxs_of(session, submitted)[1].previous_rfx_id is None


def test_three_years_of_a_yearly_schedule(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    first = date(now().year + 1, 3, 31)
    schedule = repeat(client, rfxId=submitted.id, nextOn=first.isoformat(), everyMonths=6)
    day, last = in_days(1), add_months(first, 30)
    while day < last:
        run_on(day)
        day += timedelta(days=5)
    sent_on = [(row.due_on, row.rfx_id is not None) for row in occurrences(schedule)[1:]]
    expected = [add_months(first, months) for months in (0, 6, 12, 18, 24, 30)]
    assert sent_on == [(day, True) for day in expected[: len(sent_on)]]
    assert len(sent_on) in (5, 6)
    assert [each.isoformat()[5:] for each, _ in sent_on[:4]] == ["03-31", "09-30", "03-31", "09-30"]


def test_three_years_after_each_close(session: Session, client: CheckedClient, submitted: SentRfx) -> None:
    schedule = repeat(client, rfxId=submitted.id, anchor="AFTER_CLOSE", nextOn=None, leadDays=10)
    closed = in_days(0)
    for year in range(3):
        due = add_months(closed, 12)
        run_on(due - timedelta(days=11))
        assert len(occurrences(schedule)) == year + 1
        opening = due - timedelta(days=10)
        run_on(opening)
        (*_, last) = occurrences(schedule)
        assert (last.occurrence, last.due_on) == (year + 1, due)
        assert get(client, schedule)["nextOn"] is None
        rfx = session.get_one(Rfx, last.rfx_id)
        closed = opening + timedelta(days=year + 2)
        with at(closed):
            submit(
                SentRfx(rfx.id, rfx, submitted.sender, submitted.respondent, submitted.forms),
                name="B",
                iso=True,
            )
        run_on(closed)
        assert get(client, schedule)["nextOn"] == add_months(closed, 12).isoformat()


def test_an_expired_round_counts_as_closed(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    schedule = repeat(client, rfxId=submitted.id, anchor="AFTER_CLOSE", nextOn=None)
    act(client, schedule, "run")
    with at(in_days(40)):
        expire_overdue()
    run_on(in_days(40))
    assert get(client, schedule)["nextOn"] == add_months(in_days(40), 12).isoformat()


def test_a_day_begins_in_the_zone_of_the_buyer(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    buyer = session.get_one(Organisation, submitted.sender.organisation_id)
    buyer.time_zone = "Pacific/Honolulu"
    session.flush()
    repeat(client, rfxId=submitted.id)
    run_on(in_days(70))
    assert len(rfxs_of(session, submitted)) == 1, "eight in the morning UTC is the evening before"
    run_on(in_days(71))
    _, second = rfxs_of(session, submitted)
    assert second.deadline is not None
    local = second.deadline.astimezone(ZoneInfo("Pacific/Honolulu"))
    assert (local.date(), local.hour, local.minute) == (in_days(100), 23, 59)


def test_a_round_uses_the_newest_published_revision(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    schedule = repeat(client, rfxId=submitted.id)
    newer = next_revision(
        submitted.forms[0], submitted.sender, field("name"), field("iso", "YESNO"), field("new")
    )
    act(client, schedule, "run")
    _, second = rfxs_of(session, submitted)
    form_id = session.execute(
        select(RfxDocForm.doc_form_id).where(RfxDocForm.rfx_id == second.id)
    ).scalar_one()
    assert form_id == newer.id


def test_run_now_sends_in_the_name_of_the_user_and_keeps_the_series(
    session: Session, client: CheckedClient, submitted: SentRfx, signed_in: SignedIn
) -> None:
    schedule = repeat(client, rfxId=submitted.id)
    colleague = colleague_of(submitted.sender)
    after = act(signed_in(colleague), schedule, "run")
    _, second = rfxs_of(session, submitted)
    assert after["lastRfxId"] == second.id
    assert second.created_by_user_id == colleague.id
    assert second.deadline is not None
    assert second.deadline.date() == in_days(30)
    assert after["nextOn"] == add_months(in_days(100), 12).isoformat()


def test_a_held_or_ended_schedule_sends_nothing(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    schedule = repeat(client, rfxId=submitted.id)
    act(client, schedule, "hold")
    run_on(in_days(75))
    assert len(rfxs_of(session, submitted)) == 1
    with at(in_days(200)):
        resume_schedule(actor=actor_of(submitted.sender), schedule_id=schedule["id"])
    assert get(client, schedule)["nextOn"] == add_months(in_days(100), 12).isoformat()
    assert client.delete(f"{SCHEDULE}/{schedule['id']}").status_code == 204
    run_on(in_days(600))
    assert len(rfxs_of(session, submitted)) == 1


def test_an_archived_form_is_one_task_for_the_owner_until_it_is_back(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    schedule = repeat(client, rfxId=submitted.id)
    (form,) = [session.get_one(DocForm, form.id) for form in submitted.forms]
    form.is_archived = True
    session.flush()
    for day in (70, 70, 71):
        run_on(in_days(day))
    (task,) = tasks_of(session, submitted)
    assert (task.title, task.subject_title, task.assigned_user_id, task.due) == (
        "The next round could not be sent", "Yearly check", submitted.sender.id, in_days(100),
    )  # fmt: skip
    waiting = get(client, schedule)
    assert (waiting["problem"], waiting["nextOn"]) == (FORM_GONE, in_days(100).isoformat())
    (home,) = [row for row in client.get("/api/userTask").json if row["schedule"]]
    assert home["schedule"]["id"] == schedule["id"]
    form.is_archived = False
    session.flush()
    run_on(in_days(72))
    assert tasks_of(session, submitted) == []
    assert (get(client, schedule)["problem"], len(rfxs_of(session, submitted))) == (None, 2)


def test_run_now_with_an_archived_form_is_refused_with_the_reason(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    schedule = repeat(client, rfxId=submitted.id)
    for form in submitted.forms:
        session.get_one(DocForm, form.id).is_archived = True
    session.flush()
    refused = client.post(f"{SCHEDULE}/{schedule['id']}/run", json={})
    assert (refused.status_code, refused.json["message"]) == (422, FORM_GONE)
    assert len(occurrences(schedule)) == 1


@pytest.mark.parametrize("is_suspended", [True, False])
def test_an_owner_who_may_no_longer_send_is_a_task_for_the_super_users(
    session: Session, client: CheckedClient, submitted: SentRfx, signed_in: SignedIn, is_suspended: bool
) -> None:
    owner = colleague_of(submitted.sender)
    schedule = repeat(client, rfxId=submitted.id, ownerUserId=owner.id)
    if is_suspended:
        owner.status = UserStatus.SUSPENDED
    else:
        owner.role_id = role_id(owner.organisation_id, "Viewer")
    session.flush()
    for _ in range(2):
        run_on(in_days(70))
    assert len(rfxs_of(session, submitted)) == 1
    (task,) = tasks_of(session, submitted)
    assert (task.title, task.assigned_user_id) == ("Choose who owns this schedule", submitted.sender.id)
    assert get(client, schedule)["problem"] == NO_OWNER
    changed = client.put(f"{SCHEDULE}/{schedule['id']}", json=schedule_json(ownerUserId=submitted.sender.id))
    assert (changed.status_code, changed.json["problem"]) == (200, None)
    assert tasks_of(session, submitted) == []
    run_on(in_days(70))
    assert rfxs_of(session, submitted)[1].created_by_user_id == submitted.sender.id


def test_a_suspended_contact_is_replaced_by_another_one_of_the_supplier(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    schedule = repeat(client, rfxId=submitted.id)
    deputy = colleague_of(submitted.respondent)
    submitted.respondent.status = UserStatus.SUSPENDED
    session.flush()
    run_on(in_days(70))
    _, second = rfxs_of(session, submitted)
    task = session.execute(
        select(UserTask).where(UserTask.type == "RFX", UserTask.subject_id == second.id)
    ).scalar_one()
    assert task.assigned_user_id == deputy.id
    deputy.status = UserStatus.SUSPENDED
    session.flush()
    act_day = add_months(in_days(100), 12)
    run_on(act_day)
    assert len(rfxs_of(session, submitted)) == 2
    assert "can receive this round" in get(client, schedule)["problem"]
    assert [task.title for task in tasks_of(session, submitted)] == ["The next round could not be sent"]


def test_named_contacts_get_the_round(session: Session, client: CheckedClient, submitted: SentRfx) -> None:
    contact = colleague_of(submitted.respondent)
    schedule = repeat(client, rfxId=submitted.id, contactIds=[contact.id])
    act(client, schedule, "run")
    _, second = rfxs_of(session, submitted)
    assignees = session.execute(
        select(UserTask.assigned_user_id).where(UserTask.type == "RFX", UserTask.subject_id == second.id)
    ).scalars()
    assert list(assignees) == [contact.id]


def test_a_schedule_ends_at_level_none_and_notifies_its_owner(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    schedule = repeat(client, rfxId=submitted.id)
    relationship = session.get_one(Relationship, schedule["relationshipId"])
    relationship.level = RelationshipLevel.NONE
    session.flush()
    for _ in range(2):
        run_on(in_days(1))
    assert get(client, schedule)["state"] == "ENDED"
    notification = session.execute(
        select(Notification).where(Notification.kind == "SCHEDULE_ENDED")
    ).scalar_one()
    assert (notification.user_id, notification.awaits_daily_mail) == (submitted.sender.id, True)
    (news,) = [row for row in client.get("/api/notification").json if row["kind"] == "SCHEDULE_ENDED"]
    assert "".join(part["text"] for part in news["sentence"]).startswith("Yearly check no longer repeats")
    run_on(in_days(100))
    assert len(rfxs_of(session, submitted)) == 1


def test_an_assessment_starts_again_with_the_people_of_the_last_one(
    session: Session, client: CheckedClient, sent: SentRfx, signed_in: SignedIn
) -> None:
    relationship = session.execute(
        select(Relationship).where(Relationship.organisation_id == sent.sender.organisation_id)
    ).scalar_one()
    colleague = colleague_of(sent.sender)
    first = make_assessment(
        sent.sender, relationship, type="QUALIFICATION", title="Audit",
        contacts=[sent.respondent.id], internal_recipients=[colleague.id, "guest@x.example"],
    )  # fmt: skip
    schedule = repeat(client, assessmentId=first.id)
    for _ in range(2):
        run_on(in_days(70))
    second = session.get_one(Assessment, get(client, schedule)["lastAssessmentId"])
    assert second.id != first.id
    assert (second.title, second.type, second.created_by_user_id) == (
        "Audit",
        "QUALIFICATION",
        sent.sender.id,
    )
    assert second.deadline is not None
    assert second.deadline.date() == in_days(100)

    def people(assessment: Assessment) -> list[Any]:
        detail = client.get(f"/api/assessment/{assessment.id}").json
        return sorted((row["type"], row["title"]) for row in detail["rfxs"])

    assert people(second) == people(first)
    assert len(people(second)) == 3
    colleague.status = UserStatus.SUSPENDED
    session.flush()
    run_on(add_months(in_days(100), 12))
    third = session.get_one(Assessment, get(client, schedule)["lastAssessmentId"])
    assert len(people(third)) == 2, "the suspended colleague is left out"


def test_an_assessment_after_closing_is_planned_when_it_is_closed(
    session: Session, client: CheckedClient, sent: SentRfx
) -> None:
    relationship = session.execute(
        select(Relationship).where(Relationship.organisation_id == sent.sender.organisation_id)
    ).scalar_one()
    assessment = make_assessment(
        sent.sender, relationship, type="QUALIFICATION", contacts=[sent.respondent.id]
    )
    schedule = repeat(client, assessmentId=assessment.id, anchor="AFTER_CLOSE", nextOn=None)
    survey = session.execute(select(Rfx).where(Rfx.assessment_id == assessment.id)).scalar_one()
    run_on(in_days(5))
    assert get(client, schedule)["nextOn"] is None
    submit(SentRfx(survey.id, survey, sent.sender, sent.respondent, ()), goods="5", dates="5")
    close_assessment(actor=actor_of(sent.sender), assessment_id=assessment.id)
    run_on(in_days(5))
    assert get(client, schedule)["nextOn"] == add_months(in_days(0), 12).isoformat()
    run_on(add_months(in_days(0), 12))
    *_, second = session.execute(select(Rfx).where(Rfx.assessment_id.is_not(None)).order_by(Rfx.id)).scalars()
    assert (second.id != survey.id, second.previous_rfx_id) == (True, survey.id)


def test_a_failing_schedule_does_not_stop_the_others(
    session: Session, client: CheckedClient, submitted: SentRfx
) -> None:
    broken = repeat(client, rfxId=submitted.id)
    another = send_rfx(submitted.sender, submitted.respondent, blocks=[field("other")])
    other = repeat(client, rfxId=another.id)
    row = session.get_one(Schedule, broken["id"])
    template = row.template
    row.template = TemplateJson(**{**template, "type": "UNKNOWN"})
    session.flush()
    run_on(in_days(70))
    assert [each.state for each in occurrences(other)] == [OccurrenceState.SENT] * 2
    assert len(occurrences(broken)) == 1
    session.get_one(Schedule, broken["id"]).template = template
    session.flush()
    run_on(in_days(70))
    assert len(occurrences(broken)) == 2
