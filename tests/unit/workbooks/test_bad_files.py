"""Files that cannot be read, or cells that are no answers: each gets a sentence, and the reader stays small."""

import io
import random
import resource
import zipfile
from collections.abc import Callable
from datetime import date, datetime

import pytest
from openpyxl import Workbook

from app.forms.document.fields import Field, FieldType, Option
from app.kernel.files import workbooks
from app.kernel.files.workbooks import Cell, Formula, WorkbookError, read_workbook
from app.workbooks.policies.cells import parse_answer

OPTIONS = (Option("y", "Yes"), Option("n", "No, not yet"))


def book_bytes(*rows: list[object]) -> bytes:
    book = Workbook()
    del book["Sheet"]
    sheet = book.create_sheet("Sheet")
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_entry(name: str, content: bytes, base: bytes | None = None) -> bytes:
    out = io.BytesIO(base or book_bytes(["a"]))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return out.getvalue()


def many_entries() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(workbooks.MAX_ENTRIES + 1):
            archive.writestr(f"xl/{number}.xml", b"")
        archive.writestr("xl/workbook.xml", b"")
    return out.getvalue()


def encrypted() -> bytes:
    content = bytearray(book_bytes(["a"]))
    # The flag of an encrypted entry, in the directory.
    place = content.rfind(b"PK\x01\x02")
    content[place + 8] |= 1
    return bytes(content)


BAD_FILES: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "empty": ("a.xlsx", lambda: b"", workbooks.NO_TABLE),
    "picture": ("a.xlsx", lambda: b"\x89PNG\r\n\x1a\n", workbooks.NO_TABLE),
    "truncated": ("a.xlsx", lambda: book_bytes(["a"])[:400], workbooks.DAMAGED),
    "other archive": ("a.xlsx", lambda: with_entry("a.txt", b"a", b"PK\x05\x06" + bytes(18)), workbooks.NO_TABLE),
    "macros": ("a.xlsm", lambda: with_entry("xl/vbaProject.bin", b"x"), workbooks.MACROS),
    "links": ("a.xlsx", lambda: with_entry("xl/externalLinks/externalLink1.xml", b"x"), workbooks.LINKS),
    "bomb": ("a.xlsx", lambda: with_entry("xl/worksheets/bomb.xml", bytes(70_000_000)), workbooks.TOO_HEAVY),
    "manifest bomb": ("a.xlsx", lambda: with_entry("META-INF/manifest.xml", bytes(50_000_000)), workbooks.TOO_HEAVY),
    "many parts": ("a.xlsx", many_entries, workbooks.TOO_HEAVY),
    "encrypted": ("a.xlsx", encrypted, workbooks.PASSWORD),
    "encrypted by Excel": (
        "a.xlsx", lambda: workbooks.OLE + "EncryptedPackage".encode("utf-16-le"), workbooks.PASSWORD,
    ),
    "old macros": ("a.xls", lambda: workbooks.OLE + "_VBA_PROJECT".encode("utf-16-le"), workbooks.MACROS),
    "damaged xls": ("a.xls", lambda: workbooks.OLE + bytes(600), workbooks.DAMAGED),
    "too large": ("a.csv", lambda: b"a" * (workbooks.MAX_BYTES + 1), workbooks.TOO_LARGE),
    "binary csv": ("a.csv", lambda: b"a,b\0c", workbooks.NO_TABLE),
    "wide": ("a.csv", lambda: b",".join([b"a"] * 61), workbooks.TOO_WIDE.format(60)),
    "long": ("a.csv", lambda: b"a\n" * 20_001, workbooks.TOO_LONG.format(20_000)),
    "much text": ("a.xlsx", lambda: book_bytes(*[[random.Random(row).randbytes(15_000).hex()] for row in range(120)]), workbooks.TOO_MUCH_TEXT.format(3)),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_file_gets_a_sentence_and_little_memory(name: str) -> None:
    filename, make, sentence = BAD_FILES[name]
    content = make()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(WorkbookError, match="^" + sentence.replace(".", r"\.").replace("(", r"\(")):
        read_workbook(content, filename=filename)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000, "kB that the process grew by"


def test_formula_without_a_result_is_marked() -> None:
    (sheet,) = read_workbook(book_bytes(["a", "=1+1"]), filename="a.xlsx")
    assert sheet.rows == [["a", Formula()]]


