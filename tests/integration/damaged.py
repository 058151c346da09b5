"""The product with one view that meets a damaged statement, for `gunicorn tests.integration.damaged:app`."""

from flask.typing import ResponseReturnValue
from sqlalchemy.exc import NoSuchColumnError

from app.factory import create_app


def fail() -> ResponseReturnValue:
    """Raise what SQLAlchemy raises when threads have damaged a statement."""
    raise NoSuchColumnError("creator.id")


app = create_app()
app.view_functions["health.readyz"] = fail
