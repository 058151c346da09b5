"""The gallery page: every component of static_src/ui in its states. Registered in development and tests only."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.kernel.http.auth import PUBLIC, page_requires
from app.kernel.pages.shell import render_page

blueprint = Blueprint("gallery_pages", __name__)


@blueprint.get("/gallery")
@page_requires(PUBLIC)
def gallery() -> ResponseReturnValue:
    """Render the gallery of the design system."""
    return render_page("Gallery", "gallery/gallery", layout="plain")
