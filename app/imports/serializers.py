"""Serializers of imports of suppliers."""

from collections.abc import Sequence

from app.imports.models import SupplierImport, SupplierImportRow
from app.imports.policies.correcting import wrong_cells
from app.imports.policies.mapping import SheetMapping, mapping_from
from app.imports.queries import counts_of, custom_targets, file_row
from app.imports.types import AnyTarget, CustomTarget, Outcome, SheetRole, Target, label_of
from app.kernel.http.json_types import Json
from app.kernel.reference import country_name


def serialize_import_brief(supplier_import: SupplierImport) -> Json:
    """Serialize an import for a list."""
    return {
        "id": supplier_import.id,
        "filename": supplier_import.filename,
        "state": supplier_import.state,
        "created": supplier_import.created,
        "job_id": supplier_import.job_id,
    }


def serialize_import(supplier_import: SupplierImport) -> Json:
    """Serialize an import with its columns and counts."""
    counts = counts_of(supplier_import.id)
    return serialize_import_brief(supplier_import) | {
        "progress": supplier_import.progress,
        "error": supplier_import.error,
        "sheets": supplier_import.sheets or [],
        "mapping": [
            {
                **sheet,
                "role": SheetRole(sheet["role"]),
                "columns": [
                    {"index": index, **_target(target)}
                    for index, target in sorted(mapping_from(sheet).columns.items())
                ],
            }
            for sheet in supplier_import.mapping or []
        ],
        "custom_fields": [
            {"name": each.name, "label": each.label}
            for each in custom_targets(supplier_import.organisation_id).values()
        ],
        "plan_version": supplier_import.plan_version,
        "is_outdated": supplier_import.is_outdated,
        "counts": {
            "create": counts[Outcome.CREATE],
            "changed": counts[Outcome.UPDATE],
            "added": counts[Outcome.ADD],
            "same": counts[Outcome.SAME],
            "ask": counts[Outcome.ASK],
            "wrong": counts[Outcome.WRONG],
            "left_out": counts[Outcome.LEFT_OUT],
        },
    }


def _target(target: AnyTarget) -> Json:
    is_custom = isinstance(target, CustomTarget)
    return {
        "target": None if is_custom else target,
        "custom_field": target.name if isinstance(target, CustomTarget) else None,
    }


def serialize_rows(supplier_import: SupplierImport, rows: Sequence[SupplierImportRow]) -> list[Json]:
    """Serialize rows of an import with their plan."""
    mappings = [mapping_from(stored) for stored in supplier_import.mapping or []]
    return [_row(row, mappings) for row in rows]


def _row(row: SupplierImportRow, mappings: Sequence[SheetMapping]) -> Json:
    values, changes = row.values, row.changes or {}
    problems = changes.get("problems", []) if row.outcome is Outcome.WRONG else []
    return {
        "n": row.n,
        "label": row.label,
        "place": row.place,
        "city": values.get(Target.CITY.value),
        "country": country_name(values.get(Target.COUNTRY.value) or "") or None,
        "website": values.get(Target.WEBSITE.value),
        "external_ref": values.get(Target.EXTERNAL_REF.value),
        "level": values.get(Target.LEVEL.value),
        "emails": [person["email"] for person in values.get("people", [])],
        "outcome": row.outcome,
        "decision": row.decision["choice"] if row.decision else None,
        "organisation_id": row.organisation_id,
        "organisation_name": changes.get("organisationName"),
        "differences": changes.get("differences", []),
        "new_tags": changes.get("tags", []),
        "new_contacts": [person["email"] for person in changes.get("people", [])],
        "notes": changes.get("notes", []),
        "problems": problems,
        "cells": [
            {**_target(cell.target), "label": label_of(cell.target), "text": cell.text}
            for cell in wrong_cells(file_row(row), problems, mappings)
        ],
        "candidates": changes.get("candidates", []),
    }
