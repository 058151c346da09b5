"""Endpoints of people: contacts, users, their invitations."""

from flask.views import MethodView
from flask_limiter.util import get_remote_address

from app.accounts.public import limit_password_guesses
from app.extensions import limiter
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed
from app.network.operations.invitations import resend_invitation
from app.network.operations.people import add_user, change_picture, erase, save_details, suspend
from app.network.queries.contacts import list_contacts
from app.network.schemas import people as schemas
from app.network.serializers import serialize_contact_row, serialize_user

blueprint = Blueprint("people", __name__, url_prefix="/api", description="Contacts and users")


CONTACTS_PAGE_SIZE = 20


@blueprint.route("/user")
class ContactsView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ContactQuerySchema, location="query")
    @blueprint.response(200, schemas.ContactRowSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List contacts: the users of all organisations that the viewer may see."""
        page = list_contacts(
            actor=current_actor(),
            filters=schemas.contact_filter(query),
            sort=query["sort"],
            query=list_query(query, CONTACTS_PAGE_SIZE),
        )
        return listed(page, [serialize_contact_row(row) for row in page.rows])

    @requires(Permission.MANAGE_USERS)
    @idempotent
    @blueprint.arguments(schemas.NewUserSchema)
    @blueprint.response(201, schemas.UserSchema)
    def post(self, body: Arguments) -> Json:
        """Add a user to the actor's organisation or to a supplier, and mail the invitation."""
        actor = current_actor()
        user = add_user(actor=actor, **body)
        return serialize_user(actor=actor, user_id=user.id)


@blueprint.route("/user/<int:user_id>")
class ContactView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.UserSchema)
    def get(self, user_id: int) -> Json:
        """Return one user; e-mail and phone only if their organisation has agreed to it."""
        return serialize_user(actor=current_actor(), user_id=user_id)

    @requires(SIGNED_IN)
    @limit_password_guesses
    @blueprint.arguments(schemas.UserDetailsSchema)
    @blueprint.response(200, schemas.UserSchema)
    def put(self, body: Arguments, user_id: int) -> Json:
        """Change the actor's own details or, with MANAGE_USERS, the details of a colleague.

        A new e-mail address takes effect when its confirmation link is opened; the old address is notified. Actors
        who change their own address also send their current password. For a user who has not accepted the invitation
        the change takes effect at once, and the invitation is mailed to the new address.
        """
        actor = current_actor()
        save_details(actor=actor, user_id=user_id, **body)
        return serialize_user(actor=actor, user_id=user_id)


@blueprint.route("/user/<int:user_id>/image")
class UserImageView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.PictureChangeSchema)
    @blueprint.response(200, schemas.UserSchema)
    def put(self, body: Arguments, user_id: int) -> Json:
        """Set an uploaded picture (kind USERPICLARGE) as the profile picture of the actor or a colleague."""
        actor = current_actor()
        change_picture(actor=actor, user_id=user_id, attachment_id=body["attachment_id"])
        return serialize_user(actor=actor, user_id=user_id)


@blueprint.route("/user/<int:user_id>/suspended")
class SuspendedView(MethodView):
    @requires(Permission.MANAGE_USERS)
    @blueprint.arguments(schemas.SuspendedSchema)
    @blueprint.response(200, schemas.UserSchema)
    def put(self, body: Arguments, user_id: int) -> Json:
        """Suspend a colleague, which ends their sign-ins at once, or reactivate them."""
        actor = current_actor()
        suspend(actor=actor, user_id=user_id, suspended=body["suspended"])
        return serialize_user(actor=actor, user_id=user_id)


@blueprint.route("/user/<int:user_id>/erasure")
class ErasureView(MethodView):
    @requires(Permission.MANAGE_USERS)
    @blueprint.response(200, schemas.UserSchema)
    def post(self, user_id: int) -> Json:
        """Erase the personal data of a suspended or invited colleague permanently, after a step-up.

        Name, addresses, phone numbers, picture and sign-ins are removed, and history shows "Former user". Records,
        messages, answers and signatures stay.
        """
        actor = current_actor()
        erase(actor=actor, user_id=user_id)
        return serialize_user(actor=actor, user_id=user_id)


@blueprint.route("/user/<int:user_id>/resendInvite")
class ResendInviteView(MethodView):
    decorators = [limiter.limit("60 per hour", key_func=get_remote_address)]

    @requires(Permission.MANAGE_USERS)
    @blueprint.response(204)
    def post(self, user_id: int) -> str:
        """Mail the invitation of an INVITED user again; links in earlier mails stay valid."""
        resend_invitation(actor=current_actor(), user_id=user_id)
        return ""
