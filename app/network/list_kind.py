"""The lists of organisations and of contacts, for saved views and exports."""

from collections.abc import Mapping, Sequence

from app.accounts.public import OrganisationStatus, UserStatus
from app.kernel.db.list_kinds import CellValue, ExportColumn, ListKind
from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Arguments
from app.network.queries.contacts import ContactRow, list_contacts
from app.network.queries.directory import DirectoryRow, list_organisations
from app.network.schemas.organisations import OrganisationQuerySchema, organisation_filter
from app.network.schemas.people import ContactQuerySchema, contact_filter
from app.network.serializers import serialize_contact_row, serialize_directory_row

STATUSES: Mapping[str, str] = {
    OrganisationStatus.INVITED: "Invited",
    OrganisationStatus.CONFIRMED: "Active",
    UserStatus.ACTIVE: "Active",
    UserStatus.SUSPENDED: "Suspended",
}


def _organisations(actor: Actor, query: Arguments, page: ListQuery) -> Page[DirectoryRow]:
    return list_organisations(actor=actor, filters=organisation_filter(query), sort=query["sort"], query=page)


def _exported_organisations(_actor: Actor, page: Page[DirectoryRow]) -> Sequence[Arguments]:
    return [
        serialize_directory_row(row) | {"relationship_created": row.relationship_created} for row in page.rows
    ]


def _contacts(actor: Actor, query: Arguments, page: ListQuery) -> Page[ContactRow]:
    return list_contacts(actor=actor, filters=contact_filter(query), sort=query["sort"], query=page)


def _exported_contacts(_actor: Actor, page: Page[ContactRow]) -> Sequence[Arguments]:
    return [serialize_contact_row(row) | {"join_date": row.user.join_date} for row in page.rows]


def _part(row: Arguments, outer: str, inner: str) -> CellValue:
    """Return a value of a part of the row that may be missing."""
    part: Arguments | None = row[outer]
    value: CellValue = part[inner] if part else None
    return value


ORGANISATIONS = ListKind(
    name="organisation",
    title="Suppliers",
    path="/organisations",
    query=OrganisationQuerySchema,
    fetch=_organisations,
    shared_by=frozenset({Permission.MANAGE_RELATIONSHIPS}),
    exported=_exported_organisations,
    columns=(
        ExportColumn("ID", lambda row: row["id"], 10),
        ExportColumn("Organisation", lambda row: row["name"], 40),
        ExportColumn("Status", lambda row: STATUSES.get(row["status"], row["status"]), 12),
        ExportColumn("Relationship", lambda row: _part(row, "relationship", "level"), 14),
        ExportColumn("Relationship ID", lambda row: _part(row, "relationship", "id"), 14),
        ExportColumn("Own number", lambda row: row["external_ref"], 14),
        ExportColumn("In network since (UTC)", lambda row: row["relationship_created"]),
        ExportColumn("Tags", lambda row: ", ".join(tag["name"] for tag in row["tags"]), 30),
        ExportColumn("Street", lambda row: _part(row, "address", "line1"), 30),
        ExportColumn("Postcode", lambda row: _part(row, "address", "zipcode"), 12),
        ExportColumn("City", lambda row: _part(row, "address", "city")),
        ExportColumn("Region", lambda row: _part(row, "address", "region")),
        ExportColumn("Country", lambda row: _part(row, "address", "country_name")),
        ExportColumn("Description", lambda row: row["brief_description"], 40),
    ),
)

CONTACTS = ListKind(
    name="user",
    title="Contacts",
    path="/contacts",
    query=ContactQuerySchema,
    fetch=_contacts,
    shared_by=frozenset({Permission.MANAGE_USERS, Permission.MANAGE_RELATIONSHIPS}),
    hidden=frozenset({"includeSuspended"}),
    defaults={"myOrgOnly": "true", "includeSuspended": "true"},
    exported=_exported_contacts,
    columns=(
        ExportColumn("ID", lambda row: row["id"], 10),
        ExportColumn("Name", lambda row: row["name"], 30),
        ExportColumn("Job title", lambda row: row["job_title"], 24),
        ExportColumn("Organisation", lambda row: row["organisation"].name, 40),
        ExportColumn("Organisation ID", lambda row: row["organisation"].id, 14),
        ExportColumn("E-mail", lambda row: row["email"], 32),
        ExportColumn("Phone", lambda row: row["phone"]),
        ExportColumn("Mobile", lambda row: row["mobile"]),
        ExportColumn("Role", lambda row: row["role"]),
        ExportColumn("Relationship", lambda row: _part(row, "relationship", "level"), 14),
        ExportColumn("Status", lambda row: STATUSES.get(row["status"], row["status"]), 12),
        ExportColumn("Joined (UTC)", lambda row: row["join_date"]),
    ),
)
