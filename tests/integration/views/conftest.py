"""Rows of every list: a buyer with suppliers, RFxs, assessments and non-conformances, and another buyer with others."""

from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.kernel.clock import now
from app.ncr.types import NcrSeverity
from app.network.models import RelationshipTag, Tag
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.documents import Parties, make_requirement
from tests.factories.forms import make_question
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.requests import request_of
from tests.factories.rfx import make_form, send_rfx

LEVELS = (RelationshipLevel.APPROVED, RelationshipLevel.PREFERRED, RelationshipLevel.EVALUATION)
SEVERITIES = tuple(NcrSeverity)


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer")
    return created


@pytest.fixture
def filled(buyer: User, session: Session) -> User:
    """Return the buyer, with six suppliers and rows of every list; another buyer has two of the suppliers."""
    other: User = UserFactory(name="Otto Other")
    colleague_of(buyer, name="Ben Buyer")
    for number in range(6):
        organisation: Organisation = OrganisationFactory(
            name=f"{'Steel' if number % 2 else 'Plastic'} Works {number}",
            address_city=("Bremen", "Lyon")[number % 2],
            address_country=("DEU", "FRA")[number % 2],
        )
        _fill(session, buyer, organisation, number)
        if number < 2:
            _fill(session, other, organisation, number + 1)
    return buyer


def _fill(session: Session, buyer: User, organisation: Organisation, number: int) -> None:
    contact: User = UserFactory(in_organisation=organisation, name=f"Contact {number} of {buyer.name}")
    relationship = relate(buyer.organisation_id, organisation.id, LEVELS[number % 3])
    relationship.external_ref = f"S-{number}40"
    tag = Tag(organisation_id=buyer.organisation_id, name=f"tag-{number % 2}-{organisation.id}")
    session.add(tag)
    session.flush()
    session.add(RelationshipTag(relationship_id=relationship.id, tag_id=tag.id))
    make_ncr(buyer, relationship.id, title=f"Burrs {number}", severity=SEVERITIES[number % 3])
    make_assessment(
        buyer, relationship, title=f"Survey {number}", deadline=now() + timedelta(days=number + 1)
    )
    sent = send_rfx(buyer, contact, title=f"Questions {number}", deadline=now() + timedelta(days=number + 1))
    request_of(sent)
    make_thread(buyer, [contact], subject=f"Thread {number}")
    make_form(buyer, title=f"Form {number}")
    make_question(buyer, name=f"question_{number}")
    make_requirement(Parties(buyer, contact, relationship))
    session.flush()
