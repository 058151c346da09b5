"""Registrations of files: the storage, endpoints, pages and clean-up jobs."""

from datetime import timedelta

from app.files import api, jobs, pages
from app.files.queries import picture_path
from app.files.storage import Storage
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Open the storage and register endpoints, pages and jobs."""
    storage = Storage(registry.settings.storage_url)
    registry.storage = storage
    registry.add_health_check("storage", storage.check)
    registry.picture_path = picture_path
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_job("files.forgetUnused", jobs.delete_unused_files, every=timedelta(hours=6))
    registry.add_job("files.makeSmallPictures", jobs.make_small_pictures, every=timedelta(minutes=10))
