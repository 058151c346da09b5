"""The events of corrective actions, in the logs of both parties."""

from datetime import timedelta

from sqlalchemy.orm import Session

from app.corrective_actions.jobs import remind
from app.kernel.clock import now, shifted
from tests.factories.accounts import UserFactory
from tests.factories.corrective_actions import accept, make_action, save
from tests.factories.corrective_actions import send as send_steps
from tests.fixtures.people import SignedIn
from tests.integration.events.log import assert_story, send


def test_corrective_action_events(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater", time_zone="UTC")
    supplier = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    parties = make_action(buyer, supplier)
    clients = signed_in(buyer), signed_in(supplier)
    later = {"D8": (now() + timedelta(days=60)).date().isoformat()}
    send(clients[0], "PUT", f"{parties.path}/request", {"due": later})
    send(clients[1], "POST", f"{parties.path}/contest", {"reason": "Not ours."})
    decision = {"decision": "UPHELD", "comment": "It is."}
    send(clients[0], "POST", f"{parties.path}/contest/decision", decision)
    with shifted(timedelta(days=2)):
        remind()
    send_steps(parties, "D3")
    send(clients[0], "POST", parties.step("D2", "return"), {"comment": "Which lot?"})
    save(parties, "D2", {"what": "Burrs, lot 7"})
    send(clients[1], "POST", parties.step("D2", "send"), {})
    send(clients[0], "POST", parties.step("D3", "accept"), {})
    accept(parties, "D4", "D5", "D6", "D7", "D8")
    plan = {"criterion": "None in 90 days", "on": (now() + timedelta(days=90)).date().isoformat()}
    send(clients[0], "POST", f"{parties.path}/effectiveness", plan)
    result = {"result": "NOT_EFFECTIVE", "comment": "Again."}
    send(clients[0], "POST", f"{parties.path}/effectiveness/result", result)
    for client in clients:
        assert_story(client, "corrective")
