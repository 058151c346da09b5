"""Settings of the comparison of a request: exchange rates, and the better end of a question's numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from app.events.public import record
from app.extensions import db
from app.forms.public import canonical_decimal, is_scored, parse_decimal
from app.kernel.clock import now
from app.kernel.db.merging import check_version
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.kernel.http.json_types import Arguments
from app.kernel.reference import is_currency
from app.requests.models import RequestComparison
from app.requests.policies.comparing import RANKED_TYPES
from app.requests.policies.sealing import demand_open_seal
from app.requests.queries.comparison import (
    EnteredRates,
    comparison_settings,
    entered_rates,
    respondent_fields,
)
from app.requests.queries.requests import RequestContext, request_context
from app.requests.types import Direction, RateJson

NOT_A_RATE = "Enter a rate, such as 1.0825."
NOT_POSITIVE = "Enter a rate above 0."
AMBIGUOUS = "Write the rate with a point, such as {point}, or without the comma."
NO_CURRENCY = "Choose a currency from the list."
NO_BASE = "Choose the currency to convert into."
TWICE = "Enter one rate for each currency."
IS_BASE = "Amounts in {currency} are not converted and need no rate."
FUTURE = "Choose a day that is not in the future."
NO_QUESTION = "This request has no such question."
IS_SCORED = "This question is scored: its points decide what is best."
NOT_A_NUMBER = "Only numbers and amounts have a better end."
CHOSEN = "Someone else has chosen {label} for this question in the meantime."
CHOICES = {Direction.LOWER: "Lower is better", Direction.HIGHER: "Higher is better", None: "No order"}
LABELS = {Direction.LOWER: "“Lower is better”", Direction.HIGHER: "“Higher is better”", None: "no order"}
THOUSANDS_OR_DECIMALS = re.compile(r"[0-9]{1,3},[0-9]{3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRate:
    """Exchange rate with the typed text."""

    currency: str
    rate: str
    day: date


def save_rates(
    *,
    actor: Actor,
    request_id: int,
    base_currency: str | None,
    rates: Sequence[NewRate],
    based_on: datetime | None,
) -> EnteredRates:
    """Replace the exchange rates of a request; without a base currency amounts are not converted.

    Raises NotFoundError, ForbiddenError without SEND_RFX, InvalidError with a sentence for each field, and ConflictError
    (code `stale`) if the rates were saved since `based_on`.
    """
    context = _context_to_change(actor, request_id)
    stored = _stored_rates(base_currency, rates, actor)
    current = entered_rates(context)
    settings = _settings(context)
    if (settings.base_currency, settings.rates) == (base_currency, stored) and current.entered_by:
        return current
    check_version(based_on=based_on, updated=current.updated)
    settings.base_currency, settings.rates = base_currency, stored
    settings.rates_updated, settings.rates_by_user_id = now(), actor.user_id
    _record("rfxRequest.ratesChanged", actor, context)
    db.session.flush()
    return entered_rates(context)


def choose_direction(
    *,
    actor: Actor,
    request_id: int,
    key: str,
    direction: Direction | None,
    based_on: Direction | None,
    is_checked: bool,
) -> Direction | None:
    """Choose the better end of a question's numbers for all users of the organisation; None for none.

    With `is_checked` raises ConflictError (code `stale`) if another user has changed `based_on` to a third value.
    Raises NotFoundError, ForbiddenError without SEND_RFX, and InvalidError for a question without such a choice.
    """
    context = _context_to_change(actor, request_id)
    placed = next((placed for placed in respondent_fields(context) if placed.key == key), None)
    if placed is None:
        raise InvalidError(fields={"key": [NO_QUESTION]})
    if is_scored(placed.field):
        raise InvalidError(fields={"key": [IS_SCORED]})
    if placed.field.type not in RANKED_TYPES:
        raise InvalidError(fields={"key": [NOT_A_NUMBER]})
    settings = _settings(context)
    current = Direction(settings.directions[key]) if key in settings.directions else None
    if current == direction:
        return direction
    if is_checked and current != based_on:
        raise ConflictError(
            CHOSEN.format(label=LABELS[current]), code="stale", data={"now": {"direction": current}}
        )
    others = {name: value for name, value in settings.directions.items() if name != key}
    settings.directions = others if direction is None else {**others, key: direction.value}
    field = placed.field
    _record(
        "rfxRequest.directionChanged",
        actor,
        context,
        question=field.label or field.name,
        choice=CHOICES[direction],
    )
    db.session.flush()
    return direction


def _record(type: str, actor: Actor, context: RequestContext, **args: str) -> None:
    names: Arguments = {"requestId": context.request.id, "requestTitle": context.request.title, **args}
    record(type, actor=actor, **names)


def _context_to_change(actor: Actor, request_id: int) -> RequestContext:
    """Return the request with its row locked, so that concurrent saves run one after the other."""
    context = request_context(actor=actor, request_id=request_id, lock=True)
    actor.demand(Permission.SEND_RFX)
    demand_open_seal(context.request)
    return context


def _settings(context: RequestContext) -> RequestComparison:
    settings = comparison_settings(context.request.id)
    if settings is None:
        settings = RequestComparison(request_id=context.request.id, rates={}, directions={})
        db.session.add(settings)
        db.session.flush()
    return settings


def _stored_rates(base: str | None, rates: Sequence[NewRate], actor: Actor) -> dict[str, RateJson]:
    faults: dict[str, list[str]] = {}
    if base is None:
        if rates:
            faults["baseCurrency"] = [NO_BASE]
    elif not is_currency(base):
        faults["baseCurrency"] = [NO_CURRENCY]
    stored: dict[str, RateJson] = {}
    today = now().astimezone(actor.zone).date()
    for index, entry in enumerate(rates):
        number = parse_decimal(canonical_decimal(entry.rate))
        if fault := _currency_fault(entry.currency, base, stored):
            faults[f"rates.{index}.currency"] = [fault]
        if fault := _rate_fault(entry.rate.strip(), number):
            faults[f"rates.{index}.rate"] = [fault]
        if entry.day > today:
            faults[f"rates.{index}.date"] = [FUTURE]
        if number is not None:
            stored[entry.currency] = {"rate": format(number, "f"), "date": entry.day.isoformat()}
    if faults:
        raise InvalidError(fields=faults)
    return stored


def _currency_fault(currency: str, base: str | None, stored: dict[str, RateJson]) -> str | None:
    if not is_currency(currency):
        return NO_CURRENCY
    if currency == base:
        return IS_BASE.format(currency=currency)
    return TWICE if currency in stored else None


def _rate_fault(text: str, number: Decimal | None) -> str | None:
    """Return the sentence about a typed rate. `1,085` is refused, because its comma may mean either."""
    if number is None:
        return NOT_A_RATE
    if THOUSANDS_OR_DECIMALS.fullmatch(text) and not text.startswith("0"):
        return AMBIGUOUS.format(point=text.replace(",", "."))
    return None if number > 0 else NOT_POSITIVE
