"""Registrations of API keys."""

from datetime import timedelta

from app.api_keys import api, jobs, pages
from app.api_keys.authentication import actor_of_key
from app.api_keys.describing import describe_scopes
from app.api_keys.types import PREFIX
from app.kernel.http.auth import Permission
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Registry
from app.network.public import MergeHooks


def register(registry: Registry) -> None:
    """Register the endpoints, the page, the job, and keys as a source of actors."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.settings_menu.append(
        MenuEntry(pages.TITLE, "integrations", 80, href=pages.PATH, permission=Permission.MANAGE_INTEGRATIONS)
    )
    registry.add_token_source(PREFIX, actor_of_key)
    registry.openapi_steps.append(describe_scopes)
    registry.add_job("apiKeys.warnOfEnds", jobs.warn_of_ends, every=timedelta(hours=1))
    registry.hooks(MergeHooks).staying["api_key.organisation_id"] = (
        "only suppliers that are invited are merged, and they have no keys"
    )
