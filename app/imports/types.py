"""States, fields, outcomes and limits of imports of suppliers."""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from app.kernel.files.workbooks import Limits


class ImportState(StrEnum):
    """READING -> MAPPING -> PLANNING -> READY -> RUNNING -> DONE -> UNDONE.

    A changed mapping, or a changed network, leads from READY back to PLANNING. FAILED is the end of a file that cannot
    be read.
    """

    READING = "READING"
    MAPPING = "MAPPING"
    PLANNING = "PLANNING"
    READY = "READY"
    RUNNING = "RUNNING"
    DONE = "DONE"
    UNDONE = "UNDONE"
    FAILED = "FAILED"


class Outcome(StrEnum):
    """The planned effect of a row. Only CREATE, UPDATE and ADD change anything."""

    CREATE = "CREATE"
    UPDATE = "UPDATE"
    ADD = "ADD"
    SAME = "SAME"
    ASK = "ASK"
    WRONG = "WRONG"
    LEFT_OUT = "LEFT_OUT"


EFFECTIVE = (Outcome.CREATE, Outcome.UPDATE, Outcome.ADD)


class SheetRole(StrEnum):
    """The contents of a sheet."""

    SUPPLIERS = "SUPPLIERS"
    CONTACTS = "CONTACTS"
    NONE = "NONE"


class Target(StrEnum):
    """A field that a column of the file is imported into."""

    EXTERNAL_REF = "EXTERNAL_REF"
    NAME = "NAME"
    LEVEL = "LEVEL"
    OWNER = "OWNER"
    TAGS = "TAGS"
    NOTES = "NOTES"
    TAX_NUMBER = "TAX_NUMBER"
    REGISTRATION_NUMBER = "REGISTRATION_NUMBER"
    DUNS = "DUNS"
    LEI = "LEI"
    WEBSITE = "WEBSITE"
    CURRENCY = "CURRENCY"
    LINE1 = "LINE1"
    LINE2 = "LINE2"
    ZIPCODE = "ZIPCODE"
    CITY = "CITY"
    REGION = "REGION"
    COUNTRY = "COUNTRY"
    CONTACT_NAME = "CONTACT_NAME"
    CONTACT_FIRST_NAME = "CONTACT_FIRST_NAME"
    CONTACT_LAST_NAME = "CONTACT_LAST_NAME"
    CONTACT_EMAIL = "CONTACT_EMAIL"
    CONTACT_PHONE = "CONTACT_PHONE"
    CONTACT_MOBILE = "CONTACT_MOBILE"
    CONTACT_JOB_TITLE = "CONTACT_JOB_TITLE"


@dataclass(frozen=True, slots=True)
class CustomTarget:
    """A custom field of the organisation that a column of the file is imported into."""

    name: str
    label: str = field(compare=False)

    def __str__(self) -> str:
        """Return the key of its values: a field of suppliers has no colon."""
        return f"{CUSTOM}{self.name}"


AnyTarget = Target | CustomTarget
CUSTOM = "custom:"
LABELS: dict[Target, str] = {
    Target.EXTERNAL_REF: "Own supplier number",
    Target.NAME: "Name",
    Target.LEVEL: "Level",
    Target.OWNER: "Owner",
    Target.TAGS: "Tags",
    Target.NOTES: "Notes",
    Target.TAX_NUMBER: "VAT or tax number",
    Target.REGISTRATION_NUMBER: "Registration number",
    Target.DUNS: "D-U-N-S number",
    Target.LEI: "LEI",
    Target.WEBSITE: "Website",
    Target.CURRENCY: "Currency",
    Target.LINE1: "Street",
    Target.LINE2: "Address line 2",
    Target.ZIPCODE: "Postcode",
    Target.CITY: "City",
    Target.REGION: "Region",
    Target.COUNTRY: "Country",
    Target.CONTACT_NAME: "Contact name",
    Target.CONTACT_FIRST_NAME: "Contact first name",
    Target.CONTACT_LAST_NAME: "Contact last name",
    Target.CONTACT_EMAIL: "Contact e-mail",
    Target.CONTACT_PHONE: "Contact phone",
    Target.CONTACT_MOBILE: "Contact mobile",
    Target.CONTACT_JOB_TITLE: "Contact job title",
}
"""The names of the fields on screens and in sentences."""


def label_of(target: AnyTarget) -> str:
    """Return the name of a field on screens and in sentences."""
    return target.label if isinstance(target, CustomTarget) else LABELS[target]


CONTACT_TARGETS = frozenset(target for target in Target if target.value.startswith("CONTACT_"))
JOIN_TARGETS = frozenset({Target.EXTERNAL_REF, Target.NAME})
"""The fields by which the rows of a sheet of contacts belong to suppliers."""
PROFILE_COLUMNS: dict[Target, str] = {
    Target.NAME: "name",
    Target.TAX_NUMBER: "tax_id_number",
    Target.REGISTRATION_NUMBER: "registration_number",
    Target.DUNS: "duns_number",
    Target.WEBSITE: "website_url",
    Target.CURRENCY: "preferred_currency",
    Target.LINE1: "address_line1",
    Target.LINE2: "address_line2",
    Target.ZIPCODE: "address_zipcode",
    Target.CITY: "address_city",
    Target.REGION: "address_region",
    Target.COUNTRY: "address_country",
}
"""The columns of an organisation, by field."""
RELATIONSHIP_COLUMNS: dict[Target, str] = {
    Target.EXTERNAL_REF: "external_ref",
    Target.LEVEL: "level",
    Target.OWNER: "owner_user_id",
    Target.NOTES: "notes",
}
"""The columns of a relationship, by field."""

MAX_ROWS, MAX_COLUMNS = 20_000, 100
HEADER_ROWS = 15
"""Rows at the top of a sheet in which the headings are looked for."""
FILE_LIMITS = Limits(rows=MAX_ROWS + HEADER_ROWS, columns=MAX_COLUMNS, characters=20_000_000)
MAX_SHEETS = 20
MAX_CONTACTS = 20
"""Contacts of one supplier."""
NOTES_LIMIT = 5_000
"""Characters of notes, the longest cells."""
MAX_CORRECTIONS = 1_000
"""Corrected cells of a file."""
MAX_CANDIDATES = 5
"""Organisations that a row is compared with on screen."""
MAX_PER_HOUR = 30
"""Files of a user that are read in an hour."""
HOUR = timedelta(hours=1)
RETENTION = timedelta(days=30)
UNDO_PERIOD = timedelta(days=7)
BATCH_ROWS = 500
PAGE_SIZE = 50
READ_JOB, PLAN_JOB, PURGE_JOB = "supplierImport.read", "supplierImport.plan", "supplierImport.purge"
RUN_KIND = "supplierImport.run"
