"""The bulk action that runs the plan of an import, and its undo."""

from collections.abc import Sequence

from sqlalchemy import select

from app.accounts.public import MANAGER, SUPER_USER, PersonValues, User, UserType
from app.custom_fields.public import change_values
from app.events.public import record
from app.extensions import db
from app.imports.models import SupplierImportRow
from app.imports.operations.running import finish_run, finish_undo
from app.imports.policies.extracting import FileRow
from app.imports.policies.planning import level_of
from app.imports.queries import file_row, own_import, rows_of
from app.imports.types import (
    BATCH_ROWS,
    MAX_ROWS,
    PROFILE_COLUMNS,
    RUN_KIND,
    UNDO_PERIOD,
    Outcome,
)
from app.imports.types import Target as FieldTarget
from app.kernel.bulk.actions import BulkAction, BulkRun, Preview, RowResult, Target
from app.kernel.http.auth import Permission
from app.kernel.http.errors import ConflictError, NotFoundError
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id
from app.network.public import (
    AppliedChange,
    InvitedSupplier,
    SupplierChange,
    SupplierValues,
    add_invited_suppliers,
    add_known_suppliers,
    change_suppliers,
    remove_supplier,
    restore_supplier,
)

CustomChanges = dict[str, tuple[object, object]]
"""Earlier and new values by column, or by the name of the custom field."""
MESSAGES = {Outcome.CREATE: "Created", Outcome.ADD: "Added to your network"}
GONE_OWNER = "The owner is no longer an active user of your organisation. Import it again."


class RunArgs(CamelSchema):
    """The import whose plan runs."""

    import_id = Id(required=True)


def run_rows(run: BulkRun, targets: Sequence[Target]) -> list[RowResult]:
    """Create, change and add the suppliers of a batch as planned, with a fixed number of statements."""
    own_import(actor=run.actor, import_id=run.args["import_id"])
    numbers = [target.data["n"] for target in targets]
    rows = {row.n: row for row in rows_of(run.args["import_id"], ns=numbers)}
    if len(rows) != len(set(numbers)):
        raise NotFoundError
    of = {
        outcome: [rows[n] for n in numbers if rows[n].outcome is outcome]
        for outcome in (Outcome.CREATE, Outcome.UPDATE, Outcome.ADD)
    }
    _check_owners(run, list(rows.values()))
    results = {
        **_create(run, of[Outcome.CREATE]),
        **_update(run, of[Outcome.UPDATE]),
        **_add(run, of[Outcome.ADD]),
    }
    db.session.flush()
    return [results[n] for n in numbers]


def _check_owners(run: BulkRun, rows: Sequence[SupplierImportRow]) -> None:
    """Raise ConflictError if an owner has left since the plan was supplier_added."""
    ids = {row.values.get(FieldTarget.OWNER.value) for row in rows} - {None}
    active = select(User.id).where(
        User.id.in_(ids),
        User.organisation_id == run.actor.organisation_id,
        User.type == UserType.USER,
        User.status == "ACTIVE",
    )
    if ids and set(db.session.execute(active).scalars()) != ids:
        raise ConflictError(GONE_OWNER)


def _create(run: BulkRun, rows: Sequence[SupplierImportRow]) -> dict[int, RowResult]:
    if not rows:
        return {}
    files = [file_row(row) for row in rows]
    suppliers = [
        InvitedSupplier(
            name=str(file.value(FieldTarget.NAME)),
            people=[
                _person(person, SUPER_USER if position == 0 else MANAGER)
                for position, person in enumerate((row.changes or {})["people"])
            ],
            profile={
                column: file.value(target)
                for target, column in PROFILE_COLUMNS.items()
                if target is not FieldTarget.NAME
            },
            values=_values(file),
        )
        for row, file in zip(rows, files, strict=True)
    ]
    added = add_invited_suppliers(actor=run.actor, suppliers=suppliers)
    custom = [_new_custom(file) for file in files]
    change_values(
        actor=run.actor,
        changes={each.relationship_id: values for each, values in zip(added, custom, strict=True)},
    )
    results = {}
    for row, supplier, supplier_added, values in zip(rows, suppliers, added, custom, strict=True):
        profile = {"name": supplier.name, **supplier.profile} if supplier_added.is_new else {}
        before = _applied(
            relationship_id=supplier_added.relationship_id,
            after=_relationship(supplier.values),
            profile_after=profile,
            tags=list(supplier.values.tags),
            new_tag_ids=supplier_added.new_tag_ids,
            user_ids=[user.id for user in supplier_added.users],
        )
        results[row.n] = _result(
            run,
            row,
            organisation=(supplier_added.organisation.id, supplier.name),
            before=before | {"isNew": supplier_added.is_new, "custom": values},
        )
    return results


def _new_custom(file: FileRow) -> CustomChanges:
    return {name: (None, value) for name, value in file.custom.items()}


def _values(file: FileRow) -> SupplierValues:
    return SupplierValues(
        level=level_of(file),
        external_ref=file.value(FieldTarget.EXTERNAL_REF),
        owner_user_id=file.value(FieldTarget.OWNER),
        notes=file.value(FieldTarget.NOTES),
        tags=file.value(FieldTarget.TAGS) or (),
    )


def _relationship(values: SupplierValues) -> Arguments:
    return {
        "level": values.level.value,
        "external_ref": values.external_ref,
        "owner_user_id": values.owner_user_id,
        "notes": values.notes,
    }


