"""The calendar of due records: creating, replacing and removing its link, and the file."""

import hashlib
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from icalendar import Calendar
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.due.models import CalendarFeed
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import shifted
from tests.factories.accounts import colleague_of
from tests.factories.due import WEDNESDAY, day, follow_up
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

OFF = {"isOn": False, "created": None, "lastRead": None}
GONE = "This calendar link does not exist or was turned off."


def path_of_new_link(client: CheckedClient) -> str:
    response = client.post("/api/calendarFeed")
    assert response.status_code == 201
    path: str = urlsplit(response.json["url"]).path
    return path


def events(content: bytes) -> dict[str, tuple[date, date]]:
    """Return the first day and the day after the last one of each event, by title."""
    calendar = Calendar.from_ical(content)
    return {
        str(event["summary"]): (event["dtstart"].dt, event["dtend"].dt) for event in calendar.walk("VEVENT")
    }


def test_calendar_has_the_own_duties_as_days_with_titles_only(
    buyer: User, supplier: User, signed_in: SignedIn, client: CheckedClient
) -> None:
    follow_up(buyer, supplier, title="Insurance; cover, 2027", due=day(3), description_html="<p>Secret</p>")
    follow_up(buyer, supplier, title="For anyone", anyone=True, due=day(4))
    follow_up(buyer, colleague_of(supplier), title="Of a colleague", due=day(3))
    send_rfx(buyer, supplier, title="Qualification", deadline=WEDNESDAY + timedelta(days=200))
    path = path_of_new_link(signed_in(supplier))
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert events(response.data) == {
        "Insurance; cover, 2027": (day(3), day(4)),
        "For anyone": (day(4), day(5)),
        "Qualification": (day(200), day(201)),
    }
    text = response.text
    assert "Secret" not in text
    assert "DESCRIPTION" not in text
    assert "ATTENDEE" not in text
    calendar = Calendar.from_ical(response.data)
    assert calendar["version"] == "2.0"
    assert calendar["prodid"]
    for event in calendar.walk("VEVENT"):
        assert event["uid"]
        assert event["dtstamp"].dt.utcoffset() == timedelta(0)


def test_calendar_contains_400_days_and_late_records_of_90_days(
    buyer: User, supplier: User, signed_in: SignedIn, client: CheckedClient
) -> None:
    for offset in (-91, -90, 400, 401):
        follow_up(buyer, supplier, title=str(offset), due=day(offset))
    response = client.get(path_of_new_link(signed_in(supplier)))
    assert set(events(response.data)) == {"-90", "400"}


def test_moments_are_on_the_day_of_the_time_zone_of_the_user(
    buyer: User, supplier: User, signed_in: SignedIn, client: CheckedClient
) -> None:
    supplier.time_zone = "Pacific/Auckland"
    send_rfx(buyer, supplier, title="Qualification", deadline=datetime(2026, 12, 4, 20, tzinfo=UTC))
    response = client.get(path_of_new_link(signed_in(supplier)))
    assert events(response.data) == {"Qualification": (date(2026, 12, 5), date(2026, 12, 6))}


def test_ids_of_events_are_stable_and_an_unchanged_calendar_is_not_sent_again(
    buyer: User, supplier: User, signed_in: SignedIn, client: CheckedClient
) -> None:
    follow_up(buyer, supplier, title="Insurance", due=day(3))
    path = path_of_new_link(signed_in(supplier))
    first = client.get(path)
    headers = {"If-None-Match": first.headers["ETag"]}
    with shifted(timedelta(minutes=5)):
        again = client.get(path, headers=headers)
        assert again.status_code == 304
        assert again.data == b""
        follow_up(buyer, supplier, title="Certificate", due=day(4))
        changed = client.get(path, headers=headers)
    assert changed.status_code == 200
    uid = Calendar.from_ical(first.data).walk("VEVENT")[0]["uid"]
    assert uid in [event["uid"] for event in Calendar.from_ical(changed.data).walk("VEVENT")]


def test_response_is_private_and_sets_no_cookie(
    supplier: User, signed_in: SignedIn, client: CheckedClient
) -> None:
    response = client.get(path_of_new_link(signed_in(supplier)))
    assert response.headers["Cache-Control"] == "private, no-cache"
    # No other site gets the address, which contains the token.
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert "Set-Cookie" not in response.headers
    assert response.headers["X-Robots-Tag"] == "noindex"


