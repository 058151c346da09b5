"""Identity of organisations: exact numbers first, then the mail domain; a similar name only proposes.

Numbers are compared without spaces and punctuation. A name is compared without case, accents, punctuation and legal
form, but two different legal forms ("Acme Inc", "Acme GmbH") are two companies until a user says otherwise.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import Protocol

from cleanco.clean import basename
from rapidfuzz import fuzz
from stdnum import get_cc_module, lei
from stdnum.exceptions import ValidationError

from app.kernel.reference import countries, country_name

SIMILAR_NAMES = 88.0
"""Lowest similarity, in percent, of the names of two organisations that are proposed as the same one."""
CERTAIN_NAMES = 92.0
"""Lowest similarity of the names that confirms an equal registration number or domain. Companies of one group differ
in a word of their names."""
RELATED_NAMES = 60.0
"""Lowest similarity of the names for a pair whose registration number agrees and nothing else: registers of different
towns use the same numbers."""
MIN_NUMBER = 5
"""Shorter numbers ("1", "n/a") identify no organisation."""
_SEPARATORS = re.compile(r"[^\w&]+")
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_AND = re.compile(r"\b(?:and|und|et|och|og|en|e|y|i)\b")


class Reason(StrEnum):
    """A reason to regard two organisations as the same, from the strongest to the weakest."""

    OWN_NUMBER = "OWN_NUMBER"
    TAX_NUMBER = "TAX_NUMBER"
    REGISTRATION_NUMBER = "REGISTRATION_NUMBER"
    LEI = "LEI"
    DUNS = "DUNS"
    DOMAIN = "DOMAIN"
    NAME = "NAME"


UNIQUE_NUMBERS = frozenset({Reason.TAX_NUMBER, Reason.LEI, Reason.DUNS})
"""Numbers of which an organisation has one: different ones mean different organisations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The features of one organisation, normalised for comparison; an empty text is an unknown one."""

    name: str = ""
    """The name without legal form (`name_key`)."""
    legal_form: str = ""
    country: str = ""
    city: str = ""
    own_number: str = ""
    tax_number: str = ""
    registration_number: str = ""
    lei: str = ""
    duns: str = ""
    domains: frozenset[str] = field(default_factory=frozenset)
    """Mail domains of its users, without public mail providers."""

    @property
    def numbers(self) -> Mapping[Reason, str]:
        """Return the known numbers, the strongest first."""
        numbers = {
            Reason.OWN_NUMBER: self.own_number,
            Reason.TAX_NUMBER: self.tax_number,
            Reason.REGISTRATION_NUMBER: self.registration_number,
            Reason.LEI: self.lei,
            Reason.DUNS: self.duns,
        }
        return {reason: number for reason, number in numbers.items() if number}


@dataclass(frozen=True, slots=True)
class Likeness:
    """The result of a comparison: the reasons, the strongest first, and the similarity of the names in percent."""

    reasons: tuple[Reason, ...]
    similarity: float
    is_certain: bool
    """True if a number agrees, or the domain and the name. The companies of a group share a domain, and registers of
    different towns use the same numbers, so each of these alone only proposes, like a name."""

    @property
    def score(self) -> int:
        """Return the rank of the pair in a list: certain pairs first, then by the strongest reason and the names."""
        strongest = len(Reason) - list(Reason).index(self.reasons[0])
        return self.is_certain * 10_000 + strongest * 1_000 + round(self.similarity * 10)


def compare(one: Identity, other: Identity) -> Likeness | None:
    """Return the likeness of two organisations, or None if nothing speaks for the same one.

    A registration number counts within one country only, because registers of different countries use the same ones.
    If no number agrees, a different tax number, LEI or D-U-N-S number rules out the same mail domain and name.
    """
    theirs = other.numbers
    both_known = [reason for reason in one.numbers if reason in theirs]
    if differ(one.country, other.country):
        both_known = [reason for reason in both_known if reason is not Reason.REGISTRATION_NUMBER]
    reasons = [reason for reason in both_known if one.numbers[reason] == theirs[reason]]
    similarity = name_similarity(one, other)
    if reasons or not UNIQUE_NUMBERS.intersection(both_known):
        if one.domains & other.domains:
            reasons.append(Reason.DOMAIN)
        if similarity >= SIMILAR_NAMES and not differ(one.country, other.country):
            reasons.append(Reason.NAME)
    if not reasons or (reasons == [Reason.REGISTRATION_NUMBER] and similarity < RELATED_NAMES):
        return None
    return Likeness(tuple(reasons), similarity, _is_certain(one, other, reasons, similarity))


def _is_certain(one: Identity, other: Identity, reasons: Sequence[Reason], similarity: float) -> bool:
    if {Reason.OWN_NUMBER, *UNIQUE_NUMBERS}.intersection(reasons):
        return True
    if differ(one.legal_form, other.legal_form):
        return False
    if {Reason.REGISTRATION_NUMBER, Reason.DOMAIN} <= set(reasons):
        return True
    return reasons != [Reason.NAME] and similarity >= CERTAIN_NAMES


def differ(one: str, other: str) -> bool:
    """True if both texts are known and different."""
    return bool(one and other and one != other)


def name_similarity(one: Identity, other: Identity) -> float:
    """Return the similarity of two names in percent; different legal forms stay below 100."""
    if not one.name or not other.name:
        return 0.0
    similarity = max(fuzz.ratio(one.name, other.name), fuzz.token_sort_ratio(one.name, other.name))
    return min(similarity, 96.0) if differ(one.legal_form, other.legal_form) else similarity


@lru_cache(maxsize=50_000)
def split_name(name: str) -> tuple[str, str]:
    """Return the key of a name, without case, accents, punctuation and legal form, and its legal form.

    A name that consists of a legal form alone is its own key.
    """
    plain = fold(name)
    base = fold(basename(name, prefix=True)) or plain
    form = "" if base == plain else fold(plain.replace(base, " ", 1)).replace(" ", "")
    return base, form


def fold(text: str) -> str:
    """Return a text in lower case without accents and punctuation; words for "and" become "&"."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    without_accents = "".join(char for char in decomposed if not unicodedata.combining(char))
    words = _SEPARATORS.sub(" ", without_accents.replace(".", ""))
    return " ".join(_AND.sub("&", words).replace("&", " & ").split())


