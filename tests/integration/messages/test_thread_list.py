"""The list of threads: rows, order, filters, pages."""

import json
from datetime import timedelta

from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.kernel.clock import shifted
from app.messages.types import ThreadType
from tests.factories.accounts import UserFactory
from tests.factories.messages import make_thread
from tests.fixtures.people import SignedIn
from tests.integration.messages.conftest import People, subjects


def test_list_shows_ten_threads_by_activity_with_the_total(people: People, signed_in: SignedIn) -> None:
    for number in range(12):
        with shifted(timedelta(minutes=number)):
            make_thread(people.buyer, [people.supplier], subject=f"Thread {number}")
    client = signed_in(people.supplier)
    first = client.get("/api/messageThread")
    assert [row["subject"] for row in first.json] == [f"Thread {number}" for number in range(11, 1, -1)]
    header = json.loads(first.headers["X-Pagination"])
    assert (header["total"], header["capped"], header["pageSize"]) == (12, False, 10)
    assert subjects(client, f"?cursor={header['nextCursor']}") == ["Thread 1", "Thread 0"]
    assert subjects(client, "?page=2") == ["Thread 1", "Thread 0"]
    few = client.get("/api/messageThread?pageSize=1")
    assert few.status_code == 200
    statements_for_one = client.statements
    client.get("/api/messageThread?pageSize=12")
    assert client.statements == statements_for_one <= 8


def test_row_names_only_the_other_organisations(
    people: People, signed_in: SignedIn, session: Session
) -> None:
    make_thread(people.buyer, [people.colleague], subject="within")
    make_thread(people.buyer, [people.supplier, people.second], subject="across")
    buyer, supplier = (
        session.get_one(Organisation, user.organisation_id).name for user in (people.buyer, people.supplier)
    )
    rows = signed_in(people.buyer).get("/api/messageThread").json
    organisations_by_subject = {row["subject"]: row["otherOrganisations"] for row in rows}
    assert organisations_by_subject == {"across": [supplier], "within": []}
    rows = signed_in(people.supplier).get("/api/messageThread").json
    assert [row["otherOrganisations"] for row in rows] == [[buyer]]


def test_row_leads_with_the_other_side_after_an_own_message(people: People, signed_in: SignedIn) -> None:
    make_thread(people.buyer, [people.colleague], subject="within")
    make_thread(people.buyer, [people.supplier, people.second], subject="sent")
    make_thread(people.supplier, [people.buyer], subject="received")

    def counterparts(user: User) -> dict[str, str | None]:
        rows = signed_in(user).get("/api/messageThread").json
        return {row["subject"]: (row["counterpart"] or {}).get("name") for row in rows}

    assert counterparts(people.buyer) == {"within": None, "sent": people.supplier.name, "received": None}
    assert counterparts(people.supplier) == {"sent": None, "received": people.buyer.name}


def test_list_is_sorted_by_each_column(people: People, signed_in: SignedIn) -> None:
    make_thread(people.supplier, [people.buyer], subject="beta")
    make_thread(people.buyer, [UserFactory(name="Ada Other")], subject="Alpha", type=ThreadType.RFI)
    make_thread(people.supplier, [people.buyer], subject="Gamma")
    client = signed_in(people.buyer)
    for sort, expected in (
        ("activity", ["beta", "Alpha", "Gamma"]),
        ("subject", ["Alpha", "beta", "Gamma"]),
        ("from", ["Alpha", "beta", "Gamma"]),
        ("type", ["beta", "Gamma", "Alpha"]),
    ):
        assert subjects(client, f"?sort={sort}") == expected
        assert subjects(client, f"?sort=-{sort}") == expected[::-1]
        first = client.get(f"/api/messageThread?sort={sort}&pageSize=1")
        cursor = json.loads(first.headers["X-Pagination"])["nextCursor"]
        assert subjects(client, f"?sort={sort}&cursor={cursor}") == expected[1:]
    assert client.get("/api/messageThread?sort=colour").status_code == 422
    page = client.get("/messages?sort=-subject").text
    assert page.index(">Gamma<") < page.index(">beta<") < page.index(">Alpha<")


def test_filters_narrow_the_list(people: People, signed_in: SignedIn) -> None:
    make_thread(people.buyer, [people.supplier], subject="Steel prices", html="<p>Nickel</p>")
    make_thread(people.buyer, [people.supplier], subject="Annual survey 100%", type=ThreadType.RFI)
    client = signed_in(people.supplier)
    assert subjects(client, "?subject=eel PR") == ["Steel prices"]
    assert subjects(client, "?subject=100%25") == ["Annual survey 100%"]
    assert subjects(client, "?search=nickel") == ["Steel prices"]
    assert len(subjects(client, "?search=ann buyer")) == 2
    assert subjects(client, "?filterTypeRfi=true") == ["Annual survey 100%"]
    assert subjects(client, "?filterTypeTask=true") == []
    assert subjects(client, "?subject=nothing like it") == []
    assert client.get("/api/messageThread?tags=other").status_code == 422
    assert client.get("/api/messageThread?colour=red").status_code == 422


def test_sample_is_the_first_140_characters_of_plain_text(people: People, signed_in: SignedIn) -> None:
    html = f"<p>Prices &amp; <b>dates</b></p><ul><li>{'x' * 200}</li></ul>"
    make_thread(people.buyer, [people.supplier], html=html)
    [row] = signed_in(people.supplier).get("/api/messageThread").json
    assert row["lastMessage"]["sample"] == f"Prices & dates {'x' * 125}"


def test_pages_render_threads(people: People, signed_in: SignedIn) -> None:
    thread = make_thread(people.buyer, [people.supplier], subject="Steel <prices>")
    client = signed_in(people.supplier)
    message = client.get(f"/api/messageThread/{thread.id}").json["messages"][0]["id"]
    for path in ("/messages", f"/messages/t/{thread.id}", f"/messages/t/{thread.id}/m/{message}"):
        page = client.get(path)
        assert page.status_code == 200
        assert "Steel \\u003cprices\\u003e" in page.text
    assert client.get("/messages?subject=zinc").text.count("Steel \\u003c") == 0
    assert 'href="/messages"' in page.text
