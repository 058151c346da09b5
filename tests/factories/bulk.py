"""A bulk action on tags that only tests register: it puts a prefix before their names and can be undone."""

from collections.abc import Mapping, Sequence
from typing import Any

from marshmallow import fields, validate
from sqlalchemy import select

from app.extensions import db
from app.kernel.bulk.actions import (
    MAX_ROWS,
    Args,
    BulkAction,
    BulkRun,
    Effect,
    Forecast,
    Preview,
    RowResult,
    SampleMail,
    Selection,
    Target,
)
from app.kernel.bulk.models import BulkOutcome
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, NotFoundError
from app.kernel.http.schemas import CamelSchema, Line, Moment
from app.network.models import Tag

PREFIX = "New "
LOCKED = "This tag is locked."


class PrefixArgs(CamelSchema):
    """The prefix; `mails_each` is the number of people who would get a mail for each tag."""

    prefix = Line(limit=20, load_default=PREFIX.strip())
    mails_each = fields.Integer(load_default=0, validate=validate.Range(min=0, max=500))
    until = Moment(load_default=None, allow_none=True)


class TagFilter(CamelSchema):
    """Part of the name."""

    search = fields.String(load_default="")


def make_tags(organisation_id: int, *names: str) -> list[Tag]:
    """Create tags with these names."""
    tags = [Tag(organisation_id=organisation_id, name=name) for name in names]
    db.session.add_all(tags)
    db.session.flush()
    return tags


def resolve(actor: Actor, selection: Selection, _args: Args) -> Sequence[Target]:
    stmt = select(Tag.id, Tag.name).where(Tag.organisation_id == actor.organisation_id).order_by(Tag.id)
    if selection.ids is not None:
        stmt = stmt.where(Tag.id.in_(selection.ids))
    if selection.filter is not None:
        stmt = stmt.where(Tag.name.icontains(selection.filter["search"], autoescape=True))
    return [Target(name, tag_id) for tag_id, name in db.session.execute(stmt.limit(MAX_ROWS + 1))]


def preview(_actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    return Preview(
        [_forecast(target, args) for target in targets],
        mails=len(targets) * args["mails_each"],
        sample=SampleMail("Jo Park", "A new name", "Hello Jo Park,") if args["mails_each"] else None,
    )


def _forecast(target: Target, args: Args) -> Forecast:
    if target.label.startswith("Locked"):
        return Forecast(Effect.IMPOSSIBLE, LOCKED)
    if target.label.startswith(args["prefix"]):
        return Forecast(Effect.UNCHANGED, "It has the prefix already.")
    return Forecast()


def run_row(run: BulkRun, target: Target) -> RowResult:
    tag = _own_tag(run, target)
    if tag.name.startswith(run.args["prefix"]):
        return RowResult(BulkOutcome.UNCHANGED, "It has the prefix already.")
    before = tag.name
    tag.name = f"{run.args['prefix']} {before}"
    db.session.flush()
    if before.startswith("Locked"):
        raise ConflictError(LOCKED)
    if before.startswith("Broken"):
        raise RuntimeError("a bug")
    return RowResult(before={"name": before}, url=f"/tag/{tag.id}")


def undo_row(run: BulkRun, target: Target, before: Mapping[str, Any]) -> None:
    tag = _own_tag(run, target)
    if tag.name != f"{run.args['prefix']} {before['name']}":
        raise ConflictError("This tag was renamed since.")
    tag.name = before["name"]
    db.session.flush()


def _own_tag(run: BulkRun, target: Target) -> Tag:
    tag = db.session.get(Tag, target.subject_id)
    if tag is None or tag.organisation_id != run.actor.organisation_id:
        raise NotFoundError
    return tag


PREFIX_ACTION = BulkAction(
    kind="tests.prefix",
    title="Add a prefix",
    rule=Permission.MANAGE_RELATIONSHIPS,
    args_schema=PrefixArgs,
    filter_schema=TagFilter,
    resolve=resolve,
    preview=preview,
    run_row=run_row,
    undo_row=undo_row,
)


def _create_tag(run: BulkRun, target: Target) -> RowResult:
    [tag] = make_tags(run.actor.organisation_id, target.data["name"])
    return RowResult(subject_id=tag.id, url=f"/tag/{tag.id}")


CREATE_ACTION = BulkAction(
    kind="tests.create",
    title="Create tags",
    rule=Permission.MANAGE_RELATIONSHIPS,
    resolve=lambda _actor, _selection, _args: [],
    preview=lambda _actor, targets, _args: Preview([Forecast() for _ in targets]),
    run_row=_create_tag,
)
"""An action whose rows create their records; it has no undo and no filter."""
