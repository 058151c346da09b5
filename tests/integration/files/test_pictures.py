"""Pictures: their addresses, their small variants and the previews of photos."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files import queries
from app.files.jobs import delete_unused_files, make_small_pictures
from app.files.models import Attachment
from app.files.storage import storage
from app.kernel.clock import shifted
from app.kernel.db.session import commit
from tests.factories.accounts import UserFactory
from tests.factories.files import photo
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.files.conftest import png, upload


def test_mail_pictures_need_their_digest(ann: User, signed_in: SignedIn, client: CheckedClient) -> None:
    logo = upload(signed_in(ann), "logo.png", png(), "COMPANYLOGO").json["id"]
    letter = upload(signed_in(ann), "letter.pdf", b"%PDF-1.7", "MESSAGE").json["id"]
    path = queries.picture_path(logo)
    assert path is not None
    assert client.get(path).status_code == 200
    assert client.get(path[:-1] + ("0" if path[-1] != "0" else "1")).status_code == 404
    assert queries.picture_path(letter) is None
    assert queries.picture_path(None) is None


def test_unchanged_picture_returns_304(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    sent = upload(client, "logo.png", png(), "COMPANYLOGO")
    tag = client.get(sent.json["url"]).headers["ETag"]
    for path in (sent.json["url"], f"/api/attachment/{sent.json['id']}"):
        again = client.get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")


def test_only_urls_with_the_picture_version_are_cached_permanently(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    sent = upload(client, "logo.png", png(), "COMPANYLOGO")
    digest = client.get(sent.json["url"]).headers["ETag"].strip('"')
    address = f"{sent.json['url']}?v={digest[:16]}"
    immutable = "private, max-age=31536000, immutable"
    assert client.get(address).headers["Cache-Control"] == immutable
    again = client.get(address, headers={"If-None-Match": f'"{digest}"'})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, immutable)
    for other in (sent.json["url"], f"{sent.json['url']}?v=", f"{sent.json['url']}?v={digest[:15]}"):
        assert client.get(other).headers["Cache-Control"] == "private, max-age=86400"
    assert signed_in(UserFactory()).get(address).status_code == 404
    letter = upload(client, "letter.pdf", b"%PDF-1.7", "MESSAGE")
    digest = client.get(letter.json["url"]).headers["ETag"].strip('"')
    assert "immutable" not in client.get(f"{letter.json['url']}?v={digest[:16]}").headers["Cache-Control"]


def test_small_variant_of_a_picture_follows_the_same_rules(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    sent = upload(client, "logo.png", png((800, 400)), "COMPANYLOGO")
    large = client.get(sent.json["url"])
    digest = large.headers["ETag"].strip('"')
    address = f"{sent.json['url']}?v={digest[:16]}&size=small"
    small = client.get(address)
    with Image.open(BytesIO(small.data)) as image:
        assert image.size == (96, 48)
    assert small.headers["Content-Type"] == "image/webp"
    assert small.headers["Content-Disposition"] == "inline; filename=logo.webp"
    assert int(small.headers["Content-Length"]) == len(small.data) < len(large.data)
    assert small.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert small.headers["ETag"] != large.headers["ETag"]
    again = client.get(address, headers={"If-None-Match": small.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(address, headers={"If-None-Match": large.headers["ETag"]}).status_code == 200
    assert signed_in(UserFactory()).get(address).status_code == 404


def test_other_files_have_one_size(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    sent = upload(client, "letter.pdf", b"%PDF-1.7", "MESSAGE")
    assert client.get(f"{sent.json['url']}?size=small").data == b"%PDF-1.7"


def test_missing_small_picture_falls_back_to_the_large_one(
    ann: User, signed_in: SignedIn, session: Session, storage_folder: Path
) -> None:
    client = signed_in(ann)
    sent, lost = (upload(client, "logo.png", png((800, 400)), "COMPANYLOGO") for _ in range(2))
    for attachment_id in (sent.json["id"], lost.json["id"]):
        session.get_one(Attachment, attachment_id).small_size = None
        (storage_folder / f"attachments/{attachment_id}-small").unlink()
    (storage_folder / f"attachments/{lost.json['id']}").unlink()
    commit()
    digest = client.get(sent.json["url"]).headers["ETag"].strip('"')
    address = f"{sent.json['url']}?v={digest[:16]}&size=small"
    before = client.get(address)
    with Image.open(BytesIO(before.data)) as image:
        assert image.size == (400, 200)
    assert "immutable" not in before.headers["Cache-Control"]
    make_small_pictures()
    commit()
    session.expire_all()
    with Image.open(BytesIO(client.get(address).data)) as image:
        assert image.size == (96, 48)
    assert session.get_one(Attachment, lost.json["id"]).small_size == 0


def test_photo_of_a_message_has_cacheable_previews_and_is_not_changed(signed_in: SignedIn) -> None:
    client = signed_in(UserFactory())
    content = photo((3000, 1500))
    stored = upload(client, "IMG_1.jpg", content, kind="NCR").json
    assert client.get(stored["url"]).data == content
    for name, size in (("thumbnailUrl", (320, 160)), ("previewUrl", (1600, 800))):
        response = client.get(stored[name])
        assert Image.open(BytesIO(response.data)).size == size
        assert response.headers["Content-Type"] == "image/webp"
        assert response.headers["Content-Disposition"] == "inline; filename=IMG_1.webp"
        assert "immutable" in response.headers["Cache-Control"]
        assert response.headers["Content-Security-Policy"].startswith("sandbox")
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        again = client.get(stored[name], headers={"If-None-Match": response.headers["ETag"]})
        assert again.status_code == 304
        assert "immutable" not in client.get(stored[name].partition("&")[0]).headers["Cache-Control"]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.pdf", b"%PDF-1.4", "NCR"),
        ("broken.jpg", photo()[:900], "NCR"),
        ("answer.jpg", photo(), "RFXANSWER"),
    ],
)
def test_other_files_have_no_preview(signed_in: SignedIn, name: str, content: bytes, kind: str) -> None:
    client = signed_in(UserFactory())
    stored = upload(client, name, content, kind=kind)
    assert stored.status_code == 200
    assert (stored.json["thumbnailUrl"], stored.json["previewUrl"]) == (None, None)
    response = client.get(f"{stored.json['url']}?size=small")
    assert response.data == content


def test_previews_have_the_access_of_their_file_and_are_deleted_with_it(
    signed_in: SignedIn, session: Session
) -> None:
    client = signed_in(UserFactory())
    stored = upload(client, "a.jpg", photo(), kind="NCR").json
    assert signed_in(UserFactory()).get(stored["thumbnailUrl"]).status_code == 404
    assert signed_in(UserFactory()).get(stored["previewUrl"]).status_code == 404
    key = session.get_one(Attachment, stored["id"]).storage_key or ""
    with shifted(timedelta(days=8)):
        delete_unused_files()
        commit()
    for variant in (key, f"{key}-small", f"{key}-preview"):
        with pytest.raises(FileNotFoundError):
            storage().get(variant)
