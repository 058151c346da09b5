"""texts of starter forms and standard questions.

Drafts that are unchanged copies of a starter, and standard questions that no administrator has changed, get the new
texts. Published forms, their later drafts, and edited texts stay as they are: RFxs that were sent refer to them.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from app.forms.document.html import to_html

revision = "0009_starter_texts"
down_revision = "0008_more_enum_checks"
branch_labels = None
depends_on = None

BATCH = 200
FIELDS = ("dvField", "dvFieldBlock")

TEXTS: Mapping[str, str] = {
    "Name of the person to ask about these answers": "Contact for questions",
    "Their e-mail address": "Contact e-mail",
    "Public liability: cover for each claim": "Public liability: cover per claim",
    "Are your employees insured against injury at work, as the law of their country asks?": "Are your employees insured against injury at work, as required by local law?",
    "How you see to it that everyone goes home unhurt.": "How you keep people safe at work.",
    "Lost-time injuries for each million hours worked, last calendar year": "Lost-time injuries per million hours worked, last calendar year",
    "Asked by law of larger companies in several countries": "Legally required for larger companies in several countries",
    "Cover of your cyber insurance for each claim": "Cyber insurance: cover per claim",
    "This agreement holds for ": "This agreement is valid for ",
    (
        "You have worked with this supplier in the last months. Please tell us how it went; it takes about "
        "five minutes. The supplier sees the means of all answers in the report, not who gave which."
    ): (
        "You have worked with this supplier in the last months. Please tell us how it went; it takes about "
        "five minutes. Suppliers never see who gave which mark. If results are shared with the supplier, "
        "they contain averages and comments without names, and only if at least three people have answered. "
        "Our internal report shows your name with your marks and comments."
    ),
    "How competent are the people you deal with?": "How knowledgeable are your contacts?",
    "How correct are invoices and papers?": "How accurate are invoices and documents?",
    (
        "We are looking back on our work with this supplier, and you have seen it from close by. Please tell "
        "us how it went: quality, delivery, service and value."
    ): (
        "We are reviewing our work with this supplier, and you know it well. Please tell us how it went: "
        "quality, delivery, service and value."
    ),
    (
        "It takes about five minutes. Answer from what you have seen yourself, and add an example where a "
        "number says too little."
    ): (
        "It takes about five minutes. Answer from your own experience, and add an example where a number "
        "doesn't say enough."
    ),
    "Thank you: the next agreement with this supplier starts from what you tell us.": "Thank you. Your answers shape the next agreement with this supplier.",
    "Before we work with a supplier we ask each the same questions. Good to know before you begin:": "We ask all suppliers the same questions before we work with them. Before you start:",
    "Several of you can answer, each the part that they know best.": "Several people can answer, each the part that they know best.",
    "Every answer is saved as it is typed, so you can stop and come back.": "Answers are saved as you type, so you can stop and come back.",
    "Have your certificates and insurance policies at hand; they are uploaded where they are asked for.": "Have your certificates and insurance policies ready to upload.",
    (
        "If a question is not clear, or does not fit your business, write to us in the request itself. Thank "
        "you for your time."
    ): (
        "If a question is unclear or doesn't apply to your business, send us a message in the request. Thank "
        "you for your time."
    ),
    "Spend in a year": "Annual spend",
    "Payment term": "Payment terms",
    "Contract until": "Contract end",
    "Only source for what it delivers": "Sole source",
    (
        "You have worked with this supplier in the last months. Please tell us how it went; it takes about "
        "five minutes. The supplier never sees who gave which mark. Our internal report names you beside "
        "your marks and comments."
    ): (
        "You have worked with this supplier in the last months. Please tell us how it went; it takes about "
        "five minutes. Suppliers never see who gave which mark. If results are shared with the supplier, "
        "they contain averages and comments without names, and only if at least three people have answered. "
        "Our internal report shows your name with your marks and comments."
    ),
}
"""New text by old text."""

DOCUMENTS = frozenset(
    {
        "0e3ff48bcbf909d6fc821bada6ac6b306df3135cf188114bc7edbcefd940b207",  # supplier-qualification
        "21142e4fb6a4b23c5775e22408df7857e0e5ac70fecde42c0a4781a2d28197a7",  # information-security
        "de064f20f1fb7f95b1455e0cad90a230d916667e83a2ad837f702dda9cca15f7",  # mutual-nda
        "88251678e92122ca54c8653e9bfbbd220382d83a9d440781d248c711bca176a9",  # performance-survey
        "ff37fd30e33bad1345353d5f9ea5b0d05a569fd76a721e6357b3ae8c9b625ef0",  # performance-email
        "b42544ec42071cb4fe5f713c064a3d4fe50973475253397b15aa6f8f1c1abfad",  # qualification-email
        "8a2b7fe7e9fbcb54e4f3759c947588e696a4bb620e4b5f8529151cc3b959696c",  # custom-fields
        "ed83b67c5790d5604fa47b4a151b92447479b2fd2d46a9c7262d4d484c9358a7",  # performance-survey
    }
)
"""Fingerprints of the old documents."""

QUESTIONS: Mapping[int, str] = {
    17: "a95a41a66ebdffe5fd39298ba0856386a5dde2a6be120a2afdac88cacc8d8854",
    33: "242aa4cf9387aa23534afe4077a055df37319cb095a0508afb7bca86ecced1bd",
    44: "bb036ec23a36425d7b63178abc3e2362a206cd1aaf70b4db2db6e44bb5693cb2",
    77: "b47cec5f90ca70645d6b7f276a97c88b98cf7e3053e46e3a9c6a0b5217d2bad5",
}
"""Fingerprints of the old standard questions, by id."""

form = sa.table(
    "doc_form",
    sa.column("id", sa.Integer),
    sa.column("status", sa.Text),
    sa.column("revision", sa.Integer),
    sa.column("version", sa.Integer),
    sa.column("doc", JSONB),
    sa.column("html", sa.Text),
)
question = sa.table(
    "rfx_question",
    sa.column("id", sa.Integer),
    sa.column("organisation_id", sa.Integer),
    sa.column("name", sa.Text),
    sa.column("section", sa.Text),
    sa.column("html", sa.Text),
    sa.column("label", sa.Text),
    sa.column("type", sa.Text),
    sa.column("attrs", JSONB),
    sa.column("updated", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    connection = op.get_bind()
    for row in unpublished_forms(connection):
        if fingerprint(without_fids(row.doc)) in DOCUMENTS:
            doc = reworded(row.doc)
            connection.execute(
                sa.update(form)
                .where(form.c.id == row.id)
                .values(doc=doc, html=to_html(doc), version=form.c.version + 1)
            )
    standard = sa.select(question).where(question.c.organisation_id.is_(None), question.c.id.in_(QUESTIONS))
    for row in connection.execute(standard).all():
        content = [row.name, row.section, row.html, row.label, row.type, row.attrs]
        if fingerprint(content) == QUESTIONS[row.id]:
            connection.execute(
                sa.update(question)
                .where(question.c.id == row.id)
                .values(
                    label=TEXTS.get(row.label, row.label),
                    html=f"<p>{TEXTS[row.label]}</p>" if row.label in TEXTS else row.html,
                    attrs=reworded(row.attrs),
                    updated=sa.func.now(),
                )
            )


def downgrade() -> None:
    """Keep the texts: earlier versions of the program store and show them like any other text."""


def unpublished_forms(connection: sa.Connection) -> Iterator[sa.Row[Any]]:
    """Yield the drafts of forms that were never published, in batches, so that not all documents are in memory."""
    last_id = 0
    while rows := connection.execute(
        sa.select(form.c.id, form.c.doc)
        .where(form.c.status == "DRAFT", form.c.revision == 0, form.c.id > last_id)
        .order_by(form.c.id)
        .limit(BATCH)
    ).all():
        yield from rows
        last_id = rows[-1].id


def fingerprint(value: object) -> str:
    """Return the SHA-256 of a JSON value; it does not depend on the order of attributes."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def without_fids(value: Any) -> Any:
    """Copy a document without the ids of its fields, which are different in every copy of a starter."""
    if isinstance(value, dict):
        return {name: without_fids(part) for name, part in value.items() if name != "fid"}
    if isinstance(value, list):
        return [without_fids(part) for part in value]
    return value


def reworded(value: Any) -> Any:
    """Copy a JSON value with the new texts."""
    if isinstance(value, dict):
        return {name: reworded(part) for name, part in value.items()}
    if isinstance(value, list):
        return [reworded(part) for part in value]
    return TEXTS.get(value, value) if isinstance(value, str) else value
