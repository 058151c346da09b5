"""Uploading, attaching and reading files over HTTP."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files import operations, public
from app.files.jobs import delete_unused_files, make_small_pictures
from app.files.models import Attachment
from app.files.public import FileHooks
from app.files.storage import storage
from app.files.types import USER_UPLOADS, UploadLimits
from app.kernel.auth import GUEST_COOKIE
from app.kernel.clock import shifted
from app.kernel.db import commit
from app.kernel.errors import InvalidError
from app.kernel.registry import EXTENSION, Registry
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of, colleague_of, make_guest
from tests.factories.files import photo
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.people import SignedIn

SUBJECT = "testSubject"


@pytest.fixture
def viewers(app: Flask, monkeypatch: pytest.MonkeyPatch) -> dict[int, set[int]]:
    """Register access to a test subject; return the ids of the users who may see each subject."""
    viewers: dict[int, set[int]] = {}
    registry: Registry = app.extensions[EXTENSION]
    hooks = FileHooks(dict(registry.hooks(FileHooks).checks))
    monkeypatch.setitem(registry.hooks_by_class, FileHooks, hooks)
    hooks.add_access(
        SUBJECT, lambda actor, ids: any(actor.user_id in viewers.get(subject, set()) for subject in ids)
    )
    return viewers


def upload(
    client: CheckedClient, filename: str, content: bytes, kind: str = "MESSAGE", size: int | None = None
) -> Any:
    """Run both steps of an upload; return the last response."""
    started = client.post(
        "/api/attachment/start",
        json={"filename": filename, "size": len(content) if size is None else size, "kind": kind},
    )
    if started.status_code != 201:
        return started
    return client.put(started.json["uploadUrl"], data=content)


def png(size: tuple[int, int] = (300, 200)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, (10, 100, 90)).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def ann(session: Session) -> User:
    created: User = UserFactory(name="Ann Lee")
    return created


def test_file_is_returned_unchanged_and_as_a_download(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    content = b"<html><script>alert(1)</script></html>"
    sent = upload(client, "page.html", content)
    assert sent.json["contentType"] == "application/octet-stream"
    for path in (f"/api/attachment/{sent.json['id']}", sent.json["url"]):
        response = client.get(path)
        assert response.data == content
        assert response.headers["Content-Disposition"] == "attachment; filename=page.html"
        assert response.headers["Content-Type"] == "application/octet-stream"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert (
            response.headers["Content-Security-Policy"]
            == "sandbox; default-src 'none'; frame-ancestors 'self'"
        )
        assert "private" in response.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("content", "kind", "disposition"),
    [
        (b"%PDF-1.7 ...", "MESSAGE", "inline"),
        (png(), "MESSAGE", "attachment"),
        (png(), "COMPANYLOGO", "inline"),
        (b"a,b\n1,2\n", "NCR", "attachment"),
    ],
)
def test_only_converted_pictures_and_pdfs_open_in_the_browser(
    ann: User, signed_in: SignedIn, content: bytes, kind: str, disposition: str
) -> None:
    client = signed_in(ann)
    sent = upload(client, "a.png", content, kind)
    assert client.get(sent.json["url"]).headers["Content-Disposition"].startswith(disposition)


def test_unusual_file_names_are_safe_in_headers(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    sent = upload(client, 'C:\\temp\\Übersicht "neu"\r\nX: 1.txt', b"hello")
    assert sent.json["filename"] == 'Übersicht "neu" X: 1.txt'
    header = client.get(sent.json["url"]).headers["Content-Disposition"]
    assert header.startswith('attachment; filename="Ubersicht')
    assert "filename*=UTF-8''%C3%9Cbersicht%20%22neu%22" in header


@pytest.mark.parametrize(
    ("filename", "stored"),
    [
        ("x" * 196 + ".pdf", "x" * 196 + ".pdf"),
        ("x" * 300 + ".pdf", "x" * 196 + ".pdf"),
        ("C:\\" + "folder\\" * 100 + "a.pdf", "a.pdf"),
        ("x" * 195 + "   " + "y" * 9 + ".pdf", "x" * 195 + ".pdf"),
        ("one." + "x" * 300, ("one." + "x" * 300)[:200]),
    ],
)
def test_long_file_name_is_shortened_and_keeps_its_ending(
    ann: User, signed_in: SignedIn, filename: str, stored: str
) -> None:
    assert upload(signed_in(ann), filename, b"hello").json["filename"] == stored


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"filename": "a.txt", "size": 0, "kind": "MESSAGE"}, "size"),
        ({"filename": "a.txt", "size": 25 * 1024 * 1024 + 1, "kind": "MESSAGE"}, "size"),
        ({"filename": "a.txt", "size": "5", "kind": "MESSAGE"}, "size"),
        ({"filename": "", "size": 5, "kind": "MESSAGE"}, "filename"),
        ({"filename": "x" * 1001, "size": 5, "kind": "MESSAGE"}, "filename"),
        ({"filename": "a.txt", "size": 5, "kind": "OTHER"}, "kind"),
        ({"filename": "a.txt", "size": 5, "kind": "MESSAGE", "path": "/etc"}, "path"),
    ],
)
def test_invalid_upload_announcement_is_rejected(
    ann: User, signed_in: SignedIn, sent: dict[str, Any], field: str
) -> None:
    refused = signed_in(ann).post("/api/attachment/start", json=sent)
    assert refused.status_code == 422
    assert list(refused.json["fields"]) == [field]


@pytest.mark.parametrize("filename", ["logo.svg", "logo.gif", "logo"])
def test_logo_that_is_not_png_or_jpeg_is_rejected(ann: User, signed_in: SignedIn, filename: str) -> None:
    refused = upload(signed_in(ann), filename, png(), "COMPANYLOGO")
    assert refused.status_code == 422
    assert refused.json["errors"] == ["Only .png, .jpeg or .jpg files are allowed"]


def test_logo_with_false_png_name_is_rejected(ann: User, signed_in: SignedIn) -> None:
    refused = upload(signed_in(ann), "logo.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "COMPANYLOGO")
    assert refused.json["errors"] == ["Only .png, .jpeg or .jpg files are allowed"]


def test_picture_is_converted_and_renamed(ann: User, signed_in: SignedIn) -> None:
    sent = upload(signed_in(ann), "me.png", png(), "USERPICLARGE")
    assert (sent.json["filename"], sent.json["contentType"]) == ("me.webp", "image/webp")


def test_incomplete_upload_is_deleted(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    cut = upload(client, "a.txt", b"hello", size=9)
    assert cut.status_code == 422
    assert client.get(cut.request.path.removesuffix("/content")).status_code == 404


def test_upload_above_the_maximum_is_stopped(ann: User, signed_in: SignedIn) -> None:
    refused = upload(signed_in(ann), "a.bin", b"\0" * (25 * 1024 * 1024 + 1), size=5)
    assert refused.status_code == 413
    assert refused.json["errors"] == ["This file is too large: at most 25 MB are possible."]


def test_repeated_upload_of_the_same_bytes_only_is_accepted(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    first = upload(client, "a.txt", b"hello")
    address = first.request.path
    assert client.put(address, data=b"hello").json == first.json
    assert client.put(address, data=b"other").status_code == 409
    assert client.get(first.json["url"]).data == b"hello"


def test_unattached_file_is_visible_to_its_uploader_only(ann: User, signed_in: SignedIn) -> None:
    colleague = colleague_of(ann)
    sent = upload(signed_in(ann), "a.txt", b"hello")
    for other in (colleague, UserFactory()):
        client = signed_in(other)
        assert client.get(f"/api/attachment/{sent.json['id']}").status_code == 404
        assert client.get(sent.json["url"]).status_code == 404
        assert client.put(sent.request.path, data=b"hello").status_code == 404


def test_access_follows_the_subject_of_a_file(
    ann: User,
    signed_in: SignedIn,
    viewers: dict[int, set[int]],
) -> None:
    bob = UserFactory()
    sent = upload(signed_in(ann), "a.txt", b"hello")
    public.attach(actor=actor_of(ann), attachment_ids=[sent.json["id"]], subject_type=SUBJECT, subject_id=7)
    assert signed_in(bob).get(sent.json["url"]).status_code == 404
    viewers[7] = {bob.id}
    assert signed_in(bob).get(sent.json["url"]).data == b"hello"
    assert signed_in(ann).get(sent.json["url"]).status_code == 404, (
        "viewers of the subject have access, not the uploader"
    )


def test_guests_read_only_their_own_files(session: Session, signed_in: SignedIn) -> None:
    one = signed_in(make_guest(), rfx_id=1)
    other = signed_in(make_guest(), rfx_id=2)
    sent = upload(one, "a.txt", b"hello", "RFXANSWER")
    assert one.get(sent.json["url"]).data == b"hello"
    assert other.get(sent.json["url"]).status_code == 404


@pytest.mark.parametrize(
    "kind", ["COMPANYLOGO", "USERPICLARGE", "USERPICSOURCE", "FORMIMAGE", "FORMTHUMBNAIL"]
)
def test_guests_cannot_upload_profile_pictures_or_logos(
    session: Session, signed_in: SignedIn, kind: str
) -> None:
    refused = upload(signed_in(make_guest(), rfx_id=1), "me.png", png(), kind)
    assert refused.status_code == 403
    assert refused.json["errors"] == ["Guests can't upload profile pictures or logos."]


def small_limits(**overrides: int) -> UploadLimits:
    """Return small limits for tests; the others stay those for users."""
    return replace(USER_UPLOADS, **overrides)


@pytest.mark.parametrize("limits", [small_limits(files=2), small_limits(size=12)])
def test_uploads_are_limited_per_hour(
    ann: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch, limits: UploadLimits
) -> None:
    monkeypatch.setattr(operations, "USER_UPLOADS", limits)
    client = signed_in(ann)
    assert [upload(client, "a.txt", b"hello").status_code for _ in range(2)] == [200, 200]
    refused = upload(client, "a.txt", b"hello")
    assert refused.status_code == 429
    assert refused.json["errors"] == [
        "You have uploaded a lot in the last hour. Please wait a little and try again."
    ]
    assert 3500 < int(refused.headers["Retry-After"]) <= 3600
    assert upload(signed_in(colleague_of(ann)), "a.txt", b"hello").status_code == 200
    with shifted(timedelta(minutes=61)):
        assert upload(signed_in(ann), "a.txt", b"hello").status_code == 200


@pytest.mark.parametrize("limits", [small_limits(waiting_files=2), small_limits(waiting_size=12)])
def test_unattached_files_are_limited_until_attached(
    ann: User,
    signed_in: SignedIn,
    viewers: dict[int, set[int]],
    monkeypatch: pytest.MonkeyPatch,
    limits: UploadLimits,
) -> None:
    monkeypatch.setattr(operations, "USER_UPLOADS", limits)
    client = signed_in(ann)
    first = upload(client, "a.txt", b"hello").json["id"]
    upload(client, "a.txt", b"hello")
    refused = upload(client, "a.txt", b"hello")
    assert refused.status_code == 409
    assert refused.json["errors"][0].startswith("Many of your files are not attached to anything yet.")
    public.attach(actor=actor_of(ann), attachment_ids=[first], subject_type=SUBJECT, subject_id=1)
    assert upload(client, "a.txt", b"hello").status_code == 200


def test_guest_has_lower_upload_limits(session: Session, signed_in: SignedIn) -> None:
    guest = signed_in(make_guest(), rfx_id=1)
    body = {"filename": "a.bin", "size": 25 * 1024 * 1024, "kind": "RFXANSWER"}
    status_codes = [guest.post("/api/attachment/start", json=body).status_code for _ in range(21)]
    assert status_codes == [201] * 20 + [429]


def test_repeated_uploads_are_limited(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    address = upload(client, "a.txt", b"hello").request.path
    status_codes = {client.put(address, data=b"hello").status_code for _ in range(600)}
    assert status_codes == {200, 429}


def test_guest_cookie_opens_guest_files_during_a_user_session(
    ann: User, session: Session, signed_in: SignedIn
) -> None:
    guest = signed_in(make_guest(), rfx_id=1)
    sent = upload(guest, "a.txt", b"hello", "RFXANSWER")
    user_client = signed_in(ann)
    assert user_client.get(sent.json["url"]).status_code == 404
    cookie = guest.get_cookie(GUEST_COOKIE)
    assert cookie is not None
    user_client.set_cookie(GUEST_COOKIE, cookie.value)
    assert user_client.get(sent.json["url"]).data == b"hello"


def test_file_link_without_session_redirects_to_sign_in_and_back(
    client: CheckedClient, session: Session
) -> None:
    assert client.get("/files/1").headers["Location"] == "/login?returnUrl=%2Ffiles%2F1"
    assert client.get("/api/attachment/1").status_code == 401


@pytest.mark.parametrize(
    "headers",
    [{"Accept": "application/json"}, {"Authorization": "Bearer x"}, {"Authorization": "Basic eDp5"}],
)
@pytest.mark.parametrize("path", ["/files/1", "/files/export/1"])
def test_api_client_without_session_gets_401(
    client: CheckedClient, session: Session, path: str, headers: dict[str, str]
) -> None:
    refused = client.get(path, headers=headers)
    assert refused.status_code == 401
    assert refused.json["errors"] == ["Please sign in again."]


def test_api_client_downloads_files_with_its_token(
    ann: User, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    client = signed_in(ann)
    sent = upload(client, "a.txt", b"hello")
    api_client, bearer = new_client(), {"Authorization": f"Bearer {client.token}"}
    assert api_client.get(sent.json["url"], headers=bearer).data == b"hello"
    missing = api_client.get("/files/999999", headers=bearer)
    assert (missing.status_code, missing.json["code"]) == (404, "notFound")
    other = {"Authorization": f"Bearer {signed_in(UserFactory()).token}"}
    assert api_client.get(sent.json["url"], headers=other).status_code == 404
    suspended = signed_in(ann)
    ann.status = "SUSPENDED"
    refused = suspended.get(sent.json["url"], headers={"Authorization": f"Bearer {suspended.token}"})
    assert refused.status_code == 401


def test_id_beyond_the_integer_range_is_not_found(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    assert client.get(f"/api/attachment/{10**30}").status_code == 404
    assert client.get(f"/files/{10**30}").status_code == 404


def test_only_own_stored_unused_files_can_be_attached(
    ann: User, signed_in: SignedIn, viewers: dict[int, set[int]]
) -> None:
    client, colleague = signed_in(ann), colleague_of(ann)
    stored = upload(client, "a.txt", b"hello").json["id"]
    announced = client.post(
        "/api/attachment/start", json={"filename": "b.txt", "size": 5, "kind": "MESSAGE"}
    ).json["id"]

    def attach(user: User, *ids: int, subject_id: int = 1, **more: Any) -> None:
        public.attach(
            actor=actor_of(user), attachment_ids=ids, subject_type=SUBJECT, subject_id=subject_id, **more
        )

    for user, attachment_id in ((colleague, stored), (ann, announced), (ann, 999_999)):
        with pytest.raises(InvalidError, match="no longer there"):
            attach(user, attachment_id)
    with counted_statements() as log:
        attach(ann, stored)
    assert len([s for s in log.statements if "attachment" in s]) == 3
    attach(ann, stored)
    attach(colleague, stored)
    with pytest.raises(InvalidError):
        attach(ann, stored, subject_id=2)
    viewers[1] = {ann.id}
    with pytest.raises(InvalidError):
        attach(colleague, stored, subject_id=2, reuse=True)
    attach(ann, stored, subject_id=2, reuse=True)
    attached = public.attachments_of(SUBJECT, [1, 2, 3])
    assert {subject: [a.filename for a in files] for subject, files in attached.items()} == {
        1: ["a.txt"],
        2: ["a.txt"],
        3: [],
    }


def test_at_most_ten_files_can_be_attached(ann: User) -> None:
    with pytest.raises(InvalidError, match="At most 10 files"):
        public.attach(actor=actor_of(ann), attachment_ids=range(1, 12), subject_type=SUBJECT, subject_id=1)


def test_mail_pictures_need_their_digest(ann: User, signed_in: SignedIn, client: CheckedClient) -> None:
    logo = upload(signed_in(ann), "logo.png", png(), "COMPANYLOGO").json["id"]
    letter = upload(signed_in(ann), "letter.pdf", b"%PDF-1.7", "MESSAGE").json["id"]
    path = public.picture_path(logo)
    assert path is not None
    assert client.get(path).status_code == 200
    assert client.get(path[:-1] + ("0" if path[-1] != "0" else "1")).status_code == 404
    assert public.picture_path(letter) is None
    assert public.picture_path(None) is None


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


def test_unattached_files_are_deleted_after_a_week(
    ann: User,
    signed_in: SignedIn,
    session: Session,
    storage_folder: Path,
    viewers: dict[int, set[int]],
) -> None:
    client = signed_in(ann)
    attached = upload(client, "kept.txt", b"kept").json["id"]
    loose = upload(client, "loose.txt", b"loose").json["id"]
    face = upload(client, "face.png", png(), "USERPICLARGE").json["id"]
    assert (storage_folder / "attachments" / f"{face}-small").exists()
    logo = upload(client, "logo.png", png(), "COMPANYLOGO").json["id"]
    public.attach(actor=actor_of(ann), attachment_ids=[attached], subject_type=SUBJECT, subject_id=1)
    OrganisationFactory(logo_id=logo)
    with shifted(timedelta(days=6)):
        delete_unused_files()
        commit()
        assert session.get(Attachment, loose) is not None
    with shifted(timedelta(days=8)):
        delete_unused_files()
        commit()
    session.expire_all()
    assert session.get(Attachment, attached) is not None
    assert session.get(Attachment, logo) is not None, "a referenced file stays"
    assert session.get(Attachment, loose) is None
    assert storage().get(f"attachments/{attached}") == b"kept"
    for name in (str(loose), str(face), f"{face}-small"):
        assert not (storage_folder / "attachments" / name).exists()


def test_photo_of_a_message_has_cacheable_previews_and_stays_as_it_was_sent(signed_in: SignedIn) -> None:
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
