"""The answers of an earlier round as offers of a new RFx."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.accounts.public import User, known_as
from app.extensions import db
from app.files.public import attach_like
from app.forms.public import FieldType, PlacedField, fields_of_forms, pair_forms
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError, NotFoundError
from app.rfx.models import CarriedAnswer, Rfx
from app.rfx.operations.recording import record_event
from app.rfx.policies.answers import files_in
from app.rfx.policies.carrying import Carried, Offer, numbers_of, offers_of
from app.rfx.policies.states import status_now
from app.rfx.queries.file_ends import faults_of_files
from app.rfx.queries.previous import EarlierValue, earlier_values, shares_form
from app.rfx.queries.rfxs import RfxContext, rfx_context
from app.rfx.types import CarriedState, RfxStatus, ViewerRole
from app.tasks.public import RFX_SUBJECT

NOT_SUBMITTED = "Only a submitted RFx can be the start of a new round."
OTHER_RESPONDENT = "The earlier RFx was answered by someone else. Choose its respondent, or start blank."
NO_SHARED_FORM = "The earlier RFx has none of these documents. Choose one of its documents, or start blank."
IS_SEALED = "The answers of the earlier RFx are sealed until the deadline."


def previous_round(*, actor: Actor, previous_rfx_id: int, series_ids: Sequence[str]) -> RfxContext:
    """Return an RFx that `actor` may start a new round of with the forms `series_ids`.

    Raises NotFoundError unless the actor's organisation has sent it, InvalidError with a sentence for `previousRfxId`
    if it is not submitted, is sealed, or has none of the forms.
    """
    previous = rfx_context(actor=actor, rfx_id=previous_rfx_id)
    if previous.role is not ViewerRole.REQUESTER:
        raise NotFoundError
    if status_now(previous.rfx) is not RfxStatus.COMPLETED:
        raise InvalidError(fields={"previousRfxId": [NOT_SUBMITTED]})
    if previous.is_sealed:
        raise InvalidError(fields={"previousRfxId": [IS_SEALED]})
    if not shares_form(previous_rfx_id, series_ids):
        raise InvalidError(fields={"previousRfxId": [NO_SHARED_FORM]})
    return previous


def carry_answers(*, actor: Actor, rfx_id: int, previous_rfx_id: int) -> Carried:
    """Offer the submitted answers of an earlier round to the respondent of a new RFx, in the transaction that sends it.

    The questions are paired by the answer map. An answer that no longer fits, or whose document has ended, is stored
    with the reason and not offered. Files go along as references. Raises the errors of `previous_round`, and InvalidError unless both
    RFxs have the same respondent. `create_rfx` calls it for `previous_rfx_id`, so that its mail has the numbers.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    previous = previous_round(
        actor=actor,
        previous_rfx_id=previous_rfx_id,
        series_ids=[series_id for _, series_id in context.revisions],
    )
    if _respondent(previous) != _respondent(context):
        raise InvalidError(fields={"previousRfxId": [OTHER_RESPONDENT]})
    new = fields_of_forms(context.revisions)
    earlier = earlier_values(previous.rfx)
    offers = offers_of(
        fields_of_forms(previous.revisions),
        new,
        forms=pair_forms(previous.revisions, context.revisions),
        values={key: each.value for key, each in earlier.items()},
    )
    offers = _without_ended_files(offers, earlier, context.rfx.with_organisation_id)
    db.session.add_all(_row(context.rfx, previous.rfx, offer, earlier) for offer in offers)
    context.rfx.previous_rfx_id = previous_rfx_id
    db.session.flush()
    values = {
        offer.key: earlier[offer.former.key].value
        for offer in offers
        if offer.former and offer.state is CarriedState.OFFERED
    }
    _attach_files(context, previous_rfx_id, new, values)
    record_event(
        context, "rfx.carried", actor=actor, previousRfxId=previous_rfx_id, previousTitle=previous.rfx.title,
        answers=len(values),
    )  # fmt: skip
    return numbers_of(new, offers, values)


def _without_ended_files(
    offers: Sequence[Offer], earlier: Mapping[str, EarlierValue], supplier_id: int
) -> list[Offer]:
    """Drop the offers with a file that is a document of the supplier and no longer valid."""
    faults = faults_of_files(
        supplier_id,
        {
            offer.key: earlier[offer.former.key].value
            for offer in offers
            if offer.former
            and offer.former.field.type is FieldType.FILE
            and offer.state is CarriedState.OFFERED
        },
    )
    return [
        replace(offer, state=CarriedState.DROPPED, fault=faults[offer.key]) if offer.key in faults else offer
        for offer in offers
    ]


def _respondent(context: RfxContext) -> tuple[int, int | None, str | None]:
    """Return what identifies the respondent. A guest is a new user in each RFx, so its address is compared."""
    rfx = context.rfx
    guest = db.session.get_one(User, rfx.guest_user_id) if rfx.guest_user_id is not None else None
    return rfx.with_organisation_id, rfx.recipient_user_id, known_as(guest.email) if guest else None


def _row(rfx: Rfx, previous: Rfx, offer: Offer, earlier: Mapping[str, EarlierValue]) -> CarriedAnswer:
    answer = earlier[offer.former.key] if offer.former else None
    return CarriedAnswer(
        rfx_id=rfx.id,
        key=offer.key,
        value=answer.value if answer else None,
        from_rfx_id=previous.id,
        from_iteration=answer.iteration if answer else None,
        answered=answer.updated if answer else None,
        answered_by_user_id=answer.user_id if answer else None,
        outcome=offer.outcome,
        state=offer.state,
        former_text=offer.former_text,
        fault=offer.fault,
    )


def _attach_files(
    context: RfxContext, previous_rfx_id: int, fields: Sequence[PlacedField], values: Mapping[str, object]
) -> None:
    """Attach the files of offered answers to the RFx, so that its respondent can read and confirm them."""
    ids = [
        file_id
        for placed in fields
        if placed.field.type is FieldType.FILE
        for file_id in files_in(values.get(placed.key))
    ]
    attach_like(
        attachment_ids=ids, subject_type=RFX_SUBJECT, source_id=previous_rfx_id, subject_id=context.rfx.id
    )
