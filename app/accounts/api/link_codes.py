"""Endpoints for the codes that confirm a guest link."""

import hashlib

from flask import Response, make_response, request
from flask.views import MethodView

from app.accounts import schemas
from app.accounts.api.attempts import by_address
from app.accounts.api.sessions import remember_link
from app.accounts.operations import link_codes
from app.extensions import limiter
from app.kernel.db.session import commit
from app.kernel.http.auth import PUBLIC, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.errors import InvalidError

WRONG_CODE = "This code is wrong or has expired. Check the newest e-mail, or send a new code."

blueprint = Blueprint(
    "linkCode", __name__, url_prefix="/api/session/guest", description="Codes that confirm a guest link"
)


def link_key() -> str:
    """Return the link in the body, as a hash."""
    body = request.get_json(silent=True)
    uuid = body.get("uuid") if isinstance(body, dict) else None
    return f"link:{hashlib.sha256(str(uuid)[:200].encode()).hexdigest()}"


@blueprint.route("/code")
class LinkCodeView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @limiter.limit("6 per hour", key_func=link_key)
    @blueprint.arguments(schemas.GuestSignInSchema)
    @blueprint.response(204)
    def post(self, body: schemas.GuestSignInBody) -> str:
        """Mail the guest of a link a code, valid for ten minutes. 404 if the link has ended."""
        link_codes.send_code(token=body["uuid"])
        return ""

    @requires(PUBLIC)
    @blueprint.arguments(schemas.LinkCodeSchema)
    @blueprint.response(204)
    def put(self, body: schemas.LinkCodeBody) -> Response:
        """Confirm a link with its code, for this browser. 422 at `code` for a wrong one; five of them end the code."""
        grant = link_codes.use_code(token=body["uuid"], code=body["code"])
        if grant is None:
            # The wrong try has to survive the error response.
            commit()
            raise InvalidError(fields={"code": [WRONG_CODE]})
        response = make_response("", 204)
        remember_link(response, grant)
        return response
