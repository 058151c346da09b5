"""Workbooks that LibreOffice saved (tests/data/workbooks/make.py) have the same answers as the filled ones."""

from pathlib import Path

import pytest

from app.kernel.files.workbooks import read_workbook
from app.workbooks.policies.rows import rfx_of, rows_of
from tests.factories.workbooks import FILLED, empty_workbook, fields_of_workbook, fill

SAVED = Path(__file__).parents[2] / "data" / "workbooks"


@pytest.mark.parametrize("name", ["filled.xlsx", "filled.ods", "as written"])
def test_saved_workbook_reads_back_without_a_difference(name: str) -> None:
    content = fill(empty_workbook()) if name == "as written" else (SAVED / name).read_bytes()
    sheets = read_workbook(content, filename=name)
    assert rfx_of(sheets) == 1
    rows = rows_of(sheets, {placed.key: placed for placed in fields_of_workbook()})
    assert {row.key: row.parsed.error for row in rows if row.parsed.error} == {}
    assert {row.key: row.parsed.value for row in rows if row.parsed.value is not None} == FILLED
