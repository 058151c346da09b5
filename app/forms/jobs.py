"""What the worker does for forms."""

from app.forms.types import DRAW_THUMBNAIL
from app.kernel.jobs import job


@job(DRAW_THUMBNAIL)
def draw(form_id: int, version: int) -> None:
    """Draw the first page of a form, some seconds after it was saved."""
    from app.forms.exports.thumbnail import (
        draw_thumbnail,
    )  # with what draws pages, which only the worker needs

    draw_thumbnail(form_id=form_id, version=version)
