"""The product with one view that raises a statement error, for `gunicorn tests.integration.damaged_app:app`."""

from flask.typing import ResponseReturnValue
from sqlalchemy.exc import NoSuchColumnError

from app.factory import create_app


def fail() -> ResponseReturnValue:
    """Raise the error of SQLAlchemy for a statement damaged by threads."""
    raise NoSuchColumnError("creator.id")


app = create_app()
app.view_functions["health.readyz"] = fail
