"""Registration of the search. The types are registered by their own features."""

from app.kernel.registry import Registry
from app.search import api


def register(registry: Registry) -> None:
    """Register the endpoint."""
    registry.add_api(api.blueprint)
