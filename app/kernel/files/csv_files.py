"""CSV files as people have them: any usual encoding and separator."""

import csv
import re
from io import StringIO

from charset_normalizer import from_bytes

SEPARATORS = ",;\t|"
LINES = 20
"""Lines from which the separator is recognised."""
FIELD_LIMIT = 1_000_000
CODE_PAGES = ["cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "utf_16_le", "utf_16_be"]
"""Encodings of files without a mark, the usual one first."""
SIGN_IN_WORD = re.compile(r"[šžŠŽ]|[^\W\d_][³¹¿¾½¼£¥þðÞÐ¢¦]|[³¹¿¾½¼£¥þð¢¦][^\W\d_]|\ufffd")
SAMPLE = 100_000
"""Bytes from which the encoding is recognised."""


class CsvError(Exception):
    """A file that is no CSV file."""


def read_csv(content: bytes, *, rows: int) -> list[list[str | None]]:
    """Return at most `rows` rows; empty cells are None. Raises CsvError for a binary file or a broken quotation."""
    text = decode(content)
    if "\0" in text:
        raise CsvError
    separator, text = separator_and_text(text)
    csv.field_size_limit(FIELD_LIMIT)
    lines = csv.reader(StringIO(text, newline=""), delimiter=separator)
    try:
        return [[cell or None for cell in row] for _, row in zip(range(rows), lines, strict=False)]
    except csv.Error as error:
        raise CsvError from error


def separator_and_text(text: str) -> tuple[str, str]:
    """Return the separator of a file, and its text without the first line "sep=;" of Excel that names it."""
    first, _, rest = text.partition("\n")
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:
        return first.strip()[4], rest
    return separator_of(text), text


def separator_of(text: str) -> str:
    """Return the separator that splits most of the first lines into equally many cells, and of these into the most."""
    lines = [line for line in text.splitlines()[: LINES * 2] if line.strip()][:LINES]
    outside = ["".join(line.split('"')[::2]) for line in lines]
    return max(SEPARATORS, key=lambda separator: _evenness([line.count(separator) for line in outside]))


def _evenness(counts: list[int]) -> tuple[int, int]:
    """Return how many lines have the most usual number of separators, and the number of all separators.

    A list of choices in a cell may have more semicolons than the line has commas.
    """
    present = [count for count in counts if count]
    return max((present.count(count) for count in present), default=0), sum(counts)


def decode(content: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or a code page of Windows."""
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        pass
    else:
        # UTF-16 without a mark is UTF-8 with zeros.
        if "\0" not in text:
            return text
    text = content.decode("cp1252", errors="replace")
    if "\0" not in text and is_western(text[:SAMPLE]):
        return text
    best = from_bytes(content[:SAMPLE], cp_isolation=CODE_PAGES).best()
    return content.decode(best.encoding if best is not None else "cp1252", errors="replace")


def is_western(text: str) -> bool:
    """True if a text that was decoded as Windows-1252 looks right.

    Most accented letters of other code pages are letters in Windows-1252 too, so a text of a Western language would fit
    several. Others show: signs within words ("Œl¹sk"), letters of Icelandic, or words of accented letters alone.
    """
    letters = [char for char in text if char.isalpha()]
    accented = sum(not char.isascii() for char in letters)
    return not SIGN_IN_WORD.search(text) and accented * 3 <= len(letters)
