"""Registrations of requests: endpoints, pages, the tab of the page of RFxs, and the export of all answers."""

from app.kernel.registry import Registry
from app.requests import pages
from app.requests.api import progress, requests
from app.requests.exports.builder import KIND, build
from app.rfx.public import RfxPageHooks


def register(registry: Registry) -> None:
    """Register the endpoints, pages and the export of requests."""
    registry.add_api(requests.blueprint, progress.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_export(KIND, build)
    registry.hooks(RfxPageHooks).tabs["requests"] = pages.request_list
