"""Corrective actions of the demo: a running 8D with photos, and one that was closed and found effective."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from sqlalchemy import select

from app.corrective_actions.operations.asking import Request, ask_for_action
from app.corrective_actions.operations.contacts import Recipient
from app.corrective_actions.operations.effectiveness import plan_check, record_result
from app.corrective_actions.operations.saving import NewValue, save_step
from app.corrective_actions.operations.steps import accept_step, send_step
from app.corrective_actions.queries.actions import ActionContext
from app.corrective_actions.types import Method, Result, Step
from app.devtools.demo.network import Network
from app.devtools.demo.photos import carton_jpeg
from app.devtools.demo.timeline import Story, ago
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.ncr.public import NonConformance

SUPPLIER = "Bergmann Präzision GmbH"
RUNNING = "Burrs on bore of housing 4711-C"
CLOSED = "Measuring report missing for two features"
NOTHING = {f"place.{place}.nothing": True for place in ("TRANSIT", "PRODUCTION")}

Values = Mapping[str, object]


def plan_corrective_actions(network: Network) -> Iterator[Story]:
    """Plan the corrective actions of two non-conformances of one supplier."""
    yield _running(network)
    yield _closed(network)


def _running(network: Network) -> Story:
    buyer, supplier = network.meridian.lead, network.first_users[SUPPLIER]
    yield ago(3, 2)
    action_id = _ask(
        buyer, supplier, RUNNING, Method.EIGHT_D, "Please start with the containment today."
    ).action.id
    yield ago(2)
    _save(supplier, action_id, Step.D1, {
        "team.demo01.name": supplier.name, "team.demo01.role": "Quality",
        "team.demo02.name": "Ole Brandt", "team.demo02.role": "Deburring",
    })  # fmt: skip
    _save(supplier, action_id, Step.D2, {
        "how": "Receiving inspection with a bore gauge", "howMany": "11 of 80 parts",
        **_photo(supplier, "demo01", 0),
    })  # fmt: skip
    event = (clock.now() + timedelta(days=5)).date().isoformat()
    _save(supplier, action_id, Step.D3, {
        "place.CUSTOMER.quantity": 80, "place.CUSTOMER.sorted": 80, "place.CUSTOMER.bad": 11,
        "place.CUSTOMER.action": "Sorted on site, bad parts returned", "place.CUSTOMER.until": event,
        "place.STOCK.quantity": 240, "place.STOCK.sorted": 240, "place.STOCK.bad": 6,
        "place.STOCK.action": "All parts deburred again and measured",
        **NOTHING, **_photo(supplier, "demo01", 1),
    })  # fmt: skip
    send_step(actor=supplier, action_id=action_id, step=Step.D3)
    yield ago(1)
    accept_step(actor=buyer, action_id=action_id, step=Step.D3)
    yield ago(0, 5)
    _save(supplier, action_id, Step.D4, {
        "why.OCCURRENCE.demo01": "The brush left a burr at the cross bore.",
        "why.OCCURRENCE.demo02": "The brush was worn.",
        "cause.OCCURRENCE.word": "MACHINE",
        **_photo(supplier, "demo01", 2, place="OCCURRENCE"),
    })  # fmt: skip


def _closed(network: Network) -> Story:
    buyer, supplier = network.meridian.lead, network.first_users[SUPPLIER]
    yield ago(96, 1)
    action_id = _ask(buyer, supplier, CLOSED, Method.SHORT, "").action.id
    day = clock.now().date().isoformat()
    steps: Mapping[Step, Values] = {
        Step.D3: {
            "place.CUSTOMER.quantity": 1, "place.CUSTOMER.action": "The missing features are measured",
            "place.STOCK.nothing": True, **NOTHING,
        },
        Step.D4: {
            "why.OCCURRENCE.demo01": "The measuring plan was of an earlier revision.",
            "cause.OCCURRENCE.text": "New revisions did not reach the measuring room.",
            "cause.OCCURRENCE.word": "METHOD",
            "why.ESCAPE.demo01": "The report was not compared with the drawing.",
            "cause.ESCAPE.text": "No check before the shipment.",
        },
        Step.D5: {
            "task.demo01.text": "The measuring room gets each new revision",
            "task.demo01.responsible": supplier.name,
            "task.demo01.due": day,
        },
        Step.D6: {"task.demo01.done": day},
        Step.D8: {"closing": "Feature 14 and 22 are in the report. Thanks to the measuring room."},
    }  # fmt: skip
    for hours, (step, values) in enumerate(steps.items()):
        yield ago(94, 20 - 2 * hours)
        _save(supplier, action_id, step, values)
        send_step(actor=supplier, action_id=action_id, step=step)
        accept_step(actor=buyer, action_id=action_id, step=step)
    yield ago(92)
    plan_check(
        actor=buyer, action_id=action_id, criterion="Complete reports with 3 deliveries",
        on=(clock.now() + timedelta(days=85)).date(),
    )  # fmt: skip
    yield ago(6)
    record_result(
        actor=buyer, action_id=action_id, result=Result.EFFECTIVE, comment="All three are complete."
    )


def _ask(buyer: Actor, supplier: Actor, title: str, method: Method, message: str) -> ActionContext:
    ncr_id = db.session.execute(select(NonConformance.id).where(NonConformance.title == title)).scalar_one()
    return ask_for_action(
        actor=buyer,
        ncr_id=ncr_id,
        request=Request(
            method=method, due_days={}, recipient=Recipient(user_id=supplier.user_id), message=message
        ),
    )


def _save(supplier: Actor, action_id: int, step: Step, values: Values) -> None:
    save_step(
        actor=supplier,
        action_id=action_id,
        step=step,
        values={key: NewValue(value, 0) for key, value in values.items()},
    )


def _photo(actor: Actor, row: str, number: int, *, place: str = "") -> Values:
    attachment = store_bytes(
        organisation_id=actor.organisation_id,
        user_id=actor.user_id,
        filename=f"burr-{number + 1}.jpg",
        content=carton_jpeg(number),
        kind=AttachmentKind.NCR,
    )
    return {f"file.{row}": {"id": attachment.id, "place": place}}
