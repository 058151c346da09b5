"""The audit log: an entry for every event, in its transaction, with the address and the changed fields."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.accounts.models import Role, User
from app.accounts.models.company import CompanySignIn
from app.accounts.operations.company.settings import record_change
from app.accounts.operations.roles import save_role
from app.accounts.types import CompanySignInUse, UserStatus
from app.audit.models import AuditEntry
from app.audit.policies import TYPES, title
from app.audit.types import RECORD_KINDS
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now, shifted
from app.kernel.db.session import savepoint
from app.kernel.http.auth import Permission
from app.network.operations.relationships import change_external_ref
from tests.factories.accounts import PASSWORD, UserFactory, actor_of, colleague_of
from tests.factories.network import relate
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.audit.log import entries_of, listed
from tests.integration.events.stories import STORIES

BROWSER = {"REMOTE_ADDR": "203.0.113.9"}


class TestWriting:
    def test_change_has_its_author_address_and_fields(
        self, session: Session, owner: User, client_of_owner: CheckedClient
    ) -> None:
        colleague = colleague_of(owner, name="Bo Before")
        body = {
            "name": "Bo After", "jobTitle": "Buyer", "email": colleague.email, "phone": "1", "mobile": "2",
            "role": "Manager",
        }  # fmt: skip
        response = client_of_owner.put(f"/api/user/{colleague.id}", json=body, environ_base=BROWSER)
        assert response.status_code == 200, response.text
        (entry,) = entries_of(session, owner.organisation_id, type="user.updated")
        assert (entry.user_id, entry.subject_user_id, entry.address) == (
            owner.id,
            colleague.id,
            "203.0.113.9",
        )
        assert entry.ids == {"userId": colleague.id}
        assert {"jobTitle", "name"} <= set(entry.fields)
        (row,) = [each for each in listed(client_of_owner) if each["type"] == "user.updated"]
        assert (row["user"]["name"], row["records"][0]["name"]) == ("Ann Owner", "Bo After")
        assert "Job title" in row["fields"]

    def test_entry_has_no_names_and_no_texts(
        self, session: Session, owner: User, client_of_owner: CheckedClient
    ) -> None:
        send_rfx(owner, title="Zanzibar questions")
        client_of_owner.put(
            f"/api/organisation/{owner.organisation_id}",
            json={"name": "Zanzibar Works", "preferredCurrency": "EUR", "registrationNumber": "Z-1"},
        )
        rows = session.execute(
            text("select row_to_json(audit_entry)::text from audit_entry where organisation_id = :id"),
            {"id": owner.organisation_id},
        ).scalars()
        texts = list(rows)
        assert len(texts) > 1
        assert not [each for each in texts if "Zanzibar" in each or "Ann" in each]

    def test_entry_and_event_are_rolled_back_together(self, session: Session, owner: User) -> None:
        def fail() -> None:
            with savepoint():
                record("user.updated", actor=actor_of(owner), userId=owner.id, userName=owner.name)
                session.flush()
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        assert entries_of(session, owner.organisation_id, type="user.updated") == []

    def test_rename_of_a_role_names_the_role_and_the_field(self, session: Session, owner: User) -> None:
        role = Role(organisation_id=owner.organisation_id, name="Auditor", permissions=[])
        session.add(role)
        session.flush()
        save_role(
            actor=actor_of(owner), role_id=role.id, name="Auditor", permissions=[Permission.MANAGE_NCRS]
        )
        (entry,) = entries_of(session, owner.organisation_id, type="role.changed")
        assert (entry.ids["roleId"], entry.fields) == (role.id, ["permissions"])

    def test_change_of_the_number_of_a_supplier_names_the_field(self, session: Session, owner: User) -> None:
        relationship = relate(owner.organisation_id, UserFactory().organisation_id)
        change_external_ref(actor=actor_of(owner), relationship_id=relationship.id, external_ref="K-1")
        [entry] = entries_of(session, owner.organisation_id)
        assert (entry.type, entry.fields) == ("relationship.numberChanged", ["externalRef"])

    def test_change_of_the_identity_provider_names_the_fields(self, session: Session, owner: User) -> None:
        company = CompanySignIn(
            organisation_id=owner.organisation_id, slug="brightwater", issuer="https://sso.example", client_id="a",
            secret_encrypted="",
        )  # fmt: skip
        session.add(company)
        session.flush()
        company.client_id, company.use = "b", CompanySignInUse.OPTIONAL
        company.problem = "The provider could not be reached."
        record_change(actor_of(owner))
        [entry] = entries_of(session, owner.organisation_id)
        assert (entry.type, entry.fields) == ("organisation.signInChanged", ["client", "use"])

    def test_addresses_of_other_organisations_are_not_shared(
        self, session: Session, owner: User, signed_in: SignedIn
    ) -> None:
        supplier = UserFactory(name="Sam Supplier")
        sent = send_rfx(owner, supplier)
        response = signed_in(supplier).post(f"/api/rfx/{sent.id}/opened", environ_base=BROWSER)
        assert response.status_code < 300, response.text
        (seen_by_buyer,) = entries_of(session, owner.organisation_id, type="rfx.opened")
        assert (seen_by_buyer.user_id, seen_by_buyer.address) == (supplier.id, None)

    def test_views_are_not_recorded(
        self, session: Session, owner: User, client_of_owner: CheckedClient
    ) -> None:
        colleague = colleague_of(owner)
        assert client_of_owner.get(f"/contacts/{colleague.id}").status_code == 200
        assert client_of_owner.get("/setup/audit").status_code == 200
        assert client_of_owner.get("/api/auditEntry").status_code == 200
        assert {entry.type for entry in entries_of(session, owner.organisation_id)} == {"user.login"}


class TestSignIns:
    def test_sign_in_and_sign_out_have_the_address(
        self, session: Session, owner: User, client: CheckedClient
    ) -> None:
        client.post("/api/session", json={"email": owner.email, "password": PASSWORD}, environ_base=BROWSER)
        (entry,) = entries_of(session, owner.organisation_id, type="user.login")
        assert (entry.user_id, entry.address) == (owner.id, "203.0.113.9")

    @pytest.mark.parametrize("status", [UserStatus.ACTIVE, UserStatus.SUSPENDED])
    def test_failed_sign_in_names_the_account_and_the_address(
        self,
        session: Session,
        owner: User,
        client: CheckedClient,
        run_jobs: Callable[[], int],
        status: UserStatus,
    ) -> None:
        target = colleague_of(owner, status=status)
        body = {"email": target.email, "password": PASSWORD if status == UserStatus.SUSPENDED else "wrong"}
        with shifted(timedelta(minutes=-5)):
            assert client.post("/api/session", json=body, environ_base=BROWSER).status_code == 401
        run_jobs()
        (entry,) = entries_of(session, owner.organisation_id, type="user.loginFailed")
        assert (entry.user_id, entry.subject_user_id, entry.address) == (None, target.id, "203.0.113.9")
        assert entry.created < now() - timedelta(minutes=4), "the time of the attempt"

    def test_unknown_address_leaves_no_entry(
        self, session: Session, client: CheckedClient, run_jobs: Callable[[], int]
    ) -> None:
        before = session.query(AuditEntry).count()
        client.post("/api/session", json={"email": "nobody@nowhere.example", "password": "wrong"})
        run_jobs()
        assert session.query(AuditEntry).count() == before


class TestDatabase:
    """The trigger of the migration refuses changes, also in a partition."""

    @pytest.fixture
    def entry(self, session: Session, owner: User) -> AuditEntry:
        record("user.login", actor=actor_of(owner))
        return entries_of(session, owner.organisation_id)[0]

    def test_update_is_refused(self, session: Session, entry: AuditEntry) -> None:
        with pytest.raises(DBAPIError, match="never changed or deleted"), session.begin_nested():
            session.execute(update(AuditEntry).where(AuditEntry.id == entry.id).values(type="user.logout"))

    def test_delete_is_refused(self, session: Session, entry: AuditEntry) -> None:
        with pytest.raises(DBAPIError, match="never changed or deleted"), session.begin_nested():
            session.execute(delete(AuditEntry).where(AuditEntry.id == entry.id))

    def test_change_of_a_partition_is_refused(self, session: Session, entry: AuditEntry) -> None:
        partition = session.execute(
            text("select tableoid::regclass::text from audit_entry where id = :id"), {"id": entry.id}
        ).scalar_one()
        with pytest.raises(DBAPIError, match="never changed or deleted"), session.begin_nested():
            session.execute(text(f"delete from {partition}"))


def test_every_event_is_a_known_type_with_a_title() -> None:
    for event_type in {each for story in STORIES.values() for each in story}:
        if not event_type.startswith("user.viewed"):
            assert event_type in TYPES
            assert title(event_type).count(":") == 1


def test_kinds_of_records_have_their_tables() -> None:
    for kind in RECORD_KINDS.values():
        table = db.metadata.tables[kind.table]
        assert kind.column is None or kind.column in table.c
