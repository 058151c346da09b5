"""Background jobs of files."""

from app.files import operations


def delete_unused_files() -> None:
    """Delete files that were never attached."""
    operations.delete_unused()


def make_small_pictures() -> None:
    """Create the missing small variants of pictures that were stored before variants existed."""
    operations.make_small_pictures()
