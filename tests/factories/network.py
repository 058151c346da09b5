"""Relationships for tests."""

import factory

from app.network.models import Relationship
from app.network.types import RelationshipLevel
from tests.factories.accounts import Factory


class RelationshipFactory(Factory):
    """A relationship at level Approved; requires `organisation_id` and `with_organisation_id`."""

    class Meta:
        model = Relationship

    level = factory.LazyFunction(lambda: RelationshipLevel.APPROVED.value)
    by_invitation = False


def relate(
    organisation_id: int, other_id: int, level: RelationshipLevel = RelationshipLevel.APPROVED
) -> Relationship:
    """Create a relationship of one organisation with another."""
    relationship: Relationship = RelationshipFactory(
        organisation_id=organisation_id, with_organisation_id=other_id, level=level.value
    )
    return relationship
