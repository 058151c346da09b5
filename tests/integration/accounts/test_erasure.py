"""Erasing the personal data of a user: removed data, remaining records, and the permission."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from app.accounts.models import MailLink, RecoveryCode, SignIn, Totp, User
from app.accounts.operations.links import new_link
from app.accounts.types import FORMER_USER, AccountMail, LinkPurpose, UserStatus
from app.audit.models import AuditEntry
from app.due.models import CalendarFeed
from app.events.models import EventLog
from app.events.public import record
from app.kernel.clock import shifted
from app.kernel.mail.outbox import Recipient, queue_mail
from tests.factories.accounts import PASSWORD, UserFactory, actor_of, colleague_of
from tests.factories.factors import add_app, add_recovery_codes
from tests.factories.messages import make_thread
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

SUSPENDED = {"status": UserStatus.SUSPENDED}


@pytest.fixture
def owner(session: Session) -> User:
    created: User = UserFactory(name="Ann Owner")
    return created


@pytest.fixture
def client_of_owner(owner: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(owner)


@pytest.fixture
def leaver(owner: User) -> User:
    return colleague_of(
        owner, name="Zoe Zanzibar", email="zoe.zanzibar@firm.example", phone="555-Zanzibar", mobile="556",
        job_title="Zanzibar buyer",
    )  # fmt: skip


def erase(client: CheckedClient, user: User) -> int:
    return client.post(f"/api/user/{user.id}/erasure").status_code


def test_nothing_personal_is_left(
    session: Session,
    owner: User,
    leaver: User,
    client_of_owner: CheckedClient,
    signed_in: SignedIn,
    run_jobs: Callable[[], int],
) -> None:
    partner = UserFactory(name="Pat Partner")
    make_thread(leaver, [partner], subject="Delivery dates")
    as_leaver = signed_in(leaver)
    assert as_leaver.post("/api/calendarFeed").status_code < 300
    record("organisation.updated", actor=actor_of(leaver), organisationId=1, organisationName="x")
    record(
        "user.updated",
        actor=actor_of(owner),
        subject_user_id=leaver.id,
        userId=leaver.id,
        userName=leaver.name,
    )
    record(
        "rfxAward.submitted", actor=actor_of(owner), approverId=leaver.id, approverName=leaver.name,
        requestId=1, requestTitle="Steel",
    )  # fmt: skip
    queue_mail(
        AccountMail.GENERAL, to=Recipient(leaver.name, leaver.email, leaver.id), dedupe_key="erased",
        context={"heading": "Zanzibar", "lines": [], "button_label": "Open", "button_url": "http://localhost/x"},
    )  # fmt: skip
    new_link(
        purpose=LinkPurpose.EMAIL_CONFIRMATION,
        user_id=leaver.id,
        new_email="zanzibar@new.example",
        life=timedelta(days=1),
    )
    session.query(SignIn).filter_by(user_id=leaver.id).update({"address": "203.0.113.9"})
    add_app(leaver)
    add_recovery_codes(leaver)
    session.flush()
    assert (
        client_of_owner.put(f"/api/user/{leaver.id}/suspended", json={"suspended": True}).status_code == 200
    )
    entries = session.query(AuditEntry).count()
    assert erase(client_of_owner, leaver) == 200
    run_jobs()
    assert session.query(AuditEntry).count() == entries + 1, "the audit log only grows"
    user = session.get_one(User, leaver.id, populate_existing=True)
    assert (user.name, user.email) == (FORMER_USER, f"erased-{leaver.id}@erased.invalid")
    assert {user.phone, user.mobile, user.job_title, user.password_hash, user.picture_id} == {None}
    assert {session.query(model).filter_by(user_id=leaver.id).count() for model in (Totp, RecoveryCode)} == {
        0
    }
    assert session.query(CalendarFeed).filter_by(user_id=leaver.id).count() == 0
    assert {sign_in.address for sign_in in session.query(SignIn).filter_by(user_id=leaver.id)} == {""}
    assert session.query(MailLink).filter_by(user_id=leaver.id, used=None).count() == 0
    left = {
        table: session.execute(
            text(f"select count(*) from {table} t where t::text ilike '%zanzibar%'")
        ).scalar_one()
        for table in session.execute(
            text("select tablename from pg_tables where schemaname = 'public' and tablename <> 'alembic_version'")
        ).scalars().all()
    }  # fmt: skip
    # The job's arguments stay until the job is deleted, after JOB_DAYS.
    assert {table for table, count in left.items() if count} <= {"job"}
    names = select(EventLog.args["byUserName"].astext).where(EventLog.created_by_user_id == leaver.id)
    assert set(session.execute(names).scalars()) == {FORMER_USER, None}, "sign-ins name the user as subject"


def test_records_of_a_former_user_stay(session: Session, owner: User, client_of_owner: CheckedClient) -> None:
    leaver = colleague_of(owner, **SUSPENDED)
    thread = make_thread(leaver, [owner], subject="Delivery dates")
    assert erase(client_of_owner, leaver) == 200
    assert client_of_owner.get(f"/api/messageThread/{thread.id}").status_code == 200
    assert FORMER_USER in client_of_owner.get(f"/api/messageThread/{thread.id}").text


def test_erased_user_can_neither_sign_in_nor_be_reactivated(
    owner: User, client_of_owner: CheckedClient, client: CheckedClient
) -> None:
    leaver = colleague_of(owner, **SUSPENDED)
    email = leaver.email
    assert erase(client_of_owner, leaver) == 200
    assert client.post("/api/session", json={"email": email, "password": PASSWORD}).status_code == 401
    response = client_of_owner.put(f"/api/user/{leaver.id}/suspended", json={"suspended": False})
    assert response.status_code == 409
    body = client_of_owner.get(f"/api/user/{leaver.id}").json
    assert (body["name"], body["mayErase"], body["maySuspend"], body["mayEdit"]) == (
        FORMER_USER,
        False,
        False,
        False,
    )
    assert erase(client_of_owner, leaver) == 409


def test_address_of_an_erased_user_is_free(
    owner: User, client_of_owner: CheckedClient, session: Session
) -> None:
    leaver = colleague_of(owner, **SUSPENDED)
    email = leaver.email
    assert erase(client_of_owner, leaver) == 200
    body = {"name": "Nia", "email": email, "role": "Viewer"}
    response = client_of_owner.post("/api/user", json=body, headers={"Idempotency-Key": "nia"})
    assert response.status_code == 201, response.text


def test_user_who_can_sign_in_is_suspended_first(owner: User, client_of_owner: CheckedClient) -> None:
    colleague = colleague_of(owner)
    response = client_of_owner.post(f"/api/user/{colleague.id}/erasure")
    assert (response.status_code, response.json["message"]) == (409, "Suspend this user first.")


def test_only_managers_of_the_own_organisation_may_erase(
    owner: User, client_of_owner: CheckedClient, signed_in: SignedIn
) -> None:
    leaver = colleague_of(owner, **SUSPENDED)
    assert erase(signed_in(colleague_of(owner, role_name="Manager")), leaver) == 403
    assert erase(signed_in(UserFactory()), leaver) == 403
    assert erase(client_of_owner, owner) == 403
    with shifted(timedelta(minutes=11)):
        response = client_of_owner.post(f"/api/user/{leaver.id}/erasure")
    assert (response.status_code, response.json["code"]) == (403, "stepUp")


def test_names_in_the_logs_of_other_organisations_are_replaced(
    session: Session, owner: User, client_of_owner: CheckedClient, run_jobs: Callable[[], int]
) -> None:
    leaver, partner = colleague_of(owner, name="Zoe Zanzibar", **SUSPENDED), UserFactory()
    record("rfx.submitted", organisation_id=partner.organisation_id, user_id=leaver.id, rfxId=1, rfxTitle="Q",
           byUserId=leaver.id, byUserName=leaver.name)  # fmt: skip
    record("user.accepted", organisation_id=partner.organisation_id, user_id=leaver.id, userId=leaver.id,
           userName=leaver.name)  # fmt: skip
    session.flush()
    assert erase(client_of_owner, leaver) == 200
    run_jobs()
    named = text("select count(*) from event_log where args::text ilike '%zanzibar%'")
    assert session.execute(named).scalar_one() == 0
