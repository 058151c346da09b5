"""The service users of keys: no sign-in, no mail, no assignment, and in no list of people."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.operations.users import LAST_SUPER_USER, change_role, set_suspended
from app.accounts.public import role_named, super_users_of
from app.accounts.queries.factors import people_without_factor
from app.accounts.queries.people import gets_no_mail
from app.extensions import db
from app.kernel.http.errors import ConflictError
from app.kernel.mail.outbox import MailStatus, OutboxMail, Recipient, queue_mail
from app.messages.models import ThreadParticipant
from app.ncr.models import NonConformance
from app.network.models import Relationship
from app.notifications.models import Notification
from app.rfx.models import Rfx
from app.tasks.public import TaskType, UserTask
from tests.factories.accounts import PASSWORD, PASSWORD_HASH, UserFactory
from tests.factories.api_keys import NewKey, make_key
from tests.factories.ncr import ncr_json
from tests.factories.network import relate
from tests.factories.rfx import answers_json, make_form
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.rules.endpoints import endpoints_of, guarded_endpoints

NAME = "ERP key (API)"
NAMES_AUTHORS = {"/api/auditEntry", "/api/eventLog"}
"""The lists that name the author of an action."""


@pytest.fixture
def owner(session: Session) -> User:
    created: User = UserFactory(name="Ann Owner", in_organisation__name="Brightwater")
    return created


@pytest.fixture
def key(owner: User) -> NewKey:
    return make_key(owner)


def mails_to_keys(session: Session) -> int:
    """Return the number of mails to service users, in any state."""
    return session.query(OutboxMail).filter(OutboxMail.to_email.like("%api-key.invalid")).count()


class TestPeople:
    def test_a_service_user_is_no_super_user(self, key: NewKey, owner: User) -> None:
        assert key.user.role_id == owner.role_id
        assert [user.id for user in super_users_of(owner.organisation_id)] == [owner.id]
        with pytest.raises(ConflictError, match=LAST_SUPER_USER[:30]):
            set_suspended(user=owner, suspended=True)
        viewer = role_named(organisation_id=owner.organisation_id, name="Viewer")
        assert viewer is not None
        with pytest.raises(ConflictError, match=LAST_SUPER_USER[:30]):
            change_role(user=owner, role=viewer)

    def test_a_service_user_cannot_sign_in(
        self, key: NewKey, client: CheckedClient, run_jobs: Callable[[], int], session: Session
    ) -> None:
        user = key.user
        user.password_hash = PASSWORD_HASH
        body = {"email": user.email, "password": PASSWORD}
        assert client.post("/api/session", json=body).status_code == 401
        assert client.post("/api/user/sendPasswordReset", json={"email": user.email}).status_code < 300
        run_jobs()
        assert mails_to_keys(session) == 0

    def test_a_service_user_needs_no_second_factor(
        self, key: NewKey, client: CheckedClient, owner: User, signed_in: SignedIn
    ) -> None:
        assert [user.id for user in people_without_factor(owner.organisation_id)[1]] == [owner.id]
        policy = {"requirement": "EVERYBODY", "starts": "2020-01-01"}
        assert signed_in(owner).put("/api/signInPolicy", json=policy).status_code == 200
        assert client.get("/api/rfx", headers=key.headers).status_code == 200

    def test_no_list_of_people_has_a_service_user(
        self, app: Flask, key: NewKey, owner: User, signed_in: SignedIn
    ) -> None:
        """Walk all lists and pages of the organisation, and all details with the id of the service user."""
        client, read = signed_in(owner), 0
        for endpoint in guarded_endpoints(endpoints_of(app)):
            if endpoint.method != "GET" or endpoint.path in NAMES_AUTHORS | {"/api/apiKey"}:
                continue
            ids = {"organisation_id": owner.organisation_id, "user_id": key.user.id}
            try:
                path = endpoint.path.format_map(ids)
            except KeyError:
                continue
            needed = {p["name"]: "ERP" for p in endpoint.operation.get("parameters", []) if p.get("required")}
            response = client.get(path, query_string=needed if "{" not in endpoint.path else {})
            assert NAME not in response.text, path
            read += response.status_code == 200
        assert read > 30
        for page in (
            "/contacts",
            "/setup/roles",
            "/setup/security",
            f"/organisations/{owner.organisation_id}",
        ):
            assert NAME not in client.get(page).text, page

    def test_searches_find_no_service_user(self, key: NewKey, owner: User, signed_in: SignedIn) -> None:
        client = signed_in(owner)
        for path in ("/api/search?q=ERP", "/api/user?search=ERP", f"/api/user?search={key.user.email}"):
            assert NAME not in client.get(path).text, path

    def test_the_page_of_a_service_user_does_not_exist(
        self, key: NewKey, owner: User, signed_in: SignedIn
    ) -> None:
        client = signed_in(owner)
        user_id = key.user.id
        assert client.get(f"/contacts/{user_id}").status_code == 404
        for method, path in (
            ("PUT", f"/api/user/{user_id}/suspended"),
            ("POST", f"/api/user/{user_id}/factorReset"),
            ("POST", f"/api/user/{user_id}/erasure"),
            ("POST", f"/api/user/{user_id}/resendInvite"),
        ):
            body = {"suspended": True} if method == "PUT" else {}
            assert client.open(path, method=method, json=body).status_code == 404, path

    def test_an_administrator_counts_no_service_user(
        self, key: NewKey, owner: User, signed_in: SignedIn
    ) -> None:
        admin = signed_in(UserFactory(is_admin=True))
        rows = admin.get("/api/sysadmin/organisation?search=Brightwater").json
        assert [row["activeUsers"] for row in rows] == [1]
        assert NAME not in admin.get("/api/sysadmin/user?search=Brightwater").text


class TestWork:
    @pytest.fixture
    def supplier(self, owner: User) -> User:
        user: User = UserFactory(name="Sam Supplier", in_organisation__name="Calder")
        relate(owner.organisation_id, user.organisation_id)
        return user

    def send_rfx_by_key(self, client: CheckedClient, key: NewKey, owner: User, supplier: User) -> Rfx:
        body = {
            "type": "RFI",
            "subject": "Prices",
            "html": "<p>Please answer.</p>",
            "toOrganisationIds": [supplier.organisation_id],
            "toUserIds": [supplier.id],
            "docFormIds": [make_form(owner).id],
        }
        assert client.post("/api/messageThread", json=body, headers=key.headers).status_code == 201
        return db.session.query(Rfx).order_by(Rfx.id.desc()).first()

    def test_the_response_to_an_rfx_of_a_key_goes_to_people(
        self, client: CheckedClient, key: NewKey, owner: User, supplier: User, signed_in: SignedIn, session: Session,
        run_jobs: Callable[[], int],
    ) -> None:  # fmt: skip
        rfx = self.send_rfx_by_key(client, key, owner, supplier)
        respondent = signed_in(supplier)
        detail = respondent.get(f"/api/rfx/{rfx.id}").json
        assert NAME in str(detail)
        answers = answers_json(company_name="Calder", employees="12", iso=False)
        assert respondent.put(f"/api/rfx/{rfx.id}/value", json=answers).status_code == 200
        assert respondent.post(f"/api/rfx/{rfx.id}/submission", json={}).status_code == 200
        review = session.query(UserTask).filter_by(type=TaskType.REVIEW, subject_id=rfx.id).one()
        assert review.assigned_user_id is None
        notified = {row.user_id for row in session.query(Notification).filter_by(subject_id=rfx.id)}
        assert notified == {owner.id}
        run_jobs()
        recipients = {mail.to_user_id for mail in session.query(OutboxMail)}
        assert recipients == {owner.id, supplier.id}
        assert mails_to_keys(session) == 0

    def test_the_reply_to_a_message_of_a_key_is_read_with_the_key_and_not_mailed(
        self, client: CheckedClient, key: NewKey, owner: User, supplier: User, signed_in: SignedIn, session: Session,
        run_jobs: Callable[[], int],
    ) -> None:  # fmt: skip
        body = {
            "type": "MESSAGE", "subject": "Delivery", "html": "<p>When?</p>", "toUserIds": [supplier.id],
            "toOrganisationIds": [supplier.organisation_id],
        }  # fmt: skip
        assert client.post("/api/messageThread", json=body, headers=key.headers).status_code == 201
        thread_id = session.query(ThreadParticipant).filter_by(user_id=supplier.id).one().thread_id
        reply = {"html": "<p>On Monday.</p>"}
        path = f"/api/messageThread/{thread_id}"
        assert signed_in(supplier).post(f"{path}/message", json=reply).status_code == 201
        session.query(ThreadParticipant).filter_by(user_id=key.user.id).update({"mail_due": None})
        run_jobs()
        assert mails_to_keys(session) == 0
        assert "On Monday." in client.get(path, headers=key.headers).text

    def test_a_key_reports_for_one_of_the_people(
        self, client: CheckedClient, key: NewKey, owner: User, supplier: User, session: Session
    ) -> None:
        relationship = session.query(Relationship).one()
        for reporter in (None, key.user.id):
            body = ncr_json(relationship.id, **({"createdById": reporter} if reporter else {}))
            refused = client.post("/api/ncr", json=body, headers=key.headers)
            assert refused.json["fields"] == {
                "createdById": ["Choose one of your own people as the reporter."]
            }
        body = ncr_json(relationship.id, createdById=owner.id)
        assert client.post("/api/ncr", json=body, headers=key.headers).status_code == 201
        assert session.query(NonConformance).one().created_by_user_id == owner.id

    def test_a_queued_mail_to_a_service_user_is_suppressed(
        self, key: NewKey, run_jobs: Callable[[], int], session: Session
    ) -> None:
        user = key.user
        assert gets_no_mail(user.id, user.email, False)
        context = {
            "heading": "Hello",
            "lines": ["Hello."],
            "button_label": "Open",
            "button_url": "http://localhost/",
        }
        queue_mail(
            "GENERAL",
            to=Recipient(name=user.name, email=user.email, user_id=user.id),
            dedupe_key="x",
            context=context,
        )
        run_jobs()
        (mail,) = session.query(OutboxMail)
        assert mail.status == MailStatus.SUPPRESSED

    def test_a_service_user_is_assigned_nothing(
        self, key: NewKey, owner: User, supplier: User, signed_in: SignedIn
    ) -> None:
        client, user_id = signed_in(owner), key.user.id
        relationship = db.session.query(Relationship).one()
        tried: list[tuple[str, str, dict[str, Any]]] = [
            ("PUT", f"/api/relationship/{relationship.id}/owner", {"userId": user_id}),
            ("POST", "/api/ncr", ncr_json(relationship.id, assignedToUserId=user_id,
                                          assignedToOrganisationId=owner.organisation_id)),
        ]  # fmt: skip
        for method, path, body in tried:
            assert client.open(path, method=method, json=body).status_code == 422, path
        outsider = signed_in(supplier)
        message = {
            "type": "MESSAGE", "subject": "Hello", "html": "<p>Hello.</p>", "toUserIds": [user_id],
            "toOrganisationIds": [owner.organisation_id],
        }  # fmt: skip
        relate(supplier.organisation_id, owner.organisation_id)
        assert outsider.post("/api/messageThread", json=message).status_code == 422
