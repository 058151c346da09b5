"""Serializers of duplicates and merges."""

from collections.abc import Mapping, Sequence

from app.accounts.public import Organisation, OrganisationStatus, picture_url
from app.duplicates.models import DuplicateScan, MergeLog
from app.duplicates.operations.merging import may_undo, values_of
from app.duplicates.policies.fields import FIELDS, MergeField, sides_of
from app.duplicates.policies.identity import Reason, fold
from app.duplicates.queries.merging import Count, MergeParties, Supplier, counts_of, recent_merges
from app.duplicates.queries.pairs import PairRow, scan_of
from app.duplicates.types import MAX_SUPPLIERS
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json
from app.kernel.reference import country_name
from app.kernel.sanitise import plain_text
from app.network.public import Relationship

NOTES_SAMPLE = 300
"""Number of characters of the notes that the dialog shows."""


def serialize_pair(row: PairRow) -> Json:
    """Serialize a pair for `PairSchema`."""
    cities = [fold(each.address_city or "") for each in (row.first, row.second)]
    return {
        "id": row.pair.id,
        "suppliers": [
            _pair_supplier(row.first, row.first_level),
            _pair_supplier(row.second, row.second_level),
        ],
        "reasons": [Reason(reason) for reason in row.pair.reasons],
        "similarity": row.pair.similarity,
        "is_certain": row.pair.is_certain,
        "is_same_city": bool(cities[0]) and cities[0] == cities[1],
    }


def _pair_supplier(organisation: Organisation, level: str) -> Json:
    return {
        "id": organisation.id,
        "name": organisation.name,
        "logo_url": picture_url(organisation.logo_id, organisation.logo_version),
        "city": organisation.address_city,
        "country": organisation.address_country,
        "level": level,
        "is_invited": organisation.status == OrganisationStatus.INVITED,
    }


def serialize_scan(actor: Actor) -> Json:
    """Serialize the last comparison of the actor's network for `ScanSchema`."""
    scan: DuplicateScan | None = scan_of(actor.organisation_id)
    return {
        "finished": scan.finished if scan else None,
        "suppliers": scan.suppliers if scan else 0,
        "is_limited": scan is not None and scan.suppliers >= MAX_SUPPLIERS,
        "is_running": scan is not None and (scan.finished is None or scan.finished < scan.requested),
    }


def serialize_parties(parties: MergeParties) -> Json:
    """Serialize what a merge would do, for `MergeSchema`."""
    counts = counts_of(parties.merge)
    return {
        "id": None,
        "survivor": _supplier(parties.survivor.organisation),
        "former": _supplier(parties.former.organisation),
        "fields": _fields(parties),
        "moves": _counts([each for each in counts if each.moves]),
        "stays": _counts([each for each in counts if not each.moves]),
    }


def serialize_merge(log: MergeLog, preview: Json) -> Json:
    """Serialize a merge that was run, with the numbers of its preview."""
    return preview | {"id": log.id}


def serialize_undo(log: MergeLog) -> Json:
    """Serialize an undone merge for `MergeUndoSchema`."""
    return {"survivor_id": log.survivor_id, "gone_id": log.gone_id, "gone_name": log.gone_name}


def serialize_merges(actor: Actor, relationship: Relationship | None) -> Mapping[str, object] | None:
    """Serialize the merges into a supplier that can still be undone, for its page."""
    if relationship is None:
        return None
    merges = recent_merges(
        organisation_id=actor.organisation_id, survivor_id=relationship.with_organisation_id
    )
    return {
        "merges": [
            {
                "id": each.id,
                "goneName": each.gone_name,
                "created": each.created,
                "mayUndo": may_undo(actor, each.created_by_user_id),
            }
            for each in merges
        ]
    }


def _supplier(organisation: Organisation) -> Json:
    return {
        "id": organisation.id,
        "name": organisation.name,
        "is_invited": organisation.status == OrganisationStatus.INVITED,
    }


def _counts(counts: Sequence[Count]) -> list[Json]:
    return [{"noun": each.nouns[each.count != 1], "count": each.count} for each in counts]


def _fields(parties: MergeParties) -> list[Json]:
    """Return the fields with two different values, or with one that the survivor lacks."""
    rows: list[Json] = []
    for field in FIELDS:
        if field.is_profile and not parties.merge.moves_people:
            continue
        ours, theirs = (
            values_of(each.organisation if field.is_profile else each.relationship, field.columns)
            for each in (parties.survivor, parties.former)
        )
        sides = sides_of(field, ours, theirs)
        if len(sides) > 1:
            rows.append(
                {
                    "name": field.name,
                    "label": field.label,
                    "survivor": _text(field, parties.survivor, ours),
                    "former": _text(field, parties.former, theirs),
                    "sides": sides,
                }
            )
    return rows


def _text(field: MergeField, supplier: Supplier, values: Mapping[str, object]) -> str:
    if field.name == "owner":
        return supplier.owner_name or ""
    if field.name == "notes":
        return plain_text(str(values["notes"] or ""), NOTES_SAMPLE)
    if field.name == "address":
        parts = {**values, "address_country": country_name(str(values["address_country"] or ""))}
        return ", ".join(str(part) for part in parts.values() if part)
    return str(next(iter(values.values())) or "")
