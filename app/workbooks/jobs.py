"""Jobs of filled workbooks: read, apply, purge."""

from app.kernel.db import commit
from app.workbooks.operations.applying import apply_answers
from app.workbooks.operations.purging import delete_old_imports
from app.workbooks.operations.reading import read_import


def read(import_id: int) -> None:
    """Read and compare an uploaded file."""
    read_import(import_id)
    commit()


def apply(import_id: int) -> None:
    """Save the chosen answers of a file."""
    apply_answers(import_id)


def purge() -> None:
    """Delete imports that are older than 30 days."""
    delete_old_imports()
    commit()
