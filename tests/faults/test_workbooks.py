"""A worker that is killed while it takes answers over from a workbook saves each once; LibreOffice changes no answer."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
from flask import Flask

from app.config import Settings
from app.extensions import db
from app.kernel.db import commit
from app.kernel.jobs import enqueue
from app.kernel.workbooks import read_workbook
from app.rfx.operations.values import NewValue, save_values
from app.workbooks.models import AnswerImport
from app.workbooks.policies.rows import rows_of
from app.workbooks.types import APPLY_JOB, ImportState
from tests.factories.accounts import actor_of
from tests.factories.rfx import field, send_rfx
from tests.factories.workbooks import FILLED, empty_workbook, fields_of_workbook, fill
from tests.faults.conftest import wait_until

QUESTIONS, MIDDLE = 250, 150
"""Answers of the workbook, and the one at which the worker waits for a lock, in the second batch, and is killed."""
Worker = Callable[..., "subprocess.Popen[bytes]"]


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
    url = settings.database_url.replace("postgresql+psycopg://", "postgresql://")
    with committed_app.app_context():
        rfx_id = start_applying()
    with psycopg.connect(url, autocommit=True) as reader, psycopg.connect(url) as locker:

        def read(statement: str) -> Any:
            return reader.execute(statement, {"rfx": rfx_id}).fetchone()

        def is_waiting() -> bool:
            waits = "select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query like %s)"
            return bool(reader.execute(waits, ["%form_value%"]).fetchone() == (True,))

        locker.execute(
            "select id from form_value where rfx_id = %s and key = %s for update", (rfx_id, f"q{MIDDLE}")
        )
        first = worker(settings)
        wait_until(is_waiting, seconds=90, expected="the worker is in the second batch")
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        locker.rollback()
        wait_until(
            lambda: not is_waiting(), seconds=30, expected="the statement of the dead worker has ended"
        )
        assert read("select count(*) from form_value where rfx_id = %(rfx)s") == (101,), "the first batch"
        # The lease of the dead worker ends now instead of in a minute.
        reader.execute("update job set run_at = now() where status = 'RUNNING'")
        worker(settings)
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
