"""The events of a schedule, in the log of the buyer alone."""

from sqlalchemy.orm import Session

from app.kernel.clock import format_day
from app.kernel.dates import add_months
from tests.factories.accounts import UserFactory
from tests.factories.rfx import send_rfx
from tests.factories.schedules import in_days, schedule_json
from tests.fixtures.people import SignedIn
from tests.integration.events.log import assert_sentences, log_of, send


def test_schedule_events(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    supplier = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    client = signed_in(buyer)
    sent = send_rfx(buyer, supplier)
    path = f"/api/schedule/{send(client, 'POST', '/api/schedule', schedule_json(rfxId=sent.id))['id']}"
    send(client, "PUT", path, schedule_json())
    send(client, "POST", f"{path}/hold", {})
    send(client, "POST", f"{path}/resume", {})
    send(client, "POST", f"{path}/skip", {"reason": "Audited on site"})
    send(client, "POST", f"{path}/run", {})
    assert client.delete(path).status_code == 204
    day = in_days(100)
    days = {"day": format_day(day), "year": format_day(add_months(day, 24))}
    links = assert_sentences(client, "schedules", **days)
    assert "/rfx?tab=schedules&schedule=" in " ".join(links)
    assert "schedule." not in " ".join(event["type"] for event in log_of(supplier.organisation_id))
