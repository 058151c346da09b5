"""Rules of RFxs that need no database: who may do what in which state, and what a move leads to."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.accounts.public import ANONYMOUS, GUEST_SAFE_NAME
from app.forms.public import (
    FieldType,
    PlacedField,
    WritableBy,
)
from app.kernel.auth import Actor, Permission
from app.kernel.errors import ForbiddenError
from app.rfx.policies.answers import independent_keys, keys_of_side
from app.rfx.policies.states import RfxFacts, status_now
from app.rfx.types import ASKED_BY_NAME, OPEN_STATUSES, TRANSITIONS, RfxMove, RfxStatus, RfxType, ViewerRole


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """What a viewer may do with an RFx in its present state; buttons of what is not possible are not shown."""

    answer: bool
    sign: bool
    submit: bool
    decline: bool
    reopen: bool
    remind: bool
    change_deadline: bool
    download: bool
    see_scoring: bool
    see_messages: bool
    review: bool
    """Ask about an answer, accept it, close what was asked."""
    reply: bool
    """Write to follow-up tasks, also to one that nobody has written to; others may where its thread lets them."""
    reuse: bool
    """Take answers that the own organisation gave before."""


def role_of(actor: Actor, rfx: RfxFacts) -> ViewerRole:
    """Which end `actor`, who may see `rfx`, stands at."""
    if actor.is_guest:
        return ViewerRole.GUEST
    if rfx.organisation_id != actor.organisation_id:
        return ViewerRole.RESPONDENT
    return ViewerRole.RECIPIENT if rfx.recipient_user_id == actor.user_id else ViewerRole.REQUESTER


def respondent_label(
    rfx: RfxFacts, *, to_guest: bool, asked_name: str | None, asked_email: str | None, respondent_name: str
) -> str:
    """The respondent as people name it: who was asked by name, by that (product decisions: `safeName`).

    A guest without a name is known by the address that was asked, or nobody could tell one from another.
    """
    if not to_guest and rfx.recipient_user_id is None:
        return respondent_name
    name = asked_name or ANONYMOUS
    return f"{name} ({asked_email})" if to_guest and name == ANONYMOUS and asked_email else name


def safe_name(
    rfx: RfxFacts, *, to_guest: bool, asked_name: str | None, asked_email: str | None, respondent_name: str
) -> str:
    """The respondent as lists, pages and dialogs show it: a guest as one, with the name or else the address."""
    if to_guest:
        named = asked_name if asked_name and asked_name != ANONYMOUS else asked_email
        return f"{GUEST_SAFE_NAME} ({named})" if named else GUEST_SAFE_NAME
    return asked_name or ANONYMOUS if rfx.recipient_user_id is not None else respondent_name


def is_own_answer(
    actor: Actor, role: ViewerRole, rfx: RfxFacts, *, organisation_id: int, user_id: int
) -> bool:
    """Whether the end that `actor` stands at gave an answer, which it sees also while the field is hidden.

    Both ends of an internal survey are in one organisation: only its recipient answers for the one.
    """
    if rfx.recipient_user_id is not None:
        return (user_id == rfx.recipient_user_id) == (role is ViewerRole.RECIPIENT)
    return organisation_id == actor.organisation_id


def side_of(role: ViewerRole) -> WritableBy:
    """Whose fields a viewer writes."""
    return WritableBy.REQUESTER if role is ViewerRole.REQUESTER else WritableBy.RESPONDENT


def may_answer(actor: Actor, role: ViewerRole) -> bool:
    """Whether `actor` may write the fields of its end, in an open RFx."""
    if role in ASKED_BY_NAME:
        return True
    return actor.may(Permission.SEND_RFX if role is ViewerRole.REQUESTER else Permission.ANSWER_RFX)


def may_reply_to_tasks(actor: Actor, role: ViewerRole) -> bool:
    """Whether `actor` may write to every follow-up task; guests take part in no thread."""
    return not actor.is_guest and may_answer(actor, role)


def may_sign(actor: Actor, role: ViewerRole) -> bool:
    """Whether `actor` may give the signatures of its end: the respondent's go with submitting, also for who answers
    nothing (product decisions, Roles and permissions).
    """
    if role is ViewerRole.REQUESTER:
        return may_answer(actor, role) and actor.may(Permission.SUBMIT_RFX)
    return may_submit(actor, role)


def may_write(actor: Actor, role: ViewerRole) -> bool:
    """Whether `actor` may write any field of its end in an open RFx, be it the signatures alone."""
    return may_answer(actor, role) or may_sign(actor, role)


def may_submit(actor: Actor, role: ViewerRole) -> bool:
    """Whether `actor` may submit or decline for the respondent."""
    return role in ASKED_BY_NAME or (role is ViewerRole.RESPONDENT and actor.may(Permission.SUBMIT_RFX))


def demand_sender(actor: Actor, role: ViewerRole) -> None:
    """Raise ForbiddenError unless `actor` stands at the requester's end and may send RFxs."""
    if role is not ViewerRole.REQUESTER:
        raise ForbiddenError
    actor.demand(Permission.SEND_RFX)


