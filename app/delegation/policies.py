"""Rules of parts without database access: who assigns them, which questions they contain, until when."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from app.delegation.types import REVIEW_TRANSITIONS, ReviewMove, ReviewStatus
from app.forms.public import FieldType, PlacedField, WritableBy
from app.kernel.clock import day_is_over, format_day
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.network.public import mail_domain
from app.rfx.public import Rfx, RfxContext, RfxStatus, RfxType, ViewerRole, is_assignable

NO_SUCH_QUESTION = "This RFx has no such question."
NOT_ASSIGNABLE = "A signature and {name}'s own questions can't be in a part."
NOTHING_CHOSEN = "Choose at least one section with questions."
PAST_DUE = "This day is already over. Choose a later one."
AFTER_DEADLINE = "The day must be before the deadline, {day}."
SIGNED = "This RFx is signed. Its answers can no longer be shared."
NOT_REVIEWABLE = "Your own questions can't be reviewed."
NO_ANSWERS = "There are no answers to review in these sections."
ALL_REVIEWED = "All answers in these sections are reviewed already."
NOT_SUBMITTED = "This RFx is not submitted, so its answers can't be reviewed by others yet."
OPINIONS = "The answers of an internal survey are opinions, which are not reviewed."
NO_REASON = "Please say why you give it back."


def guest_path(token: str, part_id: int) -> str:
    """Return the path of a delegate's page of a part, by the token of the link."""
    return f"/guest/{token}/part/{part_id}"


def may_assign(actor: Actor, role: ViewerRole) -> bool:
    """Return True if `actor` may assign parts: a user of the respondent who may answer, or the guest respondent."""
    return role is ViewerRole.GUEST or (role is ViewerRole.RESPONDENT and actor.may(Permission.ANSWER_RFX))


def demand_assigner(actor: Actor, role: ViewerRole) -> None:
    """Raise ForbiddenError unless `actor` may assign parts."""
    if not may_assign(actor, role):
        raise ForbiddenError


def may_hand_over(actor: Actor, role: ViewerRole, rfx: Rfx) -> bool:
    """Return True if `actor` may name another contact: a guest, or a user with ANSWER_RFX.

    Surveys of an assessment by name stay with the person who was chosen.
    """
    if role is ViewerRole.GUEST:
        return rfx.assessment_id is None
    return role is ViewerRole.RESPONDENT and actor.may(Permission.ANSWER_RFX)


def demand_contact(actor: Actor, role: ViewerRole, rfx: Rfx) -> None:
    """Raise ForbiddenError unless `actor` may hand the RFx over."""
    if not may_hand_over(actor, role, rfx):
        raise ForbiddenError


def needs_confirmation(former: str, new: str) -> bool:
    """Return True unless both addresses have the same mail domain, which must not be a public one."""
    domain = mail_domain(former)
    return domain is None or domain != mail_domain(new)


def may_see_parts(role: ViewerRole) -> bool:
    """Return True if a viewer in `role` sees who answers what: users of the respondent, its guest, and delegates."""
    return role in (ViewerRole.RESPONDENT, ViewerRole.GUEST, ViewerRole.DELEGATE)


def may_ask_for_review(actor: Actor, context: RfxContext) -> bool:
    """Return True if `actor` may assign review parts once the response is submitted and readable."""
    is_sender = context.role is ViewerRole.REQUESTER and actor.may(Permission.SEND_RFX)
    return is_sender and context.rfx.type != RfxType.ASSESSMENT_INTERNAL_SURVEY


def demand_reviewable(rfx: Rfx) -> None:
    """Raise ConflictError unless the answers of `rfx` are submitted and are no opinions."""
    if rfx.type == RfxType.ASSESSMENT_INTERNAL_SURVEY:
        raise ConflictError(OPINIONS, code="rfxInternalSurvey")
    if rfx.status != RfxStatus.COMPLETED:
        raise ConflictError(NOT_SUBMITTED, code="rfxNotSubmitted")


def review_status_after(status: ReviewStatus, move: ReviewMove) -> ReviewStatus:
    """Return the status of a review part after `move`; raises ConflictError if the transition is not allowed."""
    current = ReviewStatus(status)
    after = REVIEW_TRANSITIONS.get((current, move))
    if after is None:
        raise ConflictError(_REVIEW_CONFLICTS[current], code=f"review{current.value.title()}")
    return after


