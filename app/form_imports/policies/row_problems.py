"""Sentences about rows of a sheet, for the list of problems."""

from app.form_imports.types import HINT_LIMIT, LABEL_LIMIT

FORMULA = "the cell of the column “{label}” is a formula without a result. Paste its value."
TOO_LONG = f"longer than {LABEL_LIMIT:,} characters: the rest goes to the hint."
HINT_CUT = f"the hint is longer than {HINT_LIMIT:,} characters. Its end is left out."
TWO_QUESTIONS = "two questions seem to be in one cell. Split them into two rows, or ask them together."
NO_WEIGHT = "the weight “{text}” is no number from 0 to 1,000. The question has the weight 1."
TOO_WIDE = (
    "the row has more cells than there are headings. A separator in a text may have split it; check the text."
)
JOINED = (
    "a text with commas was in several cells, because it has no quotation marks. It was joined; check it."
)
EXAMPLE_ROW = "the row is an example of an answer, so it is left out."
ANSWERED = "the answers in the file are examples: the choices of the questions are {choices}."
NO_TEXT = "the question has no text."
SHADOWED = "“{text}” in the column “Required” means neither yes nor no. The question is optional."
