"""Files of published builds: served by processes of other releases, deleted when their release is long gone."""

from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.files.storage import Storage
from app.kernel.clock import shifted
from app.kernel.pages import builds
from app.kernel.pages.builds import Changes, publish_build
from app.kernel.registry import EXTENSION


@pytest.fixture
def storage(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Storage:
    """Let the application use an empty storage."""
    storage = Storage(str(tmp_path / "files"))
    monkeypatch.setattr(app.extensions[EXTENSION], "storage", storage)
    return storage


def make_build(folder: Path, **files: str) -> Path:
    """Create a build with files such as `mount_AAAAAAAA=...`, and files that are not for browsers."""
    folder.mkdir()
    for name, content in files.items():
        (folder / f"{name.replace('_', '-')}.js").write_text(content, encoding="utf-8")
        (folder / f"{name.replace('_', '-')}.js.br").write_text("compressed", encoding="utf-8")
    for name in ("manifest.json", "ssr.js"):
        (folder / name).write_text("{}", encoding="utf-8")
    return folder


def test_file_of_another_release_is_served_and_cached_permanently(
    client: FlaskClient, storage: Storage, tmp_path: Path
) -> None:
    address = "/static/build/mount-AAAAAAAA.js"
    assert client.get(address).status_code == 404
    build = make_build(tmp_path / "old", mount_AAAAAAAA="one()")
    assert publish_build(build, storage) == Changes(added=1, deleted=0)
    response = client.get(address)
    assert (response.status_code, response.data) == (200, b"one()")
    assert response.content_type.startswith("text/javascript")
    assert "immutable" in response.headers["Cache-Control"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "name",
    ["releases.json", "other.js", "mount-AAAAAAAA.js.br", "..%2fhealth%2fcheck", "check"],
)
def test_other_names_are_not_looked_up(client: FlaskClient, storage: Storage, name: str) -> None:
    for key in (f"build/{name}", "health/check"):
        storage.put(key.replace("%2f", "/").replace("..", "x"), b"secret")
    assert client.get(f"/static/build/{name}").status_code == 404


def test_files_stay_for_a_while_after_their_release_was_replaced(storage: Storage, tmp_path: Path) -> None:
    old = make_build(tmp_path / "old", mount_AAAAAAAA="one()", shared_CCCCCCCC="same()")
    new = make_build(tmp_path / "new", mount_BBBBBBBB="two()", shared_CCCCCCCC="same()")
    publish_build(old, storage)
    with shifted(timedelta(days=90)):
        assert publish_build(new, storage) == Changes(added=1, deleted=0), (
            "the old release was in use until now"
        )
    with shifted(timedelta(days=90) + builds.RETENTION - timedelta(hours=1)):
        assert publish_build(new, storage) == Changes(added=0, deleted=0)
    with shifted(timedelta(days=90) + builds.RETENTION + timedelta(hours=1)):
        assert publish_build(new, storage) == Changes(added=0, deleted=1)
    assert storage.get("build/shared-CCCCCCCC.js") == b"same()"
    with pytest.raises(FileNotFoundError):
        storage.get("build/mount-AAAAAAAA.js")


def test_rolled_back_release_is_the_current_one(storage: Storage, tmp_path: Path) -> None:
    old = make_build(tmp_path / "old", mount_AAAAAAAA="one()")
    new = make_build(tmp_path / "new", mount_BBBBBBBB="two()")
    for build in (old, new, old):
        publish_build(build, storage)
    with shifted(2 * builds.RETENTION):
        assert publish_build(old, storage) == Changes(added=0, deleted=1)
    assert storage.get("build/mount-AAAAAAAA.js") == b"one()"


def test_build_of_this_release_is_published_by_the_command(app: Flask, storage: Storage) -> None:
    result = app.test_cli_runner().invoke(args=["assets", "publish"])
    assert result.exit_code == 0, result.output
    manifest = app.extensions[EXTENSION].pages.manifest()
    for name in ("mount.js", "main.css", "icons.svg", "font.woff2"):
        file = app.extensions[EXTENSION].pages.build / manifest[name]
        assert storage.get(f"build/{manifest[name]}") == file.read_bytes()
    assert "Files added: 0" in app.test_cli_runner().invoke(args=["assets", "publish"]).output
