"""Bulk actions on the suppliers of the Network list: tags, level, owner. Each can be undone, row by row.

Rows are organisations. Without a relationship, a row is shown as impossible.
"""

from collections.abc import Callable, Sequence

from marshmallow import fields, validate

from app.accounts.public import active_users
from app.kernel.bulk.actions import (
    Args,
    BulkAction,
    BulkRun,
    Effect,
    Forecast,
    Preview,
    RowResult,
    Selection,
    Target,
)
from app.kernel.bulk.models import BulkOutcome
from app.kernel.bulk.selecting import selected_ids
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import TAG_LIMIT, CamelSchema, Id, Line
from app.network.list_kind import ORGANISATIONS
from app.network.models import Relationship
from app.network.operations.relationships import (
    NO_OWNER,
    TOO_MANY_TAGS,
    change_level,
    change_owner,
    save_tags,
)
from app.network.queries.bulk import BulkSupplier, count_users_with, suppliers_among, tag_names
from app.network.queries.relationships import relationship_for
from app.network.schemas.organisations import LevelSchema, OrganisationQuerySchema
from app.network.types import TAGS_LIMIT

NOT_IN_NETWORK = "Not in your network."
NO_TAGS = "Enter a tag."
HAS_TAGS = "Has these tags already."
HAS_NO_TAGS = "Has none of these tags."
SAME_LEVEL = "Has this level already."
SAME_OWNER = "Has this owner already."
TAGS_SINCE = "The tags have been changed since."
LEVEL_SINCE = "The level has been changed again."
OWNER_SINCE = "The owner has been changed again."


class TagArgs(CamelSchema):
    """The tags to add or remove."""

    tags = fields.List(
        Line(limit=TAG_LIMIT), required=True, validate=validate.Length(min=1, max=TAGS_LIMIT, error=NO_TAGS)
    )


class OwnerArgs(CamelSchema):
    """The colleague, or null for no one."""

    user_id = Id(required=True, allow_none=True)


def resolve_suppliers(actor: Actor, selection: Selection, _args: Args) -> Sequence[Target]:
    """Return the organisations of `selection` that the actor may see, by name."""
    return [
        Target(row.name, row.id, {"relationshipId": row.relationship_id}, f"/organisations/{row.id}")
        for row in suppliers_among(actor=actor, ids=selected_ids(actor, selection, ORGANISATIONS))
    ]


def relationship_of(run: BulkRun, target: Target) -> Relationship:
    """Return the locked relationship of a target of `resolve_suppliers`; ConflictError if there is none."""
    relationship_id = target.data["relationshipId"]
    if relationship_id is None:
        raise ConflictError(NOT_IN_NETWORK)
    return relationship_for(actor=run.actor, relationship_id=relationship_id, lock=True)


def _forecast(
    actor: Actor, targets: Sequence[Target], of_related: Callable[[BulkSupplier], Forecast]
) -> list[Forecast]:
    rows = {
        row.id: row
        for row in suppliers_among(
            actor=actor, ids=[target.subject_id for target in targets if target.subject_id]
        )
    }
    return [
        of_related(row)
        if (row := rows[target.subject_id or 0]).relationship_id is not None
        else Forecast(Effect.IMPOSSIBLE, NOT_IN_NETWORK)
        for target in targets
    ]


def _tags_of(targets: Sequence[Target]) -> Callable[[BulkSupplier], set[str]]:
    ids = [target.data["relationshipId"] for target in targets if target.data["relationshipId"]]
    names = tag_names(ids)
    return lambda row: {name.lower() for name in names.get(row.relationship_id or 0, ())}


