"""A worker that is killed while it builds the file with all data: the next one starts again, and there is one file."""

import io
import zipfile
from pathlib import Path

from flask import Flask

from app.config import Settings
from app.data_export.operations.requesting import request_data_export
from app.extensions import db
from app.kernel.db.session import commit
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.faults.conftest import Worker, connect, kill_at_lock, restart_worker, wait_until

STATE = "select status, done, size from data_export where id = %s"


def test_file_of_a_killed_worker_is_built_again_once(committed_app: Flask, worker: Worker) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    with committed_app.app_context():
        owner = UserFactory()
        for _ in range(50):
            colleague_of(owner)
        export_id = request_data_export(actor=actor_of(owner)).id
        commit()
        db.session.remove()
    kill_at_lock(
        worker, settings, locked="lock table saved_view in access exclusive mode", parameters=(),
        waiting="%FROM saved_view%",
    )  # fmt: skip
    with connect(settings) as connection:

        def state() -> tuple[object, ...]:
            return connection.execute(STATE, [export_id]).fetchone() or ()

        assert state()[0] == "RUNNING"
        restart_worker(worker, settings)
        wait_until(lambda: state()[0] == "DONE", seconds=90, expected="the file is finished")
        size = state()[2]
    files = [path for path in Path(settings.storage_url).rglob("data-exports/*") if path.is_file()]
    assert [path.name for path in files] == [f"{export_id}.zip"]
    content = files[0].read_bytes()
    assert len(content) == size
    assert zipfile.ZipFile(io.BytesIO(content)).testzip() is None
