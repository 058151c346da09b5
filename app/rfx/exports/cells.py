"""Headings and cells shared by the workbook and the CSV file."""

from datetime import datetime

from app.kernel.files.cells import utc_seconds
from app.rfx.exports.content import Line

HEADINGS = (
    "Form", "Section", "No.", "Question", "Answer", "Unit", "Answered by", "Organisation", "Answered at (UTC)",
)  # fmt: skip


def author_cells(line: Line) -> tuple[str, str, datetime | str]:
    """Return the cells for the author of an answer: name, organisation, time."""
    return line.answered_by, line.organisation, utc_seconds(line.answered_at) if line.answered_at else ""
