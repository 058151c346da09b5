"""Endpoints of relationships, their tags and notes, and of supplier invitations."""

from collections.abc import Sequence

from flask.views import MethodView
from flask_limiter.util import get_remote_address

from app.extensions import limiter
from app.kernel.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.calls import Blueprint
from app.kernel.idempotency import idempotent
from app.kernel.json_types import Arguments, Json
from app.network.models import Tag
from app.network.operations.invitations import invite_supplier
from app.network.operations.relationships import change_level, create_relationship, save_notes, save_tags
from app.network.queries.directory import likely_match
from app.network.queries.relationships import suggest_suppliers, suggest_tags
from app.network.schemas import organisations as schemas
from app.network.serializers import serialize_relationship

blueprint = Blueprint("relationships", __name__, url_prefix="/api", description="Relationships")


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
    @blueprint.arguments(schemas.SupplierInviteSchema)
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


@blueprint.route("/relationship/match")
class MatchView(MethodView):
    decorators = [limiter.limit("600 per hour", key_func=get_remote_address)]

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.MatchQuerySchema, location="query")
    @blueprint.response(200, schemas.MatchSchema)
    def get(self, query: Arguments) -> Json:
        """Return the existing organisation that an invitation seems to address, without any e-mail address."""
        match = likely_match(
            actor=current_actor(), email=query["email"], organisation_name=query["organisation_name"]
        )
        return {"match": match}
