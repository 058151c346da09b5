"""The calls of the network: the directory, relationships, invitations, contacts."""

from typing import Any

from flask.views import MethodView
from flask_limiter.util import get_remote_address
from flask_smorest import Blueprint

from app.accounts.public import mail_invitation
from app.extensions import limiter
from app.kernel.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.idempotency import idempotent
from app.kernel.lists import list_query, listed
from app.kernel.mail import MailTemplate
from app.network import mails, operations, public, queries, schemas
from app.network.types import RelationshipLevel

blueprint = Blueprint(
    "network", __name__, url_prefix="/api", description="Organisations, relationships, contacts"
)

PAGE_SIZE = 16
CONTACTS_PAGE_SIZE = 20


@blueprint.route("/organisation")
class OrganisationsView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.OrganisationQuerySchema, location="query")
    @blueprint.response(200, schemas.OrganisationRowSchema(many=True))
    def get(self, query: dict[str, Any]) -> Any:
        """The directory, with the own relationship to each and its tags."""
        page = queries.list_organisations(
            actor=current_actor(),
            which=public.organisation_filter(query),
            sort=query["sort"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [schemas.organisation_row(row[0], row[1], row[2]) for row in page.rows])


@blueprint.route("/organisation/<int:organisation_id>")
class OrganisationView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.IncludesSchema, location="query")
    @blueprint.response(200, schemas.OrganisationSchema)
    def get(self, query: dict[str, Any], organisation_id: int) -> dict[str, Any]:
        """One organisation; `i` names what of profile, address, users, relationship and tags to give."""
        body = public.organisation_body(actor=current_actor(), organisation_id=organisation_id)
        left_out = [part for part in schemas.INCLUDES if query["i"] and part not in query["i"]]
        return {name: value for name, value in body.items() if name not in schemas.parts(left_out)}


@blueprint.route("/organisation/<int:organisation_id>/user")
class OrganisationUsersView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.ContactSchema(many=True))
    def get(self, organisation_id: int) -> list[dict[str, Any]]:
        """The people of an organisation who are not suspended."""
        body = public.organisation_body(actor=current_actor(), organisation_id=organisation_id)
        users: list[dict[str, Any]] = body["users"]
        return users


@blueprint.route("/organisation/messagePartner")
class MessagePartnersView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.SearchSchema, location="query")
    @blueprint.response(200, schemas.OrganisationNameSchema(many=True))
    def get(self, query: dict[str, Any]) -> Any:
        """Organisations that the viewer may write to: related above None in either direction."""
        return queries.suggest_message_partners(actor=current_actor(), search=query["search"])


@blueprint.route("/relationship")
class RelationshipsView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.NewRelationshipSchema)
    @blueprint.response(201, schemas.RelationshipSchema)
    def post(self, body: dict[str, Any]) -> dict[str, Any]:
        """Add an organisation to the own network; its people are told by mail."""
        actor = current_actor()
        made = operations.create_relationship(
            actor=actor, organisation_id=body["organisation_id"], level=body["level"]
        )
        mails.mail_relationship(
            MailTemplate.RELATIONSHIPADDED, actor=actor, relationship=made, message=body["message"]
        )
        return public.relationship_body(actor=actor, relationship=made)


@blueprint.route("/relationship/<int:relationship_id>/level")
class RelationshipLevelView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.LevelSchema)
    @blueprint.response(200, schemas.RelationshipSchema)
    def put(self, body: dict[str, Any], relationship_id: int) -> dict[str, Any]:
        """Change the level; the supplier's people are told by mail."""
        actor = current_actor()
        relationship, before = operations.change_level(
            actor=actor, relationship_id=relationship_id, level=body["level"]
        )
        if before != relationship.level:
            mails.mail_relationship(
                MailTemplate.RELATIONSHIPUPDATED,
                actor=actor,
                relationship=relationship,
                message=body["message"],
            )
        return public.relationship_body(actor=actor, relationship=relationship)


@blueprint.route("/relationship/<int:relationship_id>/notes")
class RelationshipNotesView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.NotesSchema)
    @blueprint.response(200, schemas.RelationshipSchema)
    def put(self, body: dict[str, Any], relationship_id: int) -> dict[str, Any]:
        """Replace the notes."""
        actor = current_actor()
        saved = operations.save_notes(actor=actor, relationship_id=relationship_id, notes=body["notes"])
        return public.relationship_body(actor=actor, relationship=saved)


