"""Pairs of suppliers that look alike."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, exists, select
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation
from app.duplicates.models import DuplicatePair, DuplicateScan, DuplicateVerdict
from app.extensions import db
from app.kernel.db.pagination import ListQuery, Page, Sort, fetch_page
from app.kernel.db.statements import shared_alias
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.network.public import Relationship

First = shared_alias(Organisation, "first")
Second = shared_alias(Organisation, "second")


class PairRow(NamedTuple):
    """A pair with both organisations and the levels of the viewer's relationships with them."""

    pair: DuplicatePair
    first: Organisation
    first_level: str
    second: Organisation
    second_level: str


def list_pairs(*, actor: Actor, query: ListQuery) -> Page[PairRow]:
    """Return a page of the pairs without a verdict, the most alike first; two statements."""
    decided = exists().where(
        DuplicateVerdict.organisation_id == DuplicatePair.organisation_id,
        DuplicateVerdict.first_id == DuplicatePair.first_id,
        DuplicateVerdict.second_id == DuplicatePair.second_id,
    )
    page = fetch_page(
        _pairs(actor).where(~decided),
        sort=[Sort(DuplicatePair.score, descending=True), Sort(DuplicatePair.id, descending=True)],
        query=query,
    )
    return page.records(PairRow)


def pair_for(*, actor: Actor, pair_id: int) -> DuplicatePair:
    """Return a pair of the actor's network; NotFoundError for any other."""
    row = db.session.execute(_pairs(actor).where(DuplicatePair.id == pair_id)).one_or_none()
    if row is None:
        raise NotFoundError
    pair: DuplicatePair = row.DuplicatePair
    return pair


def _pairs(actor: Actor) -> Select[DuplicatePair, Organisation, str, Organisation, str]:
    """Select the pairs whose suppliers are both in the network still, and visible to the actor."""
    of_first, of_second = aliased(Relationship), aliased(Relationship)
    return (
        select(
            DuplicatePair,
            First,
            of_first.level.label("first_level"),
            Second,
            of_second.level.label("second_level"),
        )
        .join(First, First.id == DuplicatePair.first_id)
        .join(Second, Second.id == DuplicatePair.second_id)
        .join(of_first, _is_own(of_first, actor, DuplicatePair.first_id))
        .join(of_second, _is_own(of_second, actor, DuplicatePair.second_id))
        .where(
            DuplicatePair.organisation_id == actor.organisation_id,
            _is_visible(First, of_first),
            _is_visible(Second, of_second),
        )
    )


def _is_own(relationship: type[Relationship], actor: Actor, organisation_id: object) -> ColumnElement[bool]:
    return (relationship.organisation_id == actor.organisation_id) & (
        relationship.with_organisation_id == organisation_id
    )


def _is_visible(organisation: type[Organisation], relationship: type[Relationship]) -> ColumnElement[bool]:
    """Build the condition of `visible_to` for an organisation with the viewer's relationship."""
    return (
        (organisation.status == "CONFIRMED") & organisation.is_test_organisation.is_(False)
    ) | relationship.by_invitation


def scan_of(organisation_id: int) -> DuplicateScan | None:
    """Return the last comparison of a network, or None if there was none."""
    return db.session.get(DuplicateScan, organisation_id)
