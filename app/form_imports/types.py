"""States, meanings of columns and limits of imports of forms."""

from datetime import timedelta
from enum import StrEnum

from app.kernel.files.workbooks import Limits


class FormImportState(StrEnum):
    """READING -> READY -> CREATED. FAILED is the end of a file that cannot be read."""

    READING = "READING"
    READY = "READY"
    CREATED = "CREATED"
    FAILED = "FAILED"


class Meaning(StrEnum):
    """Meaning of a column. A column without one is left out."""

    NUMBER = "NUMBER"
    SECTION = "SECTION"
    SUBSECTION = "SUBSECTION"
    QUESTION = "QUESTION"
    HINT = "HINT"
    TYPE = "TYPE"
    CHOICES = "CHOICES"
    REQUIRED = "REQUIRED"
    DEPENDS_ON = "DEPENDS_ON"
    WEIGHT = "WEIGHT"
    RIGHT_ANSWER = "RIGHT_ANSWER"
    ANSWER = "ANSWER"
    FURTHER_ANSWER = "FURTHER_ANSWER"
    MARK = "MARK"
    NAME = "NAME"


TRANSLATABLE = frozenset({Meaning.QUESTION, Meaning.HINT, Meaning.SECTION, Meaning.CHOICES})
"""Meanings that a file can have once for each language."""
REPEATABLE = frozenset({Meaning.HINT, Meaning.TYPE, Meaning.CHOICES, Meaning.FURTHER_ANSWER, Meaning.MARK})
"""Meanings that several columns of a sheet can have."""
LABELS: dict[Meaning, str] = {
    Meaning.NUMBER: "Number",
    Meaning.SECTION: "Section",
    Meaning.SUBSECTION: "Part of a section",
    Meaning.QUESTION: "Question",
    Meaning.HINT: "Hint",
    Meaning.TYPE: "Type",
    Meaning.CHOICES: "Choices",
    Meaning.REQUIRED: "Required",
    Meaning.DEPENDS_ON: "Depends on",
    Meaning.WEIGHT: "Weight",
    Meaning.RIGHT_ANSWER: "Right answer",
    Meaning.ANSWER: "Answer",
    Meaning.FURTHER_ANSWER: "Further answer",
    Meaning.MARK: "Choice to mark",
    Meaning.NAME: "Name of the field",
}
"""The names of the meanings on screens and in sentences."""

MAX_ROWS, MAX_COLUMNS, MAX_SHEETS = 20_000, 100, 40
HEADER_ROWS = 15
"""Rows at the top of a sheet in which the headings are looked for."""
FILE_LIMITS = Limits(rows=MAX_ROWS, columns=MAX_COLUMNS, characters=4_000_000)
MAX_QUESTIONS, MAX_CHOICES = 2_000, 300
LABEL_LIMIT, HINT_LIMIT = 2_000, 5_000
MAX_FIXES = 2_000
SAMPLES = 5
MAX_PER_HOUR = 30
"""Files of a user that are read in an hour."""
HOUR = timedelta(hours=1)
RETENTION = timedelta(days=30)
MAX_MAPPINGS = 100
"""Remembered mappings of an organisation."""
READ_JOB, PURGE_JOB = "formImport.read", "formImport.purge"
SHEET_KIND = "docFormSheet"
"""Kind of the export of a form as a spreadsheet."""
SOURCE_FILE = "formSource"
"""Subject type of the file that a form comes from; the subject is its `FormSource`."""
