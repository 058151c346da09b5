"""Background jobs of files."""

from app.files import operations


def delete_unused_files() -> None:
    """Delete files that were never attached to anything."""
    operations.delete_unused()


def make_small_pictures() -> None:
    """Make the small variants of pictures that were stored before there were any."""
    operations.make_small_pictures()
