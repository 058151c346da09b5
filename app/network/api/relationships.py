"""Endpoints of relationships, their tags and notes, and of supplier invitations."""

from collections.abc import Sequence

from flask.views import MethodView
from flask_limiter.util import get_remote_address

from app.extensions import limiter
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed
from app.network.models import Tag
from app.network.operations.invitations import invite_supplier
from app.network.operations.inviting_many import NewSupplier, check_suppliers, start_invitations
from app.network.operations.relationships import (
    change_external_ref,
    change_level,
    change_owner,
    create_relationship,
    save_notes,
    save_tags,
)
from app.network.queries.matching import likely_match
from app.network.queries.not_invited import list_uninvited
from app.network.queries.relationships import suggest_suppliers, suggest_tags
from app.network.schemas import invitations
from app.network.schemas import organisations as schemas
from app.network.serializers import serialize_checked, serialize_relationship, serialize_sample

blueprint = Blueprint("relationships", __name__, url_prefix="/api", description="Relationships")
UNINVITED_PAGE_SIZE = 50


@blueprint.route("/relationship")
class RelationshipsView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.NewRelationshipSchema)
    @blueprint.response(201, schemas.RelationshipSchema)
    def post(self, body: Arguments) -> Json:
        """Add an organisation to the network of the actor's organisation and notify its users by mail."""
        actor = current_actor()
        relationship = create_relationship(actor=actor, **body)
        return serialize_relationship(actor=actor, relationship=relationship)


@blueprint.route("/relationship/<int:relationship_id>/level")
class RelationshipLevelView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.LevelChangeSchema)
    @blueprint.response(200, schemas.RelationshipSchema)
    def put(self, body: Arguments, relationship_id: int) -> Json:
        """Change the level and notify the supplier's users by mail."""
        actor = current_actor()
        relationship = change_level(actor=actor, relationship_id=relationship_id, **body)
        return serialize_relationship(actor=actor, relationship=relationship)


@blueprint.route("/relationship/<int:relationship_id>/owner")
class RelationshipOwnerView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.OwnerSchema)
    @blueprint.response(200, schemas.RelationshipSchema)
    def put(self, body: Arguments, relationship_id: int) -> Json:
        """Set the colleague who is responsible for the supplier, or no one."""
        actor = current_actor()
        relationship = change_owner(actor=actor, relationship_id=relationship_id, user_id=body["user_id"])
        return serialize_relationship(actor=actor, relationship=relationship)


@blueprint.route("/relationship/<int:relationship_id>/externalRef")
class RelationshipExternalRefView(MethodView):
    """The own number of a supplier."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.ExternalRefSchema)
    @blueprint.response(200, schemas.RelationshipSchema)
    def put(self, body: Arguments, relationship_id: int) -> Json:
        """Set the organisation's own number of the supplier, which no other supplier may have; empty for none."""
        actor = current_actor()
        relationship = change_external_ref(actor=actor, relationship_id=relationship_id, **body)
        return serialize_relationship(actor=actor, relationship=relationship)


@blueprint.route("/relationship/<int:relationship_id>/notes")
class RelationshipNotesView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.NotesSchema)
    @blueprint.response(200, schemas.RelationshipSchema)
    def put(self, body: Arguments, relationship_id: int) -> Json:
        """Replace the notes."""
        actor = current_actor()
        relationship = save_notes(actor=actor, relationship_id=relationship_id, **body)
        return serialize_relationship(actor=actor, relationship=relationship)


@blueprint.route("/relationship/<int:relationship_id>/tags")
class RelationshipTagsView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.TagsSchema)
    @blueprint.response(200, schemas.RelationshipSchema)
    def put(self, body: Arguments, relationship_id: int) -> Json:
        """Replace the tags; with `basedOn`, apply only the additions and removals since the tags were loaded."""
        actor = current_actor()
        relationship = save_tags(
            actor=actor, relationship_id=relationship_id, names=body["tags"], based_on=body["based_on"]
        )
        return serialize_relationship(actor=actor, relationship=relationship)


