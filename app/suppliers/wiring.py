"""Registrations of the supplier summary."""

from app.kernel.registry import Registry
from app.suppliers import api


def register(registry: Registry) -> None:
    """Register the endpoint."""
    registry.add_api(api.blueprint)
