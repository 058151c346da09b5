"""The WSGI entry point: `gunicorn wsgi:app`, `flask --app wsgi <command>`."""

import sys

from app.config import SettingsError
from app.factory import shared_application

try:
    app = shared_application()
except SettingsError as error:
    sys.exit(f"The settings are not right:\n{error}")
