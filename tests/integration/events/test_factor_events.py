"""The events of second factors and of the rules for signing in."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from tests.factories.accounts import PASSWORD, UserFactory, colleague_of
from tests.factories.factors import add_app
from tests.factories.passkeys import Authenticator
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.events.log import assert_story, send


def test_factor_events(
    session: Session, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    buyer = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    client, device = signed_in(buyer), Authenticator()
    colleague = colleague_of(buyer, name="Cora Colleague")
    add_app(colleague)
    started = send(client, "POST", "/api/user/passkey/options")
    credential = device.create(started["options"])
    body = {"ticket": started["ticket"], "name": "Laptop", "credential": credential}
    send(client, "POST", "/api/user/passkey", body)
    other = new_client()
    step = send(other, "POST", "/api/session", {"email": buyer.email, "password": PASSWORD})
    wrong = other.post("/api/session/factor", json={"ticket": step["ticket"], "code": "000000"})
    assert wrong.status_code == 422
    [passkey] = send(client, "GET", "/api/user/factor")["passkeys"]
    send(client, "DELETE", f"/api/user/passkey/{passkey['id']}")
    send(client, "POST", f"/api/user/{colleague.id}/factorReset")
    send(client, "PUT", "/api/signInPolicy", {"requirement": "OPTIONAL"})
    assert_story(client, "factors")
