"""Registrations of requests: endpoints, pages and the export of the comparison."""

from app.kernel.registry import Registry
from app.requests import pages
from app.requests.api import comparison, requests
from app.requests.exports.comparison import KIND, build


def register(registry: Registry) -> None:
    """Register the endpoints, the pages and the export of requests."""
    registry.add_api(requests.blueprint, comparison.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_export(KIND, build)
