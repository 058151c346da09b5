"""The recipients of a request: by name, tag, level, Network filter and a pasted list, each supplier once."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.compose.operations.recipients import COLLEAGUE
from app.compose.policies import addresses_of
from app.network.types import RelationshipLevel
from app.rfx.models import Rfx
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.network import relate
from tests.factories.sending import request_json, supplier_of
from tests.fixtures.people import SignedIn

PREVIEW = "/api/rfxRequest/preview"


def preview(signed_in: SignedIn, buyer: User, **recipients: Any) -> Any:
    response = signed_in(buyer).post(PREVIEW, json={"recipients": recipients})
    assert response.status_code == 200, response.text
    return response.json


@pytest.mark.parametrize(
    ("pasted", "entries"),
    [
        ("jo@x.example", [(1, "", "jo@x.example")]),
        ("Jo Park <jo@x.example>; ada@x.example", [(1, "Jo Park", "jo@x.example"), (1, "", "ada@x.example")]),
        ("Jo Park\tjo@x.example\r\n\r\nada@x.example", [(1, "Jo Park", "jo@x.example"), (3, "", "ada@x.example")]),
        ('"Park, Jo" <jo@x.example>,ada@x.example', [(1, "Park, Jo", "jo@x.example"), (1, "", "ada@x.example")]),
        ("jo@x.example\tada@x.example", [(1, "", "jo@x.example"), (1, "", "ada@x.example")]),
        ("Jo Park", [(1, None, "Jo Park")]),
        ("Jo, Ada, jo@x.example", [(1, None, "Jo"), (1, None, "Ada"), (1, "", "jo@x.example")]),
        ("x" * 5_000 + "@x.example", [(1, None, "x" * 5_000 + "@x.example")]),
        (" ,;\t\n", []),
    ],
)  # fmt: skip
def test_a_pasted_list_is_split_into_addresses(pasted: str, entries: list[Any]) -> None:
    guests = [
        (row.line, row.guest.name, row.guest.email) if row.guest else (row.line, None, row.text)
        for row in addresses_of(pasted)
    ]
    assert guests == entries


def test_a_pasted_list_shows_the_errors_of_each_line(
    session: Session, buyer: User, signed_in: SignedIn
) -> None:
    contact = supplier_of(buyer)
    suspended = colleague_of(contact, status=UserStatus.SUSPENDED)
    colleague = colleague_of(buyer)
    stranger = UserFactory()
    lines = [
        contact.email.upper(), "Jo Park <jo@x.example>", "nobody", suspended.email, colleague.email,
        stranger.email, "JO@x.example", contact.email,
    ]  # fmt: skip
    result = preview(signed_in, buyer, pasted="\n".join(lines))
    assert [(row["line"], row["sentence"]) for row in result["problems"]] == [
        (3, "This is not a valid e-mail address."),
        (4, f"{suspended.email} can't receive messages at the moment."),
        (
            5,
            COLLEAGUE.format(email=colleague.email, name=colleague.name),
        ),
    ]
    assert (result["organisations"], result["guests"], result["people"]) == (1, 2, 1)
    assert (result["total"], result["duplicates"], result["canSend"]) == (3, 2, False)


def test_a_pasted_address_of_the_network_goes_to_that_user(
    session: Session, buyer: User, signed_in: SignedIn
) -> None:
    contact = supplier_of(buyer)
    other = colleague_of(contact)
    body = request_json(buyer, recipients={"pasted": f"Somebody <{contact.email}>"})
    sent = signed_in(buyer).post("/api/rfxRequest", json=body).json
    rfx = session.query(Rfx).filter_by(request_id=sent["id"]).one()
    assert (rfx.with_organisation_id, rfx.guest_user_id) == (contact.organisation_id, None)
    assert len(signed_in(contact).get("/api/userTask").json) == 1
    assert signed_in(other).get("/api/userTask").json == []


def test_an_address_without_a_relationship_is_a_guest(
    session: Session, buyer: User, signed_in: SignedIn
) -> None:
    stranger, former = UserFactory(), supplier_of(buyer, RelationshipLevel.NONE)
    result = preview(signed_in, buyer, pasted=f"{stranger.email}\n{former.email}")
    assert (result["guests"], result["organisations"], result["problems"]) == (2, 0, [])


def test_a_supplier_of_the_other_direction_can_be_asked(buyer: User, signed_in: SignedIn) -> None:
    customer = UserFactory()
    relate(customer.organisation_id, buyer.organisation_id)
    result = preview(signed_in, buyer, organisationIds=[customer.organisation_id])
    assert (result["organisations"], result["errors"]) == (1, [])


def test_tags_levels_and_filters_are_resolved_once_for_each_supplier(
    session: Session, buyer: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    first = supplier_of(buyer, in_organisation__name="Alder Steel")
    preferred = supplier_of(buyer, RelationshipLevel.PREFERRED, in_organisation__name="Birch Steel")
    supplier_of(buyer, RelationshipLevel.NONE, in_organisation__name="Cedar Steel")
    UserFactory(in_organisation__name="Dogwood Steel")
    for tag, supplier in (("steel", first), ("steel", preferred), ("critical", preferred)):
        row = client.get(f"/api/organisation/{supplier.organisation_id}").json["relationship"]
        names = [tag, *(earlier["name"] for earlier in row["tags"])]
        response = client.put(f"/api/relationship/{row['id']}/tags", json={"tags": names})
        assert response.status_code == 200, response.text
    assert preview(signed_in, buyer, tags=["Steel"])["organisations"] == 2
    assert preview(signed_in, buyer, tags=["critical", "steel"])["total"] == 2
    assert preview(signed_in, buyer, levels=["Preferred"])["organisations"] == 1
    assert preview(signed_in, buyer, filter={"search": "steel"})["organisations"] == 2
    everything = preview(
        signed_in,
        buyer,
        organisationIds=[first.organisation_id],
        tags=["steel"],
        levels=["Preferred"],
        filter={"search": "birch"},
        pasted=preferred.email,
    )
    assert (everything["total"], everything["duplicates"], everything["people"]) == (2, 4, 2)


def test_a_supplier_without_people_is_named_in_the_preview(
    session: Session, buyer: User, signed_in: SignedIn
) -> None:
    silent = supplier_of(buyer, status=UserStatus.SUSPENDED, in_organisation__name="Quiet Works")
    sentence = "No one at Quiet Works can receive messages."
    by_level = preview(signed_in, buyer, levels=["Approved"])
    assert by_level["problems"] == [{"line": None, "text": "Quiet Works", "sentence": sentence}]
    assert by_level["canSend"]
    by_name = preview(signed_in, buyer, organisationIds=[silent.organisation_id])
    assert (by_name["errors"], by_name["canSend"]) == ([sentence], False)


def test_too_many_addresses_are_a_sentence(buyer: User, signed_in: SignedIn) -> None:
    pasted = "\n".join(f"p{number}@x.example" for number in range(501))
    result = preview(signed_in, buyer, pasted=pasted)
    assert result["errors"] == ["At most 500 addresses can be pasted at once."]
    huge = signed_in(buyer).post(PREVIEW, json={"recipients": {"pasted": "x" * 200_000}})
    assert huge.json["fields"] == {"recipients.pasted": ["This list is too long."]}


def test_organisations_outside_the_network_are_counted_and_left_out(
    session: Session, buyer: User, signed_in: SignedIn
) -> None:
    """The filters of a saved view also match organisations that no one can write to."""
    supplier_of(buyer, in_organisation__name="Steel Supplier")
    for number in range(3):
        UserFactory(in_organisation__name=f"Steel Stranger {number}")
    matching = preview(signed_in, buyer, filter={"name": "steel"})
    assert (matching["total"], matching["unrelated"]) == (1, 3)
    assert preview(signed_in, buyer, filter={"name": "steel", "approvedSuppliers": True})["unrelated"] == 0
    assert preview(signed_in, buyer, tags=["steel"])["unrelated"] == 0
