"""Registrations of new messages."""

from app.compose import api
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register the endpoint."""
    registry.add_api(api.blueprint)
