"""Links in mails: password resets and invitations (specification section 2, Login, reset, accept invite)."""

import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from PIL import Image
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.accounts.types import OrganisationStatus, UserStatus
from app.events.models import EventLog
from app.files.operations import store_bytes
from app.files.types import AttachmentKind
from app.kernel import clock
from app.kernel.mail.outbox import OutboxMail
from tests.factories.accounts import PASSWORD, UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox

NEW = "A brand-new secret 7"
INVITE = {
    "contactName": "Jo Supplier",
    "contactEmail": "jo@supplier.example",
    "organisationName": "Supplier Ltd",
    "relationshipLevel": "Evaluation",
    "testSupplier": False,
}


def link_in_last_mail(session: Session, path: str) -> str:
    html = session.query(OutboxMail.html).order_by(OutboxMail.id.desc()).first()[0]
    return html.split(f"/{path}/")[1].split('"')[0]


@pytest.fixture
def reset_token(
    client: CheckedClient, run_jobs: Callable[[], int], mailbox: Mailbox
) -> Callable[[User], str]:
    """Return a function that requests a password reset and returns the token in the mailed link."""

    def request_reset(user: User) -> str:
        assert client.post("/api/user/sendPasswordReset", json={"email": user.email}).status_code == 204
        run_jobs()
        return mailbox.to(user.email)[-1].links[0].split("/passwordReset/")[1]

    return request_reset


def test_reset_link_works_once_and_ends_all_sessions(
    session: Session, client: CheckedClient, reset_token: Callable[[User], str]
) -> None:
    user = UserFactory()
    client.sign_in(user.email, PASSWORD)
    token = reset_token(user)
    assert client.head(f"/passwordReset/{token}").status_code == 200
    page = client.get(f"/passwordReset/{token}")
    assert "Confirm password" in page.text
    assert "Invalid Link!" not in page.text
    weak = client.put(f"/api/user/{token}/resetPassword", json={"password": "short"})
    assert weak.status_code == 422
    assert weak.json["fields"]["password"] == ["The password must have at least 8 characters."]
    done = client.put(f"/api/user/{token}/resetPassword", json={"password": NEW})
    assert done.json == {"name": user.name, "email": user.email}
    assert client.get("/api/session").status_code == 401
    again = client.put(f"/api/user/{token}/resetPassword", json={"password": NEW})
    assert again.status_code == 404
    assert "Invalid Link!" in client.get(f"/passwordReset/{token}").text
    assert "Invalid Link!" in client.get("/passwordReset/made-up").text
    client.sign_in(user.email, NEW)
    types = [row[0] for row in session.query(EventLog.type).filter_by(subject_user_id=user.id)]
    assert {
        "user.passwordReset.requested",
        "user.passwordReset.visited",
        "user.passwordReset.completed",
    } <= set(types)


def test_reset_link_expires_after_two_hours(
    session: Session, client: CheckedClient, reset_token: Callable[[User], str]
) -> None:
    token = reset_token(UserFactory())
    with clock.shifted(timedelta(hours=2, minutes=1)):
        assert client.put(f"/api/user/{token}/resetPassword", json={"password": NEW}).status_code == 404


def test_reset_request_does_not_reveal_known_addresses(
    session: Session, client: CheckedClient, run_jobs: Callable[[], int]
) -> None:
    """Content and duration are equal: both cases run the same statements, and a job does the rest."""
    statements = []
    for email in (UserFactory().email, "nobody@nowhere.example"):
        response = client.post("/api/user/sendPasswordReset", json={"email": email})
        assert (response.status_code, response.data) == (204, b"")
        statements.append(client.statement_log)
    assert statements[0] == statements[1]
    assert session.query(OutboxMail).count() == 0
    run_jobs()
    assert session.query(OutboxMail).count() == 1


