"""The plan of an import: what happens to each supplier of the file. Running does exactly this."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.accounts.public import GUEST_ORGANISATION_NAME
from app.duplicates.public import (
    Likeness,
    compact,
)
from app.forms.public import Field, value_text
from app.imports.policies.extracting import FileRow, ref_key
from app.imports.policies.matching import Index, identity_of_row, rank
from app.imports.types import (
    LABELS,
    MAX_CANDIDATES,
    PROFILE_COLUMNS,
    RELATIONSHIP_COLUMNS,
    Outcome,
    Target,
)
from app.kernel.http.json_types import Arguments
from app.kernel.reference import country_name
from app.kernel.sanitise import plain_text
from app.network.public import DEFAULT_LEVEL, Candidate, RelationshipLevel, UsedAddress

OWN_ORGANISATION = "{place}: this is your own organisation. Leave the row out."
RESERVED_NAME = "{place}, Name: this name can't be used."
SAME_SUPPLIER = "{place}: {first} is the same supplier."
ADDRESS_IN_USE = (
    "{place}, Contact e-mail: {email} can't be used. Enter another address, or leave the cell empty."
)
NO_LEVEL = "{place}, Level: choose a level above None for a new supplier."
NUMBER_IN_USE = "{place}, Own supplier number: {name} in your network has this number."
OWN_PROFILE = "{name} keeps its own profile and contacts; only your own data is imported."
DIFFERENCES_SHOWN = 200
"""Characters of a value in the list of differences."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A user's decision about a row: LEFT_OUT, DIFFERENT, or SAME with the organisation."""

    choice: str
    organisation_id: int | None = None


