"""Confirmation of answers of an earlier round: they are saved as answers of this one."""

from collections.abc import Sequence

from sqlalchemy import select

from app.extensions import db
from app.forms.public import FieldType
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError
from app.rfx.models import CarriedAnswer
from app.rfx.operations.recording import record_event
from app.rfx.operations.values import NewValue, SaveResult, save_values
from app.rfx.policies.parts import readable_keys
from app.rfx.queries.answers import answers_of
from app.rfx.queries.file_ends import faults_of_files
from app.rfx.queries.rfxs import RfxContext, rfx_context
from app.rfx.types import AnswerSource, CarriedState, ViewerRole

NOT_OFFERED = "There is no earlier answer to confirm."
ANSWERED_ALREADY = "This question was answered meanwhile. Nothing was changed."


def confirm_answers(*, actor: Actor, rfx_id: int, keys: Sequence[str]) -> SaveResult:
    """Save the earlier answers to `keys` as answers of an RFx, in the path of all answers (`save_values`).

    An answer that was typed meanwhile is a conflict or refused with a sentence, and never overwritten. A document that
    has ended since it was offered is refused, and not offered any more. A repeated confirmation changes nothing. Raises
    the errors of `save_values`, and ForbiddenError for the requester.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    if context.role is ViewerRole.REQUESTER:
        raise ForbiddenError
    offers = _offers(context, keys)
    answers = answers_of(context)
    current = answers.current
    readable = readable_keys(answers.fields, context.part) if context.part else None
    files = {placed.key for placed in answers.fields if placed.field.type is FieldType.FILE}
    faults = faults_of_files(
        context.rfx.with_organisation_id,
        {
            key: offer.value
            for key, offer in offers.items()
            if key in files and offer.state is CarriedState.OFFERED
        },
    )
    new_values = {}
    refused = {}
    for key in dict.fromkeys(keys):
        offer = offers.get(key)
        is_hidden = readable is not None and key not in readable
        if offer is None or is_hidden or offer.state is CarriedState.DROPPED:
            refused[key] = NOT_OFFERED
        elif offer.state is CarriedState.REPLACED:
            refused[key] = ANSWERED_ALREADY
        elif key in faults:
            refused[key] = offer.fault = faults[key]
            offer.state = CarriedState.DROPPED
        else:
            # A move to a new revision may have added an empty answer, which is no reason for a conflict.
            is_blank = key in current and current[key].value is None
            new_values[key] = NewValue(offer.value, current[key].iteration if is_blank else 0)
    result = save_values(actor=actor, rfx_id=rfx_id, new_values=new_values, source=AnswerSource.CARRIED)
    result.refused |= refused
    if result.appended:
        record_event(context, "rfx.confirmed", actor=actor, answers=result.appended)
    return result


def _offers(context: RfxContext, keys: Sequence[str]) -> dict[str, CarriedAnswer]:
    stmt = select(CarriedAnswer).where(
        CarriedAnswer.rfx_id == context.rfx.id, CarriedAnswer.key.in_(list(keys))
    )
    rows = db.session.execute(stmt, execution_options={"populate_existing": True}).scalars()
    return {row.key: row for row in rows}
