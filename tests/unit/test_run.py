"""The environment that `make run` builds from the process environment, .env and its folder."""

from pathlib import Path

import pytest

from app.config import load_settings
from app.devtools.run import development_environment


def test_defaults_are_for_development(tmp_path: Path) -> None:
    environment = development_environment({}, tmp_path, tmp_path / ".env")
    assert environment["ENVIRONMENT"] == "development"
    assert environment["BASE_URL"] == "http://127.0.0.1:5000"
    assert environment["RUN_WORKER"] == "1"
    assert environment["STORAGE_URL"] == str(tmp_path / "files")
    assert (
        environment["SECRET_KEY"]
        == load_settings({**environment, "DATABASE_URL": "postgresql:///x"}).SECRET_KEY
    )


@pytest.mark.parametrize(
    ("host", "base"),
    [
        ("0.0.0.0", "http://127.0.0.1:8080"),
        ("10.0.0.5", "http://10.0.0.5:8080"),
        ("::1", "http://[::1]:8080"),
    ],
)
def test_host_and_port_make_the_base_url(tmp_path: Path, host: str, base: str) -> None:
    environment = development_environment({"HOST": host, "PORT": "8080"}, tmp_path, tmp_path / ".env")
    assert environment["BASE_URL"] == base


def test_secret_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    first = development_environment({}, tmp_path, tmp_path / ".env")["SECRET_KEY"]
    assert len(first) >= 32
    assert development_environment({}, tmp_path, tmp_path / ".env")["SECRET_KEY"] == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    (tmp_path / "other").mkdir()
    assert development_environment({}, tmp_path / "other", tmp_path / ".env")["SECRET_KEY"] != first


def test_environment_overrides_the_file_and_the_file_overrides_defaults(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "# a comment\n\nPORT=7000\nexport PRODUCT_NAME=\"Quality Desk\"\nSMTP_URL=\nMAIL_FROM='Desk <desk@x.example>'\n"
    )
    process_environment = {"PORT": "7001", "HOST": ""}
    environment = development_environment(process_environment, tmp_path, tmp_path / ".env")
    assert environment["PORT"] == "7001"
    assert environment["HOST"] == "127.0.0.1"
    assert environment["PRODUCT_NAME"] == "Quality Desk"
    assert environment["MAIL_FROM"] == "Desk <desk@x.example>"
    assert "SMTP_URL" not in environment
