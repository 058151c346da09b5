"""A worker that is killed while it reads an uploaded certificate: the file is read once after its restart."""

from typing import Any

from flask import Flask

from app.config import Settings
from app.documents.operations.reading import request_reading
from app.extensions import db
from app.kernel.db.session import commit
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.certificates import certificate_pdf
from tests.factories.documents import upload
from tests.faults.conftest import Worker, connect, kill_at_lock, restart_worker, wait_until

TEXT = "Certificate No: Q-77\nValid until: 13 March 2029"


def request_one() -> int:
    """Let the reading of a certificate wait for a worker; return the id of the file."""
    user = UserFactory()
    attachment_id = upload(user, certificate_pdf(TEXT))
    request_reading(actor=actor_of(user), attachment_id=attachment_id)
    commit()
    db.session.remove()
    return attachment_id


def test_reading_of_a_killed_worker_is_finished_by_the_next(committed_app: Flask, worker: Worker) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    with committed_app.app_context():
        attachment_id = request_one()
    with connect(settings) as reader:

        def read() -> Any:
            statement = "select finished is not null, number, valid_until::text from document_reading"
            return reader.execute(statement).fetchone()

        kill_at_lock(
            worker,
            settings,
            locked="select attachment_id from document_reading where attachment_id = %s for update",
            parameters=(attachment_id,),
            waiting="%document_reading%",
        )
        assert read() == (False, "", None)
        restart_worker(worker, settings)
        wait_until(lambda: read()[0], seconds=120, expected="the file is read")
        assert read() == (True, "Q-77", "2029-03-13")
