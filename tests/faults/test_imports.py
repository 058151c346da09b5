"""A worker that is killed in the middle of an import is replaced: every supplier is created once, and no mail is sent."""

from typing import Any

from flask import Flask

from app.config import Settings
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.imports.models import SupplierImport
from app.imports.operations.reading import plan_import, read_import
from app.imports.operations.running import run_import
from app.imports.types import BATCH_ROWS, ImportState
from app.kernel.db.session import commit
from app.network.models import Tag
from tests.factories.accounts import UserFactory, actor_of
from tests.faults.conftest import Worker, connect, kill_at_lock, restart_worker, wait_until

ROWS = 3 * BATCH_ROWS
MIDDLE = BATCH_ROWS + BATCH_ROWS // 2
"""The supplier with the tag that the killed worker waits for, in the second batch."""


def start_import() -> tuple[int, int]:
    """Start the run of a plan with ROWS suppliers; return the ids of the organisation and of a tag."""
    buyer = UserFactory()
    tag = Tag(organisation_id=buyer.organisation_id, name="locked")
    db.session.add(tag)
    lines = [f"Firm {n};info@firm-{n}-import.example;{'locked' if n == MIDDLE else ''}" for n in range(ROWS)]
    stored = store_bytes(
        organisation_id=buyer.organisation_id, user_id=buyer.id, filename="a.csv",
        content="\n".join(["Company;E-mail;Tags", *lines]).encode(), kind=AttachmentKind.DOCUMENT,
    )  # fmt: skip
    supplier_import = SupplierImport(
        organisation_id=buyer.organisation_id, user_id=buyer.id, attachment_id=stored.id, filename="a.csv"
    )
    db.session.add(supplier_import)
    db.session.flush()
    read_import(supplier_import.id)
    supplier_import.state = ImportState.PLANNING
    db.session.flush()
    plan_import(supplier_import.id)
    assert run_import(
        actor=actor_of(buyer), import_id=supplier_import.id, plan_version=supplier_import.plan_version
    )
    ids = buyer.organisation_id, tag.id
    commit()
    db.session.remove()
    return ids


def test_import_of_a_killed_worker_is_finished_once(committed_app: Flask, worker: Worker) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    with committed_app.app_context():
        organisation_id, tag_id = start_import()
    with connect(settings) as reader:

        def read(statement: str) -> Any:
            return reader.execute(statement, {"own": organisation_id}).fetchone()

        relationships = "select count(*), count(distinct with_organisation_id) from relationship where organisation_id = %(own)s"
        kill_at_lock(
            worker,
            settings,
            locked="select id from tag where id = %s for update",
            parameters=(tag_id,),
            waiting="%relationship_tag%",
        )
        assert read(relationships) == (BATCH_ROWS, BATCH_ROWS), "the second batch was rolled back"
        restart_worker(worker, settings)
        wait_until(
            lambda: read("select state from supplier_import") == ("DONE",),
            seconds=120,
            expected="all suppliers are created",
        )
        assert read(relationships) == (ROWS, ROWS)
        assert read("select count(*) from organisation where name like 'Firm %%'") == (ROWS,)
        assert read("select count(*) from outbox_mail") == (0,)
        feed = (
            "select count(*) from event_log where type = 'relationship.imported' and relationship_id is null"
        )
        assert read(feed) == (1,)
