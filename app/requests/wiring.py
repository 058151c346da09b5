"""Registrations of requests: endpoints, pages, the tab of the page of RFxs, jobs, bulk action, exports, file access."""

from datetime import timedelta

from app.files.public import FileHooks
from app.kernel.registry import Registry
from app.network.public import MergeHooks
from app.requests import bulk, jobs, pages
from app.requests.api import comparison, notes, progress, requests, sending
from app.requests.exports import builder
from app.requests.exports import comparison as comparison_export
from app.requests.list_kind import REQUESTS
from app.requests.operations.moving import follow_moved_rfx
from app.requests.queries.files import may_read_files
from app.requests.search import REQUESTS as REQUEST_SEARCH
from app.requests.types import REQUEST_FILE
from app.rfx.public import RevisionMove, RfxContext, RfxPageHooks, revisions_changed
from app.search.public import SearchHooks


def register(registry: Registry) -> None:
    """Register the endpoints, pages, jobs, exports and the bulk action of requests, and access to their files."""
    registry.add_api(
        requests.blueprint, progress.blueprint, comparison.blueprint, notes.blueprint, sending.blueprint
    )
    registry.add_pages(pages.blueprint)
    registry.add_bulk(bulk.SEND)
    registry.hooks(SearchHooks).add(REQUEST_SEARCH)
    registry.add_job("rfxRequest.sendScheduled", jobs.send_scheduled, every=timedelta(minutes=1))
    registry.add_job("rfxRequest.openSeals", jobs.open_seals, every=timedelta(minutes=1))
    registry.add_list(REQUESTS)
    registry.add_export(builder.KIND, builder.build)
    registry.add_export(comparison_export.KIND, comparison_export.build)
    registry.hooks(FileHooks).add_access(REQUEST_FILE, may_read_files)
    registry.hooks(RfxPageHooks).tabs["requests"] = pages.request_list
    registry.hooks(MergeHooks).staying["answer_note.organisation_id"] = "the requester, who wrote the note"
    registry.connect(revisions_changed, _after_move)


def _after_move(_app: object, *, context: RfxContext, move: RevisionMove, **_values: object) -> None:
    follow_moved_rfx(context=context, move=move)
