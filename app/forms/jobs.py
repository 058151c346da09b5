"""What the worker does for forms."""


def draw(form_id: int, version: int) -> None:
    """Draw the first page of a form, some seconds after it was saved. A new organisation has dozens of forms at once."""
    # Loaded here, with all that draws pages: only the worker needs it.
    from app.forms.exports.thumbnail import draw_thumbnail

    draw_thumbnail(form_id=form_id, version=version)
