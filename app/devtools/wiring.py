"""Registrations of the development tools: the demo data command and, except in production, the gallery page."""

from app.devtools import gallery
from app.devtools.demo import commands
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register the command and the page."""
    registry.add_commands(commands.demo)
    if not registry.settings.is_production:
        registry.add_pages(gallery.blueprint)
