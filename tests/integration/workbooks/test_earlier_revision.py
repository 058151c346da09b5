"""Workbooks of an RFx that was moved to the next revision of its forms after the download."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from openpyxl import load_workbook
from sqlalchemy.orm import Session

from app.forms.operations.editing import save_form
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of
from tests.factories.answer_imports import download, outcomes, read, take_over
from tests.factories.parts import delegate_of, make_part
from tests.factories.rfx import (
    SentRfx,
    answers_json,
    field,
    form_document,
    make_form,
    move_to_revisions,
    next_revision,
    send_rfx,
)
from tests.factories.workbooks import cell_of, saved
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

WARNING = "This workbook was made from an earlier version of the questionnaire. Check the matched answers."
LEVELS = [{"value": "a", "label": "Alpha"}, {"value": "b", "label": "Beta"}]
FIRST = (
    field("name"), field("level", "SINGLE_CHOICE", options=LEVELS), field("staff", "NUMBER"), field("old"),
    field("sites", "TABLE", columns=[{"name": "site", "label": "Site", "type": "TEXT"}]),
)  # fmt: skip
SECOND = (
    field("added"), field("name", label="Your name"),
    field("level", "SINGLE_CHOICE", options=LEVELS[:1]), field("staff", "NUMBER", min=10),
    field("sites", "TABLE", columns=[{"name": "site", "label": "Site of work", "type": "TEXT"}]),
)  # fmt: skip


@pytest.fixture
def sent(session: Session) -> SentRfx:
    sender = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    return send_rfx(sender, UserFactory(), forms=[make_form(sender, *FIRST)])


@pytest.fixture
def client(sent: SentRfx, signed_in: SignedIn) -> CheckedClient:
    return signed_in(sent.respondent)


def filled(content: bytes, **answers: Any) -> bytes:
    book = load_workbook(io.BytesIO(content))
    for key, answer in answers.items():
        sheet = next(
            sheet for sheet in book if any(row[9:10] == (key,) for row in sheet.iter_rows(values_only=True))
        )
        cell_of(sheet, key).value = answer
    return saved(book)


def item_of(imported: dict[str, Any], label: str) -> dict[str, Any]:
    item: dict[str, Any] = next(item for item in imported["items"] if item["label"] == label)
    return item


def test_answers_are_matched_and_checked_under_the_new_rules(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    content = filled(
        download(client, sent, session, run_jobs), name="Adria", level="Beta", staff=5, old="Gone"
    )
    book = load_workbook(io.BytesIO(content))
    book[book.sheetnames[2]]["A4"] = "Leeds"
    move_to_revisions(sent, next_revision(sent.forms[0], sent.sender, *SECOND))
    imported = read(client, sent, run_jobs, saved(book))
    assert (imported["state"], imported["kind"], imported["warnings"]) == ("READY", "OWN", [WARNING])
    assert [
        (item["key"], item["label"], item["outcome"], item["sentence"]) for item in imported["items"]
    ] == [
        ("name", "Your name", "NEW", ""),
        ("level", "Label of level", "INVALID", "“Beta” is no longer an option. Choose one of the options."),
        ("staff", "Label of staff", "INVALID", "Enter a number of 10 or more."),
        ("sites", "Label of sites", "NEW", ""),
        (None, "Label of old", "UNKNOWN", "This question is no longer asked."),
    ]
    assert item_of(imported, "Your name")["matchedText"] == "Label of name"
    applied = take_over(client, sent, run_jobs, imported, keys=["name", "sites"])
    assert applied["warnings"] == [WARNING]
    values = client.get(sent.path).json["latestValuesFvc"]["values"]
    assert (values["name"]["value"], values["sites"]["value"]) == ("Adria", [{"site": "Leeds"}])


def test_moved_answer_without_a_later_change_is_no_conflict(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    client.put(f"{sent.path}/value", json=answers_json(name="Adria", staff="50", level="a"))
    content = filled(download(client, sent, session, run_jobs), name="Adria Metal", staff=60, level="Alpha")
    move_to_revisions(sent, next_revision(sent.forms[0], sent.sender, *SECOND))
    staff = {"values": {"staff": {"value": "70", "baseIteration": 2}}}
    assert client.put(f"{sent.path}/value", json=staff).status_code == 200
    imported = read(client, sent, run_jobs, content)
    assert outcomes(imported) == {"name": "CHANGED", "staff": "CONFLICT", "level": "SAME"}
    take_over(client, sent, run_jobs, imported, keys=["name"], theirs=["staff"])
    values = client.get(sent.path).json["latestValuesFvc"]["values"]
    assert (values["name"]["value"], values["staff"]["value"]) == ("Adria Metal", "60")


def test_two_forms_with_one_name_keep_their_answers_apart(
    signed_in: SignedIn, session: Session, run_jobs: Callable[[], int]
) -> None:
    sender = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    forms = [
        make_form(sender, field("note", fid="fid-first-01", label="First note"), title="First"),
        make_form(sender, field("note", fid="fid-second-1", label="Second note"), title="Second"),
    ]
    sent = send_rfx(sender, UserFactory(), forms=forms)
    client = signed_in(sent.respondent)
    first, second = (f"{form.id}.note" for form in forms)
    content = filled(
        download(client, sent, session, run_jobs), **{first: "Of the first", second: "Of the second"}
    )
    moved = next_revision(
        forms[0], sender, field("note", fid="fid-first-01", label="First note"), field("other")
    )
    move_to_revisions(sent, moved, forms[1])
    imported = read(client, sent, run_jobs, content)
    assert {item["key"]: item["file"] for item in imported["items"]} == {
        f"{moved.id}.note": "Of the first",
        second: "Of the second",
    }
    assert set(outcomes(imported).values()) == {"NEW"}


def test_names_that_are_shared_no_longer_lose_their_prefix(
    signed_in: SignedIn, session: Session, run_jobs: Callable[[], int]
) -> None:
    sender = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    forms = [
        make_form(sender, field("note", fid="fid-first-01"), field("more"), title="First"),
        make_form(sender, field("note", fid="fid-second-1"), title="Second"),
    ]
    sent = send_rfx(sender, UserFactory(), forms=forms)
    client = signed_in(sent.respondent)
    first, second = (f"{form.id}.note" for form in forms)
    content = filled(
        download(client, sent, session, run_jobs), **{first: "Of the first", second: "Of the second"}
    )
    move_to_revisions(sent, next_revision(forms[0], sender, field("more")), forms[1])
    imported = read(client, sent, run_jobs, content)
    assert [(item["key"], item["outcome"], item["file"]) for item in imported["items"]] == [
        ("note", "NEW", "Of the second"),
        (None, "UNKNOWN", None),
    ]


def test_delegate_reads_only_the_own_part_of_an_earlier_workbook(
    client: CheckedClient, sent: SentRfx, signed_in: SignedIn, session: Session, run_jobs: Callable[[], int]
) -> None:
    content = filled(download(client, sent, session, run_jobs), name="Adria", staff=50)
    move_to_revisions(sent, next_revision(sent.forms[0], sent.sender, *SECOND))
    guest, grant = delegate_of(make_part(sent, keys=["staff"]))
    imported = read(signed_in(guest, grant=grant), sent, run_jobs, content)
    assert [(item["key"], item["outcome"], item["sentence"]) for item in imported["items"]] == [
        ("staff", "NEW", ""),
        (None, "UNKNOWN", "This RFx has no such question."),
    ]


def test_revisions_of_other_forms_and_drafts_match_nothing(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    content = filled(download(client, sent, session, run_jobs), name="Adria")
    foreign = make_form(UserFactory(), *FIRST)
    form = sent.forms[0]
    draft = save_form(
        actor=actor_of(sent.sender), form_id=form.id, version=form.version, title=form.title,
        doc=form_document(*FIRST, field("more")),
    )  # fmt: skip
    for form_id in (foreign.id, draft.id, 2**60, -1, 0.5):
        book = load_workbook(io.BytesIO(content))
        book["_assay"]["B2"] = form_id
        imported = read(client, sent, run_jobs, saved(book))
        client.delete(f"{sent.path}/answerImport/{imported['id']}")
        assert imported["state"] == "READY"
        if form_id in (foreign.id, draft.id):
            assert {item["outcome"] for item in imported["items"]} == {"UNKNOWN"}


def test_workbook_of_the_present_revision_has_no_warning(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    move_to_revisions(sent, next_revision(sent.forms[0], sent.sender, *SECOND))
    imported = read(client, sent, run_jobs, filled(download(client, sent, session, run_jobs), name="Adria"))
    assert (imported["warnings"], outcomes(imported)) == ([], {"name": "NEW"})


def test_file_that_was_read_before_a_move_is_not_saved_after_it(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    imported = read(client, sent, run_jobs, filled(download(client, sent, session, run_jobs), name="Adria"))
    path = f"{sent.path}/answerImport/{imported['id']}"
    move_to_revisions(sent, next_revision(sent.forms[0], sent.sender, *SECOND))
    applied = client.post(f"{path}/apply", json={"keys": ["name"]})
    assert applied.status_code in (200, 202), applied.text
    run_jobs()
    state = client.get(path).json
    assert (state["state"], state["error"]) == (
        "FAILED",
        "The questionnaire has changed since the file was read. Upload it again.",
    )