_REVIEW_CONFLICTS: Mapping[ReviewStatus, str] = {
    ReviewStatus.ASKED: "This part is still being reviewed.",
    ReviewStatus.DONE: "This part is already reviewed.",
    ReviewStatus.WITHDRAWN: "This part was taken back.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of a form of an RFx, by the number of its heading; 0 for the fields before the first heading."""

    doc_form_id: int
    section_index: int


def keys_of_part(
    fields: Sequence[PlacedField], *, sections: Collection[Section], keys: Collection[str], requester: str
) -> list[str]:
    """Return the value keys of a part in document order: those in `sections`, and `keys`.

    Raises InvalidError for a section or key that the RFx does not have, for keys that the respondent's colleagues
    cannot answer, and if there is none left. Sections leave such questions out.
    """
    not_allowed = NOT_ASSIGNABLE.format(name=requester)
    return _chosen_keys(
        fields, sections=sections, keys=keys, is_allowed=is_assignable, not_allowed=not_allowed
    )


def _chosen_keys(
    fields: Sequence[PlacedField],
    *,
    sections: Collection[Section],
    keys: Collection[str],
    is_allowed: Callable[[PlacedField], bool],
    not_allowed: str,
) -> list[str]:
    by_key = {placed.key: placed for placed in fields}
    existing = {(placed.form_id, placed.section_index) for placed in fields}
    chosen = {(section.doc_form_id, section.section_index) for section in sections}
    if not chosen <= existing:
        raise InvalidError(fields={"sections": [NO_SUCH_QUESTION]})
    if not set(keys) <= by_key.keys():
        raise InvalidError(fields={"keys": [NO_SUCH_QUESTION]})
    if not all(is_allowed(by_key[key]) for key in keys):
        raise InvalidError(fields={"keys": [not_allowed]})
    result = [
        placed.key
        for placed in fields
        if placed.key in keys or ((placed.form_id, placed.section_index) in chosen and is_allowed(placed))
    ]
    if not result:
        raise InvalidError(fields={"sections": [NOTHING_CHOSEN]})
    return list(dict.fromkeys(result))


def keys_of_review(
    fields: Sequence[PlacedField],
    *,
    sections: Collection[Section],
    keys: Collection[str],
    answered: Collection[str],
    pending: Collection[str],
) -> list[str]:
    """Return the value keys of a review part in document order: the respondent's in `sections`, and `keys`.

    `answered` are the keys with an answer, `pending` those whose answer is not reviewed. Raises InvalidError for a
    section or key that the RFx does not have, for the requester's own questions, and if nothing is left to review.
    """
    result = _chosen_keys(
        fields, sections=sections, keys=keys, is_allowed=_is_theirs, not_allowed=NOT_REVIEWABLE
    )
    if not set(result).intersection(pending):
        sentence = NO_ANSWERS if set(result).isdisjoint(answered) else ALL_REVIEWED
        raise InvalidError(fields={"sections": [sentence]})
    return result


def _is_theirs(placed: PlacedField) -> bool:
    return placed.field.writable_by is not WritableBy.REQUESTER


def title_of(fields: Sequence[PlacedField], keys: Collection[str]) -> str:
    """Return the title of a part: its sections, such as `Insurance and Waste` or `Insurance and 2 more`."""
    titles = list(
        dict.fromkeys(placed.section_title or placed.field.label for placed in fields if placed.key in keys)
    )
    first, *others = (title or "Questions" for title in titles)
    rest = others if len(others) < 2 else [f"{len(others)} more"]
    return " and ".join([first, *rest])[:200]


def check_due(due: date | None, *, deadline: datetime | None, zone: ZoneInfo, moment: datetime) -> None:
    """Raise InvalidError if `due` is over in the assignee's `zone`, or after the day of the deadline there."""
    if due is None:
        return
    if day_is_over(due, zone, moment):
        raise InvalidError(fields={"due": [PAST_DUE]})
    if deadline is not None and due > (last := deadline.astimezone(zone).date()):
        raise InvalidError(fields={"due": [AFTER_DEADLINE.format(day=format_day(last))]})


def demand_unsigned(fields: Iterable[PlacedField], values: Mapping[str, object]) -> None:
    """Raise ConflictError if the respondent has signed the RFx."""
    if any(
        placed.field.type is FieldType.FORMSIGNATURE
        and placed.field.writable_by is not WritableBy.REQUESTER
        and values.get(placed.key) is not None
        for placed in fields
    ):
        raise ConflictError(SIGNED, code="rfxSigned")
