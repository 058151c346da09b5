"""Serializers of filled workbooks."""

from collections import Counter
from datetime import datetime

from app.forms.public import FieldType
from app.kernel.http.json_types import Arguments, Json
from app.workbooks.models import AnswerImport
from app.workbooks.types import AppliedState, ImportKind, ImportState, Outcome


def serialize_row(answer_import: AnswerImport) -> Json:
    """Serialize an import for `AnswerImportRowSchema`."""
    items = (answer_import.result or {}).get("items", [])
    counts = Counter(str(item["outcome"]) for item in items)
    return {
        "id": answer_import.id,
        "kind": ImportKind(answer_import.kind),
        "state": ImportState(answer_import.state),
        "progress": answer_import.progress,
        "filename": answer_import.filename,
        "created": answer_import.created,
        "counts": {f"{outcome.value.lower()}_rows": counts[outcome.value] for outcome in Outcome},
    }


def serialize_import(answer_import: AnswerImport) -> Json:
    """Serialize an import with its rows for `AnswerImportSchema`."""
    result = answer_import.result or {}
    items = result.get("items", [])
    return serialize_row(answer_import) | {
        "applied": answer_import.applied,
        "error": answer_import.error,
        "warnings": result.get("warnings", []),
        "mapping": answer_import.mapping,
        "sheets": [_sheet(sheet) for sheet in result.get("sheets", [])],
        "items": [_item(item) for item in items],
    }


def _sheet(sheet: Arguments) -> Json:
    return {"name": sheet["name"], "row_count": sheet["rowCount"], "columns": sheet["columns"]}


def _item(item: Arguments) -> Json:
    updated, state, kind = item["hereUpdated"], item["appliedState"], item["type"]
    return {
        "key": item["key"],
        "form_title": item["formTitle"],
        "section": item["section"],
        "number": item["number"],
        "label": item["label"],
        "type": FieldType(kind) if kind else None,
        "outcome": Outcome(item["outcome"]),
        "here": item["here"],
        "file": item["file"],
        "file_text": item["fileText"],
        "sentence": item["sentence"],
        "cell": item["cell"],
        "matched_text": item["matchedText"],
        "similarity": item["similarity"],
        "here_author": item["hereAuthor"],
        "here_updated": datetime.fromisoformat(updated) if updated else None,
        "applied_state": AppliedState(state) if state else None,
    }