@blueprint.route("/relationship/<int:relationship_id>/tags")
class RelationshipTagsView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.TagsSchema)
    @blueprint.response(200, schemas.RelationshipSchema)
    def put(self, body: dict[str, Any], relationship_id: int) -> dict[str, Any]:
        """Replace the tags by these names."""
        actor = current_actor()
        saved = operations.save_tags(actor=actor, relationship_id=relationship_id, names=body["tags"])
        return public.relationship_body(actor=actor, relationship=saved)


@blueprint.route("/relationship/tag")
class TagsView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.TagSearchSchema, location="query")
    @blueprint.response(200, schemas.TagSchema(many=True))
    def get(self, query: dict[str, Any]) -> Any:
        """Tags of the own organisation that hold `search`, without those in `i`."""
        return queries.suggest_tags(actor=current_actor(), search=query["search"], selected=query["i"])


@blueprint.route("/relationship/supplier")
class SuppliersView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.SearchSchema, location="query")
    @blueprint.response(200, schemas.SupplierSchema(many=True))
    def get(self, query: dict[str, Any]) -> list[dict[str, Any]]:
        """Suppliers of the own network, above None."""
        rows = queries.suggest_suppliers(actor=current_actor(), search=query["search"])
        return [
            {"id": row[0].id, "level": RelationshipLevel(row[0].level), "with_organisation": row[1]}
            for row in rows
        ]


@blueprint.route("/relationship/invite")
class InviteView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @idempotent
    @blueprint.arguments(schemas.SupplierInviteSchema)
    @blueprint.response(201, schemas.RelationshipSchema)
    def post(self, body: dict[str, Any]) -> dict[str, Any]:
        """Invite a supplier: organisation, first user, relationship and mail."""
        actor = current_actor()
        invited = operations.invite_supplier(
            actor=actor,
            contact_name=body["contact_name"],
            contact_email=body["contact_email"],
            organisation_name=body["organisation_name"],
            level=body["relationship_level"],
            is_test=body["test_supplier"],
            message_html=body["message"],
            save_message=body["save_message"],
        )
        mail_invitation(invitation=invited.invitation, token=invited.token)
        return public.relationship_body(actor=actor, relationship=invited.relationship)


@blueprint.route("/relationship/match")
class MatchView(MethodView):
    decorators = [limiter.limit("600 per hour", key_func=get_remote_address)]

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.MatchQuerySchema, location="query")
    @blueprint.response(200, schemas.MatchSchema)
    def get(self, query: dict[str, Any]) -> dict[str, Any]:
        """A confirmed organisation that an invitation seems to mean; never anybody's address."""
        found = queries.likely_match(
            actor=current_actor(), email=query["email"], organisation_name=query["organisation_name"]
        )
        return {"match": found}


@blueprint.route("/user")
class ContactsView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ContactQuerySchema, location="query")
    @blueprint.response(200, schemas.ContactRowSchema(many=True))
    def get(self, query: dict[str, Any]) -> Any:
        """Contacts: people of the own organisation and of those that the viewer may see."""
        page = queries.list_contacts(
            actor=current_actor(),
            which=public.contact_filter(query),
            sort=query["sort"],
            query=list_query(query, CONTACTS_PAGE_SIZE),
        )
        return listed(page, [public.contact_row(row) for row in page.rows])


@blueprint.route("/user/<int:user_id>")
class ContactView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.UserSchema)
    def get(self, user_id: int) -> dict[str, Any]:
        """One user; e-mail and phone only where a relationship above None exists."""
        return public.user_body(actor=current_actor(), user_id=user_id)


@blueprint.route("/user/<int:user_id>/resendInvite")
class ResendInviteView(MethodView):
    decorators = [limiter.limit("60 per hour", key_func=get_remote_address)]

    @requires(Permission.MANAGE_USERS)
    @blueprint.response(204)
    def post(self, user_id: int) -> str:
        """Mail the invitation of an INVITED user again; copies mailed before go on working."""
        invitation, token = operations.resend_invitation(actor=current_actor(), user_id=user_id)
        mail_invitation(invitation=invitation, token=token)
        return ""
