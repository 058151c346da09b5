"""The pages, filters and files of the audit log."""

import csv
import io
import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Role, User
from app.accounts.public import create_service_user, guest_organisation
from app.audit.models import AuditEntry
from app.events.public import record
from app.kernel.clock import now, shifted
from app.kernel.http.auth import Permission
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.audit.log import entries_of, ids_by_cursor, listed


class TestReading:
    def test_filters_narrow_the_list(
        self, owner: User, client_of_owner: CheckedClient, session: Session
    ) -> None:
        colleague = colleague_of(owner, name="Cora Colleague")
        record("message.sent", actor=actor_of(colleague), threadId=1)
        record("organisation.updated", actor=actor_of(owner), organisationId=owner.organisation_id)
        with shifted(timedelta(days=-200)):
            record("ncr.created", actor=actor_of(owner), ncrId=1)
        session.flush()
        day = (now() - timedelta(days=100)).date().isoformat()
        for filters, expected in (
            ({}, ["organisation.updated", "message.sent", "ncr.created"]),
            ({"userId": colleague.id}, ["message.sent"]),
            ({"area": "ncr"}, ["ncr.created"]),
            ({"until": day}, ["ncr.created"]),
            ({"since": day}, ["organisation.updated", "message.sent"]),
            ({"search": "cora"}, ["message.sent"]),
            ({"search": "organisation"}, ["organisation.updated"]),
            ({"search": "nothing of this"}, []),
            ({"address": "203.0.113.9"}, []),
        ):
            assert [row["type"] for row in listed(client_of_owner, **filters)] == expected, filters

    def test_later_pages_are_read_by_cursor(
        self, owner: User, client_of_owner: CheckedClient, session: Session
    ) -> None:
        for days in range(0, 400, 40):
            with shifted(timedelta(days=-days)):
                record("message.sent", actor=actor_of(owner), threadId=1)
        session.flush()
        ids = ids_by_cursor(client_of_owner, area="message", pageSize=3)
        assert len(ids) == 10
        assert ids == [entry.id for entry in entries_of(session, owner.organisation_id, type="message.sent")]

    @pytest.mark.parametrize("people", [2, 6])
    def test_search_pages_have_each_entry_of_the_people_once(
        self, owner: User, client_of_owner: CheckedClient, session: Session, people: int
    ) -> None:
        named = [colleague_of(owner, name=f"Cora {number}") for number in range(people)]
        for number in range(5):
            UserFactory(name=f"Cora Elsewhere {number}")
        for days in (0, 40, 200):
            with shifted(timedelta(days=-days)):
                for one, other in zip(named, [*named[1:], owner], strict=True):
                    record("user.updated", actor=actor_of(one), userId=other.id, subject_user_id=other.id)
                    record("user.updated", actor=actor_of(owner), userId=one.id, subject_user_id=one.id)
                    record("user.updated", actor=actor_of(owner), userId=owner.id, subject_user_id=owner.id)
        session.flush()
        coras = {each.id for each in named}
        expected = [
            entry.id
            for entry in sorted(
                entries_of(session, owner.organisation_id),
                key=lambda entry: (entry.created, entry.id),
                reverse=True,
            )
            if {entry.user_id, entry.subject_user_id} & coras
        ]
        assert ids_by_cursor(client_of_owner, search="cora", pageSize=2) == expected
        assert len(expected) == 3 * 2 * people

    def test_other_organisations_and_lower_roles_read_nothing(
        self, owner: User, session: Session, signed_in: SignedIn
    ) -> None:
        record("message.sent", actor=actor_of(owner), threadId=1)
        session.flush()
        assert listed(signed_in(UserFactory())) == []
        manager = signed_in(colleague_of(owner, role_name="Manager"))
        assert manager.get("/api/auditEntry").status_code == 403
        assert manager.post("/api/auditEntry/export", json={"format": "CSV"}).status_code == 403
        assert manager.get("/setup/audit").location == "/unauthorized"

    def test_person_without_a_row_is_a_former_user(
        self, owner: User, client_of_owner: CheckedClient, session: Session
    ) -> None:
        session.add(
            AuditEntry(
                organisation_id=owner.organisation_id, type="user.updated", created=now(), user_id=999_999_999,
                subject_user_id=owner.id, ids={"rfxId": 999_999_999}, fields=[],
            )
        )  # fmt: skip
        session.flush()
        (row,) = listed(client_of_owner)
        assert row["user"]["name"] == "Former user"
        assert {"kind": "RFx", "name": "#999999999", "href": None} in row["records"]

    def test_service_user_is_shown_as_its_key_and_linked_for_those_who_may_see_keys(
        self, owner: User, client_of_owner: CheckedClient, signed_in: SignedIn, session: Session
    ) -> None:
        for creator, name in ((owner, "ERP (API)"), (UserFactory(), "Other (API)")):
            role = session.get_one(Role, creator.role_id)
            user_id = create_service_user(organisation_id=creator.organisation_id, role=role, name=name).id
            record("user.updated", actor=actor_of(owner), subject_user_id=user_id, userId=user_id)
        auditor = Role(
            organisation_id=owner.organisation_id,
            name="Auditor",
            permissions=[Permission.MANAGE_ORGANISATION.value],
        )
        session.add(auditor)
        session.flush()
        reader = signed_in(colleague_of(owner, role_name="Auditor"))
        for client, href in ((client_of_owner, "/setup/integrations"), (reader, None)):
            records = [row["records"] for row in listed(client) if row["type"] == "user.updated"]
            assert records == [
                [{"kind": "API key", "name": "Other (API)", "href": None}],
                [{"kind": "API key", "name": "ERP (API)", "href": href}],
            ]

    def test_organisation_of_guests_is_no_record(
        self, owner: User, client_of_owner: CheckedClient, session: Session
    ) -> None:
        guests = guest_organisation().id
        record("message.sent", actor=actor_of(owner), threadId=1, organisationId=guests)
        [row] = listed(client_of_owner)
        assert row["records"] == [{"kind": "Conversation", "name": "#1", "href": None}]

    def test_names_take_one_statement_for_any_number_of_rows(
        self, owner: User, client_of_owner: CheckedClient, session: Session
    ) -> None:
        counts = []
        for _ in range(2):
            for _ in range(20):
                record("message.sent", actor=actor_of(colleague_of(owner)), threadId=1)
            session.flush()
            client_of_owner.get("/api/auditEntry?pageSize=100")
            counts.append(client_of_owner.statements)
        assert counts[0] == counts[1] <= 5