def test_token_is_stored_as_a_hash_and_returned_only_once(supplier: User, signed_in: SignedIn) -> None:
    client = signed_in(supplier)
    assert client.get("/api/calendarFeed").json == OFF
    token = path_of_new_link(client).removeprefix("/calendar/").removesuffix(".ics")
    assert len(token) == 43
    feed = db.session.get_one(CalendarFeed, supplier.id)
    assert feed.token_hash == hashlib.sha256(token.encode()).hexdigest()
    response = client.get("/api/calendarFeed")
    assert response.json["isOn"] is True
    assert datetime.fromisoformat(response.json["created"]) == feed.created.replace(
        microsecond=feed.created.microsecond // 1000 * 1000
    )
    assert response.json["lastRead"] is None


def test_replaced_and_removed_links_are_not_found(
    buyer: User, supplier: User, signed_in: SignedIn, client: CheckedClient
) -> None:
    user = signed_in(supplier)
    first, of_buyer = path_of_new_link(user), path_of_new_link(signed_in(buyer))
    second = path_of_new_link(user)
    assert first != second
    unknown = [first, "/calendar/nonsense.ics", "/calendar/.ics", f"{second}x"]
    for path in unknown:
        assert client.get(path).status_code == 404
    response = client.get(first)
    assert response.text == GONE
    assert client.get(second).status_code == 200
    assert user.delete("/api/calendarFeed").status_code == 204
    assert client.get(second).status_code == 404
    assert user.get("/api/calendarFeed").json == OFF
    assert user.delete("/api/calendarFeed").status_code == 204
    assert client.get(of_buyer).status_code == 200


def test_suspended_user_has_no_calendar(
    buyer: User, supplier: User, signed_in: SignedIn, client: CheckedClient
) -> None:
    colleague = colleague_of(supplier)
    path = path_of_new_link(signed_in(colleague))
    assert client.get(path).status_code == 200
    suspended = signed_in(supplier).put(f"/api/user/{colleague.id}/suspended", json={"suspended": True})
    assert suspended.status_code == 200, suspended.json
    response = client.get(path)
    assert (response.status_code, response.text) == (404, GONE)


def test_last_read_is_stored_once_an_hour(supplier: User, signed_in: SignedIn, client: CheckedClient) -> None:
    path = path_of_new_link(signed_in(supplier))

    def read_after(**later: int) -> datetime | None:
        with shifted(timedelta(**later)):
            assert client.get(path).status_code == 200
        return db.session.get_one(CalendarFeed, supplier.id).last_read

    first = read_after(minutes=0)
    assert first is not None
    assert read_after(minutes=59) == first
    later = read_after(minutes=61)
    assert later is not None
    assert later > first


def test_token_is_not_logged(
    supplier: User, signed_in: SignedIn, client: CheckedClient, capsys: pytest.CaptureFixture[str]
) -> None:
    path = path_of_new_link(signed_in(supplier))
    token = path.removeprefix("/calendar/").removesuffix(".ics")
    capsys.readouterr()
    client.get(path)
    client.get(f"/calendar/{token}x.ics")
    logged = "".join(capsys.readouterr())
    assert "/calendar/<token>.ics" in logged
    assert token not in logged


def test_guessing_links_is_limited(client: CheckedClient, session: Session) -> None:
    statuses = {client.get(f"/calendar/guess-{number}.ics").status_code for number in range(301)}
    assert statuses == {404, 429}


def test_link_is_in_the_log_of_the_organisation(supplier: User, signed_in: SignedIn) -> None:
    client = signed_in(supplier)
    path_of_new_link(client)
    client.delete("/api/calendarFeed")
    client.delete("/api/calendarFeed")
    types = db.session.scalars(
        select(EventLog.type)
        .where(EventLog.organisation_id == supplier.organisation_id, EventLog.type.like("user.calendarFeed%"))
        .order_by(EventLog.id)
    ).all()
    assert types == ["user.calendarFeedCreated", "user.calendarFeedRemoved"]
