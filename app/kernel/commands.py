"""`flask --app wsgi keys ...`: the keys of the setting DATA_KEYS."""

import click
from flask.cli import AppGroup

from app.kernel.data_keys import DataKeysError, new_data_key, rotate_secrets

keys = AppGroup("keys", help="The keys that encrypt stored secrets.")


@keys.command("new")
def new() -> None:
    """Print a random key for DATA_KEYS."""
    click.echo(new_data_key())


@keys.command("rotate")
def rotate() -> None:
    """Encrypt every stored secret again, with the first key of DATA_KEYS; then older keys can be removed."""
    try:
        count = rotate_secrets()
    except DataKeysError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{count} secrets are encrypted with the first key.")
