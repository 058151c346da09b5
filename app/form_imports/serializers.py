"""Serializers of imports of forms."""

from collections.abc import Mapping
from pathlib import PurePath

from app.form_imports.models import DocFormImport, ImportMapping
from app.form_imports.policies.building import Built
from app.form_imports.policies.comparing import Comparison
from app.form_imports.policies.items import Fix, Heading, Issue, Place, fixes_from
from app.form_imports.policies.mapping import SheetMapping, describe_sheet
from app.form_imports.policies.own_format import find_own_form
from app.form_imports.policies.planning import languages_in, layout_issue, listed_pages
from app.form_imports.policies.profiles import OWN_FORMAT, profiles, title_of
from app.form_imports.queries import Planned, plan_of
from app.forms.public import DocFormType, FieldChange, FieldType
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json
from app.kernel.http.schemas import NAME_LIMIT

NO_FORM: Json = {"schemaVersion": 1, "doc": {"type": "doc"}}


def serialize_import_brief(form_import: DocFormImport) -> Json:
    """Serialize an import for a list."""
    return {
        "id": form_import.id,
        "filename": form_import.filename,
        "state": form_import.state,
        "created": form_import.created,
        "doc_form_id": form_import.doc_form_id,
    }


def serialize_import(form_import: DocFormImport, *, actor: Actor) -> Json:
    """Serialize an import with the questions and problems of its file."""
    planned = plan_of(actor=actor, form_import=form_import)
    body = serialize_import_brief(form_import) | {
        "error": form_import.error, "is_update": form_import.is_update, "form_title": "", "form_type": None,
        "profile": None, "sections": 0, "language": "", "languages": [], "sheets": [], "mapping": [],
        "fixes": [], "links": [], "issues": [], "questions": [], "matches": [], "comparison": None, "doc": NO_FORM,
    }  # fmt: skip
    return body if planned is None else body | _planned(planned)


def _planned(planned: Planned) -> Json:
    form_import, built, mapping, comparison = (
        planned.form_import, planned.built, planned.mapping, planned.comparison,
    )  # fmt: skip
    headers = {sheet.sheet: sheet.header for sheet in mapping.sheets}
    extracted = built.extracted
    issues = [
        *layout_issue(planned.pages, has_layout=form_import.has_layout),
        *extracted.issues,
        *(comparison.issues if comparison else ()),
    ]
    title, form_type = _title(planned)
    fids = comparison.fids if comparison else {}
    return {
        "form_title": title,
        "form_type": form_type,
        "profile": _profile(mapping.profile),
        "sections": sum(isinstance(item, Heading) and item.level == 2 for item in extracted.items),
        "language": mapping.language,
        "languages": languages_in(planned.pages, mapping),
        "sheets": [describe_sheet(page, headers.get(page.name, 0)) for page in listed_pages(planned.pages)],
        "mapping": [_mapping(sheet) for sheet in mapping.sheets],
        "fixes": [_fix(fix) for fix in fixes_from(form_import.fixes).values()],
        "links": [
            {"sheet": link["sheet"], "row": link["row"], "question_id": link["questionId"]}
            for link in form_import.links
        ],
        "issues": [_issue(issue) for issue in issues],
        "questions": _questions(built, fids),
        "matches": [
            {
                "sheet": match.place.sheet, "row": match.place.row, "question_id": match.question.id,
                "label": match.question.label, "is_global": match.question.is_global,
                "similarity": match.similarity,
            }
            for match in planned.matches
        ],
        "comparison": _comparison(comparison) if comparison else None,
        "doc": comparison.document if comparison else built.document,
    }  # fmt: skip


def _questions(built: Built, fids: Mapping[str, str]) -> list[Json]:
    """Serialize the questions of the rows, each with the further answers to it."""
    further: dict[Place, list[Json]] = {}
    for each in built.questions:
        if each.question.further:
            fid, heading = each.attrs["fid"], each.question.further
            further.setdefault(each.question.place, []).append(
                {"fid": fids.get(fid, fid), "heading": heading}
            )
    return [
        {
            "sheet": each.question.place.sheet, "row": each.question.place.row,
            "fid": fids.get(each.attrs["fid"], each.attrs["fid"]), "number": each.attrs.get("sourceKey") or "",
            "label": each.attrs["label"], "type": FieldType(each.attrs["type"]),
            "choices": [option["label"] for option in each.attrs.get("options") or ()],
            "is_required": bool(each.attrs.get("required")), "condition": each.condition,
            "is_conditional": bool(each.attrs.get("visibleWhen")), "further": further.get(each.question.place, []),
        }
        for each in built.asked
    ]  # fmt: skip


def _title(planned: Planned) -> tuple[str, DocFormType | None]:
    """Return the title and type of the updated form, else those that the file proposes."""
    if planned.form is not None:
        return planned.form.title, DocFormType(planned.form.type)
    own = find_own_form(planned.pages) if planned.mapping.profile == OWN_FORMAT else None
    title = planned.built.extracted.title or PurePath(planned.form_import.filename).stem.replace("_", " ")
    is_known = own is not None and own.form_type in DocFormType.__members__
    return title.strip()[:NAME_LIMIT], DocFormType(own.form_type) if own and is_known else None


def _profile(code: str) -> Json | None:
    title = title_of(code)
    groups = profiles()[code].groups if code in profiles() else "sections"
    return {"code": code, "title": title, "groups": groups} if title else None


def _mapping(sheet: SheetMapping) -> Json:
    return {
        "sheet": sheet.sheet, "is_used": sheet.is_used, "header": sheet.header, "has_hidden": sheet.has_hidden,
        "columns": [
            {"index": index, "meaning": each.meaning, "language": each.language}
            for index, each in sorted(sheet.columns.items())
        ],
    }  # fmt: skip


def _fix(fix: Fix) -> Json:
    return {
        "sheet": fix.place.sheet, "row": fix.place.row, "label": fix.label, "type": fix.type, "choices": fix.choices,
        "is_required": fix.is_required, "is_left_out": fix.is_left_out, "is_heading": fix.is_heading,
        "is_conditional": fix.is_conditional,
    }  # fmt: skip


def _issue(issue: Issue) -> Json:
    return {
        "sheet": issue.place.sheet,
        "row": issue.place.row,
        "sentence": issue.sentence,
        "weight": issue.weight,
    }


def _comparison(comparison: Comparison) -> Json:
    def rows(*changes: FieldChange) -> list[Json]:
        return [{"number": number, "label": label} for number, label in comparison.labels(*changes)]

    return {
        "added": rows(FieldChange.NEW),
        "reworded": rows(FieldChange.REWORDED),
        "changed": rows(FieldChange.RULES, FieldChange.TYPE),
        "removed": rows(FieldChange.REMOVED),
        "same": len(comparison.labels(FieldChange.SAME)),
        "moved": [{"number": number, "label": label} for number, label in comparison.moved_labels()],
        "own_order": list(comparison.own_order),
    }


def serialize_mapping(mapping: ImportMapping) -> Json:
    """Serialize a remembered mapping."""
    return {"id": mapping.id, "name": mapping.name, "created": mapping.created}
