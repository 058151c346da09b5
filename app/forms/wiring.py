"""Registrations of forms: the editor, the library, exports and thumbnails."""

from app.accounts.public import organisation_confirmed, organisation_created
from app.files.public import FileHooks
from app.forms import api, jobs, pages
from app.forms.bulk import ARCHIVE_ACTIONS
from app.forms.exports.builder import KIND, build
from app.forms.list_kind import FORMS, QUESTIONS
from app.forms.operations.making import give_starters
from app.forms.queries.forms import has_any_form
from app.forms.queries.previews import is_own_form, is_own_preview
from app.forms.search import FORMS as FORM_SEARCH
from app.forms.search import QUESTIONS as QUESTION_SEARCH
from app.forms.types import DOC_FORM_FILE, DRAW_THUMBNAIL, PREVIEW_FILE
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Rank, Registry
from app.network.public import MergeHooks
from app.search.public import SearchHooks


def register(registry: Registry) -> None:
    """Register endpoints, pages, menus, the thumbnail job, the export and file access."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.settings_menu.append(MenuEntry("Forms...", "forms", 30, href="/forms"))
    registry.pages.settings_menu.append(MenuEntry("RFX Questions...", "questions", 40, href="/question"))
    registry.add_job(DRAW_THUMBNAIL, jobs.draw, rank=Rank.LOW_PRIORITY)
    registry.add_export(KIND, build)
    for action in ARCHIVE_ACTIONS:
        registry.add_bulk(action)
    registry.hooks(SearchHooks).add(FORM_SEARCH, QUESTION_SEARCH)
    registry.add_list(FORMS)
    registry.add_list(QUESTIONS)
    registry.hooks(MergeHooks).staying |= {
        f"{table}.organisation_id": "the author of the form"
        for table in ("doc_form", "doc_form_bundle", "rfx_question")
    }
    files = registry.hooks(FileHooks)
    files.add_access(DOC_FORM_FILE, is_own_form)
    files.add_access(PREVIEW_FILE, is_own_preview)
    registry.connect(organisation_created, _give_starters)
    registry.connect(organisation_confirmed, _give_missing_starters)


def _give_starters(_app: object, *, organisation_id: int, user_id: int) -> None:
    give_starters(organisation_id=organisation_id, user_id=user_id)


def _give_missing_starters(_app: object, *, organisation_id: int, user_id: int) -> None:
    """Add the starter forms of an organisation that was imported, so that thousands of them take no place unused."""
    if not has_any_form(organisation_id):
        give_starters(organisation_id=organisation_id, user_id=user_id)
