"""Profile, registered address and logo of the user's own organisation."""

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
def super_user(session: Session) -> User:
    user: User = UserFactory()
    return user


@pytest.fixture
def client(super_user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(super_user)


def path(user: User, rest: str = "") -> str:
    return f"/api/organisation/{user.organisation_id}{rest}"


def test_profile_has_nine_fields(super_user: User, client: CheckedClient, signed_in: SignedIn) -> None:
    response = client.put(path(super_user), json=PROFILE)
    assert response.status_code == 200
    cleaned = {
        **PROFILE,
        "descriptionHtml": "<p>Fine things</p>",
        "websiteUrl": "https://www.meridian.example",
    }
    assert cleaned.items() <= client.get(path(super_user)).json.items()
    public_profile = signed_in(UserFactory()).get(path(super_user)).json
    assert public_profile["registrationNumber"] == "HRB 7"
    assert [
        public_profile[name] for name in ("taxIdNumber", "dunsNumber", "ownershipType", "preferredCurrency")
    ] == [None] * 4
    assert db.session.query(EventLog).filter_by(type="organisation.updated").count() == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"registrationNumber": " "}, "registrationNumber"),
        ({"preferredCurrency": "ZZZ"}, "preferredCurrency"),
        ({"preferredCurrency": ""}, "preferredCurrency"),
        ({"timeZone": "Europe/Atlantis"}, "timeZone"),
        ({"timeZone": "../../etc/passwd"}, "timeZone"),
        ({"ownershipType": "SECRET"}, "ownershipType"),
        ({"websiteUrl": "javascript:alert(1)"}, "websiteUrl"),
        ({"websiteUrl": "nowhere"}, "websiteUrl"),
        ({"websiteUrl": "http://[www.meridian.example"}, "websiteUrl"),
        ({"briefDescription": "x" * 1001}, "briefDescription"),
        ({"descriptionHtml": "x" * 200_001}, "descriptionHtml"),
        ({"status": "CONFIRMED"}, "status"),
    ],
)
def test_invalid_profile_returns_a_sentence(
    super_user: User, client: CheckedClient, changes: dict[str, Any], field: str
) -> None:
    response = client.put(path(super_user), json=PROFILE | changes)
    assert response.status_code == 422
    assert list(response.json["fields"]) == [field]


