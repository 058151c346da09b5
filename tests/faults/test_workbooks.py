"""A worker that is killed while it takes answers over from a workbook saves each once; LibreOffice changes no answer."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from flask import Flask

from app.config import Settings
from app.extensions import db
from app.kernel.db.session import commit
from app.kernel.files.workbooks import read_workbook
from app.kernel.jobs.queue import enqueue
from app.rfx.operations.values import NewValue, save_values
from app.workbooks.models import AnswerImport
from app.workbooks.policies.rows import rows_of
from app.workbooks.types import APPLY_JOB, ImportState
from tests.factories.accounts import actor_of
from tests.factories.rfx import field, send_rfx
from tests.factories.workbooks import FILLED, empty_workbook, fields_of_workbook, fill
from tests.faults.conftest import Worker, connect, kill_at_lock, restart_worker, wait_until

QUESTIONS, MIDDLE = 250, 150
"""Answers of the workbook, and the one at which the worker waits for a lock, in the second batch, and is killed."""


def start_applying() -> int:
    """Let an import of QUESTIONS answers wait for a worker; return the id of the RFx."""
    sent = send_rfx(blocks=[field(f"q{number}") for number in range(QUESTIONS)])
    middle = f"q{MIDDLE}"
    save_values(actor=actor_of(sent.respondent), rfx_id=sent.id, new_values={middle: NewValue("before", 0)})
    items = [
        {
            "key": f"q{number}", "outcome": "NEW", "here": None, "file": f"answer {number}", "appliedState": None,
            "iteration": 1 if number == MIDDLE else 0,
        }
        for number in range(QUESTIONS)
    ]  # fmt: skip
    keys = [item["key"] for item in items]
    answer_import = AnswerImport(
        rfx_id=sent.id, user_id=sent.respondent.id, attachment_id=1, state=ImportState.APPLYING,
        filename="filled.xlsx", result={"items": items}, decision={"keys": keys, "theirs": [], "clearEmpty": False},
    )  # fmt: skip
    db.session.add(answer_import)
    db.session.flush()
    enqueue(APPLY_JOB, import_id=answer_import.id)
    commit()
    db.session.remove()
    return sent.id


def test_answers_of_a_killed_worker_are_saved_once(committed_app: Flask, worker: Worker) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    with committed_app.app_context():
        rfx_id = start_applying()
    with connect(settings) as reader:

        def read(statement: str) -> Any:
            return reader.execute(statement, {"rfx": rfx_id}).fetchone()

        kill_at_lock(
            worker,
            settings,
            locked="select id from form_value where rfx_id = %s and key = %s for update",
            parameters=(rfx_id, f"q{MIDDLE}"),
            waiting="%form_value%",
        )
        assert read("select count(*) from form_value where rfx_id = %(rfx)s") == (101,), "the first batch"
        restart_worker(worker, settings)
        wait_until(
            lambda: read("select state from answer_import") == ("APPLIED",),
            seconds=120,
            expected="all answers are saved",
        )
        rows = "select count(*), count(*) filter (where is_current), max(iteration) from form_value where rfx_id = %(rfx)s"
        assert read(rows) == (QUESTIONS + 1, QUESTIONS, 2)
        assert read("select count(*) from event_log where type = 'rfx.answersImported'") == (1,)


def test_libre_office_changes_no_answer(tmp_path: Path) -> None:
    office = shutil.which("soffice")
    assert office, "LibreOffice is needed: on Debian, apt-get install libreoffice-calc"
    source = tmp_path / "filled.xlsx"
    source.write_bytes(fill(empty_workbook()))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    for kind in ("ods", "xlsx"):
        saved = tmp_path / kind
        subprocess.run(
            [office, profile, "--headless", "--convert-to", kind, "--outdir", str(saved), str(source)],
            check=True,
            timeout=120,
        )
        sheets = read_workbook((saved / f"filled.{kind}").read_bytes(), filename=f"filled.{kind}")
        rows = rows_of(sheets, {placed.key: placed for placed in fields_of_workbook()})
        assert {row.key: row.parsed.value for row in rows if row.parsed.value is not None} == FILLED
