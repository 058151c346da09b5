"""Work of the files feature in the background."""

from datetime import timedelta

from app.files.operations import forget_unused
from app.kernel.jobs import job


@job("files.forgetUnused", every=timedelta(hours=6))
def forget_unused_files() -> None:
    """Remove files that nobody attached to anything."""
    forget_unused()
