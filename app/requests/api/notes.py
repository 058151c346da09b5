"""Endpoints of the notes on answers, which only the requester's organisation reads."""

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Json
from app.requests.operations import noting
from app.requests.queries.notes import note_by_id
from app.requests.schemas import notes as schemas
from app.requests.serializers.notes import serialize_note

blueprint = Blueprint("rfxRequestNotes", __name__, url_prefix="/api", description="Notes on compared answers")


@blueprint.route("/rfxRequest/<int:request_id>/rfx/<int:rfx_id>/note/<string:field>")
class NotesView(MethodView):
    """Notes on one answer."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.NoteSchema(many=True))
    def get(self, request_id: int, rfx_id: int, field: str) -> list[Json]:
        """List the notes on the answer of a supplier, oldest first."""
        actor = current_actor()
        notes = noting.read_notes(actor=actor, request_id=request_id, rfx_id=rfx_id, key=field)
        return [serialize_note(note, actor) for note in notes]

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.NewNoteSchema)
    @blueprint.response(201, schemas.NoteSchema)
    def post(self, body: schemas.NewNoteBody, request_id: int, rfx_id: int, field: str) -> Json:
        """Add a note to the answer of a supplier, for the own organisation."""
        actor = current_actor()
        note = noting.add_note(
            actor=actor, request_id=request_id, rfx_id=rfx_id, key=field, text=body["text"]
        )
        return serialize_note(note_by_id(note.id), actor)


@blueprint.route("/rfxRequest/<int:request_id>/note/<int:note_id>")
class NoteView(MethodView):
    """One note."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.ChangedNoteSchema)
    @blueprint.response(200, schemas.NoteSchema)
    def put(self, body: schemas.ChangedNoteBody, request_id: int, note_id: int) -> Json:
        """Change the text of an own note."""
        actor = current_actor()
        note = noting.change_note(actor=actor, request_id=request_id, note_id=note_id, **body)
        return serialize_note(note_by_id(note.id), actor)

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def delete(self, request_id: int, note_id: int) -> None:
        """Delete a note permanently: an own one, or any for users who manage the organisation."""
        noting.delete_note(actor=current_actor(), request_id=request_id, note_id=note_id)
