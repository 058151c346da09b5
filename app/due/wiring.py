"""Registrations of due records: the endpoints and the calendar. The sources are registered by their own features."""

from app.due import api, pages
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register the endpoints and the calendar."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
