"""What `make run` makes of the environment, of .env and of its folder."""

from pathlib import Path

import pytest

from app.config import load_settings
from app.devtools.run import development_environment


def test_defaults_are_those_of_a_person_at_a_desk(tmp_path: Path) -> None:
    chosen = development_environment({}, tmp_path, tmp_path / ".env")
    assert chosen["ENVIRONMENT"] == "development"
    assert chosen["BASE_URL"] == "http://127.0.0.1:5000"
    assert chosen["RUN_WORKER"] == "1"
    assert chosen["STORAGE_URL"] == str(tmp_path / "files")
    assert chosen["SECRET_KEY"] == load_settings({**chosen, "DATABASE_URL": "postgresql:///x"}).SECRET_KEY


@pytest.mark.parametrize(
    ("host", "base"),
    [
        ("0.0.0.0", "http://127.0.0.1:8080"),
        ("10.0.0.5", "http://10.0.0.5:8080"),
        ("::1", "http://[::1]:8080"),
    ],
)
def test_host_and_port_make_the_address(tmp_path: Path, host: str, base: str) -> None:
    chosen = development_environment({"HOST": host, "PORT": "8080"}, tmp_path, tmp_path / ".env")
    assert chosen["BASE_URL"] == base


def test_the_secret_key_is_made_once_and_only_for_its_owner(tmp_path: Path) -> None:
    first = development_environment({}, tmp_path, tmp_path / ".env")["SECRET_KEY"]
    assert len(first) >= 32
    assert development_environment({}, tmp_path, tmp_path / ".env")["SECRET_KEY"] == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    (tmp_path / "other").mkdir()
    assert development_environment({}, tmp_path / "other", tmp_path / ".env")["SECRET_KEY"] != first


def test_the_environment_wins_over_the_file_and_the_file_over_defaults(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "# a comment\n\nPORT=7000\nexport PRODUCT_NAME=\"Quality Desk\"\nSMTP_URL=\nMAIL_FROM='Desk <desk@x.example>'\n"
    )
    given = {"PORT": "7001", "HOST": ""}
    chosen = development_environment(given, tmp_path, tmp_path / ".env")
    assert chosen["PORT"] == "7001"
    assert chosen["HOST"] == "127.0.0.1"
    assert chosen["PRODUCT_NAME"] == "Quality Desk"
    assert chosen["MAIL_FROM"] == "Desk <desk@x.example>"
    assert "SMTP_URL" not in chosen
