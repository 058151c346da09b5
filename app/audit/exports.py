"""Builder of the file of the audit log (kind `audit`), called by the worker."""

import csv
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO, TextIOWrapper

from app.audit.queries.entries import EntryFilter, read_entries
from app.audit.serializers import serialize_entries
from app.audit.types import MAX_EXPORTED
from app.kernel.files.cells import quoted, utc_seconds
from app.kernel.http.auth import Actor
from app.kernel.http.json import json_bytes
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile

KIND = "audit"
HEADINGS = ("Id", "Time (UTC)", "Type", "Action", "User id", "User", "Records", "Changed fields", "Address")


def export_args(filters: EntryFilter) -> dict[str, object]:
    """Return filters as arguments of an export."""
    return {
        "user_id": filters.user_id,
        "area": filters.area,
        "since": filters.since.isoformat() if filters.since else None,
        "until": filters.until.isoformat() if filters.until else None,
        "address": filters.address,
        "search": filters.search,
    }


def build(actor: Actor, format: str, args: Arguments) -> ExportFile:
    """Build the file of the entries that match the filters, newest first."""
    times = {name: datetime.fromisoformat(args[name]) if args[name] else None for name in ("since", "until")}
    filters = EntryFilter(**args | times)
    rows = _rows(actor, filters)
    if format == "csv":
        return ExportFile(filename="Audit log.csv", content_type="text/csv", content=_csv(rows))
    return ExportFile(
        filename="Audit log.jsonl", content_type="application/x-ndjson", content=_json_lines(rows)
    )


def _rows(actor: Actor, filters: EntryFilter) -> Iterator[Arguments]:
    for entries in read_entries(actor=actor, filters=filters, limit=MAX_EXPORTED):
        yield from serialize_entries(entries, actor)


def _csv(rows: Iterator[Arguments]) -> bytes:
    """Return the rows as CSV, in UTF-8 with a byte order mark, by which spreadsheets detect the encoding."""
    file = BytesIO()
    encoded = TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(encoded)
    writer.writerow(HEADINGS)
    for row in rows:
        user = row["user"] or {"id": "", "name": ""}
        records = "; ".join(f"{record['kind']} {record['name']}" for record in row["records"])
        writer.writerow(
            [
                row["id"], utc_seconds(row["created"]).isoformat(sep=" "), row["type"], row["title"], user["id"],
                quoted(user["name"]), quoted(records), ", ".join(row["fields_"]), row["address"] or "",
            ]
        )  # fmt: skip
    encoded.flush()
    return file.getvalue()


def _json_lines(rows: Iterator[Arguments]) -> bytes:
    file = BytesIO()
    for row in rows:
        file.write(
            json_bytes({("fields" if name == "fields_" else name): value for name, value in row.items()})
        )
        file.write(b"\n")
    return file.getvalue()
