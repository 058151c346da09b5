"""Serializer of the answers that an earlier round offers."""

from datetime import datetime

from app.kernel.clock import moment_text, optional_moment_text
from app.kernel.http.json_types import Json
from app.rfx.queries.offers import CarriedOffer, CarriedRound
from app.rfx.types import CarriedOutcome


def serialize_carried(carried: CarriedRound | None) -> Json | None:
    """Serialize the offers (`RfxCarriedSchema`). Authors and times are listed once, because many answers share them."""
    if carried is None:
        return None
    sources: dict[tuple[datetime, str], int] = {}
    offers = {key: _offer(offer, sources) for key, offer in carried.offers.items()}
    return {
        "title": carried.title,
        "submitted": optional_moment_text(carried.submitted),
        "offered": carried.offered,
        "sources": [{"date": moment_text(answered), "author": author} for answered, author in sources],
        "offers": offers,
    }


def _offer(offer: CarriedOffer, sources: dict[tuple[datetime, str], int]) -> Json:
    body: Json = {}
    if offer.is_offered:
        body["value"] = offer.value
    if offer.answered is not None:
        body["source"] = sources.setdefault((offer.answered, offer.author or ""), len(sources))
    if offer.outcome is not CarriedOutcome.SAME:
        body["outcome"] = offer.outcome.value
    if offer.former_text is not None:
        body["formerText"] = offer.former_text
    if offer.fault is not None:
        body["fault"] = offer.fault
    return body
