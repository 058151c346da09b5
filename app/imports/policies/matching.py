"""The organisations that a supplier of a file may be, by number, domain and similar name."""

from collections.abc import Collection, Iterator, Sequence

from rapidfuzz import fuzz, process

from app.duplicates.public import (
    SIMILAR_NAMES,
    Identity,
    Likeness,
    Reason,
    compact,
    compact_duns,
    compact_tax_number,
    compare,
    differ,
    split_name,
)
from app.imports.policies.extracting import FileRow, domains_of, ref_key
from app.imports.types import Target
from app.network.public import Candidate, Keys

PREFIX = 3
"""Letters of a word by which similar names are likenesses."""
MAX_SIMILAR = 20
"""Organisations with a similar name that are compared with a row."""


def identity_of_row(row: FileRow) -> Identity:
    """Return the features of a supplier of the file."""
    country = row.value(Target.COUNTRY) or ""
    name, legal_form = split_name(str(row.value(Target.NAME) or ""))
    return Identity(
        name=name,
        legal_form=legal_form,
        country=country,
        city=str(row.value(Target.CITY) or ""),
        own_number=ref_key(row.value(Target.EXTERNAL_REF)),
        tax_number=compact_tax_number(row.value(Target.TAX_NUMBER), country),
        registration_number=compact(row.value(Target.REGISTRATION_NUMBER)),
        lei=str(row.value(Target.LEI) or ""),
        duns=compact_duns(row.value(Target.DUNS)),
        domains=domains_of(row),
    )


def identity_of_candidate(candidate: Candidate) -> Identity:
    """Return the features of an organisation."""
    profile = candidate.profile
    country = profile["address_country"] or ""
    name, legal_form = split_name(profile["name"])
    return Identity(
        name=name,
        legal_form=legal_form,
        country=country,
        city=profile["address_city"] or "",
        own_number=ref_key(candidate.values.get("external_ref")),
        tax_number=compact_tax_number(profile["tax_id_number"], country),
        registration_number=compact(profile["registration_number"]),
        duns=compact_duns(profile["duns_number"]),
        domains=candidate.domains,
    )


def keys_of(rows: Sequence[FileRow]) -> Keys:
    """Return the keys by which the directory is searched for the rows."""
    identities = [identity_of_row(row) for row in rows]
    tax_numbers = {each.tax_number for each in identities if each.tax_number}
    return Keys(
        # Both spellings are stored: with the letters of the country and without.
        tax_numbers=tax_numbers | {number[2:] for number in tax_numbers if number[:2].isalpha()},
        registration_numbers={each.registration_number for each in identities if each.registration_number},
        duns_numbers={each.duns for each in identities if each.duns},
        domains={domain for each in identities for domain in each.domains},
        names={str(name).lower() for row in rows if (name := row.value(Target.NAME))},
    )


class Index:
    """Candidates by number, domain and the first letters of their names."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        """Sort the candidates into buckets."""
        self.identities = {each.organisation_id: identity_of_candidate(each) for each in candidates}
        self.by_id = {each.organisation_id: each for each in candidates}
        self._buckets: dict[tuple[str, str], list[int]] = {}
        self._names: dict[str, dict[int, str]] = {}
        for organisation_id, identity in self.identities.items():
            for key in _bucket_keys(identity):
                self._buckets.setdefault(key, []).append(organisation_id)
            for prefix in _prefixes(identity):
                self._names.setdefault(prefix, {})[organisation_id] = identity.name
        self.by_ref = {
            identity.own_number: self.by_id[organisation_id]
            for organisation_id, identity in self.identities.items()
            if identity.own_number
        }

    def likely(self, identity: Identity, *, also: Collection[int]) -> list[tuple[Candidate, Likeness]]:
        """Return the candidates that may be the organisation, the likeliest first.

        The organisations `also` have a contact of the row.
        """
        ids = {each for key in _bucket_keys(identity) for each in self._buckets.get(key, ())}
        for prefix in _prefixes(identity):
            names = self._names.get(prefix, {})
            for scorer in (fuzz.ratio, fuzz.token_sort_ratio):
                similar = process.extract(
                    identity.name, names, scorer=scorer, score_cutoff=SIMILAR_NAMES, limit=MAX_SIMILAR
                )
                ids.update(organisation_id for _, _, organisation_id in similar)
        likenesses = [
            (self.by_id[organisation_id], likeness)
            for organisation_id in ids
            if (likeness := compare(identity, self.identities[organisation_id])) is not None
        ]
        with_address = [
            (self.by_id[each], Likeness((Reason.DOMAIN,), 0.0, is_certain=False))
            for each in also
            if each in self.by_id and each not in ids
        ]
        return sorted([*likenesses, *with_address], key=rank)

    def is_compatible(self, identity: Identity, candidate: Candidate) -> bool:
        """True if no own number and no legal form speaks against the same organisation."""
        other = self.identities[candidate.organisation_id]
        return not (
            differ(identity.own_number, other.own_number) or differ(identity.legal_form, other.legal_form)
        )

    def is_certain(self, identity: Identity, candidate: Candidate, likeness: Likeness) -> bool:
        """True if a row is this organisation without a question.

        Another own number, and a mail domain with another legal form, country or a name that is not similar, need one.
        """
        other = self.identities[candidate.organisation_id]
        if not likeness.is_certain or differ(identity.own_number, other.own_number):
            return False
        if any(reason not in (Reason.DOMAIN, Reason.NAME) for reason in likeness.reasons):
            return True
        return Reason.NAME in likeness.reasons and not differ(identity.legal_form, other.legal_form)


def _bucket_keys(identity: Identity) -> Iterator[tuple[str, str]]:
    for reason, number in identity.numbers.items():
        yield reason.value, number
    for domain in identity.domains:
        yield Reason.DOMAIN.value, domain


def _prefixes(identity: Identity) -> set[str]:
    """Return the beginnings of two words, because "Ventile Bauer" and "Bauer Ventile" may be one company."""
    return {word[:PREFIX] for word in identity.name.split()[:2] if len(word) > 1}


def rank(pair: tuple[Candidate, Likeness]) -> tuple[bool, int, float, int]:
    """Return the sort key of candidates: the own network first, then the strongest reason."""
    candidate, likeness = pair
    strongest = list(Reason).index(likeness.reasons[0])
    return candidate.relationship_id is None, strongest, -likeness.similarity, candidate.organisation_id
