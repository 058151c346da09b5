"""Required documents in the merge of two suppliers."""

from sqlalchemy import ColumnElement, Text, case, exists, func, literal, select
from sqlalchemy.orm import aliased

from app.accounts.public import AccessGrant, User
from app.documents.models import DocumentRequirement, SupplierDocument
from app.documents.types import DOCUMENT_GRANT, SITE_LIMIT
from app.network.public import Merge, MergeHooks, Moves, Reference


def register_merging(hooks: MergeHooks) -> None:
    """Register the columns of requirements and documents, and the steps for types that both suppliers have."""
    hooks.references += [
        Reference(
            column=DocumentRequirement.with_organisation_id,
            nouns=("required document", "required documents"),
            owner=DocumentRequirement.organisation_id,
        ),
        Reference(column=DocumentRequirement.relationship_id),
        Reference(column=SupplierDocument.organisation_id, needs_people=True),
    ]
    hooks.staying |= {
        "document_requirement.organisation_id": "the buyer",
        "document_type.organisation_id": "the organisation that added the type",
    }
    hooks.steps += [_name_sites, _move_grants, _release_contacts]


def _name_sites(moves: Moves, merge: Merge) -> None:
    """Use the former name of the supplier as the site of documents of a type that the survivor has too."""
    other = aliased(DocumentRequirement)

    def is_used(site: object) -> ColumnElement[bool]:
        return exists().where(
            other.relationship_id == merge.survivor_relationship_id,
            other.document_type_id == DocumentRequirement.document_type_id,
            other.site == site,
        )

    suffix = literal(merge.gone_name, Text)
    named = case((DocumentRequirement.site == "", suffix), else_=DocumentRequirement.site + ", " + suffix)
    numbered = func.left(named, SITE_LIMIT - 21) + f" ({merge.gone_id})"
    moves.update(
        DocumentRequirement,
        (DocumentRequirement.relationship_id == merge.gone_relationship_id)
        & is_used(DocumentRequirement.site),
        {"site": case((is_used(func.left(named, SITE_LIMIT)), numbered), else_=func.left(named, SITE_LIMIT))},
    )


def _move_grants(moves: Moves, merge: Merge) -> None:
    """Keep the links of people without an account, who are asked for documents of a relationship."""
    other = aliased(AccessGrant)
    moves.update(
        AccessGrant,
        (AccessGrant.subject_type == DOCUMENT_GRANT)
        & (AccessGrant.subject_id == merge.gone_relationship_id)
        & ~exists().where(
            other.subject_type == DOCUMENT_GRANT,
            other.subject_id == merge.survivor_relationship_id,
            other.user_id == AccessGrant.user_id,
        ),
        {"subject_id": merge.survivor_relationship_id},
    )


def _release_contacts(moves: Moves, merge: Merge) -> None:
    """Ask all users of the survivor if the user who was asked stays behind."""
    if merge.moves_people:
        return
    staying = select(User.id).where(User.organisation_id == merge.gone_id)
    moves.update(
        DocumentRequirement,
        (DocumentRequirement.relationship_id == merge.gone_relationship_id)
        & DocumentRequirement.asked_of_user_id.in_(staying),
        {"asked_of_user_id": None},
    )
