"""Questions, forms and bundles of the demo, in addition to the ones that every organisation starts with."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from app.devtools.demo.network import Network
from app.extensions import db
from app.forms.models import DocForm
from app.forms.operations.bundles import add_bundle
from app.forms.operations.editing import publish_form, save_form, set_archived
from app.forms.operations.making import add_form
from app.forms.operations.questions import add_question, field_attributes
from app.forms.starters.building import (
    Node,
    bullets,
    field,
    heading,
    options,
    paragraph,
    points,
    when,
    when_any,
)
from app.forms.types import DocFormType
from app.kernel import clock
from app.kernel.http.auth import Actor

SECTION = "Medical devices"

QUESTIONS: tuple[tuple[str, str, str, Mapping[str, Any]], ...] = (
    ("iso_13485", "SINGLE_CHOICE", "Is your quality management system certified to ISO 13485?", {
        "required": True, "showInSummary": True,
        "options": options({"yes": "Yes", "no": "No", "progress": "In progress"}),
        "scoring": [points("equals", "yes", 10), points("equals", "progress", 5), points("equals", "no", 0)],
    }),
    ("sterilisation", "MULTI_CHOICE", "Which methods of sterilisation are validated for your products?", {
        "options": options({
            "eto": "Ethylene oxide", "steam": "Steam", "gamma": "Gamma radiation", "beam": "Electron beam", "none": "None",
        }),
    }),
    ("biocompatibility", "FILE", "Upload the biocompatibility reports (ISO 10993) of materials that touch the patient", {
        "max": "10",
    }),
    ("shelf_life", "NUMBER", "Shortest shelf life at delivery", {"suffix": "months", "min": "0", "max": "120"}),
    ("change_notice", "NUMBER", "How long beforehand do you announce changes of material or process?", {
        "required": True, "suffix": "days", "min": "0", "max": "730",
        "scoring": [points("between", [180, 730], 10), points("between", [90, 179], 5), points("between", [0, 89], 0)],
    }),
    ("tooling_ours", "YESNO", "Do you keep tools that belong to us?", {"isRelationshipField": True}),
)  # fmt: skip


def load_library(network: Network) -> None:
    """Create questions, a published annex, drafts, an archived form and bundles for the first buyer."""
    actor = network.meridian.lead
    with clock.shifted(-timedelta(days=90)):
        questions = [
            field_attributes(
                add_question(
                    actor=actor,
                    name=name,
                    section=SECTION,
                    html=f"<p>{text}</p>",
                    attrs={**attrs, "type": kind},
                )
            )
            for name, kind, text, attrs in QUESTIONS
        ]
        annex = _form(actor, "Annex for sterile goods", DocFormType.RFI, _annex(questions))
        publish_form(actor=actor, form_id=annex.id)
    with clock.shifted(-timedelta(days=200)):
        visit = _form(actor, "Checklist for site visits, 2024", DocFormType.INTERNAL_SURVEY, _visit())
        publish_form(actor=actor, form_id=visit.id)
        set_archived(actor=actor, form_id=visit.id, archived=True)
    with clock.shifted(-timedelta(days=6)):
        _form(actor, "Conflict minerals declaration", DocFormType.GENERIC, _minerals())
    own = {
        form.title: form
        for form in db.session.query(DocForm).filter_by(
            organisation_id=network.meridian.organisation_id, is_in_use=True
        )
    }
    qualification, security = own["Supplier qualification"], own["Information security"]
    nda = own["Mutual non-disclosure agreement"]
    with clock.shifted(-timedelta(days=80)):
        for name, description, forms in (
            ("New supplier pack", "What every new supplier fills in", (qualification, security)),
            ("Sterile goods", "With the annex on sterilisation and shelf life", (qualification, annex)),
            ("Annual review", "Once a year, from approved suppliers", (qualification,)),
            ("Software and services", "For suppliers that store our data", (security,)),
            ("Fast track", "For orders below 5,000 GBP", (qualification,)),
            ("After an incident", "When something has gone wrong", (qualification, security)),
            ("Confidentiality", "Before drawings are sent", (nda,)),
        ):
            add_bundle(
                actor=actor, name=name, description=description, doc_form_ids=[form.id for form in forms]
            )


def _form(actor: Actor, title: str, type: DocFormType, blocks: list[Node]) -> DocForm:
    form = add_form(actor=actor, title=title, type=type)
    doc = {"schemaVersion": 1, "doc": {"type": "doc", "content": [heading(1, title), *blocks]}}
    return save_form(actor=actor, form_id=form.id, version=form.version, title=title, doc=doc)


def _annex(questions: list[dict[str, Any]]) -> list[Node]:
    nodes = [
        {"type": "dvFieldBlock", "attrs": {**attrs, "fid": f"annex-{attrs['name'].replace('_', '-')}"}}
        for attrs in questions
    ]
    return [
        paragraph(
            "To be answered for goods that are delivered sterile, or that we sterilise after delivery."
        ),
        heading(2, "1. Quality system"),
        nodes[0],
        nodes[4],
        heading(2, "2. Sterile goods"),
        nodes[1],
        _numbered(
            field(
                "TEXTAREA",
                "radiation_dose",
                "Which dose do you use, and how do you verify it?",
                topic=SECTION,
                maxLength=2000,
                visibleWhen=when_any(
                    when("sterilisation", "contains", "gamma"), when("sterilisation", "contains", "beam")
                ),
            ),
            1,
        ),
        *nodes[2:4],
        heading(2, "3. Tools"),
        nodes[5],
    ]


def _visit() -> list[Node]:
    return [
        paragraph("For the people who visit a supplier's site."),
        _numbered(field("DATE", "visited_on", "Date of the visit", required=True), 1),
        _numbered(field("TEXTAREA", "impression", "What did you see?", maxLength=4000), 2),
    ]


def _minerals() -> list[Node]:
    return [
        paragraph("Tin, tantalum, tungsten and gold from areas of conflict must not be in what we sell."),
        bullets(
            "Answer for each product that you deliver to us.", "Ask your own suppliers where you don't know."
        ),
        _numbered(
            field("YESNO", "contains_minerals", "Do the products contain any of these?", required=True), 1
        ),
        _numbered(field("SINGLE_CHOICE", "smelters", "Are all smelters known?"), 2),
    ]


def _numbered(node: Node, number: int) -> Node:
    return {**node, "attrs": {**node["attrs"], "fid": f"demo-field-{number}"}}
