"""Registrations of the event log."""

from app.events import api
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register the endpoints."""
    registry.add_api(api.blueprint)
