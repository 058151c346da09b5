"""The lists in the first response of Home: the Activity Feed without views, and tasks in the order of their due dates."""

from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from app.tasks import public
from app.tasks.public import TaskType
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient, props_of_page
from tests.fixtures.people import SignedIn


def props_of(client: CheckedClient) -> Any:
    return props_of_page(client, "/home", island="home/home")


def test_feed_leaves_out_the_views_that_recently_viewed_lists(session: Session, signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    client = signed_in(buyer)
    notes = client.put(f"/api/relationship/{relationship.id}/notes", json={"notes": "Good seals."})
    assert notes.status_code == 200
    assert client.get(f"/organisations/{supplier.organisation_id}").status_code == 200
    props = props_of(client)
    feed = [row["type"] for row in props["activity"]["rows"]]
    assert feed
    assert not [kind for kind in feed if kind.startswith("user.viewed.")]
    assert [row["type"] for row in props["recent"]["rows"]] == ["user.viewed.organisation"]


def test_tasks_are_in_the_order_of_their_due_dates(session: Session, signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    for title, due in (("Late", date(2032, 12, 24)), ("Undated", None), ("Early", date(2032, 12, 23))):
        public.open_task(
            actor=actor_of(buyer), assigned_organisation_id=supplier.organisation_id, assigned_user_id=supplier.id,
            type=TaskType.FOLLOW_UP, title=title, subject_type=public.RFX_SUBJECT, subject_id=41,
            subject_title="Qualification", due=due,
        )  # fmt: skip
    rows = props_of(signed_in(supplier))["tasks"]["rows"]
    assert [row["title"] for row in rows] == ["Early", "Late", "Undated"]
