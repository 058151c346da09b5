"""Bulk action on suppliers of the Network list and of the matrix: ask for documents."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from marshmallow import fields, validate

from app.accounts.public import User
from app.documents.list_kind import MATRIX
from app.documents.mails import mail_asked
from app.documents.operations.asking import (
    ARCHIVED,
    NO_RELATIONSHIP,
    Asked,
    Request,
    ask_for_documents,
)
from app.documents.policies.requirements import PAST_DUE, may_ask, state_today
from app.documents.queries.parties import (
    AskedSupplier,
    count_contacts,
    requirements_by_id,
    requirements_of,
    suppliers_among,
)
from app.documents.queries.requirements import today_of
from app.documents.queries.types import types_for
from app.documents.schemas.documents import day
from app.documents.types import MESSAGE_LIMIT, SITE_LIMIT
from app.extensions import db
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
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import InvalidError, NotFoundError
from app.kernel.http.schemas import CamelSchema, Id, Line
from app.network.public import NOT_IN_NETWORK, OrganisationQuerySchema, relationship_of, resolve_suppliers

MAX_TYPES = 50
"""Maximum number of types of one job, which also limits a mail."""
NOTHING_TO_ASK = "Has these documents already, or they are to review or waived."
NO_TYPE = "Choose at least one document."


class AskArgs(CamelSchema):
    """The documents to ask for; without `due` the suppliers have 14 days."""

    type_ids = fields.List(Id(), required=True, validate=validate.Length(min=1, max=MAX_TYPES, error=NO_TYPE))
    site = Line(load_default="", blank=True, limit=SITE_LIMIT)
    message = Line(load_default="", blank=True, breaks=True, limit=MESSAGE_LIMIT)
    due = day(description="By default in 14 days.")


def _resolve_matrix(actor: Actor, selection: Selection, args: Args) -> Sequence[Target]:
    """Return the suppliers of `selection`, whose filter is that of the matrix."""
    ids = selected_ids(actor, selection, MATRIX, id_of=lambda row: row.supplier.id)
    return resolve_suppliers(actor, Selection(ids=ids), args)


def _preview(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    try:
        types = types_for(actor=actor, type_ids=args["type_ids"])
    except NotFoundError as error:
        raise InvalidError(fields={"args.typeIds": [NO_TYPE]}) from error
    archived = [document_type.name for document_type in types if document_type.archived]
    if archived:
        raise InvalidError(fields={"args.typeIds": [ARCHIVED.format(name=archived[0])]})
    today = today_of(actor)
    if args["due"] is not None and args["due"] < today:
        raise InvalidError(fields={"args.due": [PAST_DUE]})
    ids = [target.data["relationshipId"] for target in targets if target.data["relationshipId"]]
    suppliers = {row.relationship.id: row for row in suppliers_among(actor=actor, relationship_ids=ids)}
    existing = requirements_of(relationship_ids=ids, type_ids=args["type_ids"], site=args["site"])

    def forecast(target: Target) -> Forecast:
        supplier: AskedSupplier | None = suppliers.get(target.data["relationshipId"])
        if supplier is None:
            return Forecast(Effect.IMPOSSIBLE, NOT_IN_NETWORK)
        if not supplier.is_related:
            return Forecast(Effect.IMPOSSIBLE, NO_RELATIONSHIP.format(name=supplier.supplier.name))
        requirements = {
            document_type.id: existing.get((supplier.relationship.id, document_type.id))
            for document_type in types
        }
        asks = any(
            requirement is None or may_ask(state_today(requirement, document_type, today))
            for document_type in types
            for requirement in [requirements[document_type.id]]
        )
        return Forecast() if asks else Forecast(Effect.UNCHANGED, NOTHING_TO_ASK)

    forecasts = [forecast(target) for target in targets]
    changing = [
        target.subject_id
        for target, expected in zip(targets, forecasts, strict=True)
        if expected.effect is Effect.CHANGES and target.subject_id is not None
    ]
    return Preview(forecasts, mails=count_contacts(changing))


def _ask(run: BulkRun, target: Target) -> Asked:
    due: date | None = run.args["due"]
    return ask_for_documents(
        actor=run.actor,
        request=Request(
            relationship_ids=[relationship_of(run, target).id],
            type_ids=run.args["type_ids"],
            site=run.args["site"],
            message=run.args["message"],
            due=due,
            user_id=None,
        ),
    )


def _run_row(run: BulkRun, target: Target) -> RowResult:
    asked = _ask(run, target)
    if not asked.requirement_ids:
        return RowResult(BulkOutcome.UNCHANGED, NOTHING_TO_ASK)
    return RowResult(url=f"/organisations/{target.subject_id}/documents")


def _sample_row(run: BulkRun, target: Target) -> None:
    """Ask a supplier and mail its contacts, which otherwise a job does."""
    rows = requirements_by_id(_ask(run, target).requirement_ids)
    if rows:
        mail_asked(rows, asker=db.session.get_one(User, run.actor.user_id), moment=now().isoformat())


ASK = BulkAction(
    kind="documents.ask",
    title="Ask for documents",
    rule=Permission.MANAGE_RELATIONSHIPS,
    args_schema=AskArgs,
    filter_schema=OrganisationQuerySchema,
    resolve=resolve_suppliers,
    preview=_preview,
    run_row=_run_row,
    sample_row=_sample_row,
)
ASK_IN_MATRIX = replace(
    ASK, kind="documents.askInMatrix", filter_schema=MATRIX.query, resolve=_resolve_matrix
)