def _update(run: BulkRun, rows: Sequence[SupplierImportRow]) -> dict[int, RowResult]:
    if not rows:
        return {}
    ids = [row.organisation_id for row in rows if (row.changes or {}).get("people")]
    staffed = set(
        db.session.execute(select(User.organisation_id).where(User.organisation_id.in_(ids))).scalars()
    )
    changes = []
    custom: dict[int, CustomChanges] = {}
    for row in rows:
        planned = row.changes or {}
        groups: dict[str, CustomChanges] = {"profile": {}, "values": {}, "custom": {}}
        for each in planned["differences"]:
            groups[each["group"]][each["column"]] = (each["before"], each["after"])
        people = [
            _person(person, MANAGER if position or row.organisation_id in staffed else SUPER_USER)
            for position, person in enumerate(planned["people"])
        ]
        custom[row.relationship_id or 0] = groups["custom"]
        changes.append(
            SupplierChange(
                relationship_id=row.relationship_id or 0,
                profile=groups["profile"],
                values=groups["values"],
                tags=planned["tags"],
                people=people,
            )
        )
    changed = change_suppliers(actor=run.actor, changes=changes)
    change_values(actor=run.actor, changes=custom)
    results = {}
    for row, change, done in zip(rows, changes, changed, strict=True):
        before = _applied(
            relationship_id=change.relationship_id,
            after={column: after for column, (_, after) in change.values.items()},
            before={column: value for column, (value, _) in change.values.items()},
            profile_after={column: after for column, (_, after) in change.profile.items()},
            profile_before={column: value for column, (value, _) in change.profile.items()},
            tags=list(change.tags),
            new_tag_ids=list(done.new_tag_ids),
            user_ids=list(done.user_ids),
        ) | {"custom": custom[change.relationship_id]}
        name = done.organisation.name
        results[row.n] = _result(run, row, organisation=(done.organisation.id, name), before=before)
    return results


def _add(run: BulkRun, rows: Sequence[SupplierImportRow]) -> dict[int, RowResult]:
    if not rows:
        return {}
    files = [file_row(row) for row in rows]
    values = [_values(file) for file in files]
    pairs = [(row.organisation_id or 0, each) for row, each in zip(rows, values, strict=True)]
    added = add_known_suppliers(actor=run.actor, suppliers=pairs)
    custom = {
        added[row.organisation_id or 0].relationship_id: _new_custom(file)
        for row, file in zip(rows, files, strict=True)
    }
    change_values(actor=run.actor, changes=custom)
    results = {}
    for row, each in zip(rows, values, strict=True):
        supplier_added = added[row.organisation_id or 0]
        before = _applied(
            relationship_id=supplier_added.relationship_id,
            after=_relationship(each),
            tags=list(each.tags),
            new_tag_ids=supplier_added.new_tag_ids,
        )
        results[row.n] = _result(
            run,
            row,
            organisation=(supplier_added.organisation.id, supplier_added.organisation.name),
            before=before | {"isNew": False, "custom": custom[supplier_added.relationship_id]},
        )
    return results


def _person(person: Arguments, role: str) -> PersonValues:
    return PersonValues(
        name=person["name"],
        email=person["email"],
        phone=person["phone"],
        mobile=person["mobile"],
        job_title=person["jobTitle"],
        role=role,
    )


def _applied(**values: object) -> Arguments:
    """Return the JSON of an `AppliedChange`."""
    return values


def _result(
    run: BulkRun, row: SupplierImportRow, *, organisation: tuple[int, str], before: Arguments
) -> RowResult:
    """Record the import in the journal of the supplier, outside the activity feed, and return the result of the row."""
    organisation_id, name = organisation
    planned = row.changes or {}
    fields_changed = [each["field"] for each in planned.get("differences", [])]
    fields_changed += ["Tags"] if planned.get("tags") else []
    fields_changed += ["Contacts"] if planned.get("people") else []
    record(
        "relationship.imported",
        organisation_id=run.actor.organisation_id,
        relationship_id=before["relationship_id"],
        byUserId=run.actor.user_id,
        byUserName=run.actor.name,
        organisationId=organisation_id,
        organisationName=name,
        outcome=str(row.outcome),
        fields=fields_changed if row.outcome is Outcome.UPDATE else [],
    )
    message = MESSAGES.get(row.outcome or Outcome.CREATE) or f"Updated: {', '.join(fields_changed)}"
    return RowResult(
        message=message,
        before=before | {"outcome": str(row.outcome)},
        subject_id=organisation_id,
        url=f"/organisations/{organisation_id}",
    )


def run_row(run: BulkRun, target: Target) -> RowResult:
    """Run one row alone, after its batch has failed."""
    return run_rows(run, [target])[0]


def undo_row(run: BulkRun, _target: Target, before: Arguments) -> None:
    """Take back one row, unless something has touched its supplier since."""
    values = dict(before)
    values.pop("new_tag_ids", None)
    outcome, is_new = Outcome(values.pop("outcome")), values.pop("isNew", False)
    custom: CustomChanges = values.pop("custom", {})
    applied = AppliedChange(**values)
    change_values(
        actor=run.actor,
        changes={
            applied.relationship_id: {name: (after, earlier) for name, (earlier, after) in custom.items()}
        },
    )
    if outcome is Outcome.UPDATE:
        restore_supplier(actor=run.actor, applied=applied)
    else:
        remove_supplier(actor=run.actor, applied=applied, is_new=is_new)


RUN_ACTION = BulkAction(
    kind=RUN_KIND,
    title="Import suppliers",
    rule=Permission.MANAGE_RELATIONSHIPS,
    # The rows come from the plan: a request that names them is refused.
    resolve=lambda _actor, _selection, _args: [],
    preview=lambda _actor, _targets, _args: Preview([]),
    run_row=run_row,
    run_rows=run_rows,
    undo_row=undo_row,
    args_schema=RunArgs,
    finish=finish_run,
    finish_undo=finish_undo,
    is_recorded=False,
    max_rows=MAX_ROWS,
    batch_rows=BATCH_ROWS,
    undo_period=UNDO_PERIOD,
)
