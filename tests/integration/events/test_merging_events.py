"""The events of a merge: written by the merge and its undo, and shown as sentences with working links."""

from sqlalchemy.orm import Session

from tests.factories.merging import make_twins
from tests.fixtures.people import SignedIn
from tests.integration.events.log import assert_story, send


def test_merging_events(session: Session, signed_in: SignedIn) -> None:
    twins = make_twins(is_full=False)
    twins.buyer.name, client = "Ann Buyer", signed_in(twins.buyer)
    merge_id = send(client, "POST", "/api/relationship/merge", twins.body)["id"]
    send(client, "POST", f"/api/merge/{merge_id}/undo")
    assert_story(client, "merging")
