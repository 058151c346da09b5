"""Registrations of due records: the endpoints and the calendar. The sources are registered by their own features."""

from app.accounts.public import user_erased
from app.due import api, pages
from app.due.operations import delete_feed
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register the endpoints and the calendar."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.connect(user_erased, _delete_feed)


def _delete_feed(_app: object, *, user_id: int) -> None:
    delete_feed(user_id=user_id)
