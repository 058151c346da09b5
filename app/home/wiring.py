"""Registrations of Home and of the live state of open pages."""

from app.home import api, pages
from app.home.list_kind import DUE
from app.home.serializers import live_state
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register endpoints, pages and the first entry of the navigation."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.nav.append(MenuEntry("Home", "home", 10, href="/home"))
    registry.add_list(DUE)
    registry.pages.live_source = live_state
