"""Endpoints of parts of an RFx."""

from flask.views import MethodView

from app.delegation.operations import asking, ending
from app.delegation.operations.assignees import Person
from app.delegation.policies import Section
from app.delegation.schemas import parts as schemas
from app.delegation.serializers import serialize_parts_by_id
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.rfx.public import NothingSchema

blueprint = Blueprint(
    "rfxPart",
    __name__,
    url_prefix="/api",
    description="Parts of an RFx that the respondent assigns to people",
)


def _person(body: schemas.NewPartBody | schemas.ChangedPartBody) -> Person:
    return Person(user_id=body["user_id"], name=body["name"] or "", email=body["email"] or "")


@blueprint.route("/rfx/<int:rfx_id>/part")
class PartsView(MethodView):
    """Parts of an RFx."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, schemas.RfxPartsSchema)
    def get(self, rfx_id: int) -> dict[str, object]:
        """List the parts of an RFx, for the respondent; a person with a link gets its own part."""
        return serialize_parts_by_id(actor=current_actor(), rfx_id=rfx_id)

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(schemas.NewRfxPartSchema)
    @blueprint.response(201, schemas.RfxPartsSchema)
    def post(self, body: schemas.NewPartBody, rfx_id: int) -> dict[str, object]:
        """Ask a colleague, or a person by e-mail, to answer a part; returns all parts."""
        actor = current_actor()
        asking.ask_for_part(
            actor=actor,
            rfx_id=rfx_id,
            new=asking.NewPart(
                person=_person(body),
                title=body["title"] or "",
                sections=[Section(**section) for section in body["sections"]],
                keys=body["keys"],
                note=body["note"],
                due=body["due"],
                sees_all=body["sees_all"],
            ),
        )
        return serialize_parts_by_id(actor=actor, rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/part/<int:part_id>")
class PartView(MethodView):
    """One part."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(schemas.ChangedRfxPartSchema)
    @blueprint.response(200, schemas.RfxPartsSchema)
    def put(self, body: schemas.ChangedPartBody, rfx_id: int, part_id: int) -> dict[str, object]:
        """Change the assignee, the day or the note of a part; its assignee is asked again."""
        actor = current_actor()
        person = _person(body)
        asking.change_part(
            actor=actor, rfx_id=rfx_id, part_id=part_id, person=person if person != Person() else None,
            due=body["due"], note=body["note"],
        )  # fmt: skip
        return serialize_parts_by_id(actor=actor, rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/part/<int:part_id>/reminder")
class PartReminderView(MethodView):
    """Reminder to the assignee."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.RfxPartsSchema)
    def post(self, _body: dict[str, object], rfx_id: int, part_id: int) -> dict[str, object]:
        """Mail a reminder to the assignee of a part that is not done."""
        actor = current_actor()
        asking.remind(actor=actor, rfx_id=rfx_id, part_id=part_id)
        return serialize_parts_by_id(actor=actor, rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/part/<int:part_id>/withdraw")
class PartWithdrawalView(MethodView):
    """Withdrawal of a part."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.RfxPartsSchema)
    def post(self, _body: dict[str, object], rfx_id: int, part_id: int) -> dict[str, object]:
        """Take a part back: its link ends, every answer stays."""
        actor = current_actor()
        asking.withdraw_part(actor=actor, rfx_id=rfx_id, part_id=part_id)
        return serialize_parts_by_id(actor=actor, rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/part/<int:part_id>/done")
class PartDoneView(MethodView):
    """End of a part by its assignee."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.RfxPartsSchema)
    def post(self, _body: dict[str, object], rfx_id: int, part_id: int) -> dict[str, object]:
        """Mark the own part as done; its answers can still be corrected until the RFx is submitted."""
        actor = current_actor()
        ending.finish_part(actor=actor, rfx_id=rfx_id, part_id=part_id)
        return serialize_parts_by_id(actor=actor, rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/part/<int:part_id>/return")
class PartReturnView(MethodView):
    """Return of a part by its assignee."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(schemas.PartReturnSchema)
    @blueprint.response(204)
    def post(self, body: schemas.ReturnBody, rfx_id: int, part_id: int) -> str:
        """Give the own part back with a reason; its link ends, every answer stays."""
        ending.return_part(actor=current_actor(), rfx_id=rfx_id, part_id=part_id, reason=body["reason"])
        return ""
