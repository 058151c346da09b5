"""Registrations of saved views. The lists are registered by their own features."""

from app.kernel.registry import Registry
from app.views import api
from app.views.exports import KIND, build


def register(registry: Registry) -> None:
    """Register the endpoints and the export of lists."""
    registry.add_api(api.blueprint)
    registry.add_export(KIND, build)
