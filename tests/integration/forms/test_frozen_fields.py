"""Names, types and option values of fields are frozen after publishing, because stored answers depend on them."""

from typing import Any

import pytest

from app.accounts.models import User
from tests.factories.forms import make_draft
from tests.factories.rfx import field, form_document, make_form
from tests.fixtures.client import CheckedClient


def put(client: CheckedClient, form: Any, *blocks: Any) -> Any:
    body = {"version": form.version, "title": form.title, "doc": form_document(*blocks)}
    return client.put(f"/api/docForm/{form.id}", json=body)


def test_names_are_frozen_after_publishing(client: CheckedClient, user: User) -> None:
    form = make_form(user, field("a"), field("b"))
    renamed = field("b")
    renamed["attrs"]["name"] = "c"
    response = put(client, form, field("a"), renamed)
    assert response.status_code == 422
    assert response.json["faults"][0]["fid"] == renamed["attrs"]["fid"]
    assert "was published as 'b'" in response.json["message"]
    assert put(client, form, field("a"), field("c")).status_code == 200


def choice(*options: tuple[str, str], type: str = "SINGLE_CHOICE") -> Any:
    return field("risk", type, options=[{"value": value, "label": label} for value, label in options])


LOW, HIGH = ("1", "Low"), ("2", "High")


@pytest.mark.parametrize("type", ["SINGLE_CHOICE", "MULTI_CHOICE"])
@pytest.mark.parametrize(
    ("options", "changed_labels"),
    [
        ([("one", "Low"), HIGH], ["Low"]),
        ([("2", "Low"), ("1", "High")], ["Low", "High"]),
        ([("1", "Very low"), ("2", "Low"), ("3", "High")], ["Low", "High"]),
        ([("1", "Low or none"), ("3", "Low"), HIGH], ["Low"]),
    ],
)
def test_option_values_are_frozen_after_publishing(
    client: CheckedClient, user: User, type: str, options: list[tuple[str, str]], changed_labels: list[str]
) -> None:
    form = make_form(user, choice(LOW, HIGH, type=type))
    response = put(client, form, choice(*options, type=type))
    assert response.status_code == 422
    published_values = {"Low": "1", "High": "2"}
    assert [(fault["fid"], fault["sentence"]) for fault in response.json["faults"]] == [
        (
            choice()["attrs"]["fid"],
            f"Option '{label}' of 'risk' was published with the value '{published_values[label]}', which can't change any more.",
        )
        for label in changed_labels
    ]


@pytest.mark.parametrize(
    "options",
    [
        [("1", "Low or none"), HIGH],
        [HIGH, LOW],
        [LOW],
        [("0", "None"), LOW, ("15", "Medium"), HIGH],
    ],
)
def test_options_can_be_reworded_moved_removed_and_added(
    client: CheckedClient, user: User, options: list[tuple[str, str]]
) -> None:
    form = make_form(user, choice(LOW, HIGH))
    saved = put(client, form, choice(*options))
    assert saved.status_code == 200
    published = [{"value": "1", "label": "Low"}, {"value": "2", "label": "High"}]
    frozen = {"fid": choice()["attrs"]["fid"], "options": published, "columns": []}
    assert saved.json["frozenFields"] == [frozen]


def test_option_values_of_a_draft_can_change(client: CheckedClient, user: User) -> None:
    form = make_draft(user, choice(LOW, HIGH))
    assert put(client, form, choice(("one", "Low"), ("two", "High"))).status_code == 200


def test_types_are_frozen_after_publishing(client: CheckedClient, user: User) -> None:
    form = make_form(user, choice(LOW, HIGH))
    response = put(client, form, field("risk", "TEXT"))
    assert response.status_code == 422
    assert [fault["sentence"] for fault in response.json["faults"]] == [
        "The type of 'risk' was published and can't change any more: add a new field."
    ]


def table(*columns: dict[str, Any]) -> Any:
    return field("sites", "TABLE", columns=list(columns))


def test_table_columns_keep_name_type_and_values(client: CheckedClient, user: User) -> None:
    def column(name: str, label: str, *options: tuple[str, str], type: str = "SINGLE_CHOICE") -> Any:
        choices = {"options": [{"value": value, "label": label} for value, label in options]}
        return {"name": name, "label": label, "type": type, **(choices if options else {})}

    place = column("place", "Place", type="DATE")
    form = make_form(user, table(place, column("risk", "Risk {0}", LOW, HIGH)))

    def sentences(*columns: Any) -> list[str]:
        response = put(client, form, table(*columns))
        assert response.status_code == 422
        return [fault["sentence"] for fault in response.json["faults"]]

    risk = column("risk", "Risk {0}", LOW, HIGH)
    assert sentences(column("site", "Place", type="DATE"), risk) == [
        "Column 'Place' of 'sites' was published as 'place': its name can't change any more."
    ]
    assert sentences(column("place", "Place", type="NUMBER"), risk) == [
        "The type of column 'Place' of 'sites' was published and can't change any more: add a new column."
    ]
    assert sentences(place, column("risk", "Risk {0}", ("one", "Low"), HIGH)) == [
        "Option 'Low' of column 'Risk {0}' of 'sites' was published with the value '1', which can't change any more."
    ]
    saved = put(
        client, form, table(risk, column("place", "Town", type="DATE"), column("new", "New", type="NUMBER"))
    )
    assert saved.status_code == 200
    assert saved.json["frozenFields"][0]["columns"] == [
        {**place, "required": False, "options": []}, {**risk, "required": False},
    ]  # fmt: skip
