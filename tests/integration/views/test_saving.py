"""Saving, sharing, changing, ordering, deleting and restoring views, and the view with which a list opens."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.extensions import db
from app.kernel.clock import shifted
from app.views.models import SavedView
from tests.factories.accounts import UserFactory, colleague_of, make_guest
from tests.factories.views import make_view
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

BODY = {"list": "ncr", "name": "Critical", "params": {"critical": "true"}}


def names(client: CheckedClient, list_name: str = "ncr") -> list[str]:
    return [view["name"] for view in client.get(f"/api/savedView?list={list_name}").json]


def test_saved_view_is_listed_with_its_address(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    params = {"tags": ["steel", "casting"], "approvedSuppliers": "true", "sort": "-name"}
    response = client.post(
        "/api/savedView", json={"list": "organisation", "name": "  Casters ", "params": params}
    )
    assert response.status_code == 201, response.text
    view = response.json
    assert (view["name"], view["params"], view["listTitle"]) == ("Casters", params, "Suppliers")
    assert (view["isOwn"], view["mayChange"], view["count"], view["dropped"]) == (True, True, None, [])
    address = urlsplit(view["href"])
    assert address.path == "/organisations"
    assert parse_qs(address.query) == {
        "tags": ["steel", "casting"], "approvedSuppliers": ["true"], "sort": ["-name"], "view": [str(view["id"])],
    }  # fmt: skip
    assert client.get("/api/savedView?list=organisation").json == [view]
    assert client.get(view["href"]).status_code == 200
    assert client.get("/api/savedView?list=ncr").json == []


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"name": ""}, {"name"}),
        ({"name": "x" * 81}, {"name"}),
        ({"params": {"critical": "perhaps"}}, {"params.critical"}),
        ({"params": {"colour": "red"}}, {"params.colour"}),
        ({"params": {"relationshipId": "1"}}, {"params.relationshipId"}),
        ({"params": {"page": "2"}}, {"params.page"}),
        ({"list": "user", "params": {"includeSuspended": "false"}}, {"params.includeSuspended"}),
        ({"params": {"search": "x" * 301}}, {"params.search.value"}),
        ({"params": {"search": 5}}, {"params.search.value"}),
        ({"params": {"sort": "colour"}}, {"params.sort"}),
        ({"list": "due", "params": {"kind": "BIRTHDAY"}}, {"kind"}),
        ({"list": "due", "params": {"owner": "999999"}}, {"params"}),
    ],
)
def test_view_never_has_filters_that_its_list_refuses(
    buyer: User, signed_in: SignedIn, changes: dict[str, Any], fields: set[str]
) -> None:
    response = signed_in(buyer).post("/api/savedView", json=BODY | changes)
    assert response.status_code == 422
    assert set(response.json["fields"]) == fields
    assert db.session.execute(select(SavedView)).first() is None


def test_unknown_list_does_not_exist(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    assert client.post("/api/savedView", json=BODY | {"list": "unicorn"}).status_code == 404
    assert client.get("/api/savedView?list=unicorn").status_code == 404


def test_filters_that_the_list_no_longer_has_are_dropped_by_name(buyer: User, signed_in: SignedIn) -> None:
    view = make_view(buyer, params={"critical": "true"}, is_pinned=True)
    db.session.execute(
        update(SavedView)
        .where(SavedView.id == view.id)
        .values(params={"critical": "true", "colour": "red", "due": "someday"})
    )
    client = signed_in(buyer)
    listed = client.get("/api/savedView?list=ncr").json[0]
    assert (listed["params"], listed["dropped"]) == ({"critical": "true"}, ["colour", "due"])
    assert listed["href"] == f"/ncr?critical=true&view={view.id}"
    assert client.get("/api/savedView?pinned=true").json[0]["count"] == 0


def test_own_views_are_private_and_shared_ones_are_for_the_organisation_alone(
    buyer: User, signed_in: SignedIn
) -> None:
    mine = make_view(buyer, name="Mine")
    shared = make_view(buyer, name="Shared", is_shared=True)
    colleague = signed_in(colleague_of(buyer, role_name="Viewer"))
    assert names(colleague) == ["Shared"]
    listed = colleague.get("/api/savedView").json[0]
    assert (listed["owner"]["name"], listed["isOwn"], listed["mayChange"]) == (buyer.name, False, False)
    body = {"name": "New", "params": {}}
    assert colleague.put(f"/api/savedView/{mine.id}", json=body).status_code == 404
    assert colleague.delete(f"/api/savedView/{mine.id}").status_code == 404
    assert colleague.put(f"/api/savedView/{shared.id}", json=body).status_code == 403
    assert colleague.delete(f"/api/savedView/{shared.id}").status_code == 403
    stranger = signed_in(UserFactory())
    assert names(stranger) == []
    for view in (mine, shared):
        assert stranger.put(f"/api/savedView/{view.id}", json=body).status_code == 404
        assert stranger.put(f"/api/savedView/{view.id}/start", json={"isStart": True}).status_code == 404
        assert stranger.delete(f"/api/savedView/{view.id}").status_code == 404


def test_managers_change_shared_views_of_colleagues_but_no_private_ones(
    buyer: User, signed_in: SignedIn
) -> None:
    author = colleague_of(buyer, role_name="Manager")
    mine, shared = make_view(author, name="Mine"), make_view(author, name="Shared", is_shared=True)
    client = signed_in(buyer)
    body = {"name": "Renamed", "params": {"major": "true"}, "isShared": True}
    changed = client.put(f"/api/savedView/{shared.id}", json=body).json
    assert (changed["name"], changed["params"], changed["isOwn"]) == ("Renamed", {"major": "true"}, False)
    assert client.put(f"/api/savedView/{mine.id}", json=body).status_code == 404
    assert client.put(f"/api/savedView/{shared.id}", json=body | {"name": "mine"}).status_code == 422
    assert client.delete(f"/api/savedView/{shared.id}").status_code == 204


@pytest.mark.parametrize(
    ("role", "list_name", "status"),
    [
        ("Viewer", "ncr", 403),
        ("Contributor", "ncr", 201),
        ("Contributor", "organisation", 403),
        ("Manager", "organisation", 201),
        ("Manager", "due", 403),
        ("Super User", "due", 201),
    ],
)
def test_sharing_needs_a_permission_to_change_rows_of_the_list(
    buyer: User, signed_in: SignedIn, role: str, list_name: str, status: int
) -> None:
    client = signed_in(colleague_of(buyer, role_name=role))
    body = {"list": list_name, "name": "View", "params": {}}
    assert client.post("/api/savedView", json=body | {"isShared": True}).status_code == status
    own = client.post("/api/savedView", json=body | {"name": "Own"})
    assert own.status_code == 201
    change = client.put(
        f"/api/savedView/{own.json['id']}", json={"name": "Own", "params": {}, "isShared": True}
    )
    assert change.status_code == (200 if status == 201 else status)


def test_guests_have_no_views(buyer: User, signed_in: SignedIn) -> None:
    assert signed_in(make_guest(), rfx_id=1).get("/api/savedView").status_code == 403


def test_one_owner_has_each_name_once_in_a_list(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    assert client.post("/api/savedView", json=BODY).status_code == 201
    again = client.post("/api/savedView", json=BODY | {"name": "CRITICAL"})
    assert again.status_code == 422
    assert again.json["fields"] == {"name": ["You already have a view with this name."]}
    assert client.post("/api/savedView", json=BODY | {"list": "rfx", "params": {}}).status_code == 201
    assert signed_in(colleague_of(buyer)).post("/api/savedView", json=BODY).status_code == 201
    other = client.post("/api/savedView", json=BODY | {"name": "Other"}).json
    change = client.put(f"/api/savedView/{other['id']}", json={"name": "critical", "params": {}})
    assert change.status_code == 422


def test_list_has_at_most_100_views_of_an_organisation(buyer: User, signed_in: SignedIn) -> None:
    colleague = colleague_of(buyer)
    for number in range(50):
        make_view(buyer, name=f"View {number}")
        last = make_view(colleague, name=f"View {number}")
    client = signed_in(buyer)
    refused = client.post("/api/savedView", json=BODY)
    assert refused.status_code == 409
    assert refused.json["message"] == "Your organisation has 100 views of this list. Delete one first."
    assert client.post("/api/savedView", json=BODY | {"list": "rfx", "params": {}}).status_code == 201
    assert signed_in(UserFactory()).post("/api/savedView", json=BODY).status_code == 201
    signed_in(colleague).delete(f"/api/savedView/{last.id}")
    assert client.post("/api/savedView", json=BODY).status_code == 201
    assert signed_in(colleague).post(f"/api/savedView/{last.id}/restore").status_code == 409


def test_own_views_come_first_and_move_among_themselves(buyer: User, signed_in: SignedIn) -> None:
    make_view(colleague_of(buyer), name="Of a colleague", is_shared=True)
    views = {name: make_view(buyer, name=name) for name in ("A", "B", "C")}
    client = signed_in(buyer)
    assert names(client) == ["A", "B", "C", "Of a colleague"]
    body = {"name": "C", "params": {}, "position": 0}
    assert client.put(f"/api/savedView/{views['C'].id}", json=body).json["position"] == 0
    assert names(client) == ["C", "A", "B", "Of a colleague"]
    client.put(f"/api/savedView/{views['C'].id}", json={"name": "D", "params": {}})
    assert names(client) == ["D", "A", "B", "Of a colleague"]
    client.put(f"/api/savedView/{views['A'].id}", json={"name": "A", "params": {}, "position": 99})
    assert names(client) == ["D", "B", "A", "Of a colleague"]


def test_deleted_view_can_be_restored_in_its_place_for_a_day(buyer: User, signed_in: SignedIn) -> None:
    for name in ("A", "C"):
        make_view(buyer, name=name)
    view = make_view(buyer, name="B", is_start=True)
    client = signed_in(buyer)
    client.put(f"/api/savedView/{view.id}", json={"name": "B", "params": {"critical": "true"}, "position": 1})
    assert client.delete(f"/api/savedView/{view.id}").status_code == 204
    assert names(client) == ["A", "C"]
    assert client.delete(f"/api/savedView/{view.id}").status_code == 404
    assert client.get("/ncr").status_code == 200
    assert signed_in(UserFactory()).post(f"/api/savedView/{view.id}/restore").status_code == 404
    restored = client.post(f"/api/savedView/{view.id}/restore")
    assert (restored.status_code, restored.json["isStart"]) == (200, True)
    assert names(client) == ["A", "B", "C"]
    client.delete(f"/api/savedView/{view.id}")
    with shifted(timedelta(days=2)):
        other, view_id = make_view(buyer, name="Z").id, view.id
        later = signed_in(buyer)
        assert later.delete(f"/api/savedView/{other}").status_code == 204
        assert later.post(f"/api/savedView/{view_id}/restore").status_code == 404


def test_restoring_a_name_that_was_taken_since_is_a_conflict(buyer: User, signed_in: SignedIn) -> None:
    view = make_view(buyer)
    client = signed_in(buyer)
    client.delete(f"/api/savedView/{view.id}")
    assert client.post("/api/savedView", json=BODY).status_code == 201
    assert client.post(f"/api/savedView/{view.id}/restore").status_code == 409


def test_shared_views_of_a_suspended_user_stay_without_an_owner(
    buyer: User, signed_in: SignedIn, session: Session
) -> None:
    author = colleague_of(buyer)
    make_view(author, name="Private")
    shared = make_view(author, name="Shared", is_shared=True)
    author.status = UserStatus.SUSPENDED
    session.flush()
    client = signed_in(buyer)
    listed = client.get("/api/savedView?list=ncr").json
    assert [(view["name"], view["owner"], view["mayChange"]) for view in listed] == [("Shared", None, True)]
    viewer = signed_in(colleague_of(buyer, role_name="Viewer"))
    assert viewer.get("/api/savedView?list=ncr").json[0]["owner"] is None
    assert client.delete(f"/api/savedView/{shared.id}").status_code == 204


def test_list_opens_with_the_start_view_unless_its_address_has_filters(
    buyer: User, signed_in: SignedIn
) -> None:
    view = make_view(buyer, is_shared=True, is_start=True)
    client = signed_in(buyer)
    opened = client.get("/ncr")
    assert (opened.status_code, opened.location) == (302, f"/ncr?critical=true&view={view.id}")
    for address in (opened.location, "/ncr?view=all", "/ncr?minor=true", "/ncr?page=2"):
        assert client.get(address).status_code == 200, address
    assert signed_in(colleague_of(buyer)).get("/ncr").status_code == 200


@pytest.mark.parametrize(
    ("list_name", "address"),
    [
        ("organisation", "/organisations"),
        ("user", "/contacts"),
        ("rfx", "/rfx"),
        ("rfxRequest", "/rfx?tab=requests"),
        ("assessment", "/assessment"),
        ("ncr", "/ncr"),
        ("messageThread", "/messages"),
        ("docForm", "/forms"),
        ("question", "/question"),
        ("documentMatrix", "/organisations?tab=documents"),
        ("due", "/home?tab=due"),
    ],
)
def test_each_list_opens_its_start_view(
    buyer: User, signed_in: SignedIn, list_name: str, address: str
) -> None:
    view = make_view(buyer, list_name, params={}, is_start=True)
    client = signed_in(buyer)
    joint = "&" if "?" in address else "?"
    assert client.get(address).location == f"{address}{joint}view={view.id}"
    page = client.get(f"{address}{joint}view={view.id}")
    assert page.status_code == 200
    assert f'"id":{view.id}' in page.text
    assert client.get(f"{address}{joint}view=all").status_code == 200


def test_start_view_is_the_choice_of_each_user(buyer: User, signed_in: SignedIn, session: Session) -> None:
    first = make_view(buyer, name="First", is_shared=True, is_start=True)
    second = make_view(buyer, name="Second")
    colleague = colleague_of(buyer, role_name="Viewer")
    theirs, client = signed_in(colleague), signed_in(buyer)
    assert theirs.put(f"/api/savedView/{first.id}/start", json={"isStart": True}).json["isStart"] is True
    assert client.put(f"/api/savedView/{second.id}/start", json={"isStart": True}).status_code == 200
    starts = {view["name"]: view["isStart"] for view in client.get("/api/savedView?list=ncr").json}
    assert starts == {"First": False, "Second": True}
    assert theirs.get("/ncr").status_code == 302
    # A view that is no longer shared opens for its owner alone.
    client.put(f"/api/savedView/{first.id}", json={"name": "First", "params": {}})
    assert theirs.get("/ncr").status_code == 200
    client.put(f"/api/savedView/{first.id}", json={"name": "First", "params": {}, "isShared": True})
    assert theirs.get("/ncr").status_code == 200
    client.put(f"/api/savedView/{second.id}/start", json={"isStart": False})
    assert client.get("/ncr").status_code == 200


def test_home_shows_the_first_12_pinned_views_own_ones_first(buyer: User, signed_in: SignedIn) -> None:
    colleague = colleague_of(buyer)
    for number in range(10):
        make_view(colleague, name=f"Shared {number}", is_shared=True, is_pinned=True)
        make_view(buyer, "rfx", name=f"Own {number}", params={}, is_pinned=True)
    make_view(buyer, name="Not pinned")
    pinned = signed_in(buyer).get("/api/savedView?pinned=true").json
    assert [view["isOwn"] for view in pinned] == [True] * 10 + [False] * 2
    assert all(view["count"] == 0 for view in pinned)
