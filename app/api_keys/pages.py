"""The page of API keys."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.api_keys import schemas
from app.api_keys.serializers import serialize_areas, serialize_keys, serialize_roles
from app.kernel.http.auth import Permission, current_actor, page_requires
from app.kernel.http.schemas import dumped_many
from app.kernel.pages.shell import render_page

blueprint = Blueprint("api_key_pages", __name__)

TITLE = "Integrations"
PATH = "/setup/integrations"


@blueprint.get(PATH)
@page_requires(Permission.MANAGE_INTEGRATIONS)
def keys() -> ResponseReturnValue:
    """Show the API keys of the organisation."""
    actor = current_actor()
    return render_page(
        "API keys",
        "integrations/keys",
        {
            "keys": dumped_many(schemas.ApiKeySchema, serialize_keys(actor)),
            "roles": dumped_many(schemas.KeyRoleSchema, serialize_roles(actor)),
            "areas": dumped_many(schemas.KeyAreaSchema, serialize_areas()),
        },
    )
