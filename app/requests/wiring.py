"""Registrations of requests: endpoints, pages, the tab of the page of RFxs, and the exports."""

from app.kernel.registry import Registry
from app.requests import pages
from app.requests.api import comparison, progress, requests
from app.requests.exports import builder
from app.requests.exports import comparison as comparison_export
from app.rfx.public import RfxPageHooks


def register(registry: Registry) -> None:
    """Register the endpoints, pages and exports of requests."""
    registry.add_api(requests.blueprint, progress.blueprint, comparison.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_export(builder.KIND, builder.build)
    registry.add_export(comparison_export.KIND, comparison_export.build)
    registry.hooks(RfxPageHooks).tabs["requests"] = pages.request_list