def test_csv_has_any_usual_delimiter_and_encoding() -> None:
    for text, encoding in (("Frage;Antwort\nGröße;5", "cp1252"), ("Frage\tAntwort\nGröße\t5", "utf-16")):
        (sheet,) = read_workbook(text.encode(encoding), filename="a.csv")
        assert sheet.rows == [["Frage", "Antwort"], ["Größe", "5"]]


GOOD_CELLS: tuple[tuple[FieldType, Cell, object], ...] = (
    (FieldType.NUMBER, 5.0, "5"),
    (FieldType.NUMBER, 0.1, "0.1"),
    (FieldType.NUMBER, "1.234,5", "1234.5"),
    (FieldType.NUMBER, "1'234.5", "1234.5"),
    (FieldType.DATE, date(2026, 11, 3), "2026-11-03"),
    (FieldType.DATE, datetime(2026, 11, 3, 23, 59), "2026-11-03"),  # noqa: DTZ001 - cells have no time zone
    (FieldType.DATE, "03.11.2026", "2026-11-03"),
    (FieldType.DATE, "11/23/2026", "2026-11-23"),
    (FieldType.DATE, "2026/11/03", "2026-11-03"),
    (FieldType.DATE, "3. November 2026", "2026-11-03"),
    (FieldType.DATE, "3 de noviembre de 2026", "2026-11-03"),
    (FieldType.DATE, "Nov 3, 2026", "2026-11-03"),
    (FieldType.DATE, 46329.0, "2026-11-03"),
    (FieldType.TEXT, "0049", "0049"),
    (FieldType.TEXT, 49.0, "49"),
    (FieldType.TEXT, "a_x000D_\r\nb\x01", "a\n\nb"),
    (FieldType.YESNO, "ja", True),
    (FieldType.YESNO, "N", False),
    (FieldType.SINGLE_CHOICE, " no, NOT yet", "n"),
    (FieldType.MULTI_CHOICE, "Yes, No, not yet", ["y", "n"]),
    (FieldType.COUNTRY, "de", "DEU"),
    (FieldType.CURRENCY_AMOUNT, "5,50 €", {"currency": "EUR", "amount": "5.50"}),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "cell", "value"), GOOD_CELLS)
def test_usual_formats_are_read(kind: FieldType, cell: Cell, value: object) -> None:
    parsed = parse_answer(_field(kind), cell, place="Form, D4")
    assert (parsed.value, parsed.error) == (value, None)


BAD_CELLS: tuple[tuple[FieldType, Cell, str], ...] = (
    (FieldType.TEXT, Formula(), "Form, D4 has a formula without a result. Paste its value."),
    (FieldType.TEXT, 1234567890123456.0, "Form, D4 has a number with more than 15 digits"),
    (FieldType.NUMBER, "12 %", "Form, D4: write a number, such as 1250.50."),
    (FieldType.NUMBER, 1e22, "Form, D4 has a number with more than 15 digits"),
    (FieldType.DATE, "3/11/2026", "Form, D4: “3/11/2026” can be two dates. Write it as yyyy-mm-dd."),
    (FieldType.DATE, "31.02.2026", "Form, D4: write the date as yyyy-mm-dd."),
    (FieldType.YESNO, "maybe", "Form, D4: write Yes or No."),
    (FieldType.SINGLE_CHOICE, "perhaps", "Form, D4: choose one of Yes, No, not yet."),
    (FieldType.COUNTRY, "Atlantis", "Form, D4: “Atlantis” is no country."),
    (FieldType.CURRENCY_AMOUNT, 5.0, "Form, D4: write an amount and a currency, such as 1250.50 EUR."),
    (FieldType.TEXT, "x" * 2_001, "Form, D4: this is too long to keep"),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "cell", "sentence"), BAD_CELLS)
def test_bad_cell_gets_a_sentence_with_its_place(kind: FieldType, cell: Cell, sentence: str) -> None:
    error = parse_answer(_field(kind), cell, place="Form, D4").error
    assert error is not None
    assert error.startswith(sentence)


def _field(kind: FieldType) -> Field:
    has_options = kind in (FieldType.SINGLE_CHOICE, FieldType.MULTI_CHOICE)
    return Field(fid="f0000001", name="q", type=kind, options=OPTIONS if has_options else ())
