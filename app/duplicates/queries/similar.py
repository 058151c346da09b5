"""Visible organisations with names that are similar to the names in invitations."""

from collections.abc import Sequence

from sqlalchemy import or_, select

from app.accounts.public import Organisation
from app.duplicates.policies.identity import SIMILAR_NAMES, Identity, name_similarity, split_name
from app.extensions import db
from app.kernel.db.search import contains_text
from app.kernel.db.statements import AnyRow
from app.kernel.http.auth import Actor
from app.network.public import Relationship, visible_to

STEM = 5
"""Number of letters of the longest word that a similar name has too: a misspelling later in the word is tolerated."""
MAX_CANDIDATES = 3_000


def most_similar(actor: Actor, names: Sequence[tuple[str, int | None]]) -> list[int | None]:
    """Return the visible organisation that is most similar to each name, in the actor's network first, or None.

    The id next to a name is the organisation of this name, which is left out; None if it does not exist yet. One
    statement with the trigram index for any number of names.
    """
    wanted = [Identity(name=key, legal_form=form) for key, form in (split_name(name) for name, _ in names)]
    stems = sorted({max(each.name.split(), key=len)[:STEM] for each in wanted if len(each.name) >= STEM})
    if not stems:
        return [None] * len(names)
    candidates = []
    for row in _candidates(actor, stems):
        key, form = split_name(row.name)
        candidates.append((row.id, row.in_network, Identity(name=key, legal_form=form)))
    return [_best(each, own_id, candidates) for each, (_, own_id) in zip(wanted, names, strict=True)]


def _best(
    wanted: Identity, own_id: int | None, candidates: Sequence[tuple[int, bool, Identity]]
) -> int | None:
    scored = [
        (in_network, similarity, -organisation_id)
        for organisation_id, in_network, identity in candidates
        if organisation_id != own_id and (similarity := name_similarity(wanted, identity)) >= SIMILAR_NAMES
    ]
    return -max(scored)[2] if scored else None


def _candidates(actor: Actor, stems: Sequence[str]) -> Sequence[AnyRow]:
    in_network = Relationship.id.is_not(None)
    return db.session.execute(
        select(Organisation.id, Organisation.name, in_network.label("in_network"))
        .outerjoin(
            Relationship,
            (Relationship.organisation_id == actor.organisation_id)
            & (Relationship.with_organisation_id == Organisation.id),
        )
        .where(
            or_(*(contains_text(Organisation.name, stem) for stem in stems)),
            visible_to(actor),
            Organisation.id != actor.organisation_id,
        )
        .order_by(in_network.desc(), Organisation.id)
        .limit(MAX_CANDIDATES)
    ).all()
