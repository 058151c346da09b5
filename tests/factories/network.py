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
