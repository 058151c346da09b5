"""Endpoints of review parts of an RFx."""

from flask.views import MethodView

from app.delegation.operations import asking_reviews
from app.delegation.policies import Section
from app.delegation.schemas import reviews as schemas
from app.delegation.serializers import serialize_reviews_by_id
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.rfx.public import NothingSchema

blueprint = Blueprint(
    "rfxReviewPart",
    __name__,
    url_prefix="/api",
    description="Parts of a submitted RFx that colleagues of the requester review",
)


@blueprint.route("/rfx/<int:rfx_id>/reviewPart")
class ReviewPartsView(MethodView):
    """Review parts of an RFx."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.ReviewPartsSchema)
    def get(self, rfx_id: int) -> dict[str, object]:
        """List the review parts of an RFx, for the requester's users."""
        return serialize_reviews_by_id(actor=current_actor(), rfx_id=rfx_id)

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.NewReviewPartSchema)
    @blueprint.response(201, schemas.ReviewPartsSchema)
    def post(self, body: schemas.NewReviewBody, rfx_id: int) -> dict[str, object]:
        """Ask a colleague to review a part of a submitted response; returns all parts."""
        actor = current_actor()
        asking_reviews.ask_for_review(
            actor=actor,
            rfx_id=rfx_id,
            new=asking_reviews.NewReview(
                user_id=body["user_id"],
                title=body["title"] or "",
                sections=[Section(**section) for section in body["sections"]],
                keys=body["keys"],
                note=body["note"],
                due=body["due"],
            ),
        )
        return serialize_reviews_by_id(actor=actor, rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/reviewPart/<int:review_part_id>")
class ReviewPartView(MethodView):
    """One review part."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.ChangedReviewPartSchema)
    @blueprint.response(200, schemas.ReviewPartsSchema)
    def put(self, body: schemas.ChangedReviewBody, rfx_id: int, review_part_id: int) -> dict[str, object]:
        """Change the reviewer, the day or the note of a part; its reviewer is asked again."""
        actor = current_actor()
        asking_reviews.change_review(
            actor=actor, rfx_id=rfx_id, part_id=review_part_id, user_id=body["user_id"], due=body["due"],
            note=body["note"],
        )  # fmt: skip
        return serialize_reviews_by_id(actor=actor, rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/reviewPart/<int:review_part_id>/reminder")
class ReviewPartReminderView(MethodView):
    """Reminder to the reviewer."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.ReviewPartsSchema)
    def post(self, _body: dict[str, object], rfx_id: int, review_part_id: int) -> dict[str, object]:
        """Mail a reminder to the reviewer of a part that is not reviewed."""
        actor = current_actor()
        asking_reviews.remind_reviewer(actor=actor, rfx_id=rfx_id, part_id=review_part_id)
        return serialize_reviews_by_id(actor=actor, rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/reviewPart/<int:review_part_id>/withdraw")
class ReviewPartWithdrawalView(MethodView):
    """Withdrawal of a review part."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.ReviewPartsSchema)
    def post(self, _body: dict[str, object], rfx_id: int, review_part_id: int) -> dict[str, object]:
        """Take a review part back: its task ends, and accepted answers stay accepted."""
        actor = current_actor()
        asking_reviews.withdraw_review(actor=actor, rfx_id=rfx_id, part_id=review_part_id)
        return serialize_reviews_by_id(actor=actor, rfx_id=rfx_id)
