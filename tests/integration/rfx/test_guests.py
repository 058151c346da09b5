"""Guests: a link by mail, one RFx, nothing else (product decisions, Guests)."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import AccessGrant, MailLink, Organisation, User
from app.accounts.public import revoke_access
from app.events.models import EventLog
from app.files.public import AttachmentKind, store_bytes
from app.kernel import clock
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import Rfx
from app.rfx.types import RFX
from tests.factories.accounts import UserFactory
from tests.factories.files import make_picture
from tests.factories.rfx import ANSWERS, answers_json, make_form
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

LINK = re.compile(r"http://localhost(/guest/([\w-]+)/rfx/(\d+))")


@pytest.fixture
def buyer(session: Session) -> User:
    user: User = UserFactory()
    return user


@pytest.fixture
def sent(session: Session, buyer: User, signed_in: SignedIn) -> tuple[str, int]:
    """Return the token and the id of an RFx that was sent to an email address."""
    form = make_form(buyer)
    body = {
        "type": "RFI", "subject": "Please answer", "html": "<p>Hello guest</p>", "docFormIds": [form.id],
        "toEmails": ["Jo Park <jo@elsewhere.example>"],
    }  # fmt: skip
    response = signed_in(buyer).post("/api/messageThread", json=body)
    assert response.status_code == 201, response.text
    mail = session.query(OutboxMail).filter_by(to_email="jo@elsewhere.example").one()
    assert "Hello guest" in mail.text
    match = LINK.search(mail.text)
    assert match is not None
    assert int(match[3]) == response.json["rfxIds"][0]
    return match[2], int(match[3])


def sign_in(client: CheckedClient, uuid: str) -> CheckedClient:
    client.token = client.post("/api/session/guest", json={"uuid": uuid}).json["accessToken"]
    return client


def test_guest_opens_answers_returns_and_submits(
    session: Session,
    sent: tuple[str, int],
    buyer: User,
    new_client: Callable[[], CheckedClient],
    signed_in: SignedIn,
) -> None:
    uuid, rfx_id = sent
    client = new_client()
    for _ in range(2):
        assert client.head(f"/guest/{uuid}/rfx/{rfx_id}").status_code == 200
        page = client.get(f"/guest/{uuid}/rfx/{rfx_id}")
        assert page.status_code == 200
        assert "Please answer" in page.text
        assert '"accessToken":null' in page.text
    assert session.get_one(Rfx, rfx_id).status == "NEW"
    assert client.get(f"/guest/{uuid}").location == f"/guest/{uuid}/rfx/{rfx_id}"
    sign_in(client, uuid)
    signed_in_as = client.get("/api/session").json
    assert (signed_in_as["user"]["type"], signed_in_as["organisation"]["name"]) == ("GUEST", "_Guest_")
    assert signed_in_as["permissions"] == []
    assert client.post(f"/api/rfx/{rfx_id}/opened").json["status"] == "PENDING"
    client.put(f"/api/rfx/{rfx_id}/value", json=answers_json(**ANSWERS))
    back = sign_in(new_client(), uuid)
    values = back.get(f"/api/rfx/{rfx_id}").json["latestValuesFvc"]["values"]
    assert values["company_name"]["value"] == "Brightwater"
    assert back.post(f"/api/rfx/{rfx_id}/submission", json={}).json["status"] == "COMPLETED"
    assert signed_in(buyer).get(f"/api/rfx/{rfx_id}").json["status"] == "COMPLETED"
    mail = session.query(OutboxMail).filter_by(template="RFISUBMIT").one()
    assert "Sent by Assay for Jo Park." in mail.text
    assert "_Guest_" not in mail.html
    log = session.query(EventLog).filter_by(type="rfx.submitted").one()
    assert log.organisation_id == buyer.organisation_id
    assert log.args["byUserName"] == "Jo Park"
    assert "byUserId" not in log.args


def test_link_token_is_stored_as_hash_only(session: Session, sent: tuple[str, int]) -> None:
    assert sent[0] not in [link.token_hash for link in session.query(MailLink)]


def test_invalid_links_show_an_error_page(
    session: Session, sent: tuple[str, int], new_client: Callable[[], CheckedClient]
) -> None:
    uuid, rfx_id = sent
    client = new_client()
    for path in (f"/guest/{uuid}x/rfx/{rfx_id}", f"/guest/{uuid}/rfx/{rfx_id + 1}", "/guest/nonsense"):
        page = client.get(path)
        assert page.status_code == 404
        assert "Sorry, that link is no longer valid." in page.text
        assert "Please answer" not in page.text
    assert client.get("/guest").location == "/"
    assert client.post("/api/session/guest", json={"uuid": f"{uuid}x"}).status_code == 401


def test_guests_without_a_name_are_labelled_by_address(
    session: Session, buyer: User, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    body = {
        "type": "RFI", "subject": "Please answer", "html": "<p>Hello</p>", "docFormIds": [make_form(buyer).id],
        "toEmails": ["ann@elsewhere.example", "bo@elsewhere.example", "Cy M. Lee <cy@elsewhere.example>"],
    }  # fmt: skip
    client = signed_in(buyer)
    client.post("/api/messageThread", json=body)
    rows = client.get("/api/rfx?sort=supplier").json
    labels = ["Guest (ann@elsewhere.example)", "Guest (bo@elsewhere.example)", "Guest (Cy M. Lee)"]
    assert [row["organisation"]["safeName"] for row in rows] == labels
    assert [row["recipient"] for row in rows] == [None] * 3
    details = [client.get(f"/api/rfx/{row['ref']}").json for row in rows]
    assert [rfx["relationship"]["withOrganisation"]["safeName"] for rfx in details] == labels
    mails = {mail.to_email: mail.text for mail in session.query(OutboxMail)}
    # The message has its own greeting.
    assert [mail.count("Hello") for mail in mails.values()] == [1, 1, 1]
    match = LINK.search(mails["bo@elsewhere.example"])
    assert match is not None
    page = sign_in(new_client(), match[2]).get(f"/api/rfx/{match[3]}")
    assert "ann@elsewhere" not in page.text


def test_guest_page_has_the_title_alone_the_requester_s_logo_and_a_link_to_the_questions(
    session: Session, sent: tuple[str, int], buyer: User, client: CheckedClient
) -> None:
    uuid, rfx_id = sent
    page = client.get(f"/guest/{uuid}/rfx/{rfx_id}")
    assert "<title>Please answer - " in page.text
    assert '<a class="skip-link" href="#questions">Skip to the questions</a>' in page.text
    assert '"logoUrl":null' in page.text.replace(": ", ":")
    session.get_one(Organisation, buyer.organisation_id).logo_id = make_picture(buyer)
    session.flush()
    path = re.search(
        r'"logoUrl":"([^"]+)"', client.get(f"/guest/{uuid}/rfx/{rfx_id}").text.replace(": ", ":")
    )
    assert path is not None
    assert client.get(path[1]).status_code == 200


def test_guest_page_ignores_the_session_of_another_user(
    session: Session, sent: tuple[str, int], buyer: User, signed_in: SignedIn
) -> None:
    page = signed_in(buyer).get(f"/guest/{sent[0]}/rfx/{sent[1]}")
    assert page.status_code == 200
    assert '"accessToken":null' in page.text
    assert buyer.email not in page.text


@pytest.mark.parametrize(("days", "is_valid"), [(89, True), (91, False)])
def test_link_expires_90_days_after_the_rfx_was_closed(
    session: Session,
    sent: tuple[str, int],
    new_client: Callable[[], CheckedClient],
    days: int,
    is_valid: bool,
) -> None:
    uuid, rfx_id = sent
    client = sign_in(new_client(), uuid)
    client.put(f"/api/rfx/{rfx_id}/value", json=answers_json(**ANSWERS))
    client.post(f"/api/rfx/{rfx_id}/submission", json={})
    with clock.shifted(timedelta(days=days)):
        assert new_client().get(f"/guest/{uuid}/rfx/{rfx_id}").status_code == (200 if is_valid else 404)
        session_response = new_client().post("/api/session/guest", json={"uuid": uuid})
        assert session_response.status_code == (200 if is_valid else 401)


def test_reopening_extends_the_link_and_mails_a_new_one(
    session: Session,
    sent: tuple[str, int],
    buyer: User,
    new_client: Callable[[], CheckedClient],
    signed_in: SignedIn,
) -> None:
    uuid, rfx_id = sent
    guest = sign_in(new_client(), uuid)
    guest.put(f"/api/rfx/{rfx_id}/value", json=answers_json(**ANSWERS))
    guest.post(f"/api/rfx/{rfx_id}/submission", json={})
    signed_in(buyer).post(f"/api/rfx/{rfx_id}/reopen", json={})
    mail = session.query(OutboxMail).filter_by(template="RFIREOPEN", to_email="jo@elsewhere.example").one()
    newer = LINK.search(mail.text)
    assert newer is not None
    assert newer[2] != uuid
    with clock.shifted(timedelta(days=300)):
        for token in (uuid, newer[2]):
            assert new_client().get(f"/guest/{token}/rfx/{rfx_id}").status_code == 200


def test_every_mail_has_a_link_of_one_grant_until_it_is_revoked(
    session: Session,
    sent: tuple[str, int],
    buyer: User,
    new_client: Callable[[], CheckedClient],
    signed_in: SignedIn,
) -> None:
    uuid, rfx_id = sent
    guest_id = session.get_one(Rfx, rfx_id).guest_user_id
    assert guest_id is not None
    guest = sign_in(new_client(), uuid)
    remind = f"/api/rfx/{rfx_id}/reminder"
    assert signed_in(buyer).post(remind, json={}).status_code in {200, 204}
    grant = session.query(AccessGrant).one()
    assert (grant.subject_type, grant.subject_id, grant.scope) == ("RFX", rfx_id, {})
    assert (grant.user_id, grant.created_by_user_id) == (guest_id, buyer.id)
    links = session.query(MailLink).filter_by(user_id=guest_id)
    assert [(link.grant_id, link.guest_rfx_id) for link in links] == [(grant.id, rfx_id)] * 2
    revoke_access(user_id=guest_id, subject_type=RFX, subject_id=rfx_id)
    mails = session.query(OutboxMail).count()
    with clock.shifted(timedelta(days=2)):
        signed_in(buyer).post(remind, json={})
    assert session.query(OutboxMail).count() == mails
    assert guest.get(f"/api/rfx/{rfx_id}").status_code == 401


def test_two_guests_of_one_message_never_see_each_other(
    session: Session, buyer: User, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    form = make_form(buyer)
    body = {
        "type": "RFI", "subject": "Both", "html": "<p>Hi</p>", "docFormIds": [form.id],
        "toEmails": ["one@elsewhere.example", "two@elsewhere.example", "ONE@elsewhere.example"],
    }  # fmt: skip
    sent = signed_in(buyer).post("/api/messageThread", json=body).json
    assert len(sent["rfxIds"]) == 2
    mail = session.query(OutboxMail).filter_by(to_email="one@elsewhere.example").one()
    match = LINK.search(mail.text)
    assert match is not None
    client = sign_in(new_client(), match[2])
    own, other = sorted(sent["rfxIds"], key=lambda rfx_id: rfx_id != int(match[3]))
    assert "two@" not in client.get(f"/api/rfx/{own}").text
    assert client.get(f"/api/rfx/{other}").status_code == 404
    assert client.put(f"/api/rfx/{other}/value", json=answers_json(company_name="x")).status_code == 404


def test_thread_messages_reach_the_guest_by_mail(
    session: Session, sent: tuple[str, int], buyer: User, signed_in: SignedIn
) -> None:
    thread_id = session.get_one(Rfx, sent[1]).thread_id
    response = signed_in(buyer).post(
        f"/api/messageThread/{thread_id}/message", json={"html": "<p>One more thing</p>"}
    )
    assert response.status_code in {200, 201}, response.text
    mail = session.query(OutboxMail).filter_by(template="RFICONVERSATION").one()
    assert mail.to_email == "jo@elsewhere.example"
    assert "One more thing" in mail.text
    assert "conversation" not in mail.text + mail.html
    assert LINK.search(mail.text) is not None


def test_guest_sees_the_files_of_a_message_in_the_request(
    session: Session,
    sent: tuple[str, int],
    buyer: User,
    signed_in: SignedIn,
    new_client: Callable[[], CheckedClient],
) -> None:
    file = store_bytes(
        organisation_id=buyer.organisation_id, user_id=buyer.id, filename="drawing.pdf", content=b"%PDF-1.4 x",
        kind=AttachmentKind.MESSAGE,
    )  # fmt: skip
    thread_id = session.get_one(Rfx, sent[1]).thread_id
    body = {"html": "<p>The new drawing</p>", "attachmentIds": [file.id]}
    assert signed_in(buyer).post(f"/api/messageThread/{thread_id}/message", json=body).status_code == 201
    mail = session.query(OutboxMail).filter_by(template="RFICONVERSATION").one()
    assert "1 file is attached; open the request to see it." in mail.text
    guest = sign_in(new_client(), sent[0])
    shown = guest.get(f"/api/rfx/{sent[1]}").json["attachments"]
    assert [each["filename"] for each in shown] == ["drawing.pdf"]
    assert guest.get(f"/files/{file.id}").status_code == 200


def test_follow_up_messages_reach_the_guest_by_mail(
    session: Session, sent: tuple[str, int], buyer: User, signed_in: SignedIn
) -> None:
    client, path = signed_in(buyer), f"/api/rfx/{sent[1]}/task"
    task = client.post(path, json={"field": "company_name", "descriptionHtml": "<p>Which one?</p>"}).json
    assignment = session.query(OutboxMail).filter_by(template="USERTASKASSIGNMENT").one()
    assert "open tasks" not in assignment.text + assignment.html
    for text in ("Its full name, please", "And where it is"):
        reply = client.post(f"{path}/{task['taskId']}/message", json={"html": f"<p>{text}</p>"})
        assert reply.status_code == 201, reply.text
    mails = session.query(OutboxMail).filter_by(template="RFICONVERSATION").order_by(OutboxMail.id).all()
    assert [mail.to_email for mail in mails] == ["jo@elsewhere.example"] * 2
    assert "Its full name, please" in mails[0].text
    assert "And where it is" in mails[1].text
    assert LINK.search(mails[0].text) is not None


def test_guest_reads_only_the_files_of_the_rfx(
    session: Session, buyer: User, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    files = [
        store_bytes(
            organisation_id=buyer.organisation_id, user_id=buyer.id, filename=f"{n}.pdf", content=b"%PDF-1.4 x",
            kind=AttachmentKind.MESSAGE,
        )
        for n in range(2)
    ]  # fmt: skip
    body = {
        "type": "RFI", "subject": "With a file", "html": "<p>Hi</p>", "docFormIds": [make_form(buyer).id],
        "toEmails": ["one@elsewhere.example", "two@elsewhere.example"], "attachmentIds": [files[0].id],
    }  # fmt: skip
    assert signed_in(buyer).post("/api/messageThread", json=body).status_code == 201
    mail = session.query(OutboxMail).filter_by(to_email="two@elsewhere.example").one()
    match = LINK.search(mail.text)
    assert match is not None
    client = sign_in(new_client(), match[2])
    shown = client.get(f"/api/rfx/{match[3]}").json["attachments"]
    assert [file["filename"] for file in shown] == ["0.pdf"]
    assert client.get(f"/api/attachment/{files[0].id}").status_code == 200
    assert client.get(f"/api/attachment/{files[1].id}").status_code == 404


def test_guest_cannot_see_pictures_of_the_directory(
    sent: tuple[str, int], signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    stranger = UserFactory()
    owner, guest = signed_in(stranger), sign_in(new_client(), sent[0])
    logo = make_picture(stranger)
    face = make_picture(stranger, AttachmentKind.USERPICLARGE)
    for path, picture in (
        (f"organisation/{stranger.organisation_id}/logo", logo),
        (f"user/{stranger.id}/image", face),
    ):
        assert owner.put(f"/api/{path}", json={"attachmentId": picture}).status_code == 200
        assert signed_in(UserFactory()).get(f"/api/attachment/{picture}").status_code == 200
        assert guest.get(f"/api/attachment/{picture}").status_code == 404
        assert guest.get(f"/files/{picture}").status_code == 404


@pytest.mark.parametrize(
    ("html", "greeting"),
    [
        ("<p>Please answer.</p>", "Hello Jo Park,"),
        ("<p>Historic data is fine.</p>", "Hello Jo Park,"),
        ("<p><b>Dear</b> Jo,</p><p>please answer.</p>", "Dear Jo,"),
        ("<p>Guten Tag Herr Park,</p>", "Guten Tag Herr Park,"),
    ],
)
def test_request_mail_contains_one_greeting(
    session: Session, buyer: User, signed_in: SignedIn, html: str, greeting: str
) -> None:
    body = {
        "type": "RFI", "subject": "Please answer", "html": html, "docFormIds": [make_form(buyer).id],
        "toEmails": ["Jo Park <jo@elsewhere.example>"],
    }  # fmt: skip
    assert signed_in(buyer).post("/api/messageThread", json=body).status_code == 201
    mail = session.query(OutboxMail).one()
    greetings = [line for line in mail.text.splitlines() if re.match("Hello|Dear|Guten Tag", line)]
    assert greetings == [greeting]
    assert sum(mail.html.count(word) for word in ("Hello", "Dear", "Guten Tag")) == 1
