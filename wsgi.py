"""The WSGI entry point: `gunicorn wsgi:app`, `flask --app wsgi <command>`."""

import sys

from app.config import SettingsError
from app.factory import create_app

try:
    app = create_app()
except SettingsError as error:
    sys.exit(f"The settings are not right:\n{error}")