@blueprint.route("/relationship/tag")
class TagsView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.TagSearchSchema, location="query")
    @blueprint.response(200, schemas.TagSchema(many=True))
    def get(self, query: Arguments) -> Sequence[Tag]:
        """Suggest tags of the viewer's organisation that contain `search`, except the tags in `i`."""
        return suggest_tags(actor=current_actor(), search=query["search"], selected=query["i"])


@blueprint.route("/relationship/supplier")
class SuppliersView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.SearchSchema, location="query")
    @blueprint.response(200, schemas.SupplierSchema(many=True))
    def get(self, query: Arguments) -> list[Json]:
        """Suggest suppliers in the viewer's network, with a level above None."""
        rows = suggest_suppliers(actor=current_actor(), search=query["search"])
        return [
            {"id": relationship.id, "level": relationship.level, "with_organisation": organisation}
            for relationship, organisation in rows
        ]


@blueprint.route("/relationship/invite")
class InviteView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @idempotent
    @blueprint.arguments(invitations.SupplierInviteSchema)
    @blueprint.response(201, schemas.RelationshipSchema)
    def post(self, body: Arguments) -> Json:
        """Invite a supplier: create organisation, first user and relationship, and mail the invitation."""
        actor = current_actor()
        invited = invite_supplier(
            actor=actor,
            contact_name=body["contact_name"],
            contact_email=body["contact_email"],
            organisation_name=body["organisation_name"],
            level=body["relationship_level"],
            is_test=body["test_supplier"],
            message_html=body["message"],
            save_message=body["save_message"],
        )
        return serialize_relationship(actor=actor, relationship=invited.relationship)


@blueprint.route("/relationship/notInvited")
class NotInvitedView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(invitations.UninvitedQuerySchema, location="query")
    @blueprint.response(200, invitations.UninvitedContactSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List imported suppliers that have not been invited, each with its first contact."""
        page = list_uninvited(
            actor=current_actor(), search=query["search"], query=list_query(query, UNINVITED_PAGE_SIZE)
        )
        return listed(page, page.rows)


@blueprint.route("/relationship/inviteMany/check")
class InviteManyCheckView(MethodView):
    decorators = [limiter.limit("1200 per hour", key_func=get_remote_address)]

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(invitations.InviteesSchema)
    @blueprint.response(200, invitations.InviteesCheckSchema)
    def post(self, body: Arguments) -> Json:
        """Check suppliers before they are invited: errors, organisations that exist already, a sample of the mail."""
        actor = current_actor()
        checked = check_suppliers(actor=actor, **_rows(body))
        return {
            "rows": [serialize_checked(each) for each in checked],
            "sample": serialize_sample(actor=actor, first=checked[0].supplier),
        }


@blueprint.route("/relationship/inviteMany")
class InviteManyView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @idempotent
    @blueprint.arguments(invitations.InviteManySchema)
    @blueprint.response(202, invitations.StartedInvitationsSchema)
    def post(self, body: Arguments) -> Json:
        """Invite several suppliers in the background, one mail each; /bulk/{bulkJobId} shows the progress."""
        job = start_invitations(
            actor=current_actor(),
            level=body["relationship_level"],
            is_test=body["test_supplier"],
            message_html=body["message"],
            save_message=body["save_message"],
            confirmed_mails=body["confirmed_mails"],
            **_rows(body),
        )
        return {"bulk_job_id": job.id}


def _rows(body: Arguments) -> Arguments:
    emails = [invitations.checked_email(row["contact_email"]) for row in body["rows"]]
    rows = [
        NewSupplier(**row | {"contact_email": email})
        for row, (email, _) in zip(body["rows"], emails, strict=True)
    ]
    return {"rows": rows, "email_faults": [fault for _, fault in emails]}


@blueprint.route("/relationship/match")
class MatchView(MethodView):
    decorators = [limiter.limit("600 per hour", key_func=get_remote_address)]

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(invitations.MatchQuerySchema, location="query")
    @blueprint.response(200, invitations.MatchSchema)
    def get(self, query: Arguments) -> Json:
        """Return the existing organisation that an invitation seems to address, without any e-mail address."""
        match = likely_match(
            actor=current_actor(), email=query["email"], organisation_name=query["organisation_name"]
        )
        return {"match": match}
