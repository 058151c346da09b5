"""The part of the network, and of the accounts below it, in the merge of two suppliers."""

from sqlalchemy import select
from sqlalchemy.orm import aliased

from app.accounts.public import Invitation, Role, User
from app.events.public import EventLog
from app.kernel.clock import now
from app.network.models import RelationshipTag
from app.network.policies import Merge, MergeHooks, Moves, Reference


def register_merging(hooks: MergeHooks) -> None:
    """Register the columns of the network, accounts, events and files, and the steps for tags, roles and invitations."""
    hooks.references += [
        Reference(column=User.organisation_id, nouns=("contact", "contacts"), needs_people=True),
        Reference(column=Invitation.relationship_id),
        Reference(column=RelationshipTag.relationship_id, nouns=("tag", "tags")),
        Reference(column=EventLog.relationship_id, nouns=("journal entry", "journal entries")),
    ]
    hooks.staying |= {
        "relationship.organisation_id": "the owner of the network",
        "relationship.with_organisation_id": "the merge deletes the relationship, and stores it for the undo",
        "known_contact.organisation_id": "the organisation that sees the details of a user",
        "tag.organisation_id": "the owner of the network",
        "invite_template.organisation_id": "the owner of the network",
        "company_domain.organisation_id": "only organisations with users who sign in have verified domains",
        "company_sign_in.organisation_id": "only organisations with users who sign in have one",
        "role.organisation_id": "every organisation has its own roles; users get the role of the same name",
        "attachment.organisation_id": "the organisation that uploaded the file; its subject decides who reads it",
        "saved_view.organisation_id": "the organisation of the users who saved the view",
        "event_log.organisation_id": "the log of an organisation is its own; journals follow the relationship",
    }
    hooks.steps += [_join_tags, _change_roles, _end_invitations]


def _join_tags(moves: Moves, merge: Merge) -> None:
    """Delete tags that both relationships have."""
    of_survivor = select(RelationshipTag.tag_id).where(
        RelationshipTag.relationship_id == merge.survivor_relationship_id
    )
    moves.delete(
        RelationshipTag,
        (RelationshipTag.relationship_id == merge.gone_relationship_id)
        & RelationshipTag.tag_id.in_(of_survivor),
    )


def _change_roles(moves: Moves, merge: Merge) -> None:
    """Give moving users the survivor's role with the name of their role."""
    if not merge.moves_people:
        return
    former, new = aliased(Role), aliased(Role)
    role_id = (
        select(new.id)
        .join(former, former.name == new.name)
        .where(former.id == User.role_id, new.organisation_id == merge.survivor_id)
        .scalar_subquery()
    )
    moves.update(User, User.organisation_id == merge.gone_id, {"role_id": role_id})


def _end_invitations(moves: Moves, merge: Merge) -> None:
    """End the open invitations of users who stay, because their organisation has nothing left."""
    if merge.moves_people:
        return
    staying = select(User.id).where(User.organisation_id == merge.gone_id)
    moves.update(
        Invitation, Invitation.user_id.in_(staying) & Invitation.accepted.is_(None), {"expires": now()}
    )