def takes_answers(role: ViewerRole, rfx: RfxFacts) -> bool:
    """Whether the end that `role` stands at may still write something.

    Both may while the RFx is open. What is the requester's alone, as its countersignature, it may also write once the
    response is submitted, until the assessment is completed.
    """
    status = status_now(rfx)
    if status is RfxStatus.COMPLETED:
        return role is ViewerRole.REQUESTER and not rfx.assessment_closed
    return status in OPEN_STATUSES


def reuse_allowed(actor: Actor, role: ViewerRole, rfx: RfxFacts) -> bool:
    """Whether `actor` may take over answers that the own organisation gave before. Guests share an organisation with
    strangers and never may.
    """
    return role is ViewerRole.RESPONDENT and status_now(rfx) in OPEN_STATUSES and may_answer(actor, role)


def actions_of(actor: Actor, role: ViewerRole, rfx: RfxFacts) -> Actions:
    """What `actor` may do now, by permission and state (specification sections 4 and 6)."""
    status = status_now(rfx)
    is_open, writes = status in OPEN_STATUSES, takes_answers(role, rfx)
    sends = role is ViewerRole.REQUESTER and actor.may(Permission.SEND_RFX) and not rfx.assessment_closed
    return Actions(
        answer=writes and may_answer(actor, role),
        sign=writes and may_sign(actor, role),
        submit=is_open and may_submit(actor, role),
        decline=is_open and may_submit(actor, role),
        reopen=sends and (status, RfxMove.REOPEN) in TRANSITIONS,
        remind=sends and is_open,
        change_deadline=sends and (is_open or status is RfxStatus.EXPIRED),
        download=True,
        see_scoring=role is ViewerRole.REQUESTER,
        see_messages=role is not ViewerRole.GUEST,
        review=sends and status is not RfxStatus.DECLINED,
        reply=may_reply_to_tasks(actor, role),
        reuse=reuse_allowed(actor, role, rfx),
    )


def writable_now(
    actor: Actor,
    role: ViewerRole,
    rfx: RfxFacts,
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
) -> frozenset[str]:
    """The value keys that `actor` may write now: none in a closed RFx, the reopened ones after a limited reopening,
    and at any time until its assessment is completed what touches nothing of the respondent's.

    Signatures need the permission to submit, and all else the one to answer.
    """
    if not takes_answers(role, rfx) or not may_write(actor, role):
        return frozenset()
    keys = keys_of_side(fields, side_of(role))
    if status_now(rfx) is RfxStatus.COMPLETED:
        keys &= independent_keys(fields, values)
    elif rfx.reopened_fields is not None:
        keys &= frozenset(rfx.reopened_fields) | independent_keys(fields, values)
    signatures = {placed.key for placed in fields if placed.field.type is FieldType.FORMSIGNATURE}
    if not may_answer(actor, role):
        keys &= signatures
    if not may_sign(actor, role):
        keys -= signatures
    return keys


def type_label(type: str, form_types: Collection[str]) -> str:
    """How the type of an RFx is shown. An NDA is an RFI whose documents are of type NDA."""
    if type == RfxType.ASSESSMENT_SELF_SURVEY:
        return "Self Survey"
    if type == RfxType.ASSESSMENT_INTERNAL_SURVEY:
        return "Internal Survey"
    return "NDA" if form_types and set(form_types) == {"NDA"} else "RFI"
