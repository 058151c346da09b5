"""Registrations of parts and hand-overs: endpoints, pages, the grant, the job, and props of the page of an RFx."""

from app.delegation import jobs, pages
from app.delegation.api import handovers, parts
from app.delegation.policies import guest_path, may_see_parts
from app.delegation.queries import name_of_successor
from app.delegation.schemas.handovers import HandoverStateSchema
from app.delegation.schemas.parts import RfxPartsSchema
from app.delegation.serializers import serialize_handover, serialize_parts
from app.delegation.types import REPORT_JOB
from app.kernel.auth import Actor
from app.kernel.registry import Registry
from app.kernel.schemas import dumped
from app.rfx.public import RFX_PART, RfxContext, RfxPageHooks, ViewerRole


def register(registry: Registry) -> None:
    """Register endpoints, pages, the grant of a part, the mail job, and parts and hand-overs on the page of an RFx."""
    registry.add_api(parts.blueprint, handovers.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_grant_subject(RFX_PART, guest_path)
    registry.add_job(REPORT_JOB, jobs.report)
    page = registry.hooks(RfxPageHooks)
    page.details |= {"parts": _parts_of_page, "handover": _handover_of_page}
    page.successor_finders.append(name_of_successor)


def _parts_of_page(actor: Actor, context: RfxContext) -> object:
    if not may_see_parts(context.role):
        return None
    return dumped(RfxPartsSchema, serialize_parts(actor, context.rfx.id, context.role))


def _handover_of_page(actor: Actor, context: RfxContext) -> object:
    if context.role in (ViewerRole.DELEGATE, ViewerRole.RECIPIENT):
        return None
    return dumped(HandoverStateSchema, serialize_handover(actor, context))
