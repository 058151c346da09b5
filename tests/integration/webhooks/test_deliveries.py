"""Deliveries are rows, written in the transaction of the event, for the organisations that may see the event alone."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.policies import PERSONAL_TYPES
from app.events.public import SENTENCES, VIEW_TYPES, record, record_unlisted, record_view
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.session import rolled_back
from app.webhooks.jobs import catch_up
from app.webhooks.operations.deleting import delete_old_deliveries
from app.webhooks.policies.catalogue import CATALOGUE, GROUPS, SAMPLES, sample_of
from app.webhooks.queries import active
from app.webhooks.types import DELIVERY_DAYS, DeliveryState
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.network import relate
from tests.factories.rfx import answers_json, send_rfx
from tests.factories.webhooks import deliveries_of, make_endpoint
from tests.fixtures.client import counted_statements
from tests.fixtures.people import SignedIn
from tests.integration.events.log import log_of, send


@pytest.fixture
def supplier(session: Session) -> User:
    created: User = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    return created


def types_of(endpoint_id: int) -> list[str]:
    return [delivery.type for delivery in deliveries_of(endpoint_id)]


class TestWriting:
    def test_delivery_has_the_event_with_ids_and_names(self, buyer: User, supplier: User) -> None:
        endpoint = make_endpoint(buyer)
        sent = send_rfx(buyer, supplier, title="Questions 2027")
        [delivery] = [each for each in deliveries_of(endpoint.id) if each.type == "rfx.sent"]
        [logged] = [each for each in log_of(buyer.organisation_id) if each["type"] == "rfx.sent"]
        assert delivery.event_id == logged["id"]
        assert delivery.state == DeliveryState.PENDING
        assert delivery.body == {
            "id": f"evt_{logged['id']}",
            "type": "rfx.sent",
            "timestamp": logged["created"],
            "organisationId": buyer.organisation_id,
            "data": {
                "rfxId": sent.id,
                "rfxType": "RFI",
                "rfxTitle": "Questions 2027",
                "supplierId": supplier.organisation_id,
                "supplierName": "Calder Coatings",
                "fromOrganisationId": buyer.organisation_id,
                "fromOrganisationName": "Brightwater",
                "byUserId": buyer.id,
                "byUserName": "Ann Buyer",
            },
        }

    def test_only_the_chosen_types_are_written(self, buyer: User) -> None:
        endpoint = make_endpoint(buyer, types=("user.suspended",))
        everything = make_endpoint(buyer)
        for event_type in ("user.invited", "user.suspended"):
            record(event_type, actor=actor_of(buyer), userId=1, userName="Nia")
        assert types_of(endpoint.id) == ["user.suspended"]
        assert types_of(everything.id) == ["user.invited", "user.suspended"]

    def test_endpoint_that_is_off_or_removed_gets_nothing(self, buyer: User) -> None:
        off, removed = make_endpoint(buyer, is_active=False), make_endpoint(buyer, removed=now())
        other = make_endpoint(buyer)
        record("user.invited", actor=actor_of(buyer))
        assert (types_of(off.id), types_of(removed.id)) == ([], [])
        assert types_of(other.id) == ["user.invited"]

    def test_rolled_back_event_leaves_no_delivery(self, buyer: User) -> None:
        endpoint = make_endpoint(buyer)
        for event_type, is_flushed in (("user.invited", False), ("user.updated", True)):
            with rolled_back():
                record(event_type, actor=actor_of(buyer))
                if is_flushed:
                    db.session.flush()
        record("user.suspended", actor=actor_of(buyer))
        assert types_of(endpoint.id) == ["user.suspended"]

    def test_organisation_without_endpoint_needs_no_statement(
        self, buyer: User, supplier: User, signed_in: SignedIn
    ) -> None:
        sent, other = send_rfx(buyer, supplier), send_rfx(buyer, supplier)
        client = signed_in(supplier)
        client.put(f"{sent.path}/value", json=answers_json(company_name="A"))
        without = client.statements
        make_endpoint(UserFactory())
        active.has_active_endpoint(buyer.organisation_id)
        client.put(f"{other.path}/value", json=answers_json(company_name="A"))
        assert client.statements == without
        assert "webhook" not in " ".join(client.statement_log)

    def test_many_events_of_a_flush_need_two_statements(self, buyer: User) -> None:
        endpoint = make_endpoint(buyer)
        actor = actor_of(buyer)
        record("user.invited", actor=actor)
        db.session.flush()
        for _ in range(50):
            record("user.invited", actor=actor)
        with counted_statements() as log:
            db.session.flush()
        assert sum("webhook" in statement for statement in log.statements) == 2
        assert len(deliveries_of(endpoint.id)) == 51


class TestVisibility:
    def test_private_events_of_the_supplier_never_reach_the_buyer(
        self, buyer: User, supplier: User, signed_in: SignedIn
    ) -> None:
        relate(buyer.organisation_id, supplier.organisation_id)
        of_buyer, of_supplier = make_endpoint(buyer), make_endpoint(supplier)
        stranger = make_endpoint(UserFactory())
        colleague = colleague_of(supplier, name="Canary Colleague")
        sent = send_rfx(buyer, supplier)
        part = {"userId": colleague.id, "title": "Canary part", "keys": ["employees"]}
        send(signed_in(supplier), "POST", f"{sent.path}/part", part)
        record("user.updated", actor=actor_of(supplier), userId=colleague.id, userName="Canary Colleague")
        assert "Canary" in str([each.body for each in deliveries_of(of_supplier.id)])
        assert "Canary" not in str([each.body for each in deliveries_of(of_buyer.id)])
        assert deliveries_of(stranger.id) == []
        for endpoint, organisation_id in (
            (of_buyer, buyer.organisation_id),
            (of_supplier, supplier.organisation_id),
        ):
            logged = {each["id"]: each["type"] for each in log_of(organisation_id)}
            delivered = {each.event_id: each.type for each in deliveries_of(endpoint.id)}
            assert delivered == {
                event_id: event_type for event_id, event_type in logged.items() if event_type in CATALOGUE
            }

    def test_sign_ins_views_and_unlisted_events_are_not_sent(self, buyer: User) -> None:
        endpoint, actor = make_endpoint(buyer), actor_of(buyer)
        for event_type in set(PERSONAL_TYPES) - set(VIEW_TYPES):
            record(event_type, actor=actor, userId=buyer.id, userName=buyer.name)
        record_view("user.viewed.user", actor=actor, key="userId", userId=buyer.id, userName=buyer.name)
        record_unlisted("role.changed", actor=actor, organisation_id=actor.organisation_id, roleId=1)
        for event_type in ("webhook.created", "webhook.changed", "webhook.removed", "webhook.disabled"):
            record(event_type, actor=actor, endpointId=endpoint.id, endpointName="Orders")
        assert types_of(endpoint.id) == []

    def test_texts_and_unknown_arguments_are_not_sent(self, buyer: User) -> None:
        endpoint, actor = make_endpoint(buyer), actor_of(buyer)
        secret = {"reason": "Canary", "notesSample": "Canary", "subject": "Canary", "token": "Canary"}
        for event_type in CATALOGUE:
            record(event_type, actor=actor, **secret)
        sent = deliveries_of(endpoint.id)
        assert {each.type for each in sent} == set(CATALOGUE)
        assert "Canary" not in str([each.body for each in sent])

    def test_answers_are_not_sent(self, buyer: User, supplier: User, signed_in: SignedIn) -> None:
        endpoint = make_endpoint(buyer)
        sent = send_rfx(buyer, supplier)
        send(signed_in(supplier), "PUT", f"{sent.path}/value", answers_json(company_name="Canary Answer"))
        assert "rfx.started" in types_of(endpoint.id)
        assert "Canary" not in str([each.body for each in deliveries_of(endpoint.id)])


class TestCatchingUp:
    def test_events_that_another_process_wrote_without_deliveries_are_caught_up_once(
        self, buyer: User, run_jobs: Callable[[], int]
    ) -> None:
        endpoint = make_endpoint(buyer, types=("user.invited", "user.suspended"))
        since, actor = now(), actor_of(buyer)
        record("user.invited", actor=actor)
        db.session.flush()
        # A process that still remembers that there is no endpoint.
        active.current_registry().hooks(active.ActiveOrganisations).ids = frozenset()
        record("user.suspended", actor=actor, userId=5, userName="Nia")
        record("user.updated", actor=actor)
        db.session.flush()
        assert types_of(endpoint.id) == ["user.invited"]
        for _ in range(2):
            catch_up(endpoint_id=endpoint.id, since=since.isoformat())
        assert types_of(endpoint.id) == ["user.invited", "user.suspended"]
        assert deliveries_of(endpoint.id)[1].body["data"] == {
            "userId": 5,
            "userName": "Nia",
            "byUserId": buyer.id,
            "byUserName": "Ann Buyer",
        }

    def test_earlier_events_are_not_sent_to_a_changed_endpoint(self, buyer: User) -> None:
        record("user.invited", actor=actor_of(buyer))
        db.session.flush()
        endpoint = make_endpoint(buyer)
        catch_up(endpoint_id=endpoint.id, since=now().isoformat())
        assert types_of(endpoint.id) == []

    def test_endpoint_that_was_switched_off_meanwhile_is_left_alone(self, buyer: User) -> None:
        since = now()
        record("user.invited", actor=actor_of(buyer))
        db.session.flush()
        endpoint = make_endpoint(buyer, is_active=False)
        catch_up(endpoint_id=endpoint.id, since=since.isoformat())
        assert types_of(endpoint.id) == []


class TestDeleting:
    def test_old_deliveries_are_deleted(self, buyer: User, session: Session) -> None:
        endpoint = make_endpoint(buyer)
        for _ in range(2):
            record("user.invited", actor=actor_of(buyer))
        old, young = deliveries_of(endpoint.id)
        old.created = now() - timedelta(days=DELIVERY_DAYS, minutes=1)
        session.flush()
        delete_old_deliveries()
        assert [each.id for each in deliveries_of(endpoint.id)] == [young.id]

    def test_name_of_an_erased_user_is_replaced(
        self, buyer: User, signed_in: SignedIn, run_jobs: Callable[[], int]
    ) -> None:
        endpoint = make_endpoint(buyer)
        leaver = colleague_of(buyer, name="Canary Leaver")
        record("user.updated", actor=actor_of(leaver), userId=leaver.id, userName=leaver.name)
        record("rfxAward.submitted", actor=actor_of(buyer), approverId=leaver.id, approverName=leaver.name)
        client = signed_in(buyer)
        send(client, "PUT", f"/api/user/{leaver.id}/suspended", {"suspended": True})
        send(client, "POST", f"/api/user/{leaver.id}/erasure")
        run_jobs()
        bodies = str([each.body for each in deliveries_of(endpoint.id)])
        assert "Canary" not in bodies
        assert bodies.count("Former user") == 5
        assert "Ann Buyer" in bodies


class TestCatalogue:
    def test_every_type_that_endpoints_may_receive_is_in_the_catalogue(self) -> None:
        webhook_types = {each for each in SENTENCES if each.startswith("webhook.")}
        assert set(CATALOGUE) == set(SENTENCES) - set(PERSONAL_TYPES) - webhook_types
        assert len(CATALOGUE) == sum(len(rows) for _, _, rows in GROUPS)

    def test_every_sample_is_complete(self) -> None:
        used = {field for each in CATALOGUE.values() for field in each.fields}
        assert used == set(SAMPLES)
        for each in CATALOGUE.values():
            assert each.when.endswith(".")
            assert list(sample_of(each.type)["data"]) == list(dict.fromkeys(each.fields))

    def test_types_are_listed_with_their_samples(self, buyer: User, signed_in: SignedIn) -> None:
        listed = send(signed_in(buyer), "GET", "/api/eventType")
        assert [each["type"] for each in listed] == list(CATALOGUE)
        assert listed[0]["sample"]["data"]["rfxId"] == SAMPLES["rfxId"]