def _preview_adding(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    wanted, tags_of = {name.lower() for name in args["tags"]}, _tags_of(targets)

    def forecast(row: BulkSupplier) -> Forecast:
        tags = tags_of(row)
        if wanted <= tags:
            return Forecast(Effect.UNCHANGED, HAS_TAGS)
        return Forecast(Effect.IMPOSSIBLE, TOO_MANY_TAGS) if len(tags | wanted) > TAGS_LIMIT else Forecast()

    return Preview(_forecast(actor, targets, forecast))


def _preview_removing(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    unwanted, tags_of = {name.lower() for name in args["tags"]}, _tags_of(targets)
    return Preview(
        _forecast(
            actor,
            targets,
            lambda row: Forecast() if unwanted & tags_of(row) else Forecast(Effect.UNCHANGED, HAS_NO_TAGS),
        )
    )


def _add_tags(run: BulkRun, target: Target) -> RowResult:
    relationship = relationship_of(run, target)
    stored = _stored_tags(relationship)
    added = [name for name in run.args["tags"] if name.lower() not in stored]
    if not added:
        return RowResult(BulkOutcome.UNCHANGED, HAS_TAGS)
    save_tags(actor=run.actor, relationship_id=relationship.id, names=added, based_on=[])
    return RowResult(before={"added": added})


def _remove_tags(run: BulkRun, target: Target) -> RowResult:
    relationship = relationship_of(run, target)
    unwanted = {name.lower() for name in run.args["tags"]}
    removed = [name for key, name in _stored_tags(relationship).items() if key in unwanted]
    if not removed:
        return RowResult(BulkOutcome.UNCHANGED, HAS_NO_TAGS)
    save_tags(actor=run.actor, relationship_id=relationship.id, names=[], based_on=removed)
    return RowResult(before={"removed": removed})


def _take_tags_back(run: BulkRun, target: Target, before: Arguments) -> None:
    """Remove the tags that the job has added to this supplier; tags that it had before stay."""
    relationship = relationship_of(run, target)
    stored = _stored_tags(relationship)
    added = [name for name in before["added"] if name.lower() in stored]
    if not added:
        raise ConflictError(TAGS_SINCE)
    save_tags(actor=run.actor, relationship_id=relationship.id, names=[], based_on=added)


def _bring_tags_back(run: BulkRun, target: Target, before: Arguments) -> None:
    """Add the tags that the job has removed from this supplier."""
    relationship = relationship_of(run, target)
    stored = _stored_tags(relationship)
    removed = [name for name in before["removed"] if name.lower() not in stored]
    if not removed:
        raise ConflictError(TAGS_SINCE)
    save_tags(actor=run.actor, relationship_id=relationship.id, names=removed, based_on=[])


def _stored_tags(relationship: Relationship) -> dict[str, str]:
    """Return the names of the relationship's tags by their lower case."""
    return {name.lower(): name for name in tag_names([relationship.id]).get(relationship.id, ())}


def _preview_level(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    forecasts = _forecast(
        actor,
        targets,
        lambda row: Forecast(Effect.UNCHANGED, SAME_LEVEL) if row.level == args["level"] else Forecast(),
    )
    changing = [
        target.subject_id
        for target, forecast in zip(targets, forecasts, strict=True)
        if forecast.effect is Effect.CHANGES and target.subject_id is not None
    ]
    # A user belongs to one organisation, so each gets one mail.
    mails = count_users_with(organisation_ids=changing, permission=Permission.MANAGE_ORGANISATION)
    return Preview(forecasts, mails=mails)


def _change_level(run: BulkRun, target: Target) -> RowResult:
    relationship = relationship_of(run, target)
    before = relationship.level
    if before == run.args["level"]:
        return RowResult(BulkOutcome.UNCHANGED, SAME_LEVEL)
    change_level(
        actor=run.actor,
        relationship_id=relationship.id,
        level=run.args["level"],
        message=run.args["message"],
    )
    return RowResult(before={"level": str(before)})


def _restore_level(run: BulkRun, target: Target, before: Arguments) -> None:
    relationship = relationship_of(run, target)
    if relationship.level != run.args["level"]:
        raise ConflictError(LEVEL_SINCE)
    level = LevelSchema().load({"level": before["level"]})["level"]
    change_level(actor=run.actor, relationship_id=relationship.id, level=level)


def _preview_owner(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    user_id = args["user_id"]
    if user_id is not None and not active_users(ids=[user_id], organisation_id=actor.organisation_id):
        raise InvalidError(fields={"args.userId": [NO_OWNER]})
    return Preview(
        _forecast(
            actor,
            targets,
            lambda row: (
                Forecast(Effect.UNCHANGED, SAME_OWNER) if row.owner_user_id == user_id else Forecast()
            ),
        )
    )


def _set_owner(run: BulkRun, target: Target) -> RowResult:
    relationship = relationship_of(run, target)
    before = relationship.owner_user_id
    if before == run.args["user_id"]:
        return RowResult(BulkOutcome.UNCHANGED, SAME_OWNER)
    change_owner(actor=run.actor, relationship_id=relationship.id, user_id=run.args["user_id"])
    return RowResult(before={"userId": before})


def _restore_owner(run: BulkRun, target: Target, before: Arguments) -> None:
    relationship = relationship_of(run, target)
    if relationship.owner_user_id != run.args["user_id"]:
        raise ConflictError(OWNER_SINCE)
    change_owner(actor=run.actor, relationship_id=relationship.id, user_id=before["userId"])


def _action(
    kind: str,
    title: str,
    *,
    args_schema: type[CamelSchema],
    preview: Callable[[Actor, Sequence[Target], Args], Preview],
    run_row: Callable[[BulkRun, Target], RowResult],
    undo_row: Callable[[BulkRun, Target, Arguments], None],
) -> BulkAction:
    return BulkAction(
        kind=kind,
        title=title,
        rule=Permission.MANAGE_RELATIONSHIPS,
        args_schema=args_schema,
        filter_schema=OrganisationQuerySchema,
        resolve=resolve_suppliers,
        preview=preview,
        run_row=run_row,
        undo_row=undo_row,
    )


SUPPLIER_ACTIONS = (
    _action(
        "network.addTags", "Add tags", args_schema=TagArgs,
        preview=_preview_adding, run_row=_add_tags, undo_row=_take_tags_back,
    ),
    _action(
        "network.removeTags", "Remove tags", args_schema=TagArgs,
        preview=_preview_removing, run_row=_remove_tags, undo_row=_bring_tags_back,
    ),
    _action(
        "network.changeLevel", "Change the level", args_schema=LevelSchema,
        preview=_preview_level, run_row=_change_level, undo_row=_restore_level,
    ),
    _action(
        "network.setOwner", "Set the owner", args_schema=OwnerArgs,
        preview=_preview_owner, run_row=_set_owner, undo_row=_restore_owner,
    ),
)  # fmt: skip
