"""Saving fields of steps: two people at once, repeated saves, limits, quantities, days before the event, and files."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.corrective_actions.models import CorrectiveTask
from app.corrective_actions.types import MAX_FILES, MAX_TASKS, MAX_WHYS
from app.files.models import AttachmentUse
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.corrective_actions import ActionParties, fill, make_action, save, send, upload_photo
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def parties(session: Session) -> ActionParties:
    return make_action(supplier=UserFactory(name="Sam Supplier"))


def put(
    client: CheckedClient, parties: ActionParties, step: str, **values: tuple[Any, int]
) -> dict[str, Any]:
    """Save values with their base iterations; the keys have `__` instead of dots."""
    body = {
        key.replace("__", "."): {"value": value, "baseIteration": base}
        for key, (value, base) in values.items()
    }
    response = client.put(parties.step(step), json={"values": body})
    assert response.status_code == 200, response.json
    saved: dict[str, Any] = response.json
    return saved


def values_of(client: CheckedClient, parties: ActionParties, step: str) -> dict[str, Any]:
    steps = client.get(parties.path).json["steps"]
    values: dict[str, Any] = next(each["values"] for each in steps if each["step"] == step)
    return values


def test_two_people_at_once_lose_nothing(parties: ActionParties, signed_in: SignedIn) -> None:
    first, second = signed_in(parties.supplier), signed_in(colleague_of(parties.supplier))
    put(first, parties, "D4", why__OCCURRENCE__row001=("Worn tool", 0), cause__OCCURRENCE__text=("Wear", 0))
    # Both have loaded the page after that.
    put(first, parties, "D4", why__OCCURRENCE__row001=("Worn tool, 3 mm", 1))
    result = put(
        second,
        parties,
        "D4",
        why__OCCURRENCE__row002=("No tool life", 0),
        why__OCCURRENCE__row001=("Blunt tool", 1),
    )
    assert result["saved"].keys() == {"why.OCCURRENCE.row002"}
    conflict = result["conflicts"]["why.OCCURRENCE.row001"]
    assert (conflict["value"], conflict["iteration"], conflict["name"]) == (
        "Worn tool, 3 mm",
        2,
        "Sam Supplier",
    )
    assert values_of(first, parties, "D4") == {
        "why.OCCURRENCE.row001": "Worn tool, 3 mm",
        "why.OCCURRENCE.row002": "No tool life",
        "cause.OCCURRENCE.text": "Wear",
    }
    put(second, parties, "D4", why__OCCURRENCE__row001=("Blunt tool", 2))
    assert values_of(first, parties, "D4")["why.OCCURRENCE.row001"] == "Blunt tool"


def test_repeated_save_is_neither_a_conflict_nor_an_iteration(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    client = signed_in(parties.supplier)
    for _ in range(3):
        result = put(client, parties, "D5", task__row001__text=("Set a tool life", 0))
        assert result["saved"]["task.row001.text"]["iteration"] == 1


def test_planned_actions_are_rows_whose_fields_merge(
    parties: ActionParties, signed_in: SignedIn, session: Session
) -> None:
    first, second = signed_in(parties.supplier), signed_in(colleague_of(parties.supplier))
    put(first, parties, "D5", task__row001__text=("Set a tool life", 0))
    put(second, parties, "D5", task__row001__responsible=("Mia", 0), task__row001__due=("2024-05-01", 0))
    put(first, parties, "D6", task__row001__done=("2024-04-30", 0))
    row = session.execute(select(CorrectiveTask)).scalar_one()
    assert (row.text, row.responsible, str(row.due), str(row.done)) == (
        "Set a tool life",
        "Mia",
        "2024-05-01",
        "2024-04-30",
    )
    unknown = put(first, parties, "D6", task__row999__done=("2024-04-30", 0))
    assert unknown["refused"] == {"task.row999.done": "This step has no such field."}
    put(first, parties, "D5", task__row001__text=(None, 1), task__row001__responsible=(None, 1))
    assert values_of(first, parties, "D5") == {"task.row001.due": "2024-05-01"}


@pytest.mark.parametrize(
    ("step", "key", "value", "sentence"),
    [
        ("D3", "place.CUSTOMER.until", "2024-03-01", "This is before the event on 2 Mar 2024."),
        ("D5", "task.row001.due", "2024-03-01", "This is before the event on 2 Mar 2024."),
        ("D5", "task.row001.due", "soon", "Enter a date."),
        ("D5", "task.row001.due", "2024-02-31", "Enter a date."),
        ("D3", "place.CUSTOMER.quantity", -1, "Enter a whole number of 0 or more."),
        ("D3", "place.CUSTOMER.quantity", True, "Enter a whole number of 0 or more."),
        ("D3", "place.CUSTOMER.quantity", 1.5, "Enter a whole number of 0 or more."),
        ("D3", "place.MOON.quantity", 1, "This step has no such field."),
        ("D3", "place.CUSTOMER.nothing", "yes", "This value can't be used here."),
        ("D2", "what", ["a"], "This value can't be used here."),
        ("D2", "what", "x" * 4001, "This must have at most 4000 characters."),
        ("D1", "team.row001.name", "two\nlines", "This value can't be used here."),
        ("D4", "cause.OCCURRENCE.word", "MAGIC", "This value can't be used here."),
        ("D4", "file.row001", {"id": "1"}, "This value can't be used here."),
        ("D4", "file.row001", {"id": 1, "place": "../etc"}, "This value can't be used here."),
        ("D4", "file.row001", {"id": 999999}, "This file is no longer there. Please add it again."),
        ("D4", "why.OCCURRENCE.x", "short key", "This step has no such field."),
    ],
)
def test_values_that_a_field_cannot_have_are_refused_with_a_sentence(
    parties: ActionParties, signed_in: SignedIn, step: str, key: str, value: object, sentence: str
) -> None:
    body = {
        "values": {
            key: {"value": value, "baseIteration": 1 if key == "what" else 0},
            "file.row000": {"value": None, "baseIteration": 0},
        }
    }
    response = signed_in(parties.supplier).put(parties.step(step), json=body)
    assert response.status_code == 200
    assert response.json["refused"] == {key: sentence}


def test_quantities_that_do_not_add_up_are_kept_with_a_sentence(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    client = signed_in(parties.supplier)
    result = put(
        client,
        parties,
        "D3",
        place__CUSTOMER__quantity=(100, 0),
        place__CUSTOMER__sorted=(120, 0),
        place__STOCK__quantity=(50, 0),
        place__STOCK__sorted=(20, 0),
        place__STOCK__bad=(30, 0),
    )
    assert result["problems"]["place.CUSTOMER.sorted"] == [
        "Sorted 120 is more than the quantity 100 at the customer."
    ]
    assert result["problems"]["place.STOCK.bad"] == ["Bad 30 is more than sorted 20 in own stock."]
    assert values_of(client, parties, "D3")["place.CUSTOMER.sorted"] == 120
    ticked = put(client, parties, "D3", place__TRANSIT__nothing=(True, 0))
    assert not any("TRANSIT" in key for key in ticked["problems"])


@pytest.mark.parametrize(
    ("step", "key", "most", "sentence"),
    [
        ("D4", "why.OCCURRENCE.row{:03}", MAX_WHYS, "At most 50 whys are possible."),
        ("D5", "task.row{:03}.text", MAX_TASKS, "At most 100 actions are possible."),
    ],
)
def test_lists_have_a_limit(
    parties: ActionParties, signed_in: SignedIn, step: str, key: str, most: int, sentence: str
) -> None:
    client = signed_in(parties.supplier)
    body = {key.format(row): {"value": "x", "baseIteration": 0} for row in range(most + 1)}
    result = client.put(parties.step(step), json={"values": body}).json
    assert result["refused"] == {key.format(most): sentence}
    assert len(result["saved"]) == most


def test_too_many_fields_and_names_get_422(parties: ActionParties, signed_in: SignedIn) -> None:
    client = signed_in(parties.supplier)
    many = {f"why.OCCURRENCE.row{row:04}": {"value": "x", "baseIteration": 0} for row in range(501)}
    assert client.put(parties.step("D4"), json={"values": many}).status_code == 422
    long = {"x" * 81: {"value": "x", "baseIteration": 0}}
    assert client.put(parties.step("D4"), json={"values": long}).status_code == 422


def test_photos_of_all_steps_have_one_limit(
    parties: ActionParties, signed_in: SignedIn, session: Session
) -> None:
    client = signed_in(parties.supplier)
    ids = [upload_photo(parties.supplier, f"photo {row}".encode()) for row in range(MAX_FILES + 1)]
    body = {
        f"file.row{row:03}": {"value": {"id": ids[row], "place": ""}, "baseIteration": 0}
        for row in range(MAX_FILES)
    }
    assert client.put(parties.step("D4"), json={"values": body}).json["refused"] == {}
    one = {"file.row999": {"value": {"id": ids[-1], "place": ""}, "baseIteration": 0}}
    assert client.put(parties.step("D2"), json={"values": one}).json["refused"] == {
        "file.row999": "At most 30 photos and files can be added to one corrective action."
    }
    removed = {"file.row000": {"value": None, "baseIteration": 1}}
    client.put(parties.step("D4"), json={"values": removed})
    assert client.put(parties.step("D2"), json={"values": one}).json["refused"] == {}
    attached = session.execute(
        select(AttachmentUse.attachment_id).where(AttachmentUse.subject_type == "correctiveStep")
    ).scalars()
    assert set(attached) == set(ids[1:])


def test_files_are_read_by_the_buyer_once_the_step_was_sent(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    photo = upload_photo(parties.supplier)
    foreign = upload_photo(parties.buyer)
    save(parties, "D3", {"file.row001": {"id": photo, "place": ""}})
    client = signed_in(parties.supplier)
    stolen = put(client, parties, "D3", file__row002=({"id": foreign, "place": ""}, 0))
    assert stolen["refused"] == {"file.row002": "This file is no longer there. Please add it again."}
    assert signed_in(colleague_of(parties.supplier)).get(f"/api/attachment/{photo}").status_code == 200
    buyer = signed_in(parties.buyer)
    assert buyer.get(f"/api/attachment/{photo}").status_code == 404
    send(parties, "D3")
    assert buyer.get(f"/api/attachment/{photo}").status_code == 200
    step = next(each for each in buyer.get(parties.path).json["steps"] if each["step"] == "D3")
    assert [file["filename"] for file in step["files"]] == ["burr.jpg"]
    assert signed_in(UserFactory()).get(f"/api/attachment/{photo}").status_code == 404


def test_problem_starts_with_the_facts_of_the_non_conformance(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    values = values_of(signed_in(parties.supplier), parties, "D2")
    assert values == {
        "what": "Burrs on bore\nFound at receiving inspection.",
        "where": "Hip stems",
        "when": "2 Mar 2024",
        "who": parties.buyer.name,
    }
    fill(parties, "D2")
    assert values_of(signed_in(parties.supplier), parties, "D2")["what"] == "Burrs on the bore"
