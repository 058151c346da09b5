"""Access rules of RFxs that need no database: permitted actions by role and status, writable fields, display names."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.accounts.public import ANONYMOUS, GUEST_SAFE_NAME
from app.forms.public import (
    FieldType,
    PlacedField,
    WritableBy,
)
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError
from app.rfx.policies.answers import independent_keys, keys_of_side
from app.rfx.policies.parts import PartAccess, granted_part_id
from app.rfx.policies.states import RfxFacts, status_now
from app.rfx.types import (
    ASKED_BY_NAME,
    OPEN_STATUSES,
    RFX,
    TRANSITIONS,
    RfxMove,
    RfxStatus,
    RfxType,
    ViewerRole,
)

SEALED = "The answers are sealed until the deadline."


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """Actions of a viewer on an RFx in its current status; screens hide the buttons of the others."""

    answer: bool
    sign: bool
    submit: bool
    decline: bool
    reopen: bool
    remind: bool
    change_deadline: bool
    withdraw: bool
    download: bool
    see_scoring: bool
    see_messages: bool
    review: bool
    """Raise and close follow-up tasks, accept answers; without SEND_RFX only in the viewer's review parts."""
    reply: bool
    """Write to every follow-up task, even one without messages; other users need access to its thread."""
    reuse: bool
    """Reuse earlier answers of the viewer's organisation."""
    repeat: bool
    """Repeat it on a schedule."""


def granted_rfx_id(guest: Actor) -> int | None:
    """Return the id of the RFx that a guest's grant is for; None for grants for other records."""
    grant = guest.grant
    return grant.subject_id if grant is not None and grant.subject_type == RFX else None


def guest_path(token: str, rfx_id: int) -> str:
    """Return the path of a guest's page of an RFx, by the token of the link."""
    return f"/guest/{token}/rfx/{rfx_id}"


def role_of(actor: Actor, rfx: RfxFacts) -> ViewerRole:
    """Return the role of `actor`, who may see `rfx`."""
    if actor.is_guest:
        return ViewerRole.GUEST if granted_part_id(actor) is None else ViewerRole.DELEGATE
    if rfx.organisation_id != actor.organisation_id:
        return ViewerRole.RESPONDENT
    return ViewerRole.RECIPIENT if rfx.recipient_user_id == actor.user_id else ViewerRole.REQUESTER


def respondent_label(
    rfx: RfxFacts, *, to_guest: bool, asked_name: str | None, asked_email: str | None, respondent_name: str
) -> str:
    """Return the name of the respondent: the assignee if the RFx has one, else the organisation (product decisions:
    `safeName`).

    An anonymous guest gets its e-mail address too, because otherwise all anonymous guests look the same.
    """
    if not to_guest and rfx.recipient_user_id is None:
        return respondent_name
    name = asked_name or ANONYMOUS
    return f"{name} ({asked_email})" if to_guest and name == ANONYMOUS and asked_email else name


def safe_name(
    rfx: RfxFacts, *, to_guest: bool, asked_name: str | None, asked_email: str | None, respondent_name: str
) -> str:
    """Return the respondent as lists, pages and dialogs show it; guests are marked, with their name or address."""
    if to_guest:
        name = asked_name if asked_name and asked_name != ANONYMOUS else asked_email
        return f"{GUEST_SAFE_NAME} ({name})" if name else GUEST_SAFE_NAME
    return asked_name or ANONYMOUS if rfx.recipient_user_id is not None else respondent_name


class NamedRfx(RfxFacts, Protocol):
    """An RFx with the columns that the name of its respondent consists of."""

    @property
    def respondent_name(self) -> str: ...
    @property
    def to_guest(self) -> bool: ...
    @property
    def asked_name(self) -> str | None: ...
    @property
    def asked_email(self) -> str | None: ...


def name_of_row(row: NamedRfx) -> str:
    """Return the respondent of a row as lists, pages and dialogs show it (`safe_name`)."""
    return safe_name(
        row,
        to_guest=row.to_guest,
        asked_name=row.asked_name,
        asked_email=row.asked_email,
        respondent_name=row.respondent_name,
    )


