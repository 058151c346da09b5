"""The file with all data of an organisation: its contents, its readers, and its end."""

import io
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.data_export import exports
from app.data_export.exports import build_export
from app.data_export.models import DataExport
from app.data_export.operations.requesting import request_data_export
from app.data_export.queries.kinds import KINDS, LEFT_OUT
from app.data_export.types import UNFINISHED, DataExportStatus
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.kernel.clock import shifted
from app.kernel.registry import current_registry
from app.network.models import Relationship
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.compared import answer
from tests.factories.messages import make_thread
from tests.factories.network import relate
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.rules.world import make_world

DAY = timedelta(days=1)


@pytest.fixture
def owner(session: Session) -> User:
    created: User = UserFactory(name="Ann Owner", in_organisation__name="Brightwater")
    return created


@pytest.fixture
def client_of_owner(owner: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(owner)


def archive_of(user: User) -> zipfile.ZipFile:
    """Run the jobs of an export like the worker, and open its archive."""
    export = request_data_export(actor=actor_of(user))
    while export.status in UNFINISHED:
        build_export(export.id)
        db.session.flush()
        export = db.session.get_one(DataExport, export.id)
    assert export.status == DataExportStatus.DONE
    return zipfile.ZipFile(io.BytesIO(current_registry().storage.get(export.storage_key or "")))


def rows(archive: zipfile.ZipFile, name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(archive.read(f"{name}.json"))
    return loaded


class TestContent:
    def test_every_table_is_exported_or_left_out_with_a_reason(self) -> None:
        tables = {table.name for table in db.metadata.sorted_tables}
        exported = {kind.table for kind in KINDS}
        assert tables - exported - LEFT_OUT.keys() == set(), "add these to KINDS or to LEFT_OUT"
        assert (exported | LEFT_OUT.keys()) - tables == set(), "no such table"
        assert exported & LEFT_OUT.keys() == set()
        assert all(LEFT_OUT.values())

    def test_own_rows_and_files_are_in_the_archive(self, owner: User) -> None:
        supplier = UserFactory(name="Sam Supplier")
        relate(owner.organisation_id, supplier.organisation_id)
        make_thread(owner, [supplier], subject="Delivery dates")
        attachment = store_bytes(
            organisation_id=owner.organisation_id, user_id=owner.id, filename="../Plan.txt", content=b"the plan",
            kind=AttachmentKind.MESSAGE,
        )  # fmt: skip
        archive = archive_of(owner)
        assert archive.testzip() is None
        assert [user["name"] for user in rows(archive, "users")] == ["Ann Owner"]
        assert "password_hash" not in rows(archive, "users")[0]
        assert [each["subject"] for each in rows(archive, "conversations")] == ["Delivery dates"]
        assert len(rows(archive, "relationships")) == 1
        assert archive.read(f"files/{attachment.id}-Plan.txt") == b"the plan"
        index = archive.read("index.html").decode()
        assert "Data of Brightwater" in index
        assert all(f'<a href="{kind.name}.json">' in index for kind in KINDS)

    def test_answers_are_included_as_the_organisation_may_read_them(
        self, owner: User, signed_in: SignedIn
    ) -> None:
        sent = send_rfx(owner)
        answer(signed_in, sent, submit=False, company_name="Meridian Works", employees="12", iso=False)
        (of_requester,) = rows(archive_of(owner), "rfxs")
        assert "Meridian Works" in [each["value"] for each in of_requester["answers"]]
        (of_respondent,) = rows(archive_of(sent.respondent), "rfxs")
        assert "Meridian Works" in [each["value"] for each in of_respondent["answers"]]
        assert rows(archive_of(owner), "ownAnswers") == []
        assert rows(archive_of(sent.respondent), "ownAnswers") != []

    def test_rfxs_are_written_in_slices_between_which_other_jobs_run(
        self, owner: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(exports, "SLICE_SECONDS", 0)
        ids = [send_rfx(owner).id for _ in range(3)]
        archive = archive_of(owner)
        assert [each["id"] for each in rows(archive, "rfxs")] == ids
        (export,) = db.session.query(DataExport).filter_by(organisation_id=owner.organisation_id)
        assert export.slices == 3

    def test_nothing_of_an_unrelated_organisation_is_included(self, owner: User) -> None:
        make_world("Zanzibar Secret")
        archive = archive_of(owner)
        for name in archive.namelist():
            assert b"Zanzibar" not in archive.read(name), name

    def test_other_side_of_a_relationship_is_not_included(self, owner: User) -> None:
        world = make_world("Zanzibar")
        supplier = db.session.get_one(Relationship, world["relationship_id"]).with_organisation_id
        user = UserFactory(in_organisation=None, organisation_id=supplier)
        archive = archive_of(user)
        for secret in (
            "Zanzibar Own number",
            "Zanzibar Tag",
            "Zanzibar Reason of the award",
            "Zanzibar Note",
        ):
            for name in archive.namelist():
                assert secret.encode() not in archive.read(name), (secret, name)

    def test_missing_file_is_named(self, owner: User) -> None:
        attachment = store_bytes(
            organisation_id=owner.organisation_id, user_id=owner.id, filename="Lost.txt", content=b"x",
            kind=AttachmentKind.MESSAGE,
        )  # fmt: skip
        current_registry().storage.delete(attachment.storage_key or "")
        assert f"files/{attachment.id}-Lost.txt" in archive_of(owner).read("index.html").decode()


class TestRequests:
    @pytest.fixture
    def ready(self, client_of_owner: CheckedClient, run_jobs: Callable[[], int]) -> dict[str, Any]:
        response = client_of_owner.post("/api/dataExport")
        assert response.status_code == 202, response.text
        assert response.json[0]["status"] == "QUEUED"
        run_jobs()
        (row,) = client_of_owner.get("/api/dataExport").json
        assert (row["status"], row["progress"]) == ("DONE", 100)
        loaded: dict[str, Any] = row
        return loaded

    def test_finished_file_is_downloaded_by_its_requester_alone(
        self, owner: User, client_of_owner: CheckedClient, ready: dict[str, Any], signed_in: SignedIn
    ) -> None:
        response = client_of_owner.get(ready["url"])
        assert response.headers["Content-Disposition"].startswith("attachment; filename=")
        assert len(response.data) == ready["size"]
        assert zipfile.ZipFile(io.BytesIO(response.data)).testzip() is None
        colleague = signed_in(colleague_of(owner))
        assert colleague.get("/api/dataExport").json[0]["url"] is None
        assert colleague.get(ready["url"]).status_code == 404
        assert signed_in(UserFactory()).get(ready["url"]).status_code == 404

    def test_request_is_in_the_audit_log(self, client_of_owner: CheckedClient, ready: dict[str, Any]) -> None:
        types = [row["type"] for row in client_of_owner.get("/api/auditEntry").json]
        assert "organisation.dataExported" in types

    def test_second_request_waits_for_the_first(self, client_of_owner: CheckedClient) -> None:
        assert client_of_owner.post("/api/dataExport").status_code == 202
        assert client_of_owner.post("/api/dataExport").status_code == 409

    def test_request_needs_a_step_up_and_the_permission(
        self, owner: User, client_of_owner: CheckedClient, signed_in: SignedIn
    ) -> None:
        with shifted(timedelta(minutes=11)):
            response = client_of_owner.post("/api/dataExport")
        assert (response.status_code, response.json["code"]) == (403, "stepUp")
        manager = signed_in(colleague_of(owner, role_name="Manager"))
        assert manager.post("/api/dataExport").status_code == 403
        assert manager.get("/setup/data").location == "/unauthorized"

    def test_file_is_deleted_after_seven_days(
        self,
        client_of_owner: CheckedClient,
        ready: dict[str, Any],
        run_jobs: Callable[[], int],
        session: Session,
    ) -> None:
        key = session.get_one(DataExport, ready["id"]).storage_key or ""
        with shifted(8 * DAY):
            current_registry().jobs["dataExport.forget"].function()
            session.flush()
        assert session.get_one(DataExport, ready["id"]).status == DataExportStatus.EXPIRED
        assert client_of_owner.get(ready["url"]).status_code == 404
        with pytest.raises(FileNotFoundError):
            current_registry().storage.get(key)

    def test_failure_is_shown_and_another_can_be_requested(
        self,
        client_of_owner: CheckedClient,
        run_jobs: Callable[[], int],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        client_of_owner.post("/api/dataExport")
        with monkeypatch.context() as broken:
            broken.setattr(current_registry().storage, "put_file", None)
            run_jobs()
        assert client_of_owner.get("/api/dataExport").json[0]["status"] == "FAILED"
        assert client_of_owner.post("/api/dataExport").status_code == 202
