"""Endpoints of notifications."""

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import ListResponse
from app.kernel.http.lists import list_query, listed
from app.kernel.http.schemas import PageParameters
from app.notifications import schemas
from app.notifications.operations.notifying import choose_mails, mark_read
from app.notifications.queries import list_notifications
from app.notifications.serializers import serialize_mail_settings, serialize_notification
from app.notifications.types import PAGE_SIZE

blueprint = Blueprint("notification", __name__, url_prefix="/api/notification", description="Notifications")


@blueprint.route("")
class NotificationsView(MethodView):
    """The viewer's notifications."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.NotificationQuerySchema, location="query")
    @blueprint.response(200, schemas.NotificationSchema(many=True))
    def get(self, query: PageParameters) -> ListResponse:
        """List what others did that concerns the user, of the last 90 days: unread first, then newest first.

        One entry has the notifications of one kind about one subject.
        """
        page = list_notifications(actor=current_actor(), query=list_query(query, PAGE_SIZE))
        return listed(page, [serialize_notification(entry) for entry in page.rows])


@blueprint.route("/read")
class ReadView(MethodView):
    """The read mark of notifications."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ReadSchema)
    @blueprint.response(204)
    def put(self, body: schemas.ReadBody) -> str:
        """Mark the user's notifications with these ids as read, or all of them without ids."""
        mark_read(actor=current_actor(), ids=body["ids"])
        return ""


@blueprint.route("/setting")
class MailSettingsView(MethodView):
    """The choice of mails."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.MailSettingSchema(many=True))
    def get(self) -> list[dict[str, object]]:
        """Return when the user gets mails about each kind of notification."""
        return serialize_mail_settings(current_actor())

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.MailSettingsSchema)
    @blueprint.response(200, schemas.MailSettingSchema(many=True))
    def put(self, body: schemas.MailSettingsBody) -> list[dict[str, object]]:
        """Choose when the user gets mails about kinds of notifications; other kinds do not change."""
        actor = current_actor()
        choose_mails(actor=actor, choices={each["kind"]: each["delivery"] for each in body["settings"]})
        return serialize_mail_settings(actor)
