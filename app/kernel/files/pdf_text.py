"""The text of uploaded PDFs, in the worker only: a child process with limits reads it."""

import json
from pathlib import Path

from app.kernel.files.children import ChildError, read_in_child

MAX_BYTES = 10 * 1024 * 1024
TIMEOUT = 20
"""Seconds of waiting for the child; it has 10 seconds of processor time."""
CHILD = Path(__file__).with_name("pdf_text_child.py")


def text_of_pdf(content: bytes) -> str:
    """Return the text of the first pages, with columns at their places; empty if the file has none or can't be read.

    Locked, damaged and scanned files, and those over MAX_BYTES or the limits of the child, have no text.
    """
    if len(content) > MAX_BYTES:
        return ""
    try:
        output = read_in_child(CHILD, content, seconds=TIMEOUT)
    except ChildError:
        return ""
    text: str = json.loads(output)["text"]
    return text