def is_own_answer(
    actor: Actor, role: ViewerRole, rfx: RfxFacts, *, organisation_id: int, user_id: int
) -> bool:
    """Return True if the actor's party gave the answer; a party sees its answers even if the field is hidden.

    Both parties of an internal survey are in one organisation, so its recipient is compared instead.
    """
    if rfx.recipient_user_id is not None:
        return (user_id == rfx.recipient_user_id) == (role is ViewerRole.RECIPIENT)
    if role is ViewerRole.DELEGATE:
        return organisation_id != rfx.organisation_id
    return organisation_id == actor.organisation_id


def side_of(role: ViewerRole) -> WritableBy:
    """Return the party whose fields a viewer writes."""
    return WritableBy.REQUESTER if role is ViewerRole.REQUESTER else WritableBy.RESPONDENT


def answers_part_only(actor: Actor, role: ViewerRole) -> bool:
    """Return True if `actor` may answer for the respondent only the questions of its parts (`PartAccess`)."""
    if role is ViewerRole.DELEGATE:
        return True
    return role is ViewerRole.RESPONDENT and not actor.may(Permission.ANSWER_RFX)


def may_answer(actor: Actor, role: ViewerRole, part: PartAccess | None = None) -> bool:
    """Return True if `actor` may write fields of its party in an open RFx: all fields, or the fields of its `part`."""
    if role in ASKED_BY_NAME or part is not None:
        return True
    return actor.may(Permission.SEND_RFX if role is ViewerRole.REQUESTER else Permission.ANSWER_RFX)


def may_reply_to_tasks(actor: Actor, role: ViewerRole) -> bool:
    """Return True if `actor` may write to every follow-up task; guests cannot join threads."""
    return not actor.is_guest and may_answer(actor, role)


def may_sign(actor: Actor, role: ViewerRole) -> bool:
    """Return True if `actor` may sign for its party.

    For the respondent this needs the permission to submit, not the one to answer (product decisions, Roles and
    permissions).
    """
    if role is ViewerRole.REQUESTER:
        return may_answer(actor, role) and actor.may(Permission.SUBMIT_RFX)
    return may_submit(actor, role)


def may_write(actor: Actor, role: ViewerRole, part: PartAccess | None = None) -> bool:
    """Return True if `actor` may write any field of its party in an open RFx, even if only signatures."""
    return may_answer(actor, role, part) or may_sign(actor, role)


def may_submit(actor: Actor, role: ViewerRole) -> bool:
    """Return True if `actor` may submit or decline for the respondent."""
    return role in ASKED_BY_NAME or (role is ViewerRole.RESPONDENT and actor.may(Permission.SUBMIT_RFX))


def is_sealed_for(role: ViewerRole, rfx: RfxFacts) -> bool:
    """Return True if a viewer in `role` must not read the answers yet: the requester of a sealed RFx."""
    return rfx.is_sealed and role is ViewerRole.REQUESTER


def demand_unsealed(role: ViewerRole, rfx: RfxFacts) -> None:
    """Raise ConflictError while the answers are sealed for a viewer in `role`."""
    if is_sealed_for(role, rfx):
        raise ConflictError(SEALED, code="rfxSealed")


def demand_sender(actor: Actor, role: ViewerRole) -> None:
    """Raise ForbiddenError unless `actor` belongs to the requester and may send RFxs."""
    if role is not ViewerRole.REQUESTER:
        raise ForbiddenError
    actor.demand(Permission.SEND_RFX)


def reviews_part_only(actor: Actor, role: ViewerRole) -> bool:
    """Return True if `actor` may review only the answers that it was asked to review (`RfxContext.review_keys`)."""
    return role is ViewerRole.REQUESTER and not actor.may(Permission.SEND_RFX)


def demand_reviewer(
    actor: Actor, role: ViewerRole, *, keys: Collection[str], review_keys: frozenset[str]
) -> None:
    """Raise ForbiddenError unless `actor` may review the answers to `keys` for the requester.

    With SEND_RFX these are all answers, otherwise those in `review_keys`. Without `keys` it must have any of these.
    """
    if not reviews_part_only(actor, role):
        demand_sender(actor, role)
    elif not review_keys or not review_keys.issuperset(keys):
        raise ForbiddenError


