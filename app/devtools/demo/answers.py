"""Answers for the questionnaires of the demo: plausible texts of a well-run supplier, for each field."""

import io
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from app.devtools.demo.answer_texts import DATES, LINES, NUMBERS, ROWS, TEXTS
from app.files.public import AttachmentKind, store_bytes
from app.forms.document.fields import Option
from app.forms.public import Field, FieldType
from app.kernel.http.auth import Actor

SENTENCES = (
    "Reviewed by the management team every quarter, with minutes kept by the quality manager.",
    "Described in our procedure QP-04, which we send on request.",
    "Each shift lead is trained for it, and the training is repeated once a year.",
    "We contain the affected lots within 24 hours and open an 8D report.",
    "Three people have access; the list is checked every six months.",
)


PATTERNED = {"vat_number": "DE123456789"}
"""Answers to fields with a pattern, by field name."""

DENIED = {"keeps_documents", "fatal_accident", "enforcement"}
"""Yes/no fields that a well-run supplier answers with No, by field name."""

PERSONS = ("person", "contact", "manager", "officer", "responsible", "owner", "ciso", "signat")
"""Words in the names of text fields that ask for a person."""

FileMaker = Callable[[str], dict[str, object]]
"""A function that creates a file with this title and returns it in the format of an answer."""


def answer(
    field: Field, *, index: int, company: str, person: str, domain: str, make_file: FileMaker
) -> object:
    """Return an answer that is valid for `field`; `index` varies the choice."""
    least = int(field.min or 1) if field.type is FieldType.MULTI_CHOICE else 0
    makers: dict[FieldType, Callable[[], object]] = {
        FieldType.TEXT: lambda: _line(field, company, person, index)[: field.max_length or None],
        FieldType.TEXTAREA: lambda: _pick(TEXTS.get(field.name, SENTENCES), index)[
            : field.max_length or None
        ],
        FieldType.NUMBER: lambda: _number(field, index),
        FieldType.DATE: lambda: _day(field, index),
        FieldType.YESNO: lambda: field.name not in DENIED and index % 5 != 3,
        FieldType.SINGLE_CHOICE: lambda: field.options[index % len(field.options)].value,
        FieldType.MULTI_CHOICE: lambda: [o.value for o in field.options[: max(least, 1 + index % 2)]],
        FieldType.COUNTRY: lambda: "DEU",
        FieldType.CURRENCY_AMOUNT: lambda: {
            "currency": "EUR",
            "amount": f"{max(float(field.min or 0), 250_000 + index * 40_000):.0f}",
        },
        FieldType.EMAIL: lambda: f"{person.partition(' ')[0].lower()}@{domain}",
        FieldType.URL: lambda: f"https://www.{domain}",
        FieldType.TABLE: lambda: _rows(field),
        FieldType.FORMSIGNATURE: lambda: {"name": person, "strokes": _strokes()},
        FieldType.FILE: lambda: [make_file(field.label)],
    }
    return makers[field.type]()


def certificate_maker(author: Actor, company: str) -> FileMaker:
    """Return a function that uploads a sample document of `company` as a file of `author`'s answers."""

    def make_file(title: str) -> dict[str, object]:
        attachment = store_bytes(
            organisation_id=author.organisation_id,
            user_id=author.user_id,
            filename="document.pdf",
            content=certificate(title, company),
            kind=AttachmentKind.RFXANSWER,
        )
        return {
            "attachmentId": attachment.id,
            "filename": attachment.filename,
            "size": attachment.size,
            "contentType": attachment.content_type,
        }

    return make_file


def certificate(title: str, company: str) -> bytes:
    """Return a one-page PDF as a sample of an uploaded document."""
    out = io.BytesIO()
    page = Canvas(out, pagesize=A4, invariant=True)
    page.setFont("Helvetica-Bold", 20)
    page.drawString(72, 740, company.encode("latin-1", "replace").decode("latin-1"))
    page.setFont("Helvetica", 13)
    page.drawString(72, 708, title.encode("latin-1", "replace").decode("latin-1"))
    page.drawString(72, 684, "Demo document")
    page.save()
    return out.getvalue()


def _line(field: Field, company: str, person: str, index: int) -> str:
    name = field.name.lower()
    if field.pattern:
        return PATTERNED.get(field.name, "12345678")
    if field.name in LINES:
        return _pick(LINES[field.name], index)
    if "company" in name or "legal" in name or "trading" in name:
        return company
    if any(word in name for word in PERSONS):
        return person
    return _pick(("Managing director", "HRB 48822", "Plant 1 and plant 2"), index)


def _pick(variants: Sequence[str], index: int) -> str:
    return variants[index % len(variants)]


def _number(field: Field, index: int) -> str:
    if field.name in NUMBERS:
        return _pick(NUMBERS[field.name], index)
    low, high = float(field.min or 0), float(field.max or 1000)
    return f"{low + (high - low) * (0.35 + 0.1 * (index % 4)):.0f}"


def _day(field: Field, index: int) -> str:
    if field.name in DATES:
        return _pick(DATES[field.name], index)
    picked = date(2027, 3, 31) + timedelta(days=index * 9)
    if field.max and picked.isoformat() > field.max:
        return field.max
    if field.min and picked.isoformat() < field.min:
        return field.min
    return picked.isoformat() if "until" in field.name or "expir" in field.name else "2019-05-14"


def _rows(field: Field) -> list[dict[str, object]]:
    if field.name in ROWS:
        return [dict(row) for row in ROWS[field.name]]
    return [
        {column.name: _cell(column.type, column.options, row) for column in field.columns} for row in range(2)
    ]


def _cell(kind: str, options: Sequence[Option], row: int) -> object:
    return {
        "TEXT": ("Stuttgart", "Ulm")[row],
        "NUMBER": ("140", "96")[row],
        "DATE": ("2024-02-01", "2025-06-18")[row],
        "YESNO": row == 0,
        "SINGLE_CHOICE": options[0].value if options else None,
    }[str(kind)]


def _strokes() -> list[list[int]]:
    first = [v for i in range(24) for v in (60 + i * 14, 110 + (i * 37 % 60) - 30)]
    return [first, [70, 150, 180, 146, 300, 152, 410, 144]]
