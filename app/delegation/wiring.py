"""Registrations of parts, review parts and hand-overs: endpoints, pages, the grant, the job, props of the page of an RFx."""

from app.accounts.public import user_erased
from app.delegation import jobs, pages
from app.delegation.api import handovers, parts, reviews
from app.delegation.operations.ending_reviews import close_reviewed_parts, update_submitted_parts
from app.delegation.operations.handing_over import erase_in_handovers
from app.delegation.operations.moving import move_parts
from app.delegation.policies import guest_path, may_see_parts
from app.delegation.queries import name_of_successor, review_keys
from app.delegation.schemas.handovers import HandoverStateSchema
from app.delegation.schemas.parts import RfxPartsSchema
from app.delegation.schemas.reviews import ReviewPartsSchema
from app.delegation.serializers import serialize_handover, serialize_parts, serialize_reviews
from app.delegation.types import REPORT_JOB
from app.kernel.http.auth import Actor
from app.kernel.http.schemas import dumped
from app.kernel.registry import Registry
from app.rfx.public import (
    RFX_PART,
    ReviewHooks,
    RevisionMove,
    RfxContext,
    RfxPageHooks,
    ViewerRole,
    answers_reviewed,
    response_submitted,
    revisions_changed,
)


def register(registry: Registry) -> None:
    """Register endpoints, pages, the grant of a part, the mail job, the props of the page of an RFx, and reviews."""
    registry.add_api(parts.blueprint, handovers.blueprint, reviews.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_grant_subject(RFX_PART, guest_path)
    registry.add_job(REPORT_JOB, jobs.report)
    page = registry.hooks(RfxPageHooks)
    page.details |= {"parts": _parts_of_page, "handover": _handover_of_page}
    page.successor_finders.append(name_of_successor)
    registry.hooks(ReviewHooks).key_finders.append(review_keys)
    registry.connect(user_erased, _erase_in_handovers)
    registry.connect(answers_reviewed, _after_review)
    registry.connect(response_submitted, _after_submission)
    registry.connect(revisions_changed, _after_move)


def _erase_in_handovers(_app: object, *, user_id: int) -> None:
    erase_in_handovers(user_id=user_id)


def _after_review(_app: object, *, actor: Actor, context: RfxContext) -> None:
    close_reviewed_parts(actor=actor, context=context)


def _after_submission(_app: object, *, context: RfxContext, **_values: object) -> None:
    update_submitted_parts(context=context)


def _after_move(_app: object, *, actor: Actor, context: RfxContext, move: RevisionMove) -> None:
    move_parts(actor=actor, rfx_id=context.rfx.id, keys=move.keys)


def _parts_of_page(actor: Actor, context: RfxContext) -> object:
    """Return the parts of the viewer's party: for the respondent to answer, for the requester to review."""
    if context.role is ViewerRole.REQUESTER:
        return dumped(ReviewPartsSchema, serialize_reviews(actor, context))
    if not may_see_parts(context.role):
        return None
    return dumped(RfxPartsSchema, serialize_parts(actor, context.rfx.id, context.role))


def _handover_of_page(actor: Actor, context: RfxContext) -> object:
    if context.role in (ViewerRole.DELEGATE, ViewerRole.RECIPIENT):
        return None
    return dumped(HandoverStateSchema, serialize_handover(actor, context))
