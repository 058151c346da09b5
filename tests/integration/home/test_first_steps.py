"""The first steps on Home: who sees which, when each is done, and how they disappear."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.forms.public import give_starters
from app.kernel.clock import now
from app.network.types import RelationshipLevel
from app.rfx.types import RfxStatus
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of, make_guest
from tests.factories.ncr import make_ncr
from tests.factories.network import RelationshipFactory, relate
from tests.factories.rfx import make_form, send_rfx
from tests.fixtures.client import CheckedClient, props_of_page
from tests.fixtures.people import SignedIn

STEPS = "/api/home/firstSteps"


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(in_organisation=OrganisationFactory(name="Meridian Surgical Ltd"))
    return created


@pytest.fixture
def supplier(buyer: User) -> User:
    """Create the first user of an organisation that `buyer` has invited."""
    created: User = UserFactory()
    RelationshipFactory(
        organisation_id=buyer.organisation_id,
        with_organisation_id=created.organisation_id,
        by_invitation=True,
    )
    return created


def progress(client: CheckedClient) -> dict[str, bool]:
    return {step["key"]: step["isDone"] for step in client.get(STEPS).json["steps"]}


def test_an_invited_supplier_sees_its_inviter_and_the_requests(
    buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    client = signed_in(supplier)
    present = now().replace(microsecond=0)
    sooner, later = present + timedelta(days=3), present + timedelta(days=9)
    send_rfx(buyer, supplier, deadline=later)
    urgent = send_rfx(buyer, supplier, deadline=sooner)
    send_rfx(buyer, supplier)
    shown = client.get(STEPS).json
    assert shown["inviter"] == {
        "id": buyer.organisation_id,
        "name": "Meridian Surgical Ltd",
        "logoUrl": None,
        "href": f"/organisations/{buyer.organisation_id}",
    }
    assert shown["openRequests"] == 3
    assert datetime.fromisoformat(shown["nextDeadline"]) == sooner
    assert [step["rfxId"] for step in shown["steps"]] == [None, None, urgent.rfx.id]
    assert "Meridian Surgical Ltd" in client.get("/home").text


def test_the_steps_of_a_supplier_tick_and_do_not_come_back(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    client = signed_in(supplier)
    assert progress(client) == {"PROFILE": False, "COLLEAGUE": False, "ANSWERS": False}
    organisation = session.get_one(Organisation, supplier.organisation_id)
    organisation.brief_description, organisation.website_url = "Seals.", "https://seals.example"
    session.flush()
    assert not progress(client)["PROFILE"]
    organisation.address_line1, organisation.address_city = "1 Quay", "Leeds"
    session.flush()
    assert progress(client) == {"PROFILE": True, "COLLEAGUE": False, "ANSWERS": False}
    colleague_of(supplier)
    sent = send_rfx(buyer, supplier)
    other = send_rfx(buyer, supplier)
    sent.rfx.status = RfxStatus.COMPLETED
    session.flush()
    assert progress(client) == {"PROFILE": True, "COLLEAGUE": True, "ANSWERS": False}
    other.rfx.deadline = now() - timedelta(minutes=1)
    session.flush()
    assert client.get(STEPS).status_code == 204, "nothing is open and one was submitted"
    assert first_steps_of_page(client) is None
    send_rfx(buyer, supplier)
    assert client.get(STEPS).status_code == 204


def test_a_buyer_is_led_to_its_first_request(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    assert client.get(STEPS).json["inviter"] is None
    assert progress(client) == {"SUPPLIER": False, "QUESTIONNAIRE": False, "REQUEST": False}
    supplier = UserFactory()
    relate(buyer.organisation_id, supplier.organisation_id)
    assert progress(client) == {"SUPPLIER": True, "QUESTIONNAIRE": False, "REQUEST": False}
    make_form(buyer, title="Quality of seals")
    assert progress(client) == {"SUPPLIER": True, "QUESTIONNAIRE": True, "REQUEST": False}
    send_rfx(buyer, supplier)
    assert client.get(STEPS).status_code == 204


def test_a_starter_form_is_no_prepared_questionnaire(buyer: User, signed_in: SignedIn) -> None:
    give_starters(organisation_id=buyer.organisation_id, user_id=buyer.id)
    assert not progress(signed_in(buyer))["QUESTIONNAIRE"]


def test_an_invited_organisation_with_suppliers_is_a_buyer(supplier: User, signed_in: SignedIn) -> None:
    relate(supplier.organisation_id, UserFactory().organisation_id)
    shown = signed_in(supplier).get(STEPS).json
    assert (shown["inviter"], shown["openRequests"]) == (None, 0)
    assert [step["key"] for step in shown["steps"]] == ["SUPPLIER", "QUESTIONNAIRE", "REQUEST"]


def test_a_test_organisation_is_named_without_a_link(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    session.get_one(Organisation, buyer.organisation_id).is_test_organisation = True
    session.flush()
    assert signed_in(supplier).get(STEPS).json["inviter"]["href"] is None


def test_only_permitted_steps_are_shown(supplier: User, signed_in: SignedIn) -> None:
    contributor = colleague_of(supplier, role_name="Contributor")
    assert progress(signed_in(contributor)) == {"ANSWERS": False}
    viewer = colleague_of(supplier, role_name="Viewer")
    assert signed_in(viewer).get(STEPS).status_code == 204
    assert first_steps_of_page(signed_in(viewer)) is None


def test_hiding_lasts_and_is_the_users_own(supplier: User, signed_in: SignedIn) -> None:
    client = signed_in(supplier)
    colleague = signed_in(colleague_of(supplier))
    assert first_steps_of_page(client)
    assert client.put(f"{STEPS}/hidden").status_code == 204
    assert client.get(STEPS).status_code == 204
    assert first_steps_of_page(client) is None
    assert first_steps_of_page(colleague)
    chosen = client.put("/api/home/chart", json={"charts": ["RFX_STATUS"]}).json
    assert [chart["key"] for chart in chosen] == ["RFX_STATUS"]
    assert client.get(STEPS).status_code == 204, "choosing charts does not show the steps again"


def test_hiding_leaves_the_default_charts(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    client.put(f"{STEPS}/hidden")
    assert len(client.get("/api/home/chart").json) == 3


def test_guests_have_no_first_steps(buyer: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, make_guest())
    guest = signed_in(sent.respondent, rfx_id=sent.rfx.id)
    assert guest.get(STEPS).status_code in {401, 403}
    assert guest.put(f"{STEPS}/hidden").status_code in {401, 403}


def test_charts_appear_with_the_first_supplier_request_or_non_conformance(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    newcomer = UserFactory()
    send_rfx(buyer, supplier)
    assert props_of(signed_in(newcomer))["charts"] is None
    assert props_of(signed_in(supplier))["charts"] is None, "received requests have no charts"
    assert len(props_of(signed_in(buyer))["charts"]) == 3
    relationship = relate(newcomer.organisation_id, supplier.organisation_id)
    assert len(props_of(signed_in(newcomer))["charts"]) == 3
    relationship.level = RelationshipLevel.NONE
    session.flush()
    assert props_of(signed_in(newcomer))["charts"] is None
    relationship.level = RelationshipLevel.APPROVED
    make_ncr(newcomer, relationship.id)
    relationship.level = RelationshipLevel.NONE
    session.flush()
    assert len(props_of(signed_in(newcomer))["charts"]) == 3


def props_of(client: CheckedClient) -> Any:
    return props_of_page(client, "/home", island="home/home")


def first_steps_of_page(client: CheckedClient) -> Any:
    return props_of(client)["firstSteps"]
