"""One hidden organisation with one of everything, so that walls can be tried on each kind of thing."""

from typing import Any

from app.accounts.types import OrganisationStatus, UserStatus
from app.extensions import db
from app.network.models import Tag
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.network import RelationshipFactory

SECRET = "Zanzibar Secret Works"


def make_world() -> dict[str, Any]:
    """Ids by the names that paths and bodies use; `secret` is a word that stands in every name of it."""
    organisation = OrganisationFactory(name=SECRET, is_test_organisation=True)
    supplier = OrganisationFactory(name=f"{SECRET} Supplier", status=OrganisationStatus.INVITED)
    owner = UserFactory(in_organisation=organisation, name=f"{SECRET} Owner")
    invited = UserFactory(in_organisation=supplier, name=f"{SECRET} Invited", status=UserStatus.INVITED)
    relationship = RelationshipFactory(
        organisation_id=organisation.id, with_organisation_id=supplier.id, by_invitation=True
    )
    db.session.add(Tag(organisation_id=organisation.id, name=f"{SECRET} Tag"))
    db.session.flush()
    return {
        "secret": SECRET,
        "organisation": organisation,
        "owner": owner,
        "organisation_id": supplier.id,
        "organisationId": supplier.id,
        "relationship_id": relationship.id,
        "relationshipId": relationship.id,
        "user_id": invited.id,
        "userId": invited.id,
        "uuid": "no-such-link",
        "other_rfx_id": 1,
        "not_owned": set(),
    }
