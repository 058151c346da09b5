"""A form from a spreadsheet: 500 questions with drop-down lists, from the stored file to the questions with their problems."""

import time
from collections.abc import Iterator
from io import BytesIO

from openpyxl import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from app.accounts.public import actor_of_user
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.form_imports.models import DocFormImport
from app.form_imports.operations.reading import read_import
from app.form_imports.queries import own_import, plan_of
from app.form_imports.types import FormImportState
from app.kernel.db.session import commit
from app.kernel.files.workbooks import read_workbook
from bench.measure import timed
from bench.table import Row
from bench.world import World, user_of

BUYER = "elsa.noren@halden-rail.example"
QUESTIONS = 500
GOAL = 5


def run(world: World) -> Iterator[Row]:
    """Read a file with QUESTIONS questions in 20 sections, and plan the form."""
    with world.app.app_context():
        content = _content()
        yield Row(
            figure=f"{QUESTIONS} questions of a workbook read and planned", measured=_planned(content), unit="s",
            goal=GOAL, baseline=timed(lambda: read_workbook(content, filename="a.xlsx")) / 1000,
            against="the cells of the file read in a child process",
        )  # fmt: skip


def _content() -> bytes:
    book = Workbook()
    del book["Sheet"]
    sheet = book.create_sheet("Questions")
    sheet.append(["No", "Section", "Question", "Guidance", "Depends on", "Answer"])
    for n in range(QUESTIONS):
        depends_on = f"{n} = Yes" if n % 7 == 3 else ""
        sheet.append(
            [
                str(n + 1),
                f"Section {n // 25}",
                f"Is control number {n} in place and tested?",
                "x" * 80,
                depends_on,
            ]
        )
    validation = DataValidation(type="list", formula1='"Yes,No,NA"')
    validation.add(f"F2:F{QUESTIONS + 1}")
    sheet.add_data_validation(validation)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _planned(content: bytes) -> float:
    """Return the seconds of reading and planning."""
    user = user_of(BUYER)
    stored = store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename="measured.xlsx", content=content,
        kind=AttachmentKind.DOCUMENT,
    )  # fmt: skip
    form_import = DocFormImport(
        organisation_id=user.organisation_id,
        user_id=user.id,
        attachment_id=stored.id,
        filename="measured.xlsx",
    )
    db.session.add(form_import)
    commit()
    import_id = form_import.id
    started = time.monotonic()
    read_import(import_id)
    commit()
    actor = actor_of_user(user.id)
    planned = plan_of(actor=actor, form_import=own_import(actor=actor, import_id=import_id))
    seconds = time.monotonic() - started
    assert db.session.get_one(DocFormImport, import_id).state is FormImportState.READY
    assert planned is not None
    assert len(planned.built.questions) == QUESTIONS
    return seconds
