"""Registrations of new messages."""

from app.compose import api
from app.kernel.http.auth import Permission
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register the endpoint and the entries of the plus menu."""
    registry.add_api(api.blueprint)
    registry.pages.plus_menu += [
        MenuEntry(
            "New Message...", "messages", 30, event="OPEN_NEW_MESSAGE", permission=Permission.SEND_MESSAGES
        ),
        MenuEntry(
            "New RFx...",
            "rfx",
            40,
            event="OPEN_NEW_MESSAGE",
            detail={"type": "RFI"},
            permission=Permission.SEND_RFX,
        ),
    ]
