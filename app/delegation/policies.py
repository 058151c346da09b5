"""Rules of parts without database access: who assigns them, which questions they contain, until when."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from app.forms.public import FieldType, PlacedField, WritableBy
from app.kernel.auth import Actor, Permission
from app.kernel.clock import day_is_over, format_day
from app.kernel.errors import ConflictError, ForbiddenError, InvalidError
from app.network.public import mail_domain
from app.rfx.public import Rfx, ViewerRole, is_assignable

NO_SUCH_QUESTION = "This RFx has no such question."
NOT_ASSIGNABLE = "A signature and {name}'s own questions can't be in a part."
NOTHING_CHOSEN = "Choose at least one section with questions."
PAST_DUE = "This day is already over. Choose a later one."
AFTER_DEADLINE = "The day must be before the deadline, {day}."
SIGNED = "This RFx is signed. Its answers can no longer be shared."
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
    by_key = {placed.key: placed for placed in fields}
    existing = {(placed.form_id, placed.section_index) for placed in fields}
    chosen = {(section.doc_form_id, section.section_index) for section in sections}
    if not chosen <= existing:
        raise InvalidError(fields={"sections": [NO_SUCH_QUESTION]})
    if not set(keys) <= by_key.keys():
        raise InvalidError(fields={"keys": [NO_SUCH_QUESTION]})
    if not all(is_assignable(by_key[key]) for key in keys):
        raise InvalidError(fields={"keys": [NOT_ASSIGNABLE.format(name=requester)]})
    result = [
        placed.key
        for placed in fields
        if placed.key in keys or ((placed.form_id, placed.section_index) in chosen and is_assignable(placed))
    ]
    if not result:
        raise InvalidError(fields={"sections": [NOTHING_CHOSEN]})
    return list(dict.fromkeys(result))


def title_of(fields: Sequence[PlacedField], keys: Collection[str]) -> str:
    """Return the title of a part: its sections, such as `Insurance and 2 more`."""
    titles = list(
        dict.fromkeys(placed.section_title or placed.field.label for placed in fields if placed.key in keys)
    )
    first = titles[0] or "Questions"
    return (first if len(titles) == 1 else f"{first} and {len(titles) - 1} more")[:200]


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
