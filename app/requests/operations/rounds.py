"""New rounds: requests whose suppliers get their earlier answers to confirm."""

from collections.abc import Sequence

from app.accounts.public import known_as
from app.compose.public import Recipient
from app.forms.public import DocForm
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.requests.queries.copies import respondent_of
from app.rfx.public import previous_round

OTHER_RESPONDENT = "Send a new round to the respondent of the earlier RFx only, or start from the last answers of each supplier."


def demand_same_respondent(
    *, actor: Actor, previous_rfx_id: int, forms: Sequence[DocForm], recipients: Sequence[Recipient]
) -> None:
    """Raise an error unless the earlier RFx can be the start of a request with these forms to these recipients.

    NotFoundError for an RFx that the actor's organisation did not send; InvalidError with a sentence for
    `previousRfxId` if it is not submitted, has none of the forms, or has another respondent than the only recipient.
    """
    previous = previous_round(
        actor=actor, previous_rfx_id=previous_rfx_id, series_ids=[form.series_id for form in forms]
    )
    respondent = respondent_of(previous)
    chosen = [
        known_as(recipient.email) if recipient.email is not None else recipient.organisation_id
        for recipient in recipients
    ]
    if chosen != [respondent.key]:
        raise InvalidError(fields={"previousRfxId": [OTHER_RESPONDENT]})
