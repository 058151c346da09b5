"""A worker that is killed while it reads a file with questions: the file is read once after its restart."""

from typing import Any

from flask import Flask

from app.config import Settings
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.form_imports.operations.uploading import upload_file
from app.kernel.db.session import commit
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.form_imports import questions
from tests.faults.conftest import Worker, connect, kill_at_lock, restart_worker, wait_until


def upload_one() -> int:
    """Let a file with questions wait for a worker; return the id of the import."""
    user = UserFactory()
    content = questions(
        ("1", "Certified?", "Yes/No"), ("2", "Level?", "", "Low;High"), lists={"F2": '"Yes,No"'}
    )
    stored = store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename="a.xlsx", content=content,
        kind=AttachmentKind.DOCUMENT,
    )  # fmt: skip
    form_import = upload_file(actor=actor_of(user), attachment_id=stored.id)
    import_id = form_import.id
    commit()
    db.session.remove()
    return import_id


def test_file_of_a_killed_worker_is_read_by_the_next(committed_app: Flask, worker: Worker) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    with committed_app.app_context():
        import_id = upload_one()
    with connect(settings) as reader:

        def read() -> Any:
            statement = "select state, contents is not null, mapping is not null from doc_form_import"
            return reader.execute(statement).fetchone()

        kill_at_lock(
            worker,
            settings,
            locked="select id from doc_form_import where id = %s for update",
            parameters=(import_id,),
            waiting="%doc_form_import%",
        )
        assert read() == ("READING", False, False)
        restart_worker(worker, settings)
        wait_until(lambda: read()[0] == "READY", seconds=120, expected="the file is read")
        assert read() == ("READY", True, True)
        assert reader.execute("select count(*) from doc_form").fetchone() == (0,)