def takes_answers(role: ViewerRole, rfx: RfxFacts) -> bool:
    """Return True if the party of `role` may still write fields.

    While answers are sealed the requester writes none, because its fields may refer to them.

    Both parties may while the RFx is open. The requester may write its own fields, such as a countersignature, after
    the submission too, until the assessment is completed.
    """
    if is_sealed_for(role, rfx):
        return False
    status = status_now(rfx)
    if status is RfxStatus.COMPLETED:
        return role is ViewerRole.REQUESTER and not rfx.assessment_closed
    return status in OPEN_STATUSES


def may_reuse(actor: Actor, role: ViewerRole, rfx: RfxFacts) -> bool:
    """Return True if `actor` may reuse earlier answers of its organisation.

    Guests never may, because their placeholder organisation is shared with strangers.
    """
    return role is ViewerRole.RESPONDENT and status_now(rfx) in OPEN_STATUSES and may_answer(actor, role)


def actions_of(
    actor: Actor,
    role: ViewerRole,
    rfx: RfxFacts,
    part: PartAccess | None = None,
    *,
    review_keys: Collection[str] = (),
    to_guest: bool = False,
) -> Actions:
    """Return the permitted actions of `actor`, by permission and status (specification sections 4 and 6).

    `part` and `review_keys` are what the viewer was asked to answer or to review. An RFx `to_guest` cannot repeat,
    because a schedule belongs to a supplier of the network.
    """
    status = status_now(rfx)
    is_open, may_still_write = status in OPEN_STATUSES, takes_answers(role, rfx)
    is_sealed = is_sealed_for(role, rfx)
    may_send = role is ViewerRole.REQUESTER and actor.may(Permission.SEND_RFX) and not rfx.assessment_closed
    may_review_part = bool(review_keys) and not rfx.assessment_closed
    return Actions(
        answer=may_still_write and may_answer(actor, role, part),
        sign=may_still_write and may_sign(actor, role),
        submit=is_open and may_submit(actor, role),
        decline=is_open and may_submit(actor, role),
        reopen=may_send and (status, RfxMove.REOPEN) in TRANSITIONS,
        remind=may_send and is_open,
        change_deadline=may_send
        and not is_sealed
        and (is_open or (status is RfxStatus.EXPIRED and rfx.withdrawn_reason is None)),
        withdraw=may_send and is_open,
        download=not is_sealed and role is not ViewerRole.DELEGATE,
        see_scoring=role is ViewerRole.REQUESTER and not is_sealed,
        see_messages=not actor.is_guest,
        review=(may_send or may_review_part) and not is_sealed and status is not RfxStatus.DECLINED,
        reply=may_reply_to_tasks(actor, role),
        reuse=may_reuse(actor, role, rfx),
        repeat=role is ViewerRole.REQUESTER
        and not to_guest
        and actor.may(Permission.SEND_RFX)
        and rfx.type in (RfxType.RFI, RfxType.NDA),
    )


def writable_now(
    actor: Actor,
    role: ViewerRole,
    rfx: RfxFacts,
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    *,
    part: PartAccess | None = None,
) -> frozenset[str]:
    """Return the value keys that `actor` may write now.

    There are none in a closed RFx, and after a limited reopening only the reopened ones. The requester's independent
    keys (`independent_keys`) stay writable until the assessment is completed. Signatures need the permission to
    submit, all other fields the permission to answer, or a `part` with them.
    """
    if not takes_answers(role, rfx) or not may_write(actor, role, part):
        return frozenset()
    keys = keys_of_side(fields, side_of(role))
    if status_now(rfx) is RfxStatus.COMPLETED:
        keys &= independent_keys(fields, values)
    elif rfx.reopened_fields is not None:
        keys &= frozenset(rfx.reopened_fields) | independent_keys(fields, values)
    signatures = {placed.key for placed in fields if placed.field.type is FieldType.FORMSIGNATURE}
    if answers_part_only(actor, role):
        keys &= signatures | (part.keys if part else frozenset())
    elif not may_answer(actor, role):
        keys &= signatures
    if not may_sign(actor, role):
        keys -= signatures
    return keys


def type_label(type: str, form_types: Collection[str]) -> str:
    """Return the label of the type of an RFx. An NDA is an RFI whose forms all have the type NDA."""
    if type == RfxType.ASSESSMENT_SELF_SURVEY:
        return "Self Survey"
    if type == RfxType.ASSESSMENT_INTERNAL_SURVEY:
        return "Internal Survey"
    return "NDA" if form_types and set(form_types) == {"NDA"} else "RFI"
