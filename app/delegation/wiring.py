"""Registrations of parts: endpoints, the delegate's page, the grant, the job, and the props of the page of an RFx."""

from app.delegation import api, jobs, pages
from app.delegation.policies import guest_path, may_see_parts
from app.delegation.schemas import RfxPartsSchema
from app.delegation.serializers import serialize_parts
from app.delegation.types import REPORT_JOB
from app.kernel.auth import Actor
from app.kernel.registry import Registry
from app.kernel.schemas import dumped
from app.rfx.public import RFX_PART, RfxPageHooks, ViewerRole


def register(registry: Registry) -> None:
    """Register endpoints, pages, the grant of a part, the mail job and the parts on the page of an RFx."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_grant_subject(RFX_PART, guest_path)
    registry.add_job(REPORT_JOB, jobs.report)
    registry.hooks(RfxPageHooks).details["parts"] = _parts_of_page


def _parts_of_page(actor: Actor, rfx_id: int, role: ViewerRole) -> object:
    return dumped(RfxPartsSchema, serialize_parts(actor, rfx_id, role)) if may_see_parts(role) else None
