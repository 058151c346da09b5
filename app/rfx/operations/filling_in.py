"""Checks for answers from outside the page, such as from a workbook."""

from collections.abc import Mapping, Sequence

from app.forms.public import PlacedField
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError
from app.rfx.operations.moves import demand_taking_answers
from app.rfx.policies.access import may_answer, writable_now
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import ViewerRole


def demand_filling_in(actor: Actor, context: RfxContext) -> None:
    """Raise ForbiddenError unless `actor` may answer for the respondent, ConflictError if the RFx takes no answers."""
    if context.role is ViewerRole.REQUESTER or not may_answer(actor, context.role, context.part):
        raise ForbiddenError
    demand_taking_answers(context)


def writable_keys_now(
    actor: Actor, context: RfxContext, fields: Sequence[PlacedField], values: Mapping[str, object]
) -> frozenset[str]:
    """Return the value keys that `actor` may write now in an RFx."""
    return writable_now(actor, context.role, context.rfx, fields, values, part=context.part)
