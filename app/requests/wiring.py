"""Registrations of requests: endpoints, pages, jobs, the bulk action and file access."""

from datetime import timedelta

from app.files.public import FileHooks
from app.kernel.registry import Registry
from app.requests import bulk, jobs, pages
from app.requests.api import requests, sending
from app.requests.queries.files import may_read_files
from app.requests.types import REQUEST_FILE


def register(registry: Registry) -> None:
    """Register endpoints, pages, jobs, the bulk action and the access to the files of requests."""
    registry.add_api(requests.blueprint, sending.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_bulk(bulk.SEND)
    registry.add_job("rfxRequest.sendScheduled", jobs.send_scheduled, every=timedelta(minutes=1))
    registry.add_job("rfxRequest.openSeals", jobs.open_seals, every=timedelta(minutes=1))
    registry.hooks(FileHooks).add_access(REQUEST_FILE, may_read_files)
