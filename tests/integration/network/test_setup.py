"""Setting up the own organisation: profile, registered address, logo."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.extensions import db
from app.files.public import AttachmentKind
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.files import make_picture
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

PROFILE = {
    "name": "Meridian",
    "briefDescription": "Instruments.",
    "descriptionHtml": "<p>Fine <script>alert(1)</script>things</p>",
    "registrationNumber": "HRB 7",
    "ownershipType": "PRIVATE",
    "dunsNumber": "15-048-3782",
    "taxIdNumber": "GB 123",
    "websiteUrl": "www.meridian.example",
    "preferredCurrency": "GBP",
}
ADDRESS = {
    "line1": "1 Lane",
    "line2": "",
    "city": "Leeds",
    "region": None,
    "zipcode": "LS1",
    "country": "GBR",
}


@pytest.fixture
def boss(session: Session) -> User:
    made: User = UserFactory()
    return made


@pytest.fixture
def client(boss: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(boss)


def path(user: User, rest: str = "") -> str:
    return f"/api/organisation/{user.organisation_id}{rest}"


def test_the_profile_has_nine_fields(boss: User, client: CheckedClient, signed_in: SignedIn) -> None:
    response = client.put(path(boss), json=PROFILE)
    assert response.status_code == 200
    cleaned = {
        **PROFILE,
        "descriptionHtml": "<p>Fine things</p>",
        "websiteUrl": "https://www.meridian.example",
    }
    assert cleaned.items() <= client.get(path(boss)).json.items()
    seen = signed_in(UserFactory()).get(path(boss)).json
    assert seen["registrationNumber"] == "HRB 7"
    assert [seen[name] for name in ("taxIdNumber", "dunsNumber", "ownershipType", "preferredCurrency")] == [
        None
    ] * 4
    assert db.session.query(EventLog).filter_by(type="organisation.updated").count() == 1


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": ""}, "name"),
        ({"registrationNumber": " "}, "registrationNumber"),
        ({"preferredCurrency": "ZZZ"}, "preferredCurrency"),
        ({"preferredCurrency": ""}, "preferredCurrency"),
        ({"ownershipType": "SECRET"}, "ownershipType"),
        ({"websiteUrl": "javascript:alert(1)"}, "websiteUrl"),
        ({"websiteUrl": "nowhere"}, "websiteUrl"),
        ({"briefDescription": "x" * 1001}, "briefDescription"),
        ({"descriptionHtml": "x" * 200_001}, "descriptionHtml"),
        ({"status": "CONFIRMED"}, "status"),
    ],
)
def test_a_wrong_profile_gets_a_sentence(
    boss: User, client: CheckedClient, given: dict[str, Any], field: str
) -> None:
    response = client.put(path(boss), json=PROFILE | given)
    assert response.status_code == 422
    assert list(response.json["fields"]) == [field]


def test_the_address(boss: User, client: CheckedClient) -> None:
    saved = client.put(path(boss, "/address"), json=ADDRESS).json["address"]
    assert saved == {**ADDRESS, "line2": None, "countryName": "United Kingdom"}
    for name in ("line1", "city", "zipcode", "country"):
        response = client.put(path(boss, "/address"), json=ADDRESS | {name: ""})
        assert (response.status_code, list(response.json["fields"])) == (422, [name])
    assert client.put(path(boss, "/address"), json=ADDRESS | {"country": "Atlantis"}).status_code == 422


def test_the_make_picture(boss: User, client: CheckedClient, signed_in: SignedIn) -> None:
    attachment_id = make_picture(boss)
    response = client.put(path(boss, "/logo"), json={"attachmentId": attachment_id})
    assert response.json["logo"] == {"id": attachment_id}
    assert response.json["logoUrl"].startswith(f"/files/{attachment_id}?v=")
    shown = client.get(response.json["logoUrl"])
    assert shown.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert signed_in(UserFactory()).get(f"/files/{attachment_id}").status_code == 200
    for wrong in (make_picture(boss, AttachmentKind.MESSAGE), make_picture(UserFactory()), 987654321):
        assert client.put(path(boss, "/logo"), json={"attachmentId": wrong}).status_code == 422
    assert client.put(path(boss, "/logo"), json={}).status_code == 422


@pytest.mark.parametrize(
    ("name", "body"), [("", PROFILE), ("/address", ADDRESS), ("/logo", {"attachmentId": 1})]
)
def test_only_the_own_organisation_and_only_with_the_permission(
    boss: User, client: CheckedClient, signed_in: SignedIn, name: str, body: dict[str, Any]
) -> None:
    assert client.put(path(UserFactory(), name), json=body).status_code == 403
    manager = signed_in(colleague_of(boss, role_name="Manager"))
    assert manager.put(path(boss, name), json=body).status_code == 403


@pytest.mark.parametrize("page", ["/setup/organisation", "/setup/roles"])
def test_the_pages_are_for_who_manages_the_organisation(boss: User, signed_in: SignedIn, page: str) -> None:
    assert signed_in(boss).get(page).status_code == 200
    assert signed_in(colleague_of(boss, role_name="Manager")).get(page).location == "/unauthorized"


def test_two_who_edit_the_profile_keep_what_the_other_saved(
    boss: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    client.put(path(boss), json=PROFILE)
    seen = {name: client.get(path(boss)).json[name] for name in PROFILE}
    colleague = signed_in(colleague_of(boss, role_name="Super User"))
    theirs = seen | {"websiteUrl": "https://new.example", "descriptionHtml": "<p>Theirs.</p>"}
    assert colleague.put(path(boss), json=theirs | {"basedOn": seen}).status_code == 200

    mine = seen | {"briefDescription": "Mine."}
    kept = client.put(path(boss), json=mine | {"basedOn": seen}).json
    assert (kept["websiteUrl"], kept["descriptionHtml"], kept["briefDescription"]) == (
        "https://new.example", "<p>Theirs.</p>", "Mine.",
    )  # fmt: skip

    both = mine | {"descriptionHtml": "<p>Mine too.</p>"}
    refused = client.put(path(boss), json=both | {"basedOn": seen})
    assert (refused.status_code, refused.json["code"]) == (409, "stale")
    assert "It says now: \u201cTheirs.\u201d" in refused.json["fields"]["descriptionHtml"][0]
    known = seen | refused.json["now"]
    saved = client.put(path(boss), json=both | {"basedOn": known}).json
    assert (saved["descriptionHtml"], saved["websiteUrl"]) == ("<p>Mine too.</p>", "https://new.example")


def test_two_who_edit_the_address_keep_what_the_other_saved(
    boss: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    client.put(path(boss, "/address"), json=ADDRESS)
    colleague = signed_in(colleague_of(boss, role_name="Super User"))
    theirs = ADDRESS | {"line1": "2 Their Street", "basedOn": ADDRESS}
    assert colleague.put(path(boss, "/address"), json=theirs).status_code == 200
    mine = ADDRESS | {"zipcode": "33333"}
    kept = client.put(path(boss, "/address"), json=mine | {"basedOn": ADDRESS}).json["address"]
    assert (kept["line1"], kept["zipcode"]) == ("2 Their Street", "33333")
    both = client.put(path(boss, "/address"), json=mine | {"line1": "3 My Street", "basedOn": ADDRESS})
    assert (both.status_code, both.json["now"]) == (409, {"line1": "2 Their Street"})
    assert "2 Their Street" in both.json["fields"]["line1"][0]