def compact(number: str | None) -> str:
    """Return a number in capital letters and digits alone; empty if it is too short to identify anything."""
    text = _NOT_ALPHANUMERIC.sub("", number or "").upper()
    return text if len(text) >= MIN_NUMBER and any(char.isdigit() for char in text) else ""


def compact_tax_number(number: str | None, country: str | None = None) -> str:
    """Return a tax number as its country's rules write it, with the country's letters if the number is valid there.

    `country` is an ISO 3166 alpha-3 code. A number that the rules do not accept is only compacted.
    """
    text = compact(number)
    alpha2 = _alpha2_codes().get(country or "", "")
    rules = _tax_rules(alpha2)
    if not text or rules is None:
        return text
    try:
        valid = rules.validate(text)
    except ValidationError:
        return text
    return valid if valid.startswith(alpha2) else alpha2 + valid


def compact_duns(number: str | None) -> str:
    """Return the nine digits of a D-U-N-S number, or an empty text."""
    digits = "".join(char for char in number or "" if char.isdecimal())
    return digits if len(digits) == 9 else ""


def compact_lei(number: str | None) -> str:
    """Return a legal entity identifier with right check digits, or an empty text."""
    text = lei.compact(number or "")
    return text if lei.is_valid(text) else ""


def tax_number_fault(number: str, country: str | None) -> str | None:
    """Return the sentence for a tax number that breaks the rules of its country, or None.

    Countries without known rules accept everything.
    """
    alpha2 = _alpha2_codes().get(country or "", "")
    rules = _tax_rules(alpha2)
    text = compact(number)
    if not text or rules is None:
        return None
    try:
        rules.validate(text)
    except ValidationError:
        return f"This is not a tax number of {country_name(country or '')}. Check its digits."
    return None


class _TaxRules(Protocol):
    def validate(self, number: str) -> str: ...


def _tax_rules(alpha2: str) -> _TaxRules | None:
    return get_cc_module(alpha2.lower(), "vat") if alpha2 else None


@cache
def _alpha2_codes() -> Mapping[str, str]:
    return {country.alpha3: country.alpha2 for country in countries()}
