"""Rules of the network that need no database."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Protocol

from sqlalchemy import ColumnElement
from sqlalchemy.orm import InstrumentedAttribute

from app.accounts.public import PUBLIC_MAIL_DOMAINS
from app.kernel.db.model import Base
from app.kernel.http.auth import Actor
from app.network.models import Relationship
from app.network.types import LEVELS_ABOVE_NONE, RelationshipLevel


def mail_domain(email: str) -> str | None:
    """Return the domain of an e-mail address, or None for a public provider."""
    domain = email.rpartition("@")[2].strip().lower()
    return domain if "." in domain and domain not in PUBLIC_MAIL_DOMAINS else None


def company_key(name: str) -> str:
    """Return a name without case, punctuation and spaces, to find a company twice in one list."""
    return re.sub(r"[\W_]+", "", name.casefold())


def is_above_none(level: str | None) -> bool:
    """True for a level that allows messages, RFxs and so on."""
    return level is not None and RelationshipLevel(level) in LEVELS_ABOVE_NONE


USER_NAME = "{{userName}}"
"""Placeholder for the sender's name in a saved invitation message."""


def with_placeholder(message_html: str, user_name: str) -> str:
    """Replace the author's name in an invitation message by `USER_NAME`, so that all users can reuse it."""
    name = re.escape(escape(user_name, quote=False))
    return re.sub(rf"(?<!\w){name}(?!\w)(?![^<]*>)", lambda _: USER_NAME, message_html)


def signed_by(message_html: str, user_name: str) -> str:
    """Insert the sender's name into a saved invitation message."""
    return message_html.replace(USER_NAME, escape(user_name, quote=False))


def default_invite_message(user_name: str) -> str:
    """Return the default invitation message, signed with the user's name (specification section 2)."""
    return (
        "<p>Hello,</p><p>we would like to work with you through this platform: messages, questionnaires and "
        "everything else about our relationship in one place. Please accept the invitation to get started.</p>"
        f"<p>Kind regards,<br>{escape(user_name)}</p>"
    )


Section = Callable[[Actor, Relationship | None], Mapping[str, object] | None]
"""Return a section of an organisation's page; called with the actor and their organisation's relationship with it."""


@dataclass
class OrganisationHooks:
    """Sections that higher layers add to an organisation's JSON, by name."""

    sections: dict[str, Section] = field(default_factory=dict)


@dataclass
class NetworkPageHooks:
    """Tabs of the page /organisations by the value of `tab`; each function renders the page for the signed-in user."""

    tabs: dict[str, Callable[[], object]] = field(default_factory=dict)
    aliases: list[Callable[[Actor, int], int | None]] = field(default_factory=list)
    """Return the organisation that replaces one that the actor no longer sees, such as the survivor of a merge."""


@dataclass
class MatchHooks:
    """Recognition of organisations by similar names, for invitations."""

    similar: Callable[[Actor, Sequence[tuple[str, int | None]]], Sequence[int | None]] | None = None
    """Return the visible organisation that is most similar to each name, or None; never the one with the name's id."""


Column = InstrumentedAttribute[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Merge of one supplier (`gone`) of a network into another (`survivor`), for the steps of `MergeHooks`.

    Without `moves_people` the survivor decides about its users, so users and documents of the other one stay where
    they are.
    """

    organisation_id: int
    """The organisation whose network it is."""
    survivor_id: int
    gone_id: int
    survivor_relationship_id: int
    gone_relationship_id: int
    gone_name: str
    moves_people: bool


class Moves(Protocol):
    """Changes of rows that an undo can restore. `is_whole=False` ignores later changes of the row's other columns."""

    def update(
        self,
        table: type[Base],
        where: ColumnElement[bool],
        values: Mapping[str, object],
        *,
        is_whole: bool = True,
    ) -> None:
        """Set columns, by name, of all rows that match."""

    def delete(self, table: type[Base], where: ColumnElement[bool]) -> None:
        """Delete all rows that match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A column with the id of an organisation or relationship, which follows a merge to the survivor."""

    column: Column
    nouns: tuple[str, str] | None = None
    """The rows in singular and plural, for the counts of the preview; None if they are not counted."""
    owner: ColumnElement[Any] | Column | None = None
    """The organisation that the row belongs to. No merge is possible if it is neither the merging nor the merged one."""
    parent: tuple[Column, Column] | None = None
    """The column with the record that the row belongs to, and the key of that record: rows that are added to a moved
    record later prevent the undo."""
    is_whole: bool = True
    """False if later changes of the other columns do not prevent the undo, such as what a user has read."""
    needs_people: bool = False
    """True if the rows stay unless the users move too (`Merge.moves_people`)."""


@dataclass
class MergeHooks:
    """All columns with the id of an organisation or relationship, by the features that own them.

    `tests/rules/test_merging.py` fails for a foreign key that is neither in `references` nor in `staying`.
    """

    references: list[Reference] = field(default_factory=list)
    staying: dict[str, str] = field(default_factory=dict)
    """Columns (`table.column`) that do not follow, with the reason."""
    steps: list[Callable[[Moves, Merge], None]] = field(default_factory=list)
    """Changes before the references move: rows that would violate a unique constraint, ids in JSON or arrays."""
