"""The text of reports of awards."""

from io import BytesIO

from pypdf import PdfReader

from app.awards.exports import build_report
from tests.factories.accounts import actor_of
from tests.factories.awards import AwardCase


def report_text(case: AwardCase) -> str:
    """Return the text of the report, in one line."""
    file = build_report(actor_of(case.buyer), "pdf", {"request_id": case.request.id})
    pages = PdfReader(BytesIO(file.content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())
