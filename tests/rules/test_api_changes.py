"""A change of the API has an entry in docs/api-changes.md, which /api/docs shows."""

from flask import Flask

from app.config import VERSION
from app.kernel.http.openapi import document
from app.kernel.http.operations import CHANGES, list_operations, read_changes
from tests.rules.api_operations import RECORDED, current_operations, first_line

ADVICE = (
    "The API has changed. Run `.venv/bin/python -m tests.rules.api_operations`, describe the change under "
    "the first heading of docs/api-changes.md, and put the printed line at its top."
)


def test_changes_of_the_api_are_recorded_and_described(app: Flask) -> None:
    with app.app_context():
        operations = current_operations()
    recorded = RECORDED.read_text(encoding="utf-8")
    changed = sorted(set(operations.splitlines()) ^ set(recorded.splitlines()))
    assert changed == [], ADVICE
    assert CHANGES.read_text(encoding="utf-8").startswith(first_line(operations) + "\n"), ADVICE


def test_the_change_list_has_entries_for_each_version() -> None:
    changes = read_changes()
    released = [change["version"] for change in changes if change["version"] != "Unreleased"]
    assert released[0] == VERSION
    assert "Unreleased" not in [change["version"] for change in changes[1:]]
    assert all(change["entries"] for change in changes)
    assert all(
        entry.endswith(".") and entry.count("`") % 2 == 0 for change in changes for entry in change["entries"]
    )


def test_every_operation_has_a_sample(app: Flask) -> None:
    with app.app_context():
        spec = document()
    for operation in list_operations(spec):
        name = f"{operation['method']} {operation['path']}"
        assert "{" not in str(operation["samplePath"]), name
        if operation["body"]:
            assert operation["sampleBody"] is not None, name
        assert operation["isPublic"] is not None
    by_name = {(each["method"], each["path"]): each for each in list_operations(spec)}
    request = by_name["POST", "/api/rfxRequest"]
    assert request["scope"] == "rfx:write"
    assert by_name["POST", "/api/session"]["isPublic"] is True
    assert by_name["GET", "/api/rfx/{rfx_id}"]["samplePath"] == "/api/rfx/1"
