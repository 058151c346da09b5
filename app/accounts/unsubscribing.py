"""The link by which somebody ends optional mails without signing in: it names the user, signed."""

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer

from app.kernel.errors import NotFoundError


def unsubscribe_path(user_id: int) -> str:
    """The path of the page on which this user ends optional mails; it holds for good."""
    return f"/unsubscribe/{_serializer().dumps(user_id)}"


def user_of_token(token: str) -> int:
    """The id of the user whom a token of ours names; NotFoundError for any other token."""
    try:
        user_id = _serializer().loads(token)
    except BadSignature as error:
        raise NotFoundError from error
    if not isinstance(user_id, int):
        raise NotFoundError
    return user_id


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="unsubscribe")
