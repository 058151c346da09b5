"""Types of the questions of XLSForms, also as older forms name them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.form_imports.policies.texts import one_line
from app.forms.public import FieldType

SIMPLE: Mapping[str, FieldType] = {
    "text": FieldType.TEXT, "string": FieldType.TEXT, "integer": FieldType.NUMBER, "int": FieldType.NUMBER,
    "decimal": FieldType.NUMBER, "range": FieldType.NUMBER, "date": FieldType.DATE, "datetime": FieldType.DATE,
    "image": FieldType.FILE, "photo": FieldType.FILE, "audio": FieldType.FILE, "video": FieldType.FILE,
    "file": FieldType.FILE, "acknowledge": FieldType.YESNO, "trigger": FieldType.YESNO, "barcode": FieldType.TEXT,
    "email": FieldType.EMAIL, "time": FieldType.TEXT, "geopoint": FieldType.TEXT, "phonenumber": FieldType.TEXT,
    "gps": FieldType.TEXT, "location": FieldType.TEXT, "geotrace": FieldType.TEXT, "geoshape": FieldType.TEXT,
    "phone": FieldType.TEXT, "number": FieldType.NUMBER, "percentage": FieldType.NUMBER, "picture": FieldType.FILE,
    "url": FieldType.URL, "note": FieldType.TEXT,
}  # fmt: skip
MAPPED = frozenset({"geopoint", "gps", "location", "geotrace", "geoshape"})
"""Types that are places on a map."""
_METADATA = frozenset(
    {"start", "end", "today", "deviceid", "username", "simserial", "subscriberid", "calculate", "hidden", "audit",
     "start-geopoint", "background-audio", "background-geopoint", "xml-external", "csv-external", "instanceid",
     "device id", "imei", "sim id", "sim serial", "subscriber id", "start time", "end time", "starttime", "endtime",
     "begin_time", "end_time"}
)  # fmt: skip
_TECHNICAL = re.compile(r"(?:get|set) \w[\w ]*|uri:\w+|entity|acknowledge_hidden")
_SELECT = re.compile(
    r"^(?:add )?(?P<kind>select[_ ]one|select1|select[_ ]multiple|select all that apply|rank)(?:[_ ](?:external|prompt))?"
    r"(?:[_ ](?:from|using))?(?P<is_file>_file)?\s+(?P<list>\S+)"
    r"(?P<other>\s+(?:or[_ ]other|or specify other))?$"
)
BEGIN = re.compile(r"^begin[_ ]+(group|repeat|loop)(?:\s+over\s+\S+)?$")
END = re.compile(r"^end[_ ]+(group|repeat|loop)$")
_RANGE = re.compile(r"\b(start|end)\s*=\s*(-?\d+(?:\.\d+)?)")
LABELLED = frozenset({"phonenumber", "phone number", "email"})
"""Types that are filled in by the device, unless they have a label."""


@dataclass(frozen=True, slots=True)
class Select:
    """The list of choices of a question."""

    list_name: str
    is_one: bool
    is_ranked: bool
    has_other: bool


def kind_of(text: str) -> str:
    """Return the type of a row on one line in lower case."""
    return one_line(text).casefold()


def select_of(kind: str) -> Select | None:
    """Return the list of a type such as "select_one from places or_other"."""
    match = _SELECT.match(kind)
    if match is None:
        return None
    is_one = match["kind"] in ("select_one", "select one", "select1")
    return Select(match["list"], is_one, match["kind"] == "rank", match["other"] is not None)


def is_metadata(kind: str, *, has_label: bool) -> bool:
    """Return True for a row that a device fills in, and that asks nothing."""
    if kind in LABELLED:
        return not has_label
    return kind in _METADATA or _TECHNICAL.fullmatch(kind) is not None


def range_of(parameters: str) -> tuple[str | None, str | None]:
    """Return the bounds of the parameters of a range."""
    bounds = dict(_RANGE.findall(parameters.casefold()))
    return bounds.get("start"), bounds.get("end")
