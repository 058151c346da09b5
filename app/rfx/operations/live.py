"""The live state of an RFx for an open page: its version, and the users with an open page of it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.kernel.http.auth import Actor
from app.kernel.presence import Presence
from app.kernel.registry import current_registry
from app.rfx.policies.access import is_sealed_for, may_write, role_of, takes_answers
from app.rfx.policies.states import status_now
from app.rfx.queries.live import LiveRow, live_row
from app.rfx.types import ViewerRole

MOST_PEOPLE = 20
"""The number of people that a page shows."""


@dataclass(frozen=True, slots=True)
class PresentUser:
    """User with an open page of the RFx. `section` is the section that a respondent is answering, counted from 1."""

    id: int
    section: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRfx:
    """The state of an RFx for open pages.

    `version` changes with its status, dates, tasks, parts and the revisions of its forms.
    """

    id: int
    save_count: int
    version: str
    people: Sequence[PresentUser]

    @property
    def stamp(self) -> str:
        """Return a short text that changes with any part of the state."""
        return _digest(self.id, self.save_count, self.version, self.people)


def report_open_rfx(*, actor: Actor, rfx_id: int, page: str | None, section: int | None) -> LiveRfx:
    """Report that `actor` has the RFx open on `page`, in `section`, and return its live state.

    Without `page` nothing is reported. Raises NotFoundError if `actor` may not see the RFx.
    """
    row = live_row(actor=actor, rfx_id=rfx_id)
    role, store, record = role_of(actor, row), current_registry().presence, f"rfx:{rfx_id}"
    if page is None:
        pages = store.present(record)
    else:
        detail = f"{role.value} {_answered_section(actor, role, row, section) or 0}"
        pages = store.report(record, user_id=actor.user_id, page=page, detail=detail)
    is_sealed = is_sealed_for(role, row)
    return LiveRfx(
        id=rfx_id,
        # The pages of sealed answers have none, so they count no saves either.
        save_count=0 if is_sealed else row.save_count,
        version=_version(role, row),
        people=_people(actor, role, pages, shows_sections=not is_sealed),
    )


def answering_now(rfxs: Mapping[int, bool]) -> dict[int, list[PresentUser]]:
    """Return the respondents with an open page of each RFx, for its requester, in one request to Redis.

    `rfxs` has True for each RFx whose answers are sealed: its sections are left out. RFxs without anyone are left out.
    """
    ids = list(rfxs)
    pages = current_registry().presence.present_in([f"rfx:{rfx_id}" for rfx_id in ids])
    people = {
        rfx_id: _respondents(present, shows_sections=not rfxs[rfx_id])
        for rfx_id, present in zip(ids, pages, strict=True)
    }
    return {rfx_id: users for rfx_id, users in people.items() if users}


def _respondents(pages: Sequence[Presence], *, shows_sections: bool) -> list[PresentUser]:
    """Return the respondent's users on `pages`, each once with its latest section."""
    people: dict[int, PresentUser] = {}
    for each in sorted(pages, key=lambda page: page.seen):
        role_name, _, section = each.detail.partition(" ")
        if ViewerRole(role_name) is not ViewerRole.REQUESTER:
            people[each.user_id] = PresentUser(
                each.user_id, (int(section) or None) if shows_sections else None
            )
    return sorted(people.values(), key=lambda user: (user.section is None, user.id))


def _answered_section(actor: Actor, role: ViewerRole, row: LiveRow, section: int | None) -> int | None:
    """Return `section` if `actor` can answer for the respondent now. The requester's users only read."""
    is_answering = role is not ViewerRole.REQUESTER and takes_answers(role, row) and may_write(actor, role)
    return section if is_answering else None


def _people(
    actor: Actor, role: ViewerRole, pages: Sequence[Presence], *, shows_sections: bool
) -> list[PresentUser]:
    """Return the other users on `pages` that a viewer in `role` may see, each once with its latest section, by id."""
    people: dict[int, PresentUser] = {}
    for each in sorted(pages, key=lambda page: page.seen):
        role_name, _, section = each.detail.partition(" ")
        if each.user_id != actor.user_id and _may_see(role, ViewerRole(role_name)):
            people[each.user_id] = PresentUser(
                each.user_id, (int(section) or None) if shows_sections else None
            )
    return sorted(people.values(), key=lambda user: (user.section is None, user.id))[:MOST_PEOPLE]


def _may_see(viewer: ViewerRole, other: ViewerRole) -> bool:
    """Return True if a viewer sees that users in role `other` have the RFx open.

    The requester sees both parties. A respondent sees colleagues only, so that it does not learn when its answers are
    read, and the people with a part. A guest and the recipient of an internal survey answer alone and see no one.
    """
    if viewer is ViewerRole.REQUESTER:
        return True
    return viewer is ViewerRole.RESPONDENT and other in (ViewerRole.RESPONDENT, ViewerRole.DELEGATE)


def _version(role: ViewerRole, row: LiveRow) -> str:
    return _digest(
        row.is_sealed,
        status_now(row),
        row.deadline,
        row.closed,
        row.reopened_fields,
        row.assessment_closed,
        row.tasks,
        # The requester does not see who answers a part.
        None if role is ViewerRole.REQUESTER else row.parts,
        row.revisions,
    )


def _digest(*parts: object) -> str:
    return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()
