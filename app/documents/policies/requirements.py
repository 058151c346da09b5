"""Rules of documents and requirements without database access: dates, states and moves."""

from collections.abc import Mapping
from datetime import date, timedelta

from app.documents.models import DocumentRequirement, DocumentType
from app.documents.types import (
    FAR_AHEAD,
    TRANSITIONS,
    DocumentField,
    RequirementMove,
    RequirementState,
    ShownState,
    Validity,
)
from app.kernel.clock import format_day
from app.kernel.dates import add_months
from app.kernel.http.errors import ConflictError, InvalidError

NO_END = "Enter the day until which the document is valid."
NO_ISSUE = "Enter the day of issue. The document is valid for {months} months from it."
ENDS_BEFORE_ISSUE = "The document can't end before it is issued."
ISSUED_LATER = "The day of issue is in the future."
FAR_YEAR = "Is {year} right? Please check the date."
NO_CURRENCY = "Choose the currency of the sum insured."
NO_AMOUNT = "Enter the sum insured."
NO_REASON = "Please give a reason."
PAST_WAIVER = "This day is already over. Choose a later one."
PAST_DUE = "This day is already over. Choose a later one."
OTHER_TYPE = "This document is a {document}, but {buyer} asked for a {wanted}."
SAME_DOCUMENT = "{buyer} has this document already."
REJECTED_DOCUMENT = "{buyer} rejected this document. Add a corrected one."
ENDED = "This document ended on {day}. Reject it or ask for a new one."
ENDED_SUBMISSION = "This document ended on {day}. Add the new one."

_CONFLICTS: Mapping[RequirementState, str] = {
    RequirementState.MISSING: "The supplier has not sent this document yet.",
    RequirementState.ASKED: "The supplier has not sent this document yet.",
    RequirementState.RECEIVED: "The supplier has sent this document. Review it first.",
    RequirementState.ACCEPTED: "This document is already accepted.",
    RequirementState.REJECTED: "This document is already rejected.",
    RequirementState.WAIVED: "This document is not needed at the moment.",
}


def buyer_path(supplier_id: int, requirement_id: int | None = None) -> str:
    """Return the path of the page where a buyer reviews the documents of a supplier."""
    path = f"/organisations/{supplier_id}/documents"
    return path if requirement_id is None else f"{path}?requirement={requirement_id}"


def supplier_path(requirement_id: int | None = None) -> str:
    """Return the path of the page where a supplier submits documents."""
    return "/setup/document" if requirement_id is None else f"/setup/document?requirement={requirement_id}"


def current_state(requirement: DocumentRequirement, today: date) -> RequirementState:
    """Return the stored state, or the state before a waiver that has ended."""
    waiver_ended = requirement.waived_until is not None and requirement.waived_until < today
    if requirement.state == RequirementState.WAIVED and waiver_ended:
        return RequirementState(requirement.state_before_waiver or RequirementState.MISSING)
    return RequirementState(requirement.state)


def state_today(requirement: DocumentRequirement, type: DocumentType, today: date) -> ShownState:
    """Return the state as `shown_state` derives it in SQL."""
    state, until = current_state(requirement, today), requirement.accepted_until
    if state is RequirementState.ACCEPTED and until is not None:
        if until < today:
            return ShownState.EXPIRED
        if until <= today + timedelta(days=lead_days(type)):
            return ShownState.EXPIRING
    return ShownState(state.value)


def lead_days(type: DocumentType) -> int:
    """Return the number of days before its end from which a document is expiring: its first reminder."""
    return max(type.remind_days, default=0)


def state_after(state: RequirementState, move: RequirementMove) -> RequirementState:
    """Return the state after `move`; raise ConflictError if it is not possible from `state`."""
    after = TRANSITIONS.get((state, move))
    if after is None:
        raise ConflictError(_CONFLICTS[state], code=f"document{state.value.title()}")
    return after


def may_ask(shown: ShownState) -> bool:
    """Return True if the buyer can ask for the document: it is not under review, waived, or valid for long."""
    return shown not in (ShownState.RECEIVED, ShownState.WAIVED, ShownState.ACCEPTED)


def check_dates(
    type: DocumentType,
    *,
    issued_on: date | None,
    valid_until: date | None,
    is_date_confirmed: bool,
    today: date,
) -> date | None:
    """Return the last day of validity; None for a document without an end.

    Raises InvalidError if the type needs a date that is missing, for an end before the issue, an issue in the future,
    and for an end over 30 years away that is not confirmed. A day may already have started in the supplier's time zone.
    """
    if type.validity == Validity.MONTHS and valid_until is None:
        if issued_on is None:
            raise InvalidError(fields={"issuedOn": [NO_ISSUE.format(months=type.months)]})
        valid_until = add_months(issued_on, type.months or 0)
    if type.validity == Validity.UNTIL_DATE and valid_until is None:
        raise InvalidError(fields={"validUntil": [NO_END]})
    if issued_on is not None and issued_on > today + timedelta(days=1):
        raise InvalidError(fields={"issuedOn": [ISSUED_LATER]})
    if valid_until is None:
        return None
    if issued_on is not None and valid_until < issued_on:
        raise InvalidError(fields={"validUntil": [ENDS_BEFORE_ISSUE]})
    if valid_until - today > FAR_AHEAD and not is_date_confirmed:
        raise InvalidError(
            code="dateUnconfirmed", fields={"validUntil": [FAR_YEAR.format(year=valid_until.year)]}
        )
    return valid_until


def check_amount(amount: int | None, currency: str | None) -> None:
    """Raise InvalidError unless both the sum insured and its currency are set, or neither."""
    if amount is not None and currency is None:
        raise InvalidError(fields={"currency": [NO_CURRENCY]})
    if amount is None and currency is not None:
        raise InvalidError(fields={"amount": [NO_AMOUNT]})


def demand_valid(valid_until: date | None, today: date, sentence: str = ENDED) -> None:
    """Raise ConflictError if a document has ended."""
    if valid_until is not None and valid_until < today:
        raise ConflictError(sentence.format(day=format_day(valid_until)), code="documentExpired")


def end_text(until: date, today: date) -> str:
    """Return when a document ends or ended: `ends in 60 days (12 Mar 2027)`."""
    days, day = (until - today).days, format_day(until)
    if days < 0:
        return f"ended on {day}"
    if days == 0:
        return f"ends today ({day})"
    return f"ends {'tomorrow' if days == 1 else f'in {days} days'} ({day})"


def field_names(type: DocumentType) -> list[DocumentField]:
    """Return the details that a type asks for, in their order."""
    return [field for field in DocumentField if field in type.fields]
