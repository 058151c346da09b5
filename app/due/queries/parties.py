"""The filter of due records by the other party: few names are resolved first, so that indexes by party serve it."""

from enum import Enum

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Text,
    and_,
    any_,
    bindparam,
    literal,
    or_,
    select,
    union_all,
)

from app.accounts.public import ANONYMOUS, GUEST_SAFE_NAME, Organisation, User, UserType
from app.due.policies import DueColumns
from app.extensions import db
from app.kernel.db.search import SEARCH_CAP, containing, matches_pattern
from app.kernel.db.statements import AnySelect, shared_statement

PATTERN = bindparam("party", type_=Text)
PARTY_IDS = bindparam("party_ids", type_=ARRAY(BigInteger))
GUEST_IDS = bindparam("guest_ids", type_=ARRAY(BigInteger))


class PartyMatch(Enum):
    """The way in which a statement finds the party: `IDS` of few parties, or by the `NAME` of each row."""

    IDS = "IDS"
    NAME = "NAME"


def match_parties(text: str) -> tuple[PartyMatch | None, dict[str, object]]:
    """Return the way to find parties whose name contains `text`, and the parameters of `has_party`; None for no text."""
    if not text:
        return None, {}
    pattern: dict[str, object] = {PATTERN.key: containing(text)}
    # The name of a guest has the word and the brackets around it.
    if "(" in text or ")" in text or text.casefold() in GUEST_SAFE_NAME.casefold():
        return PartyMatch.NAME, pattern
    rows = db.session.execute(_named(), pattern).all()
    ids: dict[bool, list[int]] = {False: [], True: []}
    for row in rows:
        ids[row.is_guest].append(row.id)
    if max(map(len, ids.values())) > SEARCH_CAP:
        return PartyMatch.NAME, pattern
    return PartyMatch.IDS, {PARTY_IDS.key: ids[False], GUEST_IDS.key: ids[True]}


def has_party(columns: DueColumns, match: PartyMatch) -> ColumnElement[bool]:
    """Return the condition that the other party of a record is among those that `match_parties` has found."""
    if match is PartyMatch.NAME:
        return matches_pattern(columns.party, PATTERN)
    is_organisation = columns.party_id == any_(PARTY_IDS)
    if columns.guest_id is None:
        return is_organisation
    return or_(is_organisation, columns.guest_id == any_(GUEST_IDS))


@shared_statement
def _named() -> AnySelect:
    organisations = select(Organisation.id, Organisation.is_placeholder.label("is_guest")).where(
        matches_pattern(Organisation.name, PATTERN), ~Organisation.is_placeholder
    )
    guests = select(User.id, (User.type == UserType.GUEST).label("is_guest")).where(
        User.type == UserType.GUEST,
        # As a pattern, the name of nameless guests is found in the index of names.
        or_(
            matches_pattern(User.name, PATTERN),
            and_(matches_pattern(User.name, literal(ANONYMOUS)), matches_pattern(User.email, PATTERN)),
        ),
    )
    parts = [select(part.limit(SEARCH_CAP + 1).subquery()) for part in (organisations, guests)]
    return select(union_all(*parts).subquery())
