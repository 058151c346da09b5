"""Fields of a supplier that a merge decides one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from app.duplicates.types import Side
from app.kernel.sanitise import plain_text


@dataclass(frozen=True, slots=True)
class MergeField:
    """A field with its columns. `is_profile` marks fields of the company profile, which a tenant decides itself."""

    name: str
    label: str
    columns: Sequence[str]
    is_profile: bool


FIELDS = (
    MergeField("name", "Name", ["name"], is_profile=True),
    MergeField(
        "address",
        "Address",
        [f"address_{part}" for part in ("line1", "line2", "city", "region", "zipcode", "country")],
        is_profile=True,
    ),
    MergeField("websiteUrl", "Website", ["website_url"], is_profile=True),
    MergeField("registrationNumber", "Registration number", ["registration_number"], is_profile=True),
    MergeField("taxIdNumber", "Tax number", ["tax_id_number"], is_profile=True),
    MergeField("dunsNumber", "D-U-N-S number", ["duns_number"], is_profile=True),
    MergeField("preferredCurrency", "Currency", ["preferred_currency"], is_profile=True),
    MergeField("externalRef", "Own number", ["external_ref"], is_profile=False),
    MergeField("level", "Relationship", ["level"], is_profile=False),
    MergeField("owner", "Owner", ["owner_user_id"], is_profile=False),
    MergeField("notes", "Notes", ["notes"], is_profile=False),
)
FIELD_NAMES = tuple(field.name for field in FIELDS)


def sides_of(field: MergeField, survivor: Mapping[str, object], former: Mapping[str, object]) -> list[Side]:
    """Return the possible choices, the default first; only one if the values agree or the other supplier has none."""
    if field.name == "notes":
        has_survivor, has_gone = (has_text(values["notes"]) for values in (survivor, former))
        if has_survivor and has_gone and survivor["notes"] != former["notes"]:
            return [Side.BOTH, Side.SURVIVOR, Side.GONE]
        return [Side.SURVIVOR] if has_survivor or not has_gone else [Side.GONE, Side.SURVIVOR]
    ours, theirs = ([values[column] for column in field.columns] for values in (survivor, former))
    if ours == theirs or not any(theirs):
        return [Side.SURVIVOR]
    return [Side.SURVIVOR, Side.GONE] if any(ours) else [Side.GONE, Side.SURVIVOR]


def has_text(html: object) -> bool:
    """Return True if notes have a text."""
    return bool(html and plain_text(str(html)))


def joined_notes(notes: str, gone_notes: str, gone_name: str) -> str:
    """Return both notes as HTML, the survivor's first, with the name of the merged supplier between them."""
    return f"{notes}<p><strong>{escape(gone_name)}</strong></p>{gone_notes}"
