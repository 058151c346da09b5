"""RFxs in the merge of two suppliers."""

from sqlalchemy import exists, select
from sqlalchemy.orm import aliased

from app.network.public import Merge, MergeHooks, Moves, Reference
from app.rfx.models import FormValue, Rfx, RfxRequest, RfxRequestRecipient, RfxResponse


def register_merging(hooks: MergeHooks) -> None:
    """Register the columns of RFxs, their answers and recipients, and the step for requests that wait to be sent."""
    requester = (
        select(RfxRequest.organisation_id)
        .where(RfxRequest.id == RfxRequestRecipient.request_id)
        .scalar_subquery()
    )
    hooks.references += [
        Reference(column=Rfx.with_organisation_id, nouns=("RFx", "RFxs"), owner=Rfx.organisation_id),
        Reference(column=Rfx.relationship_id),
        Reference(column=RfxResponse.organisation_id, parent=(RfxResponse.rfx_id, Rfx.id)),
        Reference(column=FormValue.organisation_id, parent=(FormValue.rfx_id, Rfx.id)),
        Reference(column=RfxRequestRecipient.organisation_id, owner=requester),
    ]
    hooks.staying |= {
        "rfx.organisation_id": "the requester",
        "rfx_request.organisation_id": "the requester",
    }
    hooks.steps.append(_join_recipients)


def _join_recipients(moves: Moves, merge: Merge) -> None:
    """Send each request once that is not sent yet, and only to users of the survivor."""
    other = aliased(RfxRequestRecipient)
    waits = (RfxRequestRecipient.organisation_id == merge.gone_id) & RfxRequestRecipient.rfx_id.is_(None)
    has_survivor = exists().where(
        other.request_id == RfxRequestRecipient.request_id, other.organisation_id == merge.survivor_id
    )
    moves.delete(RfxRequestRecipient, waits & has_survivor)
    if not merge.moves_people:
        moves.update(RfxRequestRecipient, waits, {"user_ids": []})
