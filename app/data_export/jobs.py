"""The periodic job of files with all data."""

from app.data_export.operations.requesting import delete_expired_exports


def delete_expired() -> None:
    """Delete the files that have expired."""
    delete_expired_exports()