def test_time_zone_of_an_organisation_is_a_choice_and_utc_without_one(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    def saved(**changes: Any) -> str | None:
        zone: str | None = client.put(path(super_user), json=PROFILE | changes).json["timeZone"]
        return zone

    assert saved() is None
    assert saved(timeZone="Europe/Berlin") == "Europe/Berlin"
    assert saved() == saved(timeZone=None) == "Europe/Berlin", "a request without a zone keeps it"
    assert signed_in(UserFactory()).get(path(super_user)).json["timeZone"] is None
    assert client.get(f"/api/user/{super_user.id}").json["organisationTimeZone"] == "Europe/Berlin"
    assert saved(timeZone="") is None
    zones = client.get("/api/reference/timeZones").json
    assert zones[0] == {"name": "UTC", "country": ""}
    assert {"name": "Europe/London", "country": "United Kingdom"} in zones


def test_address_is_saved_and_required(super_user: User, client: CheckedClient) -> None:
    saved = client.put(path(super_user, "/address"), json=ADDRESS).json["address"]
    assert saved == {**ADDRESS, "line2": None, "countryName": "United Kingdom"}
    for name in ("line1", "city", "zipcode", "country"):
        response = client.put(path(super_user, "/address"), json=ADDRESS | {name: ""})
        assert (response.status_code, list(response.json["fields"])) == (422, [name])
    assert client.put(path(super_user, "/address"), json=ADDRESS | {"country": "Atlantis"}).status_code == 422


def test_logo_is_set_and_foreign_pictures_are_rejected(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    attachment_id = make_picture(super_user)
    response = client.put(path(super_user, "/logo"), json={"attachmentId": attachment_id})
    assert response.json["logo"] == {"id": attachment_id}
    assert response.json["logoUrl"].startswith(f"/files/{attachment_id}?v=")
    shown = client.get(response.json["logoUrl"])
    assert shown.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert signed_in(UserFactory()).get(f"/files/{attachment_id}").status_code == 200
    for wrong in (make_picture(super_user, AttachmentKind.MESSAGE), make_picture(UserFactory()), 987654321):
        assert client.put(path(super_user, "/logo"), json={"attachmentId": wrong}).status_code == 422
    assert client.put(path(super_user, "/logo"), json={}).status_code == 422


@pytest.mark.parametrize(
    ("name", "body"), [("", PROFILE), ("/address", ADDRESS), ("/logo", {"attachmentId": 1})]
)
def test_profile_changes_need_the_permission_in_the_own_organisation(
    super_user: User, client: CheckedClient, signed_in: SignedIn, name: str, body: dict[str, Any]
) -> None:
    assert client.put(path(UserFactory(), name), json=body).status_code == 403
    manager = signed_in(colleague_of(super_user, role_name="Manager"))
    assert manager.put(path(super_user, name), json=body).status_code == 403


@pytest.mark.parametrize("page", ["/setup/organisation", "/setup/roles"])
def test_setup_pages_need_manage_organisation(super_user: User, signed_in: SignedIn, page: str) -> None:
    assert signed_in(super_user).get(page).status_code == 200
    assert signed_in(colleague_of(super_user, role_name="Manager")).get(page).location == "/unauthorized"


def test_concurrent_edits_of_the_profile_are_merged(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    client.put(path(super_user), json=PROFILE)
    original = {name: client.get(path(super_user)).json[name] for name in PROFILE}
    colleague = signed_in(colleague_of(super_user, role_name="Super User"))
    colleague_version = original | {"websiteUrl": "https://new.example", "descriptionHtml": "<p>Theirs.</p>"}
    assert colleague.put(path(super_user), json=colleague_version | {"basedOn": original}).status_code == 200

    own_version = original | {"briefDescription": "Mine."}
    merged = client.put(path(super_user), json=own_version | {"basedOn": original}).json
    assert (merged["websiteUrl"], merged["descriptionHtml"], merged["briefDescription"]) == (
        "https://new.example", "<p>Theirs.</p>", "Mine.",
    )  # fmt: skip

    both = own_version | {"descriptionHtml": "<p>Mine too.</p>"}
    refused = client.put(path(super_user), json=both | {"basedOn": original})
    assert (refused.status_code, refused.json["code"]) == (409, "stale")
    assert "It says now: \u201cTheirs.\u201d" in refused.json["fields"]["descriptionHtml"][0]
    current = original | refused.json["now"]
    saved = client.put(path(super_user), json=both | {"basedOn": current}).json
    assert (saved["descriptionHtml"], saved["websiteUrl"]) == ("<p>Mine too.</p>", "https://new.example")


def test_concurrent_edits_of_the_address_are_merged(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    client.put(path(super_user, "/address"), json=ADDRESS)
    colleague = signed_in(colleague_of(super_user, role_name="Super User"))
    colleague_version = ADDRESS | {"line1": "2 Their Street", "basedOn": ADDRESS}
    assert colleague.put(path(super_user, "/address"), json=colleague_version).status_code == 200
    own_version = ADDRESS | {"zipcode": "33333"}
    merged = client.put(path(super_user, "/address"), json=own_version | {"basedOn": ADDRESS}).json["address"]
    assert (merged["line1"], merged["zipcode"]) == ("2 Their Street", "33333")
    both = client.put(
        path(super_user, "/address"), json=own_version | {"line1": "3 My Street", "basedOn": ADDRESS}
    )
    assert (both.status_code, both.json["now"]) == (409, {"line1": "2 Their Street"})
    assert "2 Their Street" in both.json["fields"]["line1"][0]
