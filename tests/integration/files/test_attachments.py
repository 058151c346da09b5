"""Uploading, attaching and reading files over HTTP."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files import public
from app.files.jobs import delete_unused_files
from app.files.models import Attachment
from app.files.storage import storage
from app.kernel.clock import shifted
from app.kernel.db.session import commit
from app.kernel.http.auth import GUEST_COOKIE
from app.kernel.http.errors import InvalidError
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of, colleague_of, make_guest
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.people import SignedIn
from tests.integration.files.conftest import SUBJECT, png, upload


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
