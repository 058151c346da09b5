"""Migration 0009 rewrites unchanged, unpublished copies of starters and unchanged standard questions, nothing else."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from alembic.command import downgrade, upgrade
from flask import Flask
from sqlalchemy import Connection, text

from app.extensions import db
from app.factory import add_migrations
from app.forms.starters.survey_promise import NEW_PROMISE, OLD_PROMISE

OLD = json.loads((Path(__file__).parents[1] / "data" / "starter_texts_1_0.json").read_text(encoding="utf-8"))
"""Starter documents and standard questions as they were stored before the migration."""
BEFORE = "0009_starter_texts-1"


def with_other_fids(document: Any) -> Any:
    """Copy a document as a form that was created from a starter has it."""
    text = json.dumps(document)
    for number, node in enumerate(document["doc"]["content"]):
        if "fid" in node.get("attrs", {}):
            text = text.replace(node["attrs"]["fid"], f"fid-{number:08}")
    return json.loads(text)


def edited(document: Any) -> Any:
    result = copy.deepcopy(document)
    result["doc"]["content"].append({"type": "paragraph", "content": [{"type": "text", "text": "Ours."}]})
    return result


def add_form(connection: Connection, document: Any, **values: Any) -> int:
    row = {"status": "DRAFT", "revision": 0, "is_in_use": False, "is_archived": False} | values
    form_id: int = connection.execute(
        text(
            "INSERT INTO doc_form (organisation_id, series_id, revision, title, type, status, is_latest, is_in_use,"
            " is_archived, version, doc, html, created, updated)"
            " SELECT id, gen_random_uuid(), :revision, 'Form', 'GENERIC', :status, true, :is_in_use, :is_archived, 3,"
            " :doc, 'old html', now(), '2026-01-01' FROM organisation WHERE name = 'Meridian' RETURNING id"
        ),
        {**row, "doc": json.dumps(document)},
    ).scalar_one()
    return form_id


def change_question(connection: Connection, question: Any, **values: Any) -> None:
    connection.execute(
        text("UPDATE rfx_question SET label = :label, html = :html, attrs = :attrs WHERE id = :id"),
        {
            "id": question["id"],
            "label": question["label"],
            "html": question["html"],
            "attrs": json.dumps(question["attrs"]),
            **values,
        },
    )


@pytest.fixture
def migrated(committed_app: Flask) -> Any:
    """Database with old texts after the migration: the forms by case, and the questions by id."""
    survey, mail, fields = (
        OLD["documents"][key] for key in ("performance-survey", "qualification-email", "custom-fields")
    )
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        downgrade(config, BEFORE)
        with db.engine.begin() as connection:
            connection.execute(
                text(
                    "INSERT INTO organisation (name, status, is_test_organisation, is_placeholder, created)"
                    " VALUES ('Meridian', 'CONFIRMED', false, false, now())"
                )
            )
            ids = {
                "survey": add_form(connection, with_other_fids(survey)),
                "mail": add_form(connection, mail),
                "fields": add_form(connection, with_other_fids(fields)),
                "archived": add_form(connection, mail, is_archived=True),
                "edited": add_form(connection, edited(mail)),
                "published": add_form(connection, mail, status="PUBLISHED", is_in_use=True),
                "next draft": add_form(connection, mail, revision=1),
            }
            stored = question_rows(connection)
            unchanged, changed = OLD["questions"]
            change_question(connection, unchanged)
            change_question(connection, changed, label="Our wording", html="<p>Our wording</p>")
        upgrade(config, "head")
        with db.engine.begin() as connection:
            rows = {row.id: row for row in connection.execute(text("SELECT * FROM doc_form"))}
            questions = question_rows(connection)
    return {case: rows[form_id] for case, form_id in ids.items()}, questions, stored


def question_rows(connection: Connection) -> dict[int, Any]:
    rows = connection.execute(
        text("SELECT id, label, html, attrs FROM rfx_question WHERE organisation_id IS NULL")
    )
    return {row.id: (row.label, row.html, row.attrs) for row in rows}


def test_only_unchanged_unpublished_copies_get_the_new_texts(migrated: Any) -> None:
    forms, questions, stored_questions = migrated
    assert {case: row.version for case, row in forms.items()} == {
        "survey": 4,
        "mail": 4,
        "fields": 4,
        "archived": 4,
        "edited": 3,
        "published": 3,
        "next draft": 3,
    }
    assert OLD_PROMISE in json.dumps(OLD["documents"]["performance-survey"])
    assert NEW_PROMISE in json.dumps(forms["survey"].doc)
    assert NEW_PROMISE in forms["survey"].html
    assert OLD_PROMISE not in json.dumps(forms["survey"].doc)
    assert "Have your certificates and insurance policies ready to upload." in forms["mail"].html
    fields = [node["attrs"] for node in forms["fields"].doc["doc"]["content"] if "fid" in node["attrs"]]
    assert [field["label"] for field in fields[4:8]] == [
        "Annual spend",
        "Payment terms",
        "Contract end",
        "Sole source",
    ]
    assert fields[0]["fid"] == "fid-00000001"
    mail = OLD["documents"]["qualification-email"]
    assert (forms["published"].doc, forms["published"].html) == (mail, "old html")
    assert (forms["next draft"].doc, forms["edited"].doc) == (mail, edited(mail))
    unchanged, changed = (question["id"] for question in OLD["questions"])
    assert questions[unchanged] == stored_questions[unchanged]
    assert questions[changed][:2] == ("Our wording", "<p>Our wording</p>")
    assert questions.keys() == stored_questions.keys()
