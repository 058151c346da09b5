"""The link for unsubscribing from optional mails without signing in: it contains the user id, signed."""

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer

from app.kernel.http.errors import NotFoundError


def unsubscribe_path(user_id: int) -> str:
    """Return the path of the page where this user can turn optional mails off; it never expires."""
    return f"/unsubscribe/{_serializer().dumps(user_id)}"


def user_of_token(token: str) -> int:
    """Return the user id in a token; raise NotFoundError if the token is not one of ours."""
    try:
        user_id = _serializer().loads(token)
    except BadSignature as error:
        raise NotFoundError from error
    if not isinstance(user_id, int):
        raise NotFoundError
    return user_id


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="unsubscribe")
