"""Hand-overs: to a colleague, to an address of the same mail domain, and to a foreign one after a confirmation."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.public import LinkPurpose, grant_for, new_link
from app.accounts.types import UserStatus
from app.delegation.types import MAX_HANDOVERS
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.messages.models import ThreadParticipant
from app.notifications.models import Notification
from app.rfx.models import FormValue, Rfx
from app.rfx.types import RFX, RfxStatus
from app.tasks.models import UserTask
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of, make_guest
from tests.factories.rfx import SentRfx, answers_json, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

LINK = re.compile(r"http://localhost/guest/([\w-]+)/rfx/(\d+)")


@pytest.fixture
def guest(session: Session) -> User:
    """A guest whose mail domain is no public one."""
    user = make_guest()
    user.name, user.email = "Gina Guest", "gina@adria-metal.example"
    return user


@pytest.fixture
def asked(guest: User) -> SentRfx:
    sender = UserFactory(
        in_organisation=OrganisationFactory(name="Northwind Buying"),
        email="ann@northwind.example",
        name="Ann",
    )
    return send_rfx(sender, guest, guest=True, deadline=now() + timedelta(days=9))


@pytest.fixture
def contact(asked: SentRfx, signed_in: SignedIn) -> CheckedClient:
    return signed_in(asked.respondent, rfx_id=asked.id)


def body(email: str = "milos@adria-metal.example", **values: Any) -> dict[str, Any]:
    return {"name": "Milos Petrov", "email": email} | values


def link_of(guest: User, rfx_id: int) -> str:
    """Create a link like an earlier mail of the guest has."""
    grant = grant_for(user_id=guest.id, subject_type=RFX, subject_id=rfx_id)
    assert grant is not None
    return new_link(purpose=LinkPurpose.GUEST, user_id=guest.id, life=None, grant_id=grant.id)


def mails_to(session: Session, email: str) -> list[OutboxMail]:
    return session.query(OutboxMail).filter_by(to_email=email).order_by(OutboxMail.id).all()


def test_same_domain_gets_the_request_at_once(
    asked: SentRfx, contact: CheckedClient, signed_in: SignedIn, new_client: Callable[[], CheckedClient],
    session: Session,
) -> None:  # fmt: skip
    contact.put(f"{asked.path}/value", json=answers_json(company_name="Adria"))
    token = link_of(asked.respondent, asked.id)
    done = contact.post(f"{asked.path}/handover", json=body(note="Quality is\nyours.")).json
    assert (done["latest"]["state"], done["mayHandOver"]) == ("DONE", False)
    assert contact.get(asked.path).status_code == 401, "the session of the former contact has ended"

    (mail,) = mails_to(session, "milos@adria-metal.example")
    assert (mail.template, "Quality is" in mail.text) == ("RFI", True)
    match = LINK.search(mail.text)
    assert match is not None
    client = new_client()
    client.token = client.post("/api/session/guest", json={"uuid": match[1]}).json["accessToken"]
    answers = client.get(asked.path).json["latestValuesFvc"]
    assert answers["values"]["company_name"]["value"] == "Adria", "the answers stay"
    assert client.put(f"{asked.path}/value", json=answers_json(employees="7")).json["saved"]
    assert (
        session.query(FormValue).filter_by(key="company_name").one().created_by_user_id == asked.respondent.id
    )

    page = new_client().get(f"/guest/{token}/rfx/{asked.id}")
    assert page.status_code == 404
    assert "Handed over to Milos Petrov" in page.text
    assert "Adria" not in page.text

    requester = signed_in(asked.sender)
    shown = requester.get(f"{asked.path}/handover").json
    assert shown["latest"]["name"] == "Milos Petrov"
    assert not shown["mayDecide"]
    assert session.query(Notification).filter_by(user_id=asked.sender.id).one().kind == "RFX_HANDED_OVER"
    (report,) = [each for each in mails_to(session, asked.sender.email) if "handed" in each.subject]
    assert "milos@adria-metal.example" in report.text


def test_foreign_domain_waits_for_the_requester(
    asked: SentRfx, contact: CheckedClient, signed_in: SignedIn, session: Session
) -> None:
    pending = contact.post(f"{asked.path}/handover", json=body("milos@lab.example")).json
    assert (pending["latest"]["state"], pending["mayHandOver"]) == ("PENDING", True)
    assert mails_to(session, "milos@lab.example") == []
    assert contact.put(f"{asked.path}/value", json=answers_json(company_name="Still me")).json["saved"]
    task = session.query(UserTask).filter_by(type="HANDOVER").one()
    assert (task.title, task.assigned_user_id, task.is_open) == (
        "Confirm the new contact Milos Petrov", asked.sender.id, True,
    )  # fmt: skip
    requester = signed_in(asked.sender)
    shown = requester.get(f"{asked.path}/handover").json
    assert (shown["mayDecide"], shown["latest"]["email"]) == (True, "milos@lab.example")
    path = f"{asked.path}/handover/{shown['latest']['id']}/decision"
    assert contact.post(path, json={"isConfirmed": True}).status_code == 403
    assert requester.post(path, json={"isConfirmed": True}).json["latest"]["state"] == "DONE"
    assert len(mails_to(session, "milos@lab.example")) == 1
    assert contact.get(asked.path).status_code == 401
    assert not session.get_one(UserTask, task.id).is_open
    assert requester.post(path, json={"isConfirmed": True}).status_code == 404, "it no longer waits"


def test_declined_contact_stays_out_and_the_guest_reads_the_reason(
    asked: SentRfx, contact: CheckedClient, signed_in: SignedIn, session: Session
) -> None:
    pending = contact.post(f"{asked.path}/handover", json=body("milos@gmail.com")).json["latest"]
    assert pending["state"] == "PENDING"
    path = f"{asked.path}/handover/{pending['id']}/decision"
    requester = signed_in(asked.sender)
    assert requester.post(path, json={"isConfirmed": False}).json["fields"] == {"reason": ["Please say why."]}
    reason = {"isConfirmed": False, "reason": "We know only you."}
    assert requester.post(path, json=reason).json["latest"]["state"] == "DECLINED"
    assert mails_to(session, "milos@gmail.com") == []
    (mail,) = mails_to(session, asked.respondent.email)
    assert "We know only you." in mail.text
    assert contact.get(f"{asked.path}/handover").json["latest"]["reason"] == "We know only you."


@pytest.mark.parametrize(
    ("former", "new", "state"),
    [
        ("gina@gmail.com", "milos@gmail.com", "PENDING"),
        ("gina@adria.example", "milos@sub.adria.example", "PENDING"),
        ("gina@adria.example", "milos@ADRIA.example", "DONE"),
        ("gina@adria.example", "milos@adria.example.org", "PENDING"),
    ],
)
def test_only_the_same_own_domain_needs_no_confirmation(
    asked: SentRfx, contact: CheckedClient, former: str, new: str, state: str
) -> None:
    asked.respondent.email = former
    assert contact.post(f"{asked.path}/handover", json=body(new)).json["latest"]["state"] == state


def test_later_hand_over_replaces_the_waiting_one(
    asked: SentRfx, contact: CheckedClient, signed_in: SignedIn, session: Session
) -> None:
    first = contact.post(f"{asked.path}/handover", json=body("milos@lab.example")).json["latest"]
    second = contact.post(f"{asked.path}/handover", json=body("eva@lab.example", name="Eva")).json["latest"]
    assert session.query(UserTask).filter_by(type="HANDOVER", is_open=True).one().title.endswith("Eva")
    requester = signed_in(asked.sender)
    path = f"{asked.path}/handover/{{}}/decision"
    assert requester.post(path.format(first["id"]), json={"isConfirmed": True}).status_code == 404
    assert requester.post(path.format(second["id"]), json={"isConfirmed": True}).status_code == 200


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"email": ""}, "email", "An e-mail address is required."),
        ({"name": ""}, "name", "Enter the person's name."),
        ({"email": "GINA@adria-metal.example"}, "email", "This is your own address."),
        (
            {"email": "bob@northwind.example"},
            "email",
            "bob@northwind.example belongs to Northwind Buying's organisation.",
        ),
    ],
)
def test_bad_input_gets_a_sentence(
    asked: SentRfx, contact: CheckedClient, values: dict[str, str], field: str, sentence: str
) -> None:
    response = contact.post(f"{asked.path}/handover", json=body(**values))
    assert response.status_code == 422
    assert response.json["fields"][field] == [sentence]


def test_closed_requests_and_too_many_hand_overs_are_refused(
    asked: SentRfx, contact: CheckedClient, session: Session
) -> None:
    for number in range(MAX_HANDOVERS):
        assert contact.post(f"{asked.path}/handover", json=body(f"p{number}@lab.example")).status_code == 201
    refused = contact.post(f"{asked.path}/handover", json=body("last@lab.example"))
    assert (refused.status_code, refused.json["message"]) == (409, "An RFx can be handed over 10 times.")
    session.get_one(Rfx, asked.id).status = RfxStatus.COMPLETED
    session.flush()
    assert contact.post(f"{asked.path}/handover", json=body()).status_code == 409
    assert not contact.get(f"{asked.path}/handover").json["mayHandOver"]


def test_submission_ends_a_waiting_hand_over(
    asked: SentRfx, contact: CheckedClient, signed_in: SignedIn, session: Session
) -> None:
    pending = contact.post(f"{asked.path}/handover", json=body("milos@lab.example")).json["latest"]
    contact.post(f"{asked.path}/decline", json={"reason": "No capacity."})
    assert not session.query(UserTask).filter_by(type="HANDOVER").one().is_open
    response = signed_in(asked.sender).post(
        f"{asked.path}/handover/{pending['id']}/decision", json={"isConfirmed": True}
    )
    assert response.status_code == 409


def test_user_hands_the_task_and_the_conversation_to_a_colleague(
    signed_in: SignedIn, session: Session
) -> None:
    sent = send_rfx(
        respondent=UserFactory(in_organisation=OrganisationFactory(name="Adria Metal"), name="Lena")
    )
    colleague = colleague_of(sent.respondent, name="Ana Horvat")
    client = signed_in(sent.respondent)
    done = client.post(f"{sent.path}/handover", json={"userId": colleague.id, "note": "Yours."}).json
    assert (done["latest"]["state"], done["latest"]["email"]) == ("DONE", None)
    task = session.query(UserTask).filter_by(type="RFX", subject_id=sent.id).one()
    assert (task.assigned_user_id, task.is_open) == (colleague.id, True)
    participants = session.query(ThreadParticipant.user_id).filter_by(thread_id=sent.rfx.thread_id).all()
    assert {user_id for (user_id,) in participants} == {sent.sender.id, colleague.id}
    (mail,) = mails_to(session, colleague.email)
    assert (mail.template, "Yours." in mail.text) == ("USERTASKASSIGNMENT", True)
    shown = signed_in(sent.sender).get(f"{sent.path}/handover").json["latest"]
    assert (shown["name"], shown["state"]) == ("Ana Horvat", "DONE")


def test_user_names_a_colleague_who_can_take_over(signed_in: SignedIn, session: Session) -> None:
    sent = send_rfx(respondent=UserFactory(in_organisation=OrganisationFactory(name="Adria Metal")))
    client, path = signed_in(sent.respondent), f"{sent.path}/handover"
    stranger = UserFactory()
    assert client.post(path, json={"userId": stranger.id}).status_code == 422
    unknown = client.post(path, json={"email": "new@adria.example"}).json["fields"]["email"]
    assert unknown == [
        "new@adria.example is no user of Adria Metal. Choose a colleague, or ask the person for a part."
    ]
    assert client.post(path, json={"userId": sent.respondent.id}).status_code == 409
    suspended = colleague_of(sent.respondent, name="Sue")
    suspended.status = UserStatus.SUSPENDED
    session.flush()
    assert client.post(path, json={"userId": suspended.id}).status_code == 409
    viewer = colleague_of(sent.respondent, role_name="Viewer")
    assert signed_in(viewer).post(path, json={"userId": sent.respondent.id}).status_code == 403
    assert signed_in(sent.sender).post(path, json={"userId": viewer.id}).status_code == 403
    assert signed_in(stranger).post(path, json={"userId": viewer.id}).status_code == 404
