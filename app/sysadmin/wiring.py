"""Registrations of the sysadmin area."""

from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Registry
from app.sysadmin import api, pages


def register(registry: Registry) -> None:
    """Register endpoints, pages and the area's left navigation; the user menu links to the area."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.area_navs[pages.AREA] = [
        MenuEntry("Leave SysAdmin", "leave", 10, href="/home"),
        MenuEntry("SysAdmin Home", "chart", 20, href="/sysadmin/home"),
        MenuEntry("Email Templates", "mail", 30, href="/sysadmin/emails"),
    ]
