"""The keys of stored secrets: a new one, and `flask keys rotate` (docs/operations.md)."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy.orm import Session

from app.accounts.models import Totp
from app.kernel.data_keys import DataKeysError, check_secrets, decrypt
from tests.factories.accounts import UserFactory
from tests.factories.factors import add_app
from tests.fixtures.application import DATA_KEYS

SetKeys = Callable[..., None]


@pytest.fixture
def set_keys(app: Flask, monkeypatch: pytest.MonkeyPatch) -> SetKeys:
    """Return a function that changes DATA_KEYS, as a restart with other settings does."""

    def change(*keys: str) -> None:
        settings = replace(app.config["ASSAY"], DATA_KEYS=",".join(keys))
        monkeypatch.setitem(app.config, "ASSAY", settings)

    return change


def run(app: Flask, command: str) -> Result:
    result: Result = app.test_cli_runner().invoke(args=["keys", command])
    return result


def test_rotated_secrets_need_only_the_new_key(app: Flask, session: Session, set_keys: SetKeys) -> None:
    secrets = {(user := UserFactory()).id: add_app(user).secret for _ in range(3)}
    new_key = run(app, "new").output.strip()
    set_keys(new_key, DATA_KEYS)
    session.commit()
    assert run(app, "rotate").output == "3 secrets are encrypted with the first key.\n"
    set_keys(new_key)
    session.expire_all()
    assert {row.user_id: decrypt(row.secret_encrypted) for row in session.query(Totp)} == secrets
    check_secrets()


def test_missing_key_of_a_secret_is_named(app: Flask, session: Session, set_keys: SetKeys) -> None:
    add_app(UserFactory())
    session.commit()
    set_keys(run(app, "new").output.strip())
    with pytest.raises(DataKeysError, match="lacks the key"):
        check_secrets()
    failed = run(app, "rotate")
    assert failed.exit_code == 1
    assert failed.output == "Error: DATA_KEYS lacks the key of a stored secret.\n"
    set_keys()
    assert "DATA_KEYS is not set." in run(app, "rotate").output
