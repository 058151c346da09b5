"""Registrations of requests: endpoints and pages."""

from app.kernel.registry import Registry
from app.requests import pages
from app.requests.api import requests


def register(registry: Registry) -> None:
    """Register the endpoints and pages of requests."""
    registry.add_api(requests.blueprint)
    registry.add_pages(pages.blueprint)
