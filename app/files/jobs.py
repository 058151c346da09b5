"""Work of the files feature in the background."""

from datetime import timedelta

from app.files.operations import forget_unused, make_small_pictures
from app.kernel.jobs import job


@job("files.forgetUnused", every=timedelta(hours=6))
def forget_unused_files() -> None:
    """Remove files that nobody attached to anything."""
    forget_unused()


@job("files.makeSmallPictures", every=timedelta(minutes=10))
def make_missing_small_pictures() -> None:
    """Make the small variants of pictures that were stored before there were any."""
    make_small_pictures()
