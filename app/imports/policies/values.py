"""Checks of single cells: each returns the value of the field, or a sentence that says what to enter."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from html import escape
from urllib.parse import urlsplit

import pycountry
from babel import Locale
from email_validator import EmailNotValidError

from app.accounts.public import mixes_alphabets
from app.duplicates.public import compact_duns, compact_lei, fold
from app.forms.public import Field, rule_errors
from app.imports.policies.words import CURRENCY_SIGNS, LEVELS, OTHER_COUNTRIES
from app.imports.types import NOTES_LIMIT, AnyTarget, CustomTarget, Target, label_of
from app.kernel.email_addresses import MAX_ADDRESS_LENGTH, parse_address
from app.kernel.files.workbooks import Cell
from app.kernel.http.schemas import NAME_LIMIT, TAG_LIMIT
from app.kernel.reference import is_country, is_currency
from app.kernel.texts import visible_text
from app.network.public import TAGS_LIMIT, RelationshipLevel
from app.workbooks.public import parse_answer

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "pt")
LIMITS: Mapping[Target, int] = {
    Target.EXTERNAL_REF: 60,
    Target.TAX_NUMBER: 50,
    Target.REGISTRATION_NUMBER: 50,
    Target.WEBSITE: 300,
    Target.ZIPCODE: 20,
    Target.NOTES: NOTES_LIMIT,
    Target.CONTACT_EMAIL: MAX_ADDRESS_LENGTH,
    Target.CONTACT_PHONE: 50,
    Target.CONTACT_MOBILE: 50,
}
"""Maximum numbers of characters; NAME_LIMIT for the others."""
_TAG_SEPARATORS = re.compile(r"[,;|\n]")


class CellError(Exception):
    """A value that cannot be imported; the message says what to enter."""


@dataclass(frozen=True, slots=True)
class Colleague:
    """A user of the own organisation who can be the owner of suppliers."""

    id: int
    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Checks:
    """Data that cells are checked against, in addition to the rules of their field."""

    colleagues: Sequence[Colleague] = ()
    by_key: dict[str, list[Colleague]] = field(default_factory=dict)
    """Colleagues by e-mail address and by name, in lower case."""
    custom: Mapping[str, Field] = field(default_factory=dict)
    """The custom fields of the organisation by name."""

    @classmethod
    def of(cls, colleagues: Sequence[Colleague], custom: Mapping[str, Field] | None = None) -> "Checks":
        """Return the checks for these colleagues and custom fields."""
        by_key: dict[str, list[Colleague]] = {}
        for each in colleagues:
            for key in {each.email.lower(), " ".join(each.name.split()).lower()}:
                by_key.setdefault(key, []).append(each)
        return cls(colleagues, by_key, custom or {})


def check(target: AnyTarget, cell: Cell, checks: Checks) -> object:
    """Return the value of a cell that is not empty. Raises CellError with a sentence."""
    if isinstance(target, CustomTarget):
        return _custom(target, cell, checks)
    text = str(cell)
    clean = visible_text(text, keep="\n" if target is Target.NOTES else "")
    limit = LIMITS.get(target, NAME_LIMIT)
    if target is not Target.TAGS and len(clean) > limit:
        raise CellError(f"this has more than {limit:,} characters. Shorten it.")
    if target is Target.OWNER:
        return _owner(clean, checks)
    rule = _RULES.get(target)
    return rule(clean) if rule else clean


def _custom(target: CustomTarget, cell: Cell, checks: Checks) -> object:
    """Return the value of a custom field, with the sentences of its editing; None if the field no longer exists."""
    custom = checks.custom.get(target.name)
    if custom is None:
        return None
    parsed = parse_answer(custom, cell, place="")
    problems = [parsed.error] if parsed.error else rule_errors(custom, parsed.value)
    if problems:
        # Sentences about a cell of a spreadsheet begin with its place.
        raise CellError(problems[0].removeprefix(":").strip())
    return parsed.value


def _owner(text: str, checks: Checks) -> int:
    colleagues = checks.by_key.get(" ".join(text.split()).lower(), [])
    if not colleagues:
        raise CellError(f"no active colleague has the name or address “{text}”.")
    if len(colleagues) > 1:
        raise CellError(f"several colleagues are called “{text}”. Enter the e-mail address.")
    return colleagues[0].id


@lru_cache(maxsize=20_000)
def _email(text: str) -> str:
    try:
        email = parse_address(text.removeprefix("mailto:").strip(" <>")).normalized
    except EmailNotValidError:
        raise CellError(f"“{text}” is not a valid e-mail address.") from None
    if mixes_alphabets(email):
        raise CellError(f"“{text}” mixes letters of different alphabets. Check its spelling.")
    return email


def _country(text: str) -> str:
    code = _countries().get(fold(text)) or (text.upper() if is_country(text.upper()) else None)
    if code is None:
        raise CellError(f"“{text}” is not a country. Enter its name or its code, such as DE or DEU.")
    return code


@cache
def _countries() -> Mapping[str, str]:
    """Return the alpha-3 codes of countries by folded names in several languages and by two-letter codes."""
    alpha3 = {country.alpha_2: country.alpha_3 for country in pycountry.countries}
    names: dict[str, str] = {}
    for language in LANGUAGES:
        for alpha2, name in Locale(language).territories.items():
            if alpha2 in alpha3:
                names.setdefault(fold(name), alpha3[alpha2])
    for country in pycountry.countries:
        for name in (
            country.name,
            getattr(country, "official_name", ""),
            getattr(country, "common_name", ""),
        ):
            if name:
                names.setdefault(fold(name), country.alpha_3)
    codes = {fold(alpha2): code for alpha2, code in alpha3.items()}
    return names | codes | OTHER_COUNTRIES


def _currency(text: str) -> str:
    code = CURRENCY_SIGNS.get(text.upper(), text.upper())
    if not is_currency(code):
        raise CellError(f"“{text}” is not a currency. Enter its code, such as EUR.")
    return code


def _level(text: str) -> str:
    level = LEVELS.get(fold(text))
    if level is None:
        levels = ", ".join(level.value for level in RelationshipLevel)
        raise CellError(f"“{text}” is not a level. Enter one of {levels}.")
    return level.value


def _website(text: str) -> str:
    address = text if "://" in text else f"https://{text}"
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or "." not in parts.netloc or " " in address:
        raise CellError(f"“{text}” is not a web address.")
    return address


def _duns(text: str) -> str:
    digits = compact_duns(text)
    if not digits:
        raise CellError("a D-U-N-S number has nine digits.")
    return digits


def _lei(text: str) -> str:
    code = compact_lei(text)
    if not code:
        raise CellError("this is not an LEI. Check its 20 characters.")
    return code


def _tags(text: str) -> list[str]:
    names: dict[str, str] = {}
    for name in (visible_text(part) for part in _TAG_SEPARATORS.split(text)):
        if len(name) > TAG_LIMIT:
            raise CellError(f"a tag has at most {TAG_LIMIT} characters.")
        if name:
            names.setdefault(name.lower(), name)
    if len(names) > TAGS_LIMIT:
        raise CellError(f"a supplier can have at most {TAGS_LIMIT} tags.")
    return list(names.values())


def _notes(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return "".join(f"<p>{escape(line, quote=False)}</p>" for line in lines)


_RULES: Mapping[Target, Callable[[str], object]] = {
    Target.CONTACT_EMAIL: _email,
    Target.COUNTRY: _country,
    Target.CURRENCY: _currency,
    Target.LEVEL: _level,
    Target.WEBSITE: _website,
    Target.DUNS: _duns,
    Target.LEI: _lei,
    Target.TAGS: _tags,
    Target.NOTES: _notes,
}


def sentence(place: str, target: AnyTarget, fault: str) -> str:
    """Return the sentence of a fault with its cell: "Row 14, Contact e-mail: ..."."""
    return f"{place}, {label_of(target)}: {fault[:1].lower()}{fault[1:]}"
