"""Registrations of imports of forms: endpoints, pages, the jobs, the export, and access to the files of sources."""

from datetime import timedelta

from app.accounts.public import user_erased
from app.files.public import FileHooks
from app.form_imports import api, jobs, pages
from app.form_imports.exports.builder import build
from app.form_imports.operations.uploading import delete_of_user
from app.form_imports.queries import is_own_source
from app.form_imports.types import PURGE_JOB, READ_JOB, SHEET_KIND, SOURCE_FILE
from app.kernel.registry import Rank, Registry
from app.network.public import MergeHooks


def register(registry: Registry) -> None:
    """Register the endpoints, the pages, the jobs that read and purge, the export and file access."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_job(READ_JOB, jobs.read)
    registry.add_job(PURGE_JOB, jobs.purge, every=timedelta(days=1), rank=Rank.LOW_PRIORITY)
    registry.add_export(SHEET_KIND, build)
    registry.connect(user_erased, _delete_of_user)
    registry.hooks(FileHooks).add_access(SOURCE_FILE, is_own_source)
    registry.hooks(MergeHooks).staying |= {
        f"{table}.organisation_id": "the author of the form"
        for table in ("doc_form_import", "import_mapping", "form_source")
    }


def _delete_of_user(_app: object, *, user_id: int) -> None:
    delete_of_user(user_id=user_id)
