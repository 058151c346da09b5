"""Layout of the workbook to fill in: hidden marks by which it is read again, however it was edited."""

INFO_SHEET = "_assay"
"""Hidden sheet with the RFx; its first column has the names of the facts, its second the values."""
LISTS_SHEET = "_lists"
"""Hidden sheet with the choices of drop-downs."""
RFX_FACT, REVISIONS_FACT = "RFx", "Revisions"
ANSWER, FILES, KEY, ITERATION, PART = (
    "assay:answer",
    "assay:files",
    "assay:key",
    "assay:iteration",
    "assay:part",
)
"""Marks in a hidden row above the headings: the columns can be moved, and others added."""
TABLE, COLUMN = "assay:table", "assay:column:"
"""Marks of the sheet of a table: in its first row the table with key and iteration, in the second the columns."""
AMOUNT_PARTS = ("amount", "currency")
"""Parts of an amount, which have one row each."""
TABLE_ROWS = 30
"""Rows of the sheet of a table that can be filled in; more can be added."""
