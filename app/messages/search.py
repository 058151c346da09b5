"""Messages in the search over all types: the threads of the viewer's inbox."""

from sqlalchemy import FromClause, Select, select

from app.accounts.public import Organisation
from app.kernel.db.statements import AnyRow, AnySelect, shared_alias
from app.kernel.http.auth import Actor
from app.messages.models import Message, MessageThread, ThreadParticipant
from app.messages.queries import has_tags, search_conditions, thread_ids
from app.messages.types import ThreadTag
from app.search.public import Match, Rank, SearchRow, SearchTerm, SearchType

Starter = shared_alias(Organisation, "starter")
Other = shared_alias(Organisation, "other_party")


def _visible() -> list[Select[int]]:
    return [thread_ids().where(has_tags([ThreadTag.INBOX]))]


def _matches(term: SearchTerm) -> list[Match]:
    of_inbox = has_tags([ThreadTag.INBOX])
    ranks = (Rank.CONTAINS, Rank.RELATED, Rank.RELATED, Rank.RELATED)
    conditions = search_conditions(term.words)
    return [
        Match(ids.where(of_inbox, condition), rank)
        for rank, (condition, ids) in zip(ranks, conditions, strict=True)
    ]


def _rows(ids: FromClause) -> AnySelect:
    return (
        select(
            MessageThread.id, MessageThread.subject, MessageThread.organisation_id, Message.sample,
            Starter.name.label("starter_name"), Other.name.label("other_name"),
        )
        .join(ids, ids.c.id == MessageThread.id)
        .join(Starter, Starter.id == MessageThread.organisation_id)
        .join(Other, Other.id == MessageThread.with_organisation_id)
        .outerjoin(Message, Message.id == MessageThread.last_message_id)
    )  # fmt: skip


def _row(row: AnyRow, actor: Actor) -> SearchRow:
    party = row.other_name if row.organisation_id == actor.organisation_id else row.starter_name
    return SearchRow(
        id=row.id,
        title=row.subject,
        detail=f"{party}: {row.sample}" if row.sample else party,
        url=f"/messages/t/{row.id}",
    )


MESSAGES = SearchType(
    name="message",
    label="Messages",
    icon="messages",
    order=70,
    list_path="/messages",
    key=ThreadParticipant.thread_id,
    visible=_visible,
    matches=_matches,
    rows=_rows,
    row=_row,
    list_search="/messages?search=",
)
