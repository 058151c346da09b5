"""The worker's lane sends deliveries to a real receiver: signatures, tries, limits and failures."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from threading import Thread

import pytest
from sqlalchemy.orm import Session
from standardwebhooks import WebhookVerificationError

from app.accounts.models import User
from app.events.models import EventLog
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now, shifted
from app.kernel.http import outbound
from app.kernel.mail.outbox import OutboxMail
from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.operations import sending
from app.webhooks.operations.sending import claim_due, deliver_due
from app.webhooks.types import LEASE, LONGEST_PAUSE, MAX_STORED_ANSWER, MAX_TRIES, PAUSES, DeliveryState
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.webhooks import Receiver, Request, deliveries_of, make_endpoint, webhook_json
from tests.fixtures.people import SignedIn
from tests.integration.events.log import send


@pytest.fixture
def endpoint(buyer: User, receiver: Receiver) -> WebhookEndpoint:
    return make_endpoint(buyer, url=receiver.url)


def add_event(user: User, count: int = 1) -> None:
    for _ in range(count):
        record("user.invited", actor=actor_of(user), userId=7, userName="Nia")
    db.session.flush()


def only_delivery(endpoint: WebhookEndpoint) -> WebhookDelivery:
    [delivery] = deliveries_of(endpoint.id)
    return delivery


def deliver_all_tries(endpoint: WebhookEndpoint, count: int) -> None:
    """Run the lane `count` times, each when the next try is due."""
    for _ in range(count):
        due = only_delivery(endpoint).next_attempt
        assert due is not None
        with shifted(due - now() + timedelta(milliseconds=1)):
            assert deliver_due() == 1


class TestSignature:
    def test_receiver_verifies_the_body(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver
    ) -> None:
        add_event(buyer)
        receiver.statuses, receiver.content = [200], b"thanks"
        delivery_id = only_delivery(endpoint).id
        assert deliver_due() == 1
        [request] = receiver.requests
        delivery = only_delivery(endpoint)
        sent = request.verify(endpoint)
        assert sent == delivery.body
        assert list(sent) == ["id", "type", "timestamp", "organisationId", "data"]
        assert list(sent["data"]) == ["userId", "userName", "byUserId", "byUserName"]
        assert request.headers["webhook-id"] == delivery.message_id == delivery.body["id"]
        assert request.headers["Content-Type"] == "application/json"
        assert (delivery.id, delivery.state, delivery.attempts) == (delivery_id, DeliveryState.DELIVERED, 1)
        assert (delivery.last_status, delivery.last_answer, delivery.last_error) == (200, "thanks", None)
        assert delivery.next_attempt is None
        assert delivery.duration_ms is not None
        assert deliver_due() == 0

    def test_changed_body_old_time_and_wrong_secret_are_refused(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver
    ) -> None:
        add_event(buyer)
        with shifted(-timedelta(minutes=6)):
            # The event waits for this earlier time of the clock.
            delivery = only_delivery(endpoint)
            delivery.next_attempt = now()
            deliver_due()
        send_again = make_endpoint(buyer, url=receiver.url)
        add_event(buyer)
        deliver_due()
        replayed, first, second = receiver.requests
        with pytest.raises(WebhookVerificationError, match="too old"):
            replayed.verify(endpoint)
        own, others = (first, second) if _is_for(first, endpoint) else (second, first)
        own.verify(endpoint)
        with pytest.raises(WebhookVerificationError, match="No matching"):
            others.verify(endpoint)
        others.verify(send_again)
        own.body = own.body.replace(b"Nia", b"Eve")
        with pytest.raises(WebhookVerificationError, match="No matching"):
            own.verify(endpoint)

    def test_both_secrets_sign_for_a_day_after_a_rotation(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver, signed_in: SignedIn
    ) -> None:
        former = send(signed_in(buyer), "POST", f"/api/webhook/{endpoint.id}/secret", {})["secret"]
        send(signed_in(buyer), "POST", f"/api/webhook/{endpoint.id}/secret", {"rotate": True})
        add_event(buyer)
        deliver_due()
        with shifted(timedelta(hours=25)):
            add_event(buyer)
            deliver_due()
        within, after = receiver.requests
        assert len(within.headers["webhook-signature"].split(" ")) == 2
        within.verify(endpoint)
        from standardwebhooks import Webhook

        Webhook(former).verify(within.body, dict(within.headers))
        assert len(after.headers["webhook-signature"].split(" ")) == 1


def _is_for(request: Request, endpoint: WebhookEndpoint) -> bool:
    try:
        request.verify(endpoint)
    except WebhookVerificationError:
        return False
    return True


class TestTries:
    def test_failed_try_is_repeated_with_the_same_id_until_it_succeeds(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver
    ) -> None:
        receiver.statuses = [500, 404, 200]
        add_event(buyer)
        assert deliver_due() == 1
        delivery = only_delivery(endpoint)
        assert delivery.last_error == "The receiver answered 500 Internal Server Error."
        assert _pause(delivery) == pytest.approx(PAUSES[0].total_seconds(), abs=2)
        assert deliver_due() == 0, "the next try is later"
        deliver_all_tries(endpoint, 2)
        delivery = only_delivery(endpoint)
        assert (delivery.state, delivery.attempts, delivery.last_error) == (DeliveryState.DELIVERED, 3, None)
        assert len({request.headers["webhook-id"] for request in receiver.requests}) == 1

    def test_last_failed_try_switches_the_endpoint_off_and_mails_those_who_manage_it(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver, session: Session
    ) -> None:
        colleague_of(buyer, role_name="Viewer")
        receiver.statuses = [500]
        add_event(buyer)
        deliver_due()
        deliver_all_tries(endpoint, MAX_TRIES - 2)
        assert (only_delivery(endpoint).state, endpoint.is_active) == (DeliveryState.PENDING, True)
        deliver_all_tries(endpoint, 1)
        assert only_delivery(endpoint).state == DeliveryState.FAILED
        session.refresh(endpoint)
        assert endpoint.is_active is False
        assert endpoint.disabled_reason == (
            "An event was not delivered after 8 tries in 24 hours. "
            "The receiver answered 500 Internal Server Error."
        )
        [mail] = session.query(OutboxMail).filter(OutboxMail.subject.contains("webhook"))
        assert (mail.template, mail.to_user_id) == ("GENERAL", buyer.id)
        assert session.query(EventLog).filter_by(type="webhook.disabled").count() == 1
        assert len(receiver.requests) == MAX_TRIES
        add_event(buyer)
        assert deliver_due() == 0
        assert sum(PAUSES, timedelta()) > timedelta(hours=23)

    def test_gone_switches_off_at_once(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver, session: Session
    ) -> None:
        receiver.statuses = [410]
        add_event(buyer)
        deliver_due()
        session.refresh(endpoint)
        assert (endpoint.is_active, endpoint.disabled_reason) == (False, "The receiver answered 410 Gone.")
        assert only_delivery(endpoint).state == DeliveryState.FAILED

    def test_waiting_deliveries_are_sent_when_it_is_switched_on_again(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver, signed_in: SignedIn
    ) -> None:
        client = signed_in(buyer)
        body = webhook_json(url=receiver.url)
        add_event(buyer)
        send(client, "PUT", f"/api/webhook/{endpoint.id}", body | {"isActive": False})
        assert deliver_due() == 0
        add_event(buyer)
        send(client, "PUT", f"/api/webhook/{endpoint.id}", body)
        assert deliver_due() == 1
        assert only_delivery(endpoint).state == DeliveryState.DELIVERED, "the second event was not for it"

    @pytest.mark.parametrize("status", [429, 503])
    @pytest.mark.parametrize(
        ("value", "seconds"),
        [
            ("120", 120.0),
            ("1", PAUSES[0].total_seconds()),
            ("9999999", LONGEST_PAUSE.total_seconds()),
            ("soon", PAUSES[0].total_seconds()),
            ("in an hour", 3600.0),
        ],
    )
    def test_busy_receiver_may_ask_for_a_pause(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver, status: int, value: str, seconds: float
    ) -> None:  # fmt: skip
        if value == "in an hour":
            value = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
        receiver.statuses, receiver.headers = [status], {"Retry-After": value}
        add_event(buyer)
        deliver_due()
        assert _pause(only_delivery(endpoint)) == pytest.approx(seconds, abs=3)

    def test_other_failures_ignore_retry_after(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver
    ) -> None:
        receiver.statuses, receiver.headers = [500], {"Retry-After": "3600"}
        add_event(buyer)
        deliver_due()
        assert _pause(only_delivery(endpoint)) == pytest.approx(PAUSES[0].total_seconds(), abs=2)


def _pause(delivery: WebhookDelivery) -> float:
    assert delivery.next_attempt is not None
    return (delivery.next_attempt - now()).total_seconds()


class TestBadReceivers:
    def test_redirect_is_a_failure_and_is_not_followed(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver
    ) -> None:
        receiver.statuses, receiver.headers = [302], {"Location": f"http://{receiver.host}/secret"}
        add_event(buyer)
        deliver_due()
        assert [request.path for request in receiver.requests] == ["/hook"]
        assert only_delivery(endpoint).last_error == (
            "The receiver answered with a redirect (302). Enter the final address."
        )

    def test_only_the_beginning_of_an_answer_is_stored(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver
    ) -> None:
        receiver.statuses, receiver.content = [200], b"\x00\xff" + b"x" * 5_000
        add_event(buyer)
        deliver_due()
        delivery = only_delivery(endpoint)
        assert delivery.state == DeliveryState.DELIVERED
        assert delivery.last_answer == "\ufffd" + "x" * (MAX_STORED_ANSWER - 1)

    def test_too_large_answer_is_a_failure(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver
    ) -> None:
        receiver.statuses, receiver.content = [200], b"x" * (outbound.MAX_ANSWER + 1)
        add_event(buyer)
        deliver_due()
        assert only_delivery(endpoint).last_error == outbound.TOO_LARGE

    def test_receiver_without_an_answer_is_a_failure(
        self,
        buyer: User,
        endpoint: WebhookEndpoint,
        receiver: Receiver,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(outbound, "REQUEST_SECONDS", 0.3)
        receiver.slow_paths = {"/hook"}
        add_event(buyer)
        deliver_due()
        delivery = only_delivery(endpoint)
        assert delivery.last_error == outbound.TOO_SLOW
        assert delivery.last_status is None

    @pytest.mark.parametrize("host", ["127.0.0.1:9", "localhost", "[::1]", "10.0.0.7"])
    def test_address_in_a_private_network_gets_no_request(
        self, buyer: User, receiver: Receiver, host: str
    ) -> None:
        """The name of a stored address may lead into a private network later."""
        endpoint = make_endpoint(buyer, url=f"https://{host}/hook")
        add_event(buyer)
        deliver_due()
        assert only_delivery(endpoint).last_error == outbound.PRIVATE_ADDRESS

    def test_slow_endpoint_holds_up_no_other_and_has_few_requests(
        self, buyer: User, receiver: Receiver
    ) -> None:
        slow = make_endpoint(buyer, url=f"http://{receiver.host}/slow")
        quick = make_endpoint(UserFactory(), url=receiver.url)
        receiver.slow_paths = {"/slow"}
        add_event(buyer, 20)
        other = UserFactory(in_organisation=None, organisation_id=quick.organisation_id)
        add_event(other, 5)
        paths: list[str] = []

        def release() -> None:
            """Release the slow requests once the quick endpoint has all its events."""
            while [request.path for request in receiver.requests].count("/hook") < 5:
                receiver.released.wait(0.01)
            paths.extend(request.path for request in receiver.requests)
            receiver.released.set()

        thread = Thread(target=release)
        thread.start()
        assert deliver_due() == 25
        thread.join()
        assert paths.count("/slow") == sending.PARALLEL
        assert {each.state for each in deliveries_of(slow.id)} == {DeliveryState.DELIVERED}
        assert receiver.most_parallel <= 2 * sending.PARALLEL


class TestClaiming:
    def test_claim_is_a_lease(self, buyer: User, endpoint: WebhookEndpoint) -> None:
        add_event(buyer)
        assert len(claim_due()) == 1
        assert claim_due() == []
        with shifted(LEASE + timedelta(seconds=1)):
            [again] = claim_due()
        assert again.attempts == 2

    def test_late_result_of_an_expired_claim_is_ignored(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver
    ) -> None:
        from app.webhooks.operations.results import store_outcome
        from app.webhooks.policies.retrying import Outcome

        add_event(buyer)
        [first] = claim_due()
        with shifted(LEASE + timedelta(seconds=1)):
            deliver_due()
        store_outcome(delivery_id=first.id, attempts=first.attempts, outcome=Outcome(5, status=500))
        assert only_delivery(endpoint).state == DeliveryState.DELIVERED

    def test_nothing_starts_after_the_signal_to_stop(self, buyer: User, endpoint: WebhookEndpoint) -> None:
        add_event(buyer)
        assert deliver_due(lambda: True) == 0
        assert only_delivery(endpoint).attempts == 0


class TestSendingAgain:
    def test_delivery_is_sent_again_with_the_same_id(
        self, buyer: User, endpoint: WebhookEndpoint, receiver: Receiver, signed_in: SignedIn
    ) -> None:
        add_event(buyer)
        deliver_due()
        client, path = signed_in(buyer), f"/api/webhook/{endpoint.id}/delivery"
        [listed] = send(client, "GET", path)
        assert (listed["state"], listed["lastStatus"], listed["attempts"]) == ("DELIVERED", 204, 1)
        again = send(client, "POST", f"/api/webhookDelivery/{listed['id']}/send")
        assert (again["state"], again["attempts"]) == ("PENDING", 0)
        deliver_due()
        assert len({request.headers["webhook-id"] for request in receiver.requests}) == 1
        assert len(receiver.requests) == 2
        assert [row["state"] for row in send(client, "GET", f"{path}?state=DELIVERED")] == ["DELIVERED"]
        assert send(client, "GET", f"{path}?state=FAILED") == []
        assert len(send(client, "GET", f"{path}?type=user.invited")) == 1
        assert send(client, "GET", f"{path}?type=rfx.sent") == []

    def test_nothing_is_sent_again_to_an_endpoint_that_is_off(
        self, buyer: User, endpoint: WebhookEndpoint, session: Session, signed_in: SignedIn
    ) -> None:
        add_event(buyer)
        deliver_due()
        endpoint.is_active = False
        session.flush()
        response = signed_in(buyer).post(f"/api/webhookDelivery/{only_delivery(endpoint).id}/send")
        assert (response.status_code, response.json["message"]) == (
            409,
            "This webhook is off. Switch it on first.",
        )

    def test_test_event_is_tried_once_and_switches_nothing_off(
        self, buyer: User, receiver: Receiver, session: Session, signed_in: SignedIn
    ) -> None:
        endpoint = make_endpoint(buyer, url=receiver.url, is_active=False)
        receiver.statuses = [500, 204]
        client, path = signed_in(buyer), f"/api/webhook/{endpoint.id}/test"
        for state in (DeliveryState.FAILED, DeliveryState.DELIVERED):
            created = send(client, "POST", path)
            assert deliver_due() == 1
            assert session.get_one(WebhookDelivery, created["id"], populate_existing=True).state == state
        body = receiver.requests[1].verify(endpoint)
        assert body["type"] == "webhook.test"
        assert body["data"] == {"byUserId": buyer.id, "byUserName": "Ann Buyer"}
        assert session.query(OutboxMail).count() == 0
