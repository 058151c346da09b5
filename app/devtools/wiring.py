"""Registrations of the development tools: the command that loads the demo data."""

from app.devtools.demo import commands
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register the commands."""
    registry.add_commands(commands.demo)
