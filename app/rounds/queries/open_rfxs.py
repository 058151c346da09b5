"""Open RFxs that use an earlier revision of a form, with the outcome of a move to the newest one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import func, or_, select
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, User
from app.extensions import db
from app.forms.public import DocForm, fields_of_many, own_form
from app.kernel.clock import now
from app.kernel.db.pagination import ListQuery, Page, Sort, fetch_page
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.rfx.public import (
    OPEN_STATUSES,
    NamedRfx,
    Rfx,
    RfxDocForm,
    compared_answers,
    name_of_row,
    revisions_of,
)
from app.rounds.policies.moving import (
    MoveCounts,
    RevisionMap,
    Revisions,
    is_signed,
    revision_map,
    revisions_with,
)

NOT_NEWEST = "RFxs can only be moved to the newest published revision of a form."


@dataclass(frozen=True, slots=True)
class Target:
    """The newest published revision of a form, to which RFxs move; `number` counts from 1."""

    id: int
    series_id: str
    number: int
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRfx:
    """An open RFx that uses an earlier revision, counted from 1; `counts` is None while its answers are sealed."""

    id: int
    title: str
    respondent: str
    deadline: datetime | None
    revision: int
    counts: MoveCounts | None
    is_signed: bool


class _Row(NamedRfx, Protocol):
    @property
    def id(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def revision(self) -> int: ...
    @property
    def revisions(self) -> list[tuple[int, str]]: ...


def target_of(*, actor: Actor, form_id: int) -> Target:
    """Return the revision `form_id` of the actor's organisation as the target of a move.

    Raises NotFoundError for other forms, ConflictError unless it is the revision that is sent now.
    """
    form = own_form(actor=actor, form_id=form_id)
    if not form.is_in_use or form.is_archived:
        raise ConflictError(NOT_NEWEST)
    return Target(form.id, form.series_id, form.revision + 1, form.title)


def open_rfxs(*, actor: Actor, form_id: int, query: ListQuery) -> Page[OpenRfx]:
    """List the open RFxs of the actor's organisation with an earlier revision of a form, the newest first.

    Runs the same few statements for every number of rows. Raises the errors of `target_of`.
    """
    target = target_of(actor=actor, form_id=form_id)
    asked = aliased(User)
    used = aliased(DocForm)
    stmt = (
        select(
            Rfx.id, Rfx.title, Rfx.status, Rfx.type, Rfx.organisation_id, Rfx.recipient_user_id,
            Rfx.assessment_closed, Rfx.deadline, Rfx.is_sealed, Rfx.withdrawn_reason, Rfx.reopened_fields,
            Organisation.name.label("respondent_name"), Organisation.is_placeholder.label("to_guest"),
            asked.name.label("asked_name"), asked.email.label("asked_email"), used.revision.label("revision"),
            revisions_of().label("revisions"),
        )
        .join(RfxDocForm, RfxDocForm.rfx_id == Rfx.id)
        .join(used, used.id == RfxDocForm.doc_form_id)
        .join(Organisation, Organisation.id == Rfx.with_organisation_id)
        .outerjoin(asked, asked.id == func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id))
        .where(
            Rfx.organisation_id == actor.organisation_id,
            Rfx.status.in_(OPEN_STATUSES),
            ~Rfx.assessment_closed,
            or_(Rfx.deadline.is_(None), Rfx.deadline > now()),
            used.series_id == target.series_id,
            used.id != target.id,
        )
    )  # fmt: skip
    page = fetch_page(stmt, sort=[Sort(Rfx.id, descending=True)], query=query)
    return replace(page, rows=_with_counts(page.rows, target))


def own_rfx_ids(*, actor: Actor, ids: Collection[int]) -> set[int]:
    """Return the ids among `ids` of RFxs that the actor's organisation has sent."""
    stmt = select(Rfx.id).where(Rfx.id.in_(ids), Rfx.organisation_id == actor.organisation_id)
    return set(db.session.execute(stmt).scalars())


def revision_maps(former: Collection[Revisions], target: Target) -> dict[Revisions, RevisionMap]:
    """Return the map of each set of revisions to the same set with the target, in one statement."""
    after = {
        revisions: revisions_with(revisions, form_id=target.id, series_id=target.series_id)
        for revisions in former
    }
    fields = fields_of_many({*after, *after.values()})
    return {
        revisions: revision_map(fields[revisions], fields[moved], former=revisions, revisions=moved)
        for revisions, moved in after.items()
    }


def revisions_key(revisions: Sequence[Sequence[Any]]) -> Revisions:
    """Return revisions as they are read, as a key."""
    return tuple((form_id, series_id) for form_id, series_id in revisions)


def _with_counts(rows: Sequence[_Row], target: Target) -> list[OpenRfx]:
    keys = {row.id: revisions_key(row.revisions) for row in rows}
    maps = revision_maps(set(keys.values()), target)
    answers = compared_answers([row.id for row in rows])
    return [
        _open_rfx(row, maps[keys[row.id]], {key: each.value for key, each in answers.get(row.id, {}).items()})
        for row in rows
    ]


def _open_rfx(row: _Row, mapped: RevisionMap, values: Mapping[str, object]) -> OpenRfx:
    return OpenRfx(
        id=row.id,
        title=row.title,
        respondent=name_of_row(row),
        deadline=row.deadline,
        revision=row.revision + 1,
        counts=None if row.is_sealed else mapped.counts(mapped.answers(values)),
        is_signed=not row.is_sealed and is_signed(mapped.old, values),
    )
