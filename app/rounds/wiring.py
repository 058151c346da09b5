"""Registrations of the rounds of an RFx."""

from app.kernel.registry import Registry
from app.rounds import api


def register(registry: Registry) -> None:
    """Register the endpoints."""
    registry.add_api(api.blueprint)