class TestExport:
    @pytest.fixture
    def download(self, client_of_owner: CheckedClient, run_jobs: Callable[[], int]) -> Callable[..., str]:
        def start(**body: object) -> str:
            response = client_of_owner.post(
                "/api/auditEntry/export", json=body, headers={"Idempotency-Key": f"{body}"}
            )
            assert response.status_code == 202, response.text
            run_jobs()
            done = client_of_owner.get(f"/api/export/{response.json['id']}").json
            assert done["status"] == "DONE"
            return client_of_owner.get(done["url"]).data.decode("utf-8-sig")

        return start

    def test_csv_has_the_matching_entries(
        self, owner: User, session: Session, download: Callable[..., str]
    ) -> None:
        owner.name = "=cmd|' /C calc'!A0"
        record("message.sent", actor=actor_of(owner), threadId=1)
        record("ncr.created", actor=actor_of(owner), ncrId=1)
        rows = list(csv.DictReader(io.StringIO(download(format="CSV", filter={"area": "message"}))))
        assert [row["Type"] for row in rows] == ["message.sent"]
        assert rows[0]["User"].startswith("'="), "no spreadsheet runs it"
        assert [e.type for e in entries_of(session, owner.organisation_id)][-1] == "audit.exported"

    def test_json_lines_have_one_object_for_each_entry(
        self, owner: User, session: Session, download: Callable[..., str]
    ) -> None:
        record("message.sent", actor=actor_of(owner), threadId=1)
        lines = [json.loads(line) for line in download(format="JSONL").splitlines()]
        assert [line["type"] for line in lines][:2] == ["audit.exported", "message.sent"]
        assert set(lines[0]) == {
            "address", "created", "fields", "id", "records", "title", "type", "user",
        }  # fmt: skip
