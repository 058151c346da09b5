"""Endpoints of schedules."""

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed
from app.rfx.public import NothingSchema
from app.schedules import schemas
from app.schedules.operations import saving
from app.schedules.operations.running import run_now
from app.schedules.queries.schedules import list_schedules
from app.schedules.serializers import serialize_schedule, serialize_schedules
from app.schedules.types import PAGE_SIZE

blueprint = Blueprint("schedule", __name__, url_prefix="/api", description="RFxs and assessments that repeat")


@blueprint.route("/schedule")
class SchedulesView(MethodView):
    """Schedules of the actor's organisation."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ScheduleQuerySchema, location="query")
    @blueprint.response(200, schemas.ScheduleSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List the schedules, by the day of the next round by default."""
        actor = current_actor()
        page = list_schedules(
            actor=actor,
            filters=schemas.schedule_filter(query),
            sort=query["sort"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, serialize_schedules(page.rows, actor=actor))

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.NewScheduleSchema)
    @blueprint.response(201, schemas.ScheduleSchema)
    def post(self, body: Arguments) -> Json:
        """Repeat an RFx (SEND_RFX) or an assessment (MANAGE_ASSESSMENTS). 409 if the same forms repeat already."""
        actor = current_actor()
        schedule_id = saving.create_schedule(
            actor=actor,
            rfx_id=body["rfx_id"],
            assessment_id=body["assessment_id"],
            values=schemas.schedule_values(body),
        )
        return serialize_schedule(actor=actor, schedule_id=schedule_id)


@blueprint.route("/schedule/<int:schedule_id>")
class ScheduleView(MethodView):
    """One schedule."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.ScheduleSchema)
    def get(self, schedule_id: int) -> Json:
        """Return a schedule with its last round."""
        return serialize_schedule(actor=current_actor(), schedule_id=schedule_id)

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ScheduleSaveSchema)
    @blueprint.response(200, schemas.ScheduleSchema)
    def put(self, body: Arguments, schedule_id: int) -> Json:
        """Change the interval, the contacts or the owner."""
        actor = current_actor()
        saving.change_schedule(actor=actor, schedule_id=schedule_id, values=schemas.schedule_values(body))
        return serialize_schedule(actor=actor, schedule_id=schedule_id)

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def delete(self, schedule_id: int) -> str:
        """End a schedule permanently; rounds that were sent stay."""
        saving.end_schedule(actor=current_actor(), schedule_id=schedule_id)
        return ""


@blueprint.route("/schedule/<int:schedule_id>/hold")
class ScheduleHoldView(MethodView):
    """Pause of a schedule."""

    @requires(SIGNED_IN)
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.ScheduleSchema)
    def post(self, _body: Arguments, schedule_id: int) -> Json:
        """Pause the schedule: no round is sent until it is resumed."""
        actor = current_actor()
        saving.hold_schedule(actor=actor, schedule_id=schedule_id)
        return serialize_schedule(actor=actor, schedule_id=schedule_id)


@blueprint.route("/schedule/<int:schedule_id>/resume")
class ScheduleResumeView(MethodView):
    """End of a pause."""

    @requires(SIGNED_IN)
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.ScheduleSchema)
    def post(self, _body: Arguments, schedule_id: int) -> Json:
        """Resume the schedule. A day that is over is replaced by the next possible one."""
        actor = current_actor()
        saving.resume_schedule(actor=actor, schedule_id=schedule_id)
        return serialize_schedule(actor=actor, schedule_id=schedule_id)


@blueprint.route("/schedule/<int:schedule_id>/skip")
class ScheduleSkipView(MethodView):
    """Skipping of one round."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.SkipSchema)
    @blueprint.response(200, schemas.ScheduleSchema)
    def post(self, body: Arguments, schedule_id: int) -> Json:
        """Skip the next round for a reason, and plan the one after it."""
        actor = current_actor()
        saving.skip_round(actor=actor, schedule_id=schedule_id, reason=body["reason"])
        return serialize_schedule(actor=actor, schedule_id=schedule_id)


@blueprint.route("/schedule/<int:schedule_id>/run")
class ScheduleRunView(MethodView):
    """Sending of the next round before its day."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.ScheduleSchema)
    def post(self, _body: Arguments, schedule_id: int) -> Json:
        """Send the next round now, and plan the one after it as usual."""
        actor = current_actor()
        run_now(actor=actor, schedule_id=schedule_id)
        return serialize_schedule(actor=actor, schedule_id=schedule_id)