@dataclass(slots=True, kw_only=True)
class PlannedRow:
    """The plan for one row. `changes` have `differences`, `candidates`, `people`, `tags` and `notes`."""

    n: int
    outcome: Outcome
    organisation_id: int | None = None
    relationship_id: int | None = None
    changes: Arguments = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CustomData:
    """The custom fields of the organisation by name, and the values of its relationships by id."""

    fields: Mapping[str, Field] = field(default_factory=dict)
    values: Mapping[int, Mapping[str, object]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Network:
    """The organisations that rows can be, and the addresses of the file that are in use."""

    candidates: Sequence[Candidate]
    addresses: Mapping[str, UsedAddress]
    owner_names: Mapping[int, str]
    custom: CustomData = field(default_factory=CustomData)


def plan_rows(
    rows: Sequence[FileRow],
    network: Network,
    decisions: Mapping[int, Decision],
    taken: Mapping[int, str] | None = None,
) -> list[PlannedRow]:
    """Plan rows, in their order. `taken` are organisations that other rows are about, with the places of these rows."""
    index = Index(network.candidates)
    owners: dict[int, str] = dict(taken or {})
    return [_plan(row, network, index, decisions.get(row.n), owners) for row in rows]


def _plan(
    row: FileRow, network: Network, index: Index, decision: Decision | None, owners: dict[int, str]
) -> PlannedRow:
    if decision is not None and decision.choice == "LEFT_OUT":
        return PlannedRow(n=row.n, outcome=Outcome.LEFT_OUT, changes={"notes": row.notes})
    if row.problems:
        return PlannedRow(n=row.n, outcome=Outcome.WRONG, problems=row.problems)
    identity = identity_of_row(row)
    likely = index.likely(identity, also=_organisations_with_address(row, network))
    own = next((likeness for candidate, likeness in likely if candidate.is_own), None)
    if own is not None and (own.is_certain or own.similarity >= 100.0):
        return _wrong(row, OWN_ORGANISATION.format(place=row.place))
    if str(row.value(Target.NAME)).strip().casefold() == GUEST_ORGANISATION_NAME.casefold():
        return _wrong(row, RESERVED_NAME.format(place=row.place))
    likely = [(candidate, likeness) for candidate, likeness in likely if not candidate.is_own]
    if decision is not None and decision.choice == "SAME":
        chosen = index.by_id.get(decision.organisation_id or 0)
        if chosen is not None and not chosen.is_own:
            return _joined(row, network, index, chosen, owners)
    certain = [candidate for candidate, likeness in likely if index.is_certain(identity, candidate, likeness)]
    is_different = decision is not None and decision.choice == "DIFFERENT"
    if certain and not is_different:
        best, *others = certain
        first = rank(next(each for each in likely if each[0] is best))[:2]
        tied = [
            each for each in others if rank(next(pair for pair in likely if pair[0] is each))[:2] == first
        ]
        if not tied:
            return _joined(row, network, index, best, owners)
    if likely and not is_different:
        return _asked(row, likely)
    return _created(row, network, index, owners)


def _organisations_with_address(row: FileRow, network: Network) -> set[int]:
    """Return the organisations that the actor may see and that have a contact of the row."""
    used = (network.addresses.get(str(person["email"]).lower()) for person in row.people)
    return {each.organisation_id for each in used if each is not None and each.is_visible}


def _wrong(row: FileRow, problem: str) -> PlannedRow:
    return PlannedRow(n=row.n, outcome=Outcome.WRONG, problems=[problem])


def _asked(row: FileRow, likely: Sequence[tuple[Candidate, Likeness]]) -> PlannedRow:
    candidates = [
        {
            "organisationId": candidate.organisation_id,
            "name": candidate.profile["name"],
            "city": candidate.profile["address_city"],
            "country": country_name(candidate.profile["address_country"] or "") or None,
            "website": candidate.profile["website_url"],
            "externalRef": candidate.values.get("external_ref"),
            "isInNetwork": candidate.relationship_id is not None,
            "reasons": [reason.value for reason in likeness.reasons],
            "similarity": round(likeness.similarity),
        }
        for candidate, likeness in likely[:MAX_CANDIDATES]
    ]
    changes = {"candidates": candidates, "notes": row.notes}
    return PlannedRow(n=row.n, outcome=Outcome.ASK, changes=changes)


def _created(row: FileRow, network: Network, index: Index, owners: dict[int, str]) -> PlannedRow:
    problem = _number_problem(row, index, None) or _level_problem(row)
    reserved: int | None = None
    for position, person in enumerate(row.people):
        used = network.addresses.get(str(person["email"]).lower())
        # The contact of an organisation that only another buyer has invited becomes a contact of this buyer too.
        if used is None:
            continue
        if position > 0 or used.is_visible or not used.is_invitable or used.organisation_id in owners:
            problem = problem or ADDRESS_IN_USE.format(place=row.place, email=person["email"])
        else:
            reserved = used.organisation_id
    if problem:
        return _wrong(row, problem)
    changes: Arguments = {
        "differences": [], "people": row.people, "tags": row.value(Target.TAGS) or [], "notes": row.notes,
    }  # fmt: skip
    if reserved is not None:
        owners[reserved] = row.place
        changes["reserved"] = reserved
    return PlannedRow(n=row.n, outcome=Outcome.CREATE, changes=changes)


def _joined(
    row: FileRow, network: Network, index: Index, candidate: Candidate, owners: dict[int, str]
) -> PlannedRow:
    """Plan a row that is about an organisation that exists: Update or Same in the network, else Add."""
    organisation_id = candidate.organisation_id
    if organisation_id in owners:
        return _wrong(row, SAME_SUPPLIER.format(place=row.place, first=owners[organisation_id]))
    is_added = candidate.relationship_id is None
    problem = _number_problem(row, index, organisation_id) or (_level_problem(row) if is_added else None)
    notes = list(row.notes)
    people: list[dict[str, str | None]] = []
    if candidate.has_own_profile:
        if any(row.value(target) for target in PROFILE_COLUMNS if target is not Target.NAME) or row.people:
            notes.append(OWN_PROFILE.format(name=candidate.profile["name"]))
    else:
        for person in row.people:
            used = network.addresses.get(str(person["email"]).lower())
            if used is None:
                people.append(person)
            elif used.organisation_id != organisation_id:
                problem = problem or ADDRESS_IN_USE.format(place=row.place, email=person["email"])
    if problem:
        return _wrong(row, problem)
    owners[organisation_id] = row.place
    differences = [] if is_added else list(_differences(row, network, candidate))
    tags = [tag for tag in row.value(Target.TAGS) or [] if tag.lower() not in candidate.tags]
    planned = PlannedRow(
        n=row.n,
        outcome=Outcome.ADD if is_added else Outcome.SAME,
        organisation_id=organisation_id,
        relationship_id=candidate.relationship_id,
        changes={
            "differences": differences, "people": people, "tags": tags, "notes": notes,
            "organisationName": candidate.profile["name"],
        },
    )  # fmt: skip
    if not is_added and (differences or people or tags):
        planned.outcome = Outcome.UPDATE
    return planned


def _differences(row: FileRow, network: Network, candidate: Candidate) -> Iterator[Arguments]:
    """Yield the mapped values that differ, with the columns; an empty cell changes nothing."""
    groups = [("values", candidate.values, RELATIONSHIP_COLUMNS)]
    if not candidate.has_own_profile:
        groups.append(("profile", candidate.profile, PROFILE_COLUMNS))
    for group, present, columns in groups:
        for target, column in columns.items():
            after, before = row.value(target), present[column]
            if after is None or after == before or _is_same_number(target, before, after):
                continue
            yield {
                "field": LABELS[target], "group": group, "column": column, "before": before, "after": after,
                "beforeText": _shown(target, before, network), "afterText": _shown(target, after, network),
            }  # fmt: skip
    yield from _custom_differences(row, network, candidate)


def _custom_differences(row: FileRow, network: Network, candidate: Candidate) -> Iterator[Arguments]:
    stored = network.custom.values.get(candidate.relationship_id or 0, {})
    for name, after in row.custom.items():
        custom, before = network.custom.fields.get(name), stored.get(name)
        if custom is not None and after != before:
            yield {
                "field": custom.label or name, "group": "custom", "column": name, "before": before, "after": after,
                "beforeText": value_text(custom, before)[:DIFFERENCES_SHOWN],
                "afterText": value_text(custom, after)[:DIFFERENCES_SHOWN],
            }  # fmt: skip


def _is_same_number(target: Target, before: str | None, after: str | None) -> bool:
    """True for two spellings of one number."""
    if target is Target.EXTERNAL_REF:
        return ref_key(before) == ref_key(after)
    numbers = (Target.TAX_NUMBER, Target.REGISTRATION_NUMBER, Target.DUNS)
    return target in numbers and bool(compact(before)) and compact(before) == compact(after)


def _shown(target: Target, value: object, network: Network) -> str:
    if value is None:
        return ""
    if target is Target.OWNER:
        return network.owner_names.get(int(str(value)), "")
    if target is Target.COUNTRY:
        return country_name(str(value))
    if target is Target.NOTES:
        return plain_text(str(value), DIFFERENCES_SHOWN)
    return str(value)[:DIFFERENCES_SHOWN]


def _number_problem(row: FileRow, index: Index, organisation_id: int | None) -> str | None:
    holder = index.by_ref.get(ref_key(row.value(Target.EXTERNAL_REF)))
    if holder is None or holder.organisation_id == organisation_id:
        return None
    return NUMBER_IN_USE.format(place=row.place, name=holder.profile["name"])


def _level_problem(row: FileRow) -> str | None:
    level = row.value(Target.LEVEL)
    return NO_LEVEL.format(place=row.place) if level == RelationshipLevel.NONE.value else None


def level_of(row: FileRow) -> RelationshipLevel:
    """Return the level of a new supplier."""
    return RelationshipLevel(row.value(Target.LEVEL) or DEFAULT_LEVEL.value)
