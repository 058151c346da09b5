"""Endpoints of API keys."""

from flask.views import MethodView

from app.api_keys import schemas
from app.api_keys.operations.managing import change_key, create_key, revoke_key, rotate_key
from app.api_keys.serializers import serialize_key, serialize_keys
from app.api_keys.types import KeyValues
from app.kernel.http.auth import Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import Arguments, Json

blueprint = Blueprint("apiKey", __name__, url_prefix="/api", description="API keys")


@blueprint.route("/apiKey")
class ApiKeysView(MethodView):
    """The keys of the user's organisation."""

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(200, schemas.ApiKeySchema(many=True))
    def get(self) -> list[Json]:
        """List the keys, newest first, with at most 20 revoked ones."""
        return serialize_keys(current_actor())

    # No Idempotency-Key: a stored response would contain the secret.
    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.arguments(schemas.KeyValuesSchema)
    @blueprint.response(201, schemas.KeySecretSchema)
    def post(self, body: Arguments) -> Json:
        """Create a key, after a step-up. The response has its secret, which is never shown again."""
        actor = current_actor()
        key, secret = create_key(actor=actor, values=KeyValues(**body))
        return {"key": serialize_key(actor=actor, key_id=key.id), "secret": secret}


@blueprint.route("/apiKey/<int:api_key_id>")
class ApiKeyView(MethodView):
    """One key."""

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.arguments(schemas.KeyChangeSchema)
    @blueprint.response(200, schemas.ApiKeySchema)
    def put(self, body: Arguments, api_key_id: int) -> Json:
        """Change a key, after a step-up. Its secret stays the same."""
        actor = current_actor()
        base = body.pop("based_on")
        change_key(
            actor=actor,
            key_id=api_key_id,
            values=KeyValues(**body),
            based_on=KeyValues(**base) if base else None,
        )
        return serialize_key(actor=actor, key_id=api_key_id)

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(200, schemas.ApiKeySchema)
    def delete(self, api_key_id: int) -> Json:
        """Revoke a key permanently, after a step-up. Its next request is refused."""
        actor = current_actor()
        revoke_key(actor=actor, key_id=api_key_id)
        return serialize_key(actor=actor, key_id=api_key_id)


@blueprint.route("/apiKey/<int:api_key_id>/rotate")
class RotationView(MethodView):
    """A new secret."""

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(200, schemas.KeySecretSchema)
    def post(self, api_key_id: int) -> Json:
        """Give a key a new secret, after a step-up. The previous one works for 24 more hours."""
        actor = current_actor()
        _, secret = rotate_key(actor=actor, key_id=api_key_id)
        return {"key": serialize_key(actor=actor, key_id=api_key_id), "secret": secret}
