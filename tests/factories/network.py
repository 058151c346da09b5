"""Relationships for tests."""

import factory

from app.network.models import Relationship
from app.network.types import RelationshipLevel
from tests.factories.accounts import Factory


class RelationshipFactory(Factory):
    """A relationship at the level Approved; give `organisation_id` and `with_organisation_id`."""

    class Meta:
        model = Relationship

    level = factory.LazyFunction(lambda: RelationshipLevel.APPROVED.value)
    by_invitation = False


def relate(
    keeper_id: int, other_id: int, level: RelationshipLevel = RelationshipLevel.APPROVED
) -> Relationship:
    """Make one organisation keep a relationship with another."""
    made: Relationship = RelationshipFactory(
        organisation_id=keeper_id, with_organisation_id=other_id, level=level.value
    )
    return made