def test_forged_host_headers_never_reach_a_mail(
    session: Session, client: CheckedClient, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    user = UserFactory()
    client.post("/api/user/sendPasswordReset", json={"email": user.email}, headers={"Host": "evil.example"})
    run_jobs()
    mail = mailbox.to(user.email)[0]
    assert "evil.example" not in mail.html + mail.text
    assert "http://localhost/passwordReset/" in mail.text
    client.sign_in(user.email, PASSWORD)
    forged = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    assert client.post("/api/relationship/invite", json=INVITE, headers=forged).status_code == 201
    invited = session.query(OutboxMail).order_by(OutboxMail.id.desc()).first()
    assert invited.template == "SUPPLIERINVITE"
    assert "evil.example" not in invited.html + invited.text + invited.message_id


def test_stored_mails_contain_no_working_link(session: Session, reset_token: Callable[[User], str]) -> None:
    token = reset_token(UserFactory())
    stored = session.query(OutboxMail).one()
    assert "/passwordReset/..." in stored.html
    assert token not in stored.html + stored.text + stored.dedupe_key


@pytest.fixture
def buyer(session: Session, client: CheckedClient) -> User:
    user: User = UserFactory(name="Rosa Meyer")
    client.sign_in(user.email, PASSWORD)
    return user


@pytest.fixture
def invitation(session: Session, client: CheckedClient, buyer: User) -> str:
    assert client.post("/api/relationship/invite", json=INVITE).status_code == 201
    return link_in_last_mail(session, "acceptInvite")


def accept(**changes: Any) -> dict[str, Any]:
    body = {
        "name": "Jo Smith",
        "email": "jo@supplier.example",
        "password": NEW,
        "organisationName": "Supplier Limited",
    }
    return body | changes


def test_invitation_survives_link_scanners_and_works_once(
    session: Session, invitation: str, new_client: Callable[[], CheckedClient]
) -> None:
    supplier = new_client()
    for _ in range(2):
        supplier.head(f"/acceptInvite/{invitation}")
        supplier.get(f"/acceptInvite/{invitation}")
    shown = supplier.get(f"/api/user/invite/{invitation}").json
    assert shown["user"]["name"] == "Jo Supplier"
    assert shown["user"]["organisation"] == {"name": "Supplier Ltd", "status": "INVITED"}
    assert shown["senderName"] == "Rosa Meyer"
    response = supplier.put(f"/api/user/invite/{invitation}", json=accept())
    assert response.status_code == 200
    supplier.token = response.json["accessToken"]
    assert supplier.get("/api/session").json["organisation"]["name"] == "Supplier Limited"
    assert supplier.get("/unauthorized").status_code == 200
    user = session.query(User).filter_by(email="jo@supplier.example").one()
    assert user.status == UserStatus.ACTIVE
    assert session.get(Organisation, user.organisation_id).status == OrganisationStatus.CONFIRMED
    notification = session.query(OutboxMail).order_by(OutboxMail.id.desc()).first()
    assert notification.subject.startswith("Jo Smith accepted")
    again = supplier.put(f"/api/user/invite/{invitation}", json=accept())
    assert again.status_code == 404
    assert again.json["errors"] == ["Sorry, it looks like that invite has already been accepted."]


@pytest.mark.parametrize(
    ("browser", "stored"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("Moon/Base", None),
        (None, None),
    ],
)
def test_accepting_takes_the_time_zone_of_the_browser(
    session: Session,
    invitation: str,
    new_client: Callable[[], CheckedClient],
    browser: str | None,
    stored: str | None,
) -> None:
    response = new_client().put(f"/api/user/invite/{invitation}", json=accept(timeZone=browser))
    assert response.status_code == 200
    user = session.query(User).filter_by(email="jo@supplier.example").one()
    organisation = session.get_one(Organisation, user.organisation_id)
    assert (user.time_zone, organisation.time_zone) == (stored, stored)


def test_colleague_who_accepts_does_not_change_the_time_zone_of_the_organisation(
    session: Session, buyer: User, client: CheckedClient, new_client: Callable[[], CheckedClient]
) -> None:
    body = {"name": "Ann New", "email": "jo@supplier.example", "role": "Viewer"}
    assert client.post("/api/user", json=body).status_code == 201
    token = link_in_last_mail(session, "acceptInvite")
    response = new_client().put(f"/api/user/invite/{token}", json=accept(timeZone="Asia/Tokyo"))
    assert response.status_code == 200
    user = session.query(User).filter_by(email="jo@supplier.example").one()
    assert user.time_zone == "Asia/Tokyo"
    assert session.get_one(Organisation, user.organisation_id).time_zone is None


def test_invited_user_sees_the_sender_without_signing_in(
    session: Session, buyer: User, invitation: str, new_client: Callable[[], CheckedClient]
) -> None:
    out = io.BytesIO()
    Image.new("RGB", (40, 40), (10, 100, 90)).save(out, "PNG")
    picture = store_bytes(
        organisation_id=buyer.organisation_id, user_id=buyer.id, filename="rosa.png", content=out.getvalue(),
        kind=AttachmentKind.USERPICLARGE,
    )  # fmt: skip
    session.get(User, buyer.id).picture_id = picture.id
    supplier = new_client()
    shown = supplier.get(f"/api/user/invite/{invitation}").json
    assert supplier.get(shown["senderPic"]).status_code == 200
    assert (shown["user"]["email"], shown["relationship"]["withOrganisation"]["name"]) == (
        "jo@supplier.example", "Supplier Ltd",
    )  # fmt: skip
    assert shown["senderOrgName"] == session.get_one(Organisation, buyer.organisation_id).name


def test_changed_address_must_be_confirmed(
    session: Session,
    invitation: str,
    new_client: Callable[[], CheckedClient],
    reset_token: Callable[[User], str],
) -> None:
    supplier = new_client()
    supplier.put(f"/api/user/invite/{invitation}", json=accept(email="other@supplier.example"))
    user = session.query(User).filter_by(email="jo@supplier.example").one()
    token = link_in_last_mail(session, "confirmEmail")
    confirmation = session.query(OutboxMail).order_by(OutboxMail.id.desc()).first()
    assert confirmation.to_email == "other@supplier.example"
    for _ in range(2):
        assert supplier.head(f"/confirmEmail/{token}").status_code == 200
        assert supplier.get(f"/confirmEmail/{token}").status_code == 200
    session.refresh(user)
    assert user.email == "jo@supplier.example"
    new_client().sign_in("jo@supplier.example", NEW)
    reset = reset_token(user)
    assert supplier.put(f"/api/user/confirmEmail/{token}").status_code == 200
    session.refresh(user)
    assert user.email == "other@supplier.example"
    assert supplier.put(f"/api/user/confirmEmail/{token}").status_code == 404
    too_late = supplier.put(f"/api/user/{reset}/resetPassword", json={"password": NEW})
    assert too_late.status_code == 404
    new_client().sign_in("other@supplier.example", NEW)


def test_common_password_is_reported_before_accepting(
    invitation: str, new_client: Callable[[], CheckedClient]
) -> None:
    supplier = new_client()
    path = f"/api/user/invite/{invitation}/passwordCheck"
    common = supplier.post(path, json={"password": "password123"})
    assert common.json == {"fault": "This password is too common. Please choose another one."}
    assert supplier.post(path, json={"password": NEW}).json == {"fault": None}
    supplier.put(f"/api/user/invite/{invitation}", json=accept())
    assert supplier.post(path, json={"password": NEW}).status_code == 404


def test_accept_form_errors_name_their_fields(
    session: Session, invitation: str, new_client: Callable[[], CheckedClient]
) -> None:
    taken = UserFactory(email="taken@firm.example")
    supplier = new_client()
    response = supplier.put(f"/api/user/invite/{invitation}", json=accept(email=taken.email))
    assert response.json["fields"] == {"email": ["Email address already in use."]}
    response = supplier.put(
        f"/api/user/invite/{invitation}", json=accept(name=" ", email="x", organisationName="n" * 201)
    )
    assert set(response.json["fields"]) == {"name", "email", "organisationName"}
    response = supplier.put(f"/api/user/invite/{invitation}", json=accept(password="Supplier Limited"))
    assert response.json["fields"] == {"password": ["The password must not be your organisation's name."]}
    free = supplier.get(
        "/api/user/emailAvailable", query_string={"email": "jo@supplier.example", "invite": invitation}
    )
    assert free.json == {"available": True}
    assert supplier.get("/api/user/emailAvailable", query_string={"email": "x@y.example"}).status_code == 401


def test_invitation_expires_after_30_days_and_copies_stay_valid(
    session: Session, client: CheckedClient, invitation: str, new_client: Callable[[], CheckedClient]
) -> None:
    user = session.query(User).filter_by(email="jo@supplier.example").one()
    assert client.post(f"/api/user/{user.id}/resendInvite").status_code == 204
    second = link_in_last_mail(session, "acceptInvite")
    assert second != invitation
    visitor = new_client()
    assert visitor.get(f"/api/user/invite/{invitation}").status_code == 200
    assert visitor.get(f"/api/user/invite/{second}").status_code == 200
    with clock.shifted(timedelta(days=31)):
        assert visitor.get(f"/api/user/invite/{second}").status_code == 404


def test_second_inviter_learns_nothing_about_the_first(
    session: Session, invitation: str, new_client: Callable[[], CheckedClient]
) -> None:
    second = new_client()
    second.sign_in(UserFactory(name="Elsa Norén").email, PASSWORD)
    response = second.post("/api/relationship/invite", json=INVITE | {"organisationName": "Another Name"})
    assert response.status_code == 201
    mail = session.query(OutboxMail).order_by(OutboxMail.id.desc()).first()
    assert "Rosa" not in mail.html
    second_token = link_in_last_mail(session, "acceptInvite")
    assert session.query(User).filter_by(email="jo@supplier.example").count() == 1
    supplier = new_client()
    assert supplier.put(f"/api/user/invite/{second_token}", json=accept()).status_code == 200
    assert supplier.get(f"/api/user/invite/{invitation}").status_code == 404
    notifications = session.query(OutboxMail).filter(OutboxMail.subject.startswith("Jo Smith accepted")).all()
    assert len({mail.to_email for mail in notifications}) == len(notifications) == 2


def test_addresses_match_in_any_domain_spelling(
    session: Session,
    client: CheckedClient,
    new_client: Callable[[], CheckedClient],
    run_jobs: Callable[[], int],
    mailbox: Mailbox,
) -> None:
    """Browsers convert internationalised domains in email fields to `xn--` notation."""
    client.sign_in(UserFactory().email, PASSWORD)
    typed = "jo@xn--bcher-kva.example"
    invited = client.post("/api/relationship/invite", json=INVITE | {"contactEmail": typed})
    assert invited.status_code == 201
    token = link_in_last_mail(session, "acceptInvite")
    visitor = new_client()
    accepted = visitor.put(
        f"/api/user/invite/{token}",
        json={"name": "Jo", "email": typed, "password": NEW, "organisationName": "Bücher"},
    )
    assert accepted.status_code == 200
    for spelling in (typed, "Jo@Bücher.example", "JO@BU\u0308CHER.EXAMPLE"):
        new_client().sign_in(spelling, NEW)
        free = client.get("/api/user/emailAvailable", query_string={"email": spelling})
        assert free.json == {"available": False}, spelling
        match = client.get(
            "/api/relationship/match", query_string={"email": f"anna@{spelling.partition('@')[2]}"}
        )
        assert match.json["match"]["name"] == "Bücher", spelling
    assert visitor.post("/api/user/sendPasswordReset", json={"email": typed}).status_code == 204
    run_jobs()
    assert any("/passwordReset/" in link for mail in mailbox.to(typed) for link in mail.links)


def test_suspended_user_cannot_confirm_an_address(
    session: Session, invitation: str, new_client: Callable[[], CheckedClient]
) -> None:
    supplier = new_client()
    supplier.put(f"/api/user/invite/{invitation}", json=accept(email="other@supplier.example"))
    user = session.query(User).filter_by(email="jo@supplier.example").one()
    token = link_in_last_mail(session, "confirmEmail")
    user.status = UserStatus.SUSPENDED
    session.flush()
    assert supplier.put(f"/api/user/confirmEmail/{token}").status_code == 404
    session.refresh(user)
    assert user.email == "jo@supplier.example"
