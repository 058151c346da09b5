"""Reading of uploaded files by the worker, for proposals of their dates and number."""

from sqlalchemy.dialects.postgresql import insert

from app.documents.models import DocumentReading
from app.documents.policies.certificates import read_details
from app.documents.queries.readings import demand_own_upload, reading_for
from app.documents.types import READING_JOB
from app.extensions import db
from app.files.public import contents_of
from app.kernel.clock import now
from app.kernel.files.pdf_text import text_of_pdf
from app.kernel.http.auth import Actor
from app.kernel.jobs.queue import enqueue

PDF_MARK = b"%PDF-"
MARK_WITHIN = 1_024
"""Readers accept other bytes before the mark of a PDF."""


def request_reading(*, actor: Actor, attachment_id: int) -> DocumentReading:
    """Have a worker read an upload of the actor, once. Raises NotFoundError for files of others."""
    demand_own_upload(actor=actor, attachment_id=attachment_id)
    created = db.session.execute(
        insert(DocumentReading)
        .values(attachment_id=attachment_id, created=now())
        .on_conflict_do_nothing()
        .returning(DocumentReading.attachment_id)
    ).first()
    if created is not None:
        enqueue(READING_JOB, attachment_id=attachment_id)
    return reading_for(actor=actor, attachment_id=attachment_id)


def read_file(attachment_id: int) -> None:
    """Store the details of an uploaded PDF. Pictures, and files without readable text, have none."""
    reading = db.session.get(DocumentReading, attachment_id, with_for_update=True)
    if reading is None or reading.finished is not None:
        return
    content = contents_of([attachment_id]).get(attachment_id, b"")
    if PDF_MARK in content[:MARK_WITHIN]:
        details = read_details(text_of_pdf(content))
        reading.issued_on, reading.valid_until = details.issued_on, details.valid_until
        reading.number = details.number
    reading.finished = now()
    db.session.flush()
