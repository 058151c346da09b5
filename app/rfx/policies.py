"""Rules of RFxs that need no database: who may do what in which state, and what a move leads to."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from app.accounts.public import ANONYMOUS, GUEST_SAFE_NAME
from app.forms.public import (
    Completion,
    FieldType,
    PlacedField,
    WritableBy,
    answered,
    rule_errors,
    visible,
    writable_keys,
)
from app.kernel.auth import Actor, Permission
from app.kernel.clock import now
from app.kernel.errors import ConflictError, ForbiddenError
from app.rfx.types import ASKED_BY_NAME, OPEN_STATUSES, TRANSITIONS, RfxMove, RfxStatus, RfxType, ViewerRole

GUEST_LINK_LIFE = timedelta(days=90)
"""How long a guest's link lives once its RFx is closed (product decisions, RFx)."""


class RfxFacts(Protocol):
    """What the rules look at in an RFx."""

    @property
    def status(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def organisation_id(self) -> int: ...
    @property
    def recipient_user_id(self) -> int | None: ...
    @property
    def assessment_closed(self) -> bool: ...
    @property
    def deadline(self) -> datetime | None: ...
    @property
    def reopened_fields(self) -> list[str] | None: ...


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


def status_now(rfx: RfxFacts) -> RfxStatus:
    """The state of an RFx at this moment: EXPIRED from the deadline on, even before the job that notes it."""
    status = RfxStatus(rfx.status)
    return RfxStatus.EXPIRED if status in OPEN_STATUSES and missed(rfx.deadline, now()) else status


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


def gave(actor: Actor, role: ViewerRole, rfx: RfxFacts, *, organisation_id: int, user_id: int) -> bool:
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


def keys_of_side(fields: Sequence[PlacedField], side: WritableBy) -> frozenset[str]:
    """The value keys that an end may write in principle: what completion and validity count."""
    return writable_keys(fields, side)


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
        keys &= keys_apart(fields, values)
    elif rfx.reopened_fields is not None:
        keys &= frozenset(rfx.reopened_fields) | keys_apart(fields, values)
    signatures = {placed.key for placed in fields if placed.field.type is FieldType.FORMSIGNATURE}
    if not may_answer(actor, role):
        keys &= signatures
    if not may_sign(actor, role):
        keys -= signatures
    return keys


def keys_apart(fields: Sequence[PlacedField], values: Mapping[str, object]) -> frozenset[str]:
    """The value keys of the requester's own that change nothing of what the respondent has submitted: no condition
    looks at them. Where the respondent has signed, only the requester's signatures that are still to come are.
    """
    looked_at = {
        (placed.form_index, placed.field.visible_when.field) for placed in fields if placed.field.visible_when
    }
    signatures = [placed for placed in fields if placed.field.type is FieldType.FORMSIGNATURE]
    signed = any(
        values.get(placed.key) is not None
        for placed in signatures
        if placed.field.writable_by is not WritableBy.REQUESTER
    )
    return frozenset(
        placed.key
        for placed in (signatures if signed else fields)
        if placed.field.writable_by is WritableBy.REQUESTER
        and (placed.form_index, placed.field.name) not in looked_at
        and not (signed and values.get(placed.key) is not None)
    )


def reopened_keys(
    fields: Sequence[PlacedField], values: Mapping[str, object], asked: Collection[str]
) -> frozenset[str]:
    """The value keys that a reopening limited to `asked` leaves writable, so that it can always be submitted again.

    Those are the asked ones, the signatures over them, the fields that show by an answer to one of them, and what
    stands in the way of submitting already.
    """
    by_name = {(placed.form_index, placed.field.name): placed.key for placed in fields}
    opened = set(asked) | set(progress_of(fields, values).faults)
    opened |= {placed.key for placed in fields if placed.field.type is FieldType.FORMSIGNATURE}
    depends_on = {
        placed.key: by_name.get((placed.form_index, placed.field.visible_when.field))
        for placed in fields
        if placed.field.visible_when is not None
    }
    while more := {key for key, above in depends_on.items() if above in opened} - opened:
        opened |= more
    return frozenset(opened)


UNSIGNED = "Sign here."

_IMPOSSIBLE: Mapping[RfxStatus, str] = {
    RfxStatus.NEW: "This RFx has not been answered yet.",
    RfxStatus.PENDING: "This RFx has not been answered yet.",
    RfxStatus.INPROGRESS: "This RFx is still being answered.",
    RfxStatus.COMPLETED: "This RFx has already been submitted.",
    RfxStatus.DECLINED: "This RFx has been declined.",
    RfxStatus.EXPIRED: "The deadline of this RFx has passed.",
}


def status_after(status: str, move: RfxMove, *, before_expiry: str | None = None) -> RfxStatus:
    """The state that `move` leads to; raises ConflictError, with a sentence, where it is not possible.

    EXTEND takes an expired RFx back to the state `before_expiry`, and leaves an open one as it is.
    """
    current = RfxStatus(status)
    if move is RfxMove.EXTEND:
        if current is RfxStatus.EXPIRED:
            return RfxStatus(before_expiry or RfxStatus.NEW)
        if current in OPEN_STATUSES:
            return current
    elif (current, move) in TRANSITIONS:
        return TRANSITIONS[current, move]
    raise ConflictError(_IMPOSSIBLE[current], code=f"rfx{current.value.title()}")


def missed(deadline: datetime | None, moment: datetime) -> bool:
    """Whether a deadline, if there is one, has come."""
    return deadline is not None and deadline <= moment


def answers_hash(fields: Sequence[PlacedField], values: Mapping[str, object], signature: PlacedField) -> str:
    """The SHA-256 of what `signature` vouches for: all answers of the end that signs, but not the signatures."""
    side = signature.field.writable_by
    signed = {
        placed.key: values[placed.key]
        for placed in fields
        if values.get(placed.key) is not None
        and placed.field.type is not FieldType.FORMSIGNATURE
        and (side is WritableBy.BOTH or placed.field.writable_by in (side, WritableBy.BOTH))
    }
    plain = json.dumps(signed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def outdated_signatures(fields: Sequence[PlacedField], values: Mapping[str, object]) -> list[str]:
    """The keys of signatures that vouch for answers which have changed since."""
    outdated = []
    for placed in fields:
        if placed.field.type is FieldType.FORMSIGNATURE:
            given = values.get(placed.key)
            if isinstance(given, dict) and given.get("answersHash") != answers_hash(fields, values, placed):
                outdated.append(placed.key)
    return outdated


@dataclass(frozen=True, slots=True, kw_only=True)
class FormProgress:
    """How far one form, or a whole RFx, is answered, and how many answers stand in the way of submitting it."""

    completion: Completion
    fault_count: int

    @property
    def valid(self) -> bool:
        return self.fault_count == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the respondent has come: over all forms, by form, and what still stands in the way of submitting.

    Every viewer sees the respondent's progress: what the requester may write itself is counted with its response.
    `faults` holds sentences by value key.
    """

    total: FormProgress
    by_form: Mapping[int, FormProgress]
    faults: Mapping[str, Sequence[str]]


def progress_of(fields: Sequence[PlacedField], values: Mapping[str, object]) -> Progress:
    """The respondent's progress. Besides the fields' own rules every visible signature must be given
    (specification section 5, RFx).
    """
    keys, shown = keys_of_side(fields, WritableBy.RESPONDENT), visible(fields, values)
    faults: dict[str, Sequence[str]] = {}
    by_form: dict[int, list[PlacedField]] = {placed.form_id or 0: [] for placed in fields}
    done: set[str] = set()
    for placed in fields:
        key, value = placed.key, values.get(placed.key)
        if key not in keys or key not in shown:
            continue
        by_form[placed.form_id or 0].append(placed)
        if answered(placed.field, value):
            done.add(key)
        elif placed.field.type is FieldType.FORMSIGNATURE:
            faults[key] = [UNSIGNED]
        if key not in faults and (sentences := rule_errors(placed.field, value)):
            faults[key] = sentences
    return Progress(
        total=_form_progress([placed for own in by_form.values() for placed in own], done, faults),
        by_form={form_id: _form_progress(own, done, faults) for form_id, own in by_form.items()},
        faults=faults,
    )


def _form_progress(
    counted: Sequence[PlacedField], done: Collection[str], faults: Collection[str]
) -> FormProgress:
    answers, total = sum(placed.key in done for placed in counted), len(counted)
    return FormProgress(
        completion=Completion(
            answered=answers, total=total, percent=answers * 100 // total if total else 100
        ),
        fault_count=sum(placed.key in faults for placed in counted),
    )


def type_label(type: str, form_types: Collection[str]) -> str:
    """How the type of an RFx is shown. An NDA is an RFI whose documents are of type NDA."""
    if type == RfxType.ASSESSMENT_SELF_SURVEY:
        return "Self Survey"
    if type == RfxType.ASSESSMENT_INTERNAL_SURVEY:
        return "Internal Survey"
    return "NDA" if form_types and set(form_types) == {"NDA"} else "RFI"
