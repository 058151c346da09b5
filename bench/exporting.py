"""One download in a separate process: `python -m bench.exporting 17 xlsx` prints its time, memory and size.

`17,18 zip` makes an archive with a workbook of each RFx. `bare-xlsx`, `bare-csv` and `bare-pdf` are baselines: the same lines, written with the same library and no layout.
"""

import csv
import io
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Self

import psutil
from sqlalchemy import func, select

from app.accounts.public import actor_of_user
from app.config import load_settings
from app.extensions import db
from app.factory import create_app
from app.forms.public import table_rows
from app.kernel.http.auth import Actor
from app.rfx.exports import archive
from app.rfx.exports.builder import build
from app.rfx.exports.content import content_of
from app.rfx.models import Rfx

SAMPLE_SECONDS = 0.003
MEGABYTE = 1024 * 1024


class Peak:
    """Context manager that measures the peak memory of this process, minus the memory at the start of the block."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._sample)
        self._before = self._most = 0

    def __enter__(self) -> Self:
        self._before = self._most = self._process.memory_info().rss
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    @property
    def megabytes(self) -> float:
        return (self._most - self._before) / MEGABYTE

    def _sample(self) -> None:
        while not self._stopped.wait(SAMPLE_SECONDS):
            self._most = max(self._most, self._process.memory_info().rss)


def main() -> int:
    """Make a small file first, so that lazily loaded libraries count neither for the product nor for the baseline."""
    ids, what = [int(each) for each in sys.argv[1].split(",")], sys.argv[2]
    kind = what.removeprefix("bare-")
    app = create_app(load_settings(os.environ))
    with app.app_context():
        actor = actor_of_user(db.session.get_one(Rfx, ids[0]).created_by_user_id)
        small = db.session.scalar(
            select(func.min(Rfx.id)).where(Rfx.organisation_id == actor.organisation_id)
        )
        build(actor, "xlsx" if kind == "zip" else kind, {"rfx_id": small})
        db.session.remove()
        make = _bare(actor, ids, kind) if what != kind else _product(actor, ids, kind)
        with Peak() as peak:
            started = time.perf_counter()
            size = make()
            seconds = time.perf_counter() - started
    print(json.dumps({"seconds": seconds, "megabytes": max(peak.megabytes, 0.1), "size": size / MEGABYTE}))
    return 0


def _product(actor: Actor, ids: list[int], format: str) -> Callable[[], int]:
    def make() -> int:
        if format == "zip":
            return len(archive.build(actor, "xlsx", {"ids": ids}).content)
        return len(build(actor, format, {"rfx_id": ids[0]}).content)

    return make


def _bare(actor: Actor, ids: list[int], format: str) -> Callable[[], int]:
    files = [list(_lines(actor, rfx_id)) for rfx_id in ids]
    db.session.remove()
    writer = {"xlsx": _bare_xlsx, "zip": _bare_xlsx, "csv": _bare_csv, "pdf": _bare_pdf}[format]
    return lambda: sum(writer(lines) for lines in files)


def _lines(actor: Actor, rfx_id: int) -> Iterator[list[str]]:
    for line in content_of(actor=actor, rfx_id=rfx_id).lines:
        table = table_rows(line.placed.field, line.value) if line.placed.field.columns else []
        yield from ([line.question, *row] for row in table) if table else [[line.question, line.text]]


def _bare_xlsx(lines: list[list[str]]) -> int:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Answers")
    for line in lines:
        sheet.append(line)
    with tempfile.TemporaryFile() as file:
        book.save(file)
        return file.tell()


def _bare_csv(lines: list[list[str]]) -> int:
    with tempfile.TemporaryFile() as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        csv.writer(text).writerows(lines)
        text.flush()
        return file.tell()


def _bare_pdf(lines: list[list[str]]) -> int:
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    style: Any = getSampleStyleSheet()["Normal"]
    file = io.BytesIO()
    SimpleDocTemplate(file).build([Paragraph(": ".join(line), style) for line in lines])
    return file.tell()


if __name__ == "__main__":
    sys.exit(main())
