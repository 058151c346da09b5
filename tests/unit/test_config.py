"""Missing and invalid settings fail at the start, with a sentence for each."""

import subprocess
import sys

import pytest

from app.config import ROOT, SettingsError, load_settings

GOOD = {
    "ENVIRONMENT": "production",
    "SECRET_KEY": "6f1c0e9ab27d4835" * 2,
    "DATABASE_URL": "postgres://user:secret@db.example:5432/assay",
    "BASE_URL": "https://assay.example",
}


def test_valid_settings_are_read_with_defaults() -> None:
    settings = load_settings(GOOD)
    assert settings.database_url == "postgresql+psycopg://user:secret@db.example:5432/assay"
    assert settings.PRODUCT_NAME == "Assay"
    assert settings.is_production


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SECRET_KEY", "short", "SECRET_KEY must be set to at least 32"),
        ("SECRET_KEY", "a" * 32, "SECRET_KEY must be set to at least 32 random characters"),
        ("SECRET_KEY", "abcabc" * 10, "SECRET_KEY must be set to at least 32 random characters"),
        ("DATABASE_URL", "", "DATABASE_URL must name"),
        ("DATABASE_URL", "mysql://x", "must begin with postgresql://"),
        ("BASE_URL", "http://assay.example", "must begin with https://"),
        ("BASE_URL", "assay", "BASE_URL must be an address"),
        ("REDIS_URL", "http://redis", "REDIS_URL must begin with"),
        ("SMTP_URL", "mail.example", "SMTP_URL must begin with"),
        ("PORT", "eighty", "PORT must be a whole number"),
        ("RUN_WORKER", "yes", "RUN_WORKER must be one of 0, 1"),
        ("ENVIRONMENT", "staging", "ENVIRONMENT must be one of"),
    ],
)
def test_each_invalid_setting_is_named(name: str, value: str, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        load_settings({**GOOD, name: value})


def test_all_problems_are_reported_together() -> None:
    with pytest.raises(SettingsError) as error:
        load_settings({"ENVIRONMENT": "production"})
    assert len(str(error.value).splitlines()) >= 3


def test_server_exits_with_the_sentence_and_no_traceback() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import wsgi"],
        cwd=ROOT,
        env={"ENVIRONMENT": "production", "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "SECRET_KEY must be set" in ended.stderr
    assert "Traceback" not in ended.stderr
