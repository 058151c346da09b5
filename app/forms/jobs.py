"""Background jobs of forms."""


def draw(form_id: int, version: int) -> None:
    """Draw the thumbnail of a form, some seconds after it was saved; a new organisation needs several at once."""
    # Imported here because only the worker needs the rendering libraries.
    from app.forms.exports.thumbnail import draw_thumbnail

    draw_thumbnail(form_id=form_id, version=version)
