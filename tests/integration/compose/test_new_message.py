"""New Message: threads, RFIs and NDAs (specification section 2, New Message; section 5)."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.forms.types import DocFormType
from app.kernel.mail.outbox import OutboxMail
from app.messages.models import MessageThread, ThreadParticipant
from app.network.types import RelationshipLevel
from app.rfx.models import Rfx, RfxRequest, RfxRequestDocForm
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.forms import make_bundle
from tests.factories.network import relate
from tests.factories.rfx import field, make_form
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    user: User = UserFactory()
    return user


@pytest.fixture
def supplier(session: Session, buyer: User) -> User:
    user: User = UserFactory()
    relate(buyer.organisation_id, user.organisation_id)
    return user


def message(*suppliers: User, **more: Any) -> dict[str, Any]:
    return {
        "type": "MESSAGE", "subject": "Delivery times", "html": "<p>Hello <script>x</script>there</p>",
        "toOrganisationIds": [user.organisation_id for user in suppliers],
    } | more  # fmt: skip


def test_message_starts_a_thread(session: Session, buyer: User, supplier: User, signed_in: SignedIn) -> None:
    response = signed_in(buyer).post("/api/messageThread", json=message(supplier))
    assert response.status_code == 201, response.text
    assert (response.json["type"], response.json["threadIds"], response.json["rfxIds"]) == (
        "GENERAL", [response.json["id"]], [],
    )  # fmt: skip
    assert response.json["requestId"] is None
    sent = signed_in(buyer).get(f"/api/messageThread/{response.json['id']}").json
    assert response.json == sent | {"threadIds": [sent["id"]], "rfxIds": [], "requestId": None}
    assert {person["name"] for person in sent["participants"]} == {buyer.name, supplier.name}
    thread = signed_in(supplier).get(f"/api/messageThread/{response.json['id']}").json
    assert thread["messages"][0]["html"] == "<p>Hello there</p>"
    assert thread["tags"] == ["inbox", "new"]


def test_rfi_creates_a_thread_and_an_rfx_per_organisation(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    other = UserFactory()
    relate(buyer.organisation_id, other.organisation_id)
    recipient = colleague_of(supplier)
    form = make_form(buyer)
    body = message(
        supplier,
        other,
        type="RFI",
        rfxType="RFI",
        docFormIds=[form.id],
        toUserIds=[recipient.id],
        deadline="2099-01-01",
    )
    body_json = signed_in(buyer).post("/api/messageThread", json=body).json
    assert len(body_json["threadIds"]) == len(body_json["rfxIds"]) == 2
    first, second = (session.get_one(Rfx, rfx_id) for rfx_id in body_json["rfxIds"])
    assert (first.type, first.title, first.status) == ("RFI", "Delivery times", "NEW")
    assert first.request_id == second.request_id == body_json["requestId"]
    request = session.get_one(RfxRequest, body_json["requestId"])
    assert (request.title, request.type, request.state) == ("Delivery times", "RFI", "OPEN")
    assert (request.message_html, request.deadline) == ("<p>Hello there</p>", first.deadline)
    assert session.scalars(select(RfxRequestDocForm.doc_form_id)).all() == [form.id]
    assert first.with_organisation_id == supplier.organisation_id
    assert first.relationship_id is not None
    assert first.sent_date is not None
    tasks = session.query(UserTask).filter_by(subject_id=first.id).all()
    assert [(task.assigned_user_id, task.title, task.subject_title) for task in tasks] == [
        (recipient.id, "Qualification", "Delivery times")
    ]
    thread = session.get_one(MessageThread, first.thread_id)
    assert (thread.type, thread.with_organisation_id) == ("RFI", supplier.organisation_id)
    people = session.query(ThreadParticipant.user_id).filter_by(thread_id=thread.id)
    assert {user_id for (user_id,) in people} == {buyer.id, recipient.id}
    mails = session.query(OutboxMail).filter_by(template="RFI").order_by(OutboxMail.id).all()
    assert [mail.to_email for mail in mails] == [recipient.email, other.email]
    assert f"http://localhost/rfx/{first.id}" in mails[0].text
    assert signed_in(supplier).get("/api/rfx").json[0]["id"] == first.id
    assert second.id not in [row["id"] for row in signed_in(supplier).get("/api/rfx").json]


def test_documents_must_match_the_type(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    forms = {
        form_type: make_form(buyer, field("a"), type=form_type, title=form_type.value)
        for form_type in DocFormType
    }
    foreign = make_form(supplier, field("a"))
    draft = make_form(buyer, field("a"))
    draft.is_in_use = False
    client = signed_in(buyer)
    allowed_types = {"RFI": {DocFormType.RFI, DocFormType.GENERIC}, "NDA": {DocFormType.NDA}}
    for kind, types in allowed_types.items():
        for form_type, form in forms.items():
            response = client.post(
                "/api/messageThread", json=message(supplier, type=kind, docFormIds=[form.id])
            )
            assert response.status_code == (201 if form_type in types else 422), (kind, form_type)
        for form in (foreign, draft):
            response = client.post(
                "/api/messageThread", json=message(supplier, type=kind, docFormIds=[form.id])
            )
            assert list(response.json["fields"]) == ["docFormIds"]
    both = message(
        supplier, type="RFI", docFormIds=[forms[DocFormType.GENERIC].id, forms[DocFormType.RFI].id]
    )
    rfx_id = client.post("/api/messageThread", json=both).json["rfxIds"][0]
    shown = client.get(f"/api/rfx/{rfx_id}").json["docForms"]
    assert [form["title"] for form in shown] == ["GENERIC", "RFI"]


def test_bundle_is_sent_completely_with_its_name(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    first, second = make_form(buyer, field("a"), title="First"), make_form(buyer, field("b"), title="Second")
    bundle = make_bundle(buyer, second, first, name="Welcome pack")
    client = signed_in(buyer)
    for ids in ([], [second.id, first.id]):
        body = message(supplier, type="RFI", docFormIds=ids, docFormBundleId=bundle.id)
        rfx_id = client.post("/api/messageThread", json=body).json["rfxIds"][0]
        shown = client.get(f"/api/rfx/{rfx_id}").json
        assert [form["title"] for form in shown["docForms"]] == ["Second", "First"]
        assert shown["bundleName"] == "Welcome pack"
    assert client.delete(f"/api/docFormBundle/{bundle.id}").status_code == 204
    assert client.get("/api/rfx").json[0]["bundleName"] == "Welcome pack"


def test_unsendable_bundle_is_rejected_with_the_reason(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    rfi, nda = make_form(buyer, field("a")), make_form(buyer, field("a"), type=DocFormType.NDA)
    ready, mixed = make_bundle(buyer, rfi, name="Ready"), make_bundle(buyer, rfi, nda, name="Mixed")
    foreign = make_bundle(supplier, make_form(supplier, field("a")), name="Theirs")
    draft = make_form(buyer, field("c"))
    draft.is_in_use = False
    unready = make_bundle(buyer, rfi, draft, name="Unready")
    session.flush()
    client = signed_in(buyer)
    for bundle, ids, error_field, words in (
        (foreign, [], "docFormBundleId", "no longer there"),
        (unready, [], "docFormBundleId", "'Unready' can't be sent"),
        (ready, [rfi.id, nda.id], "docFormBundleId", "'Ready' has been changed"),
        (mixed, [], "docFormIds", "RFI or GENERIC"),
    ):
        body = message(supplier, type="RFI", docFormIds=ids, docFormBundleId=bundle.id)
        response = client.post("/api/messageThread", json=body)
        assert response.status_code == 422, bundle.name
        assert words in response.json["fields"][error_field][0]
    plain = client.post("/api/messageThread", json=message(supplier, docFormBundleId=ready.id))
    assert plain.json["fields"] == {"docFormIds": ["A plain message carries no documents."]}


@pytest.mark.parametrize(
    ("more", "name", "sentence"),
    [
        ({"html": "<p> </p>"}, "html", "Please enter a message."),
        ({"html": None}, "html", "Please enter a message."),
        ({"subject": " "}, "subject", "A subject is required."),
        ({"subject": "x" * 301}, "subject", "This must have at most 300 characters."),
        ({"type": "LETTER"}, "type", "Choose a type of message."),
        ({"type": None}, "type", "Choose a type of message."),
        ({"type": "RFI"}, "docFormIds", "Choose a document."),
        ({"toOrganisationIds": []}, "toOrganisationIds", "Choose at least one recipient."),
        (
            {"toEmails": ["jo@x.example"]},
            "toEmails",
            "Only an RFI or an NDA can be sent to an e-mail address.",
        ),
        ({"deadline": "2099-01-01"}, "deadline", "A plain message has no deadline."),
        (
            {"attachmentIds": [987654]},
            "attachmentIds",
            "One of the files is no longer there. Please add it again.",
        ),
        ({"toUserIds": [987654]}, "toUserIds", "One of the recipients can't receive messages."),
    ],
)
def test_errors_name_their_fields(
    session: Session,
    buyer: User,
    supplier: User,
    signed_in: SignedIn,
    more: dict[str, Any],
    name: str,
    sentence: str,
) -> None:
    response = signed_in(buyer).post("/api/messageThread", json=message(supplier) | more)
    assert response.status_code == 422
    assert response.json["fields"] == {name: [sentence]}
    assert session.query(MessageThread).count() == 0


def test_past_deadline_and_invalid_address_are_rejected(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    form = make_form(buyer)
    body = message(supplier, type="RFI", docFormIds=[form.id])
    client = signed_in(buyer)
    assert client.post("/api/messageThread", json=body | {"deadline": "2020-01-01"}).json["fields"] == {
        "deadline": ["The deadline must be in the future."]
    }
    invalid = client.post("/api/messageThread", json=body | {"toEmails": ["jo@x.example", "nobody"]})
    assert invalid.json["fields"] == {"toEmails.1": ["This is not a valid e-mail address."]}


def test_relationship_above_none_is_needed_in_either_direction(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    form = make_form(supplier)
    reply = message(buyer, type="RFI", docFormIds=[form.id])
    assert signed_in(supplier).post("/api/messageThread", json=reply).status_code == 201
    stranger, ended = UserFactory(), UserFactory()
    relate(buyer.organisation_id, ended.organisation_id, RelationshipLevel.NONE)
    for other in (stranger, ended, buyer):
        response = signed_in(buyer).post("/api/messageThread", json=message(other))
        assert response.status_code == 422
        assert list(response.json["fields"]) == ["toOrganisationIds"]
        by_user = message(toOrganisationIds=[], toUserIds=[other.id])
        assert list(signed_in(buyer).post("/api/messageThread", json=by_user).json["fields"]) == ["toUserIds"]


def test_each_type_needs_its_permission(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    form = make_form(buyer)
    rfi = message(supplier, type="RFI", docFormIds=[form.id])
    contributor, viewer = (colleague_of(buyer, role_name=role) for role in ("Contributor", "Viewer"))
    assert signed_in(contributor).post("/api/messageThread", json=rfi).status_code == 403
    assert signed_in(contributor).post("/api/messageThread", json=message(supplier)).status_code == 201
    assert signed_in(viewer).post("/api/messageThread", json=message(supplier)).status_code == 403


def test_same_key_sends_once(session: Session, buyer: User, supplier: User, signed_in: SignedIn) -> None:
    client, headers = signed_in(buyer), {"Idempotency-Key": "once"}
    responses = [client.post("/api/messageThread", json=message(supplier), headers=headers) for _ in range(3)]
    assert len({response.json["id"] for response in responses}) == 1
    assert session.query(MessageThread).count() == 1
    other = client.post("/api/messageThread", json=message(supplier, subject="Else"), headers=headers)
    assert other.status_code == 409


def test_file_is_attached_to_every_thread(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    from app.files.operations import store_bytes
    from app.files.types import AttachmentKind

    other = UserFactory()
    relate(buyer.organisation_id, other.organisation_id)
    file = store_bytes(
        organisation_id=buyer.organisation_id, user_id=buyer.id, filename="plan.pdf", content=b"%PDF-1.4",
        kind=AttachmentKind.MESSAGE,
    )  # fmt: skip
    body = message(supplier, other, attachmentIds=[file.id])
    assert signed_in(buyer).post("/api/messageThread", json=body).status_code == 201
    for user in (supplier, other):
        assert signed_in(user).get(f"/api/attachment/{file.id}").status_code == 200
    assert signed_in(UserFactory()).get(f"/api/attachment/{file.id}").status_code == 404


def test_organisation_without_active_recipient_is_rejected(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    supplier.status = "SUSPENDED"
    response = signed_in(buyer).post("/api/messageThread", json=message(supplier))
    assert response.status_code == 422
    assert response.json["fields"]["toUserIds"][0].startswith("No one at ")


def test_thread_to_a_guest_lists_guest_as_organisation(
    session: Session, buyer: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    body = message(type="RFI", docFormIds=[make_form(buyer).id], toEmails=["jo@guests.example"])
    assert client.post("/api/messageThread", json=body).status_code == 201
    (row,) = client.get("/api/messageThread").json
    assert (row["otherOrganisations"], row["counterpart"]) == (["Guest"], None)


def test_guest_address_of_a_user_reaches_that_user(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    addressee, colleague = colleague_of(supplier, name="Jana Bergmann"), colleague_of(supplier)
    client, form = signed_in(buyer), make_form(buyer)
    body = message(supplier, type="RFI", docFormIds=[form.id])
    for more, recipients in (
        # Together with a named colleague.
        (
            {"toUserIds": [colleague.id], "toEmails": [f"J <{addressee.email.upper()}>"]},
            {addressee, colleague},
        ),
        # Together with all users of the organisation.
        ({"toEmails": [addressee.email]}, {supplier, addressee, colleague}),
    ):
        response = client.post("/api/messageThread", json=body | more)
        assert response.status_code == 201, response.text
        [rfx_id] = response.json["rfxIds"]
        tasks = session.query(UserTask).filter_by(subject_id=rfx_id).all()
        assert {task.assigned_user_id for task in tasks} == {user.id for user in recipients}
    assert session.query(Rfx).filter(Rfx.guest_user_id.is_not(None)).count() == 0


def test_addresses_of_colleagues_and_suspended_users_are_rejected(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    colleague = colleague_of(buyer, name="Daniel Asante")
    suspended = colleague_of(supplier, status=UserStatus.SUSPENDED)
    elsewhere = UserFactory()
    client = signed_in(buyer)
    body = message(supplier, type="RFI", docFormIds=[make_form(buyer).id])
    response = client.post("/api/messageThread", json=body | {"toEmails": [colleague.email, suspended.email]})
    assert response.status_code == 422
    assert set(response.json["fields"]["toEmails"]) == {
        f"{colleague.email} is the address of Daniel Asante, a colleague. An RFI or NDA goes to other organisations.",
        f"{suspended.email} can't receive messages at the moment.",
    }
    assert session.query(Rfx).count() == 0
    # Users of other organisations become guests: the requester learns nothing about their accounts.
    response = client.post("/api/messageThread", json=body | {"toEmails": [elsewhere.email]})
    assert len(response.json["rfxIds"]) == 2
