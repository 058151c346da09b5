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
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.people import SignedIn

SUBJECT = "testSubject"


@pytest.fixture
def seen_by(app: Flask, monkeypatch: pytest.MonkeyPatch) -> dict[int, set[int]]:
    """Subjects of a kind of our own: who may see each."""
    seen: dict[int, set[int]] = {}
    registry: Registry = app.extensions[EXTENSION]
    hooks = FileHooks(dict(registry.hooks(FileHooks).checks))
    monkeypatch.setitem(registry.hooks_by_class, FileHooks, hooks)
    hooks.add_access(
        SUBJECT, lambda actor, ids: any(actor.user_id in seen.get(subject, set()) for subject in ids)
    )
    return seen


def upload(
    client: CheckedClient, filename: str, content: bytes, kind: str = "MESSAGE", size: int | None = None
) -> Any:
    """Both steps of an upload; answers the last response."""
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
    made: User = UserFactory(name="Ann Lee")
    return made


def test_a_file_comes_back_as_it_was_sent_and_is_only_ever_saved(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    content = b"<html><script>alert(1)</script></html>"
    sent = upload(client, "page.html", content)
    assert sent.json["contentType"] == "application/octet-stream"
    for path in (f"/api/attachment/{sent.json['id']}", sent.json["url"]):
        got = client.get(path)
        assert got.data == content
        assert got.headers["Content-Disposition"] == "attachment; filename=page.html"
        assert got.headers["Content-Type"] == "application/octet-stream"
        assert got.headers["X-Content-Type-Options"] == "nosniff"
        assert got.headers["Content-Security-Policy"] == "sandbox; default-src 'none'; frame-ancestors 'self'"
        assert "private" in got.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("content", "kind", "disposition"),
    [
        (b"%PDF-1.7 ...", "MESSAGE", "inline"),
        (png(), "MESSAGE", "attachment"),
        (png(), "COMPANYLOGO", "inline"),
        (b"a,b\n1,2\n", "NCR", "attachment"),
    ],
)
def test_only_pictures_made_anew_and_pdfs_open_in_the_browser(
    ann: User, signed_in: SignedIn, content: bytes, kind: str, disposition: str
) -> None:
    client = signed_in(ann)
    sent = upload(client, "a.png", content, kind)
    assert client.get(sent.json["url"]).headers["Content-Disposition"].startswith(disposition)


def test_names_of_every_kind_are_safe_in_the_header(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    sent = upload(client, 'C:\\temp\\Übersicht "neu"\r\nX: 1.txt', b"hello")
    assert sent.json["filename"] == 'Übersicht "neu" X: 1.txt'
    header = client.get(sent.json["url"]).headers["Content-Disposition"]
    assert header.startswith('attachment; filename="Ubersicht')
    assert "filename*=UTF-8''%C3%9Cbersicht%20%22neu%22" in header


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("x" * 196 + ".pdf", "x" * 196 + ".pdf"),
        ("x" * 300 + ".pdf", "x" * 196 + ".pdf"),
        ("C:\\" + "folder\\" * 100 + "a.pdf", "a.pdf"),
        ("x" * 195 + "   " + "y" * 9 + ".pdf", "x" * 195 + ".pdf"),
        ("one." + "x" * 300, ("one." + "x" * 300)[:200]),
    ],
)
def test_a_long_name_is_cut_and_keeps_its_ending(
    ann: User, signed_in: SignedIn, given: str, kept: str
) -> None:
    assert upload(signed_in(ann), given, b"hello").json["filename"] == kept


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
def test_what_can_not_be_announced(ann: User, signed_in: SignedIn, sent: dict[str, Any], field: str) -> None:
    refused = signed_in(ann).post("/api/attachment/start", json=sent)
    assert refused.status_code == 422
    assert list(refused.json["fields"]) == [field]


@pytest.mark.parametrize("filename", ["logo.svg", "logo.gif", "logo"])
def test_a_logo_that_is_no_png_or_jpeg_is_refused_with_the_specified_text(
    ann: User, signed_in: SignedIn, filename: str
) -> None:
    refused = upload(signed_in(ann), filename, png(), "COMPANYLOGO")
    assert refused.status_code == 422
    assert refused.json["errors"] == ["Only .png, .jpeg or .jpg files are allowed"]


def test_a_logo_that_only_says_that_it_is_a_png_is_refused_too(ann: User, signed_in: SignedIn) -> None:
    refused = upload(signed_in(ann), "logo.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "COMPANYLOGO")
    assert refused.json["errors"] == ["Only .png, .jpeg or .jpg files are allowed"]


def test_a_picture_is_converted_and_renamed(ann: User, signed_in: SignedIn) -> None:
    sent = upload(signed_in(ann), "me.png", png(), "USERPICLARGE")
    assert (sent.json["filename"], sent.json["contentType"]) == ("me.webp", "image/webp")


def test_a_file_that_arrives_in_part_is_not_kept(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    cut = upload(client, "a.txt", b"hello", size=9)
    assert cut.status_code == 422
    assert client.get(cut.request.path.removesuffix("/content")).status_code == 404


def test_more_than_the_most_is_refused_while_it_arrives(ann: User, signed_in: SignedIn) -> None:
    refused = upload(signed_in(ann), "a.bin", b"\0" * (25 * 1024 * 1024 + 1), size=5)
    assert refused.status_code == 413
    assert refused.json["errors"] == ["This file is too large: at most 25 MB are possible."]


def test_sending_the_bytes_again_changes_nothing_and_other_bytes_are_refused(
    ann: User, signed_in: SignedIn
) -> None:
    client = signed_in(ann)
    first = upload(client, "a.txt", b"hello")
    address = first.request.path
    assert client.put(address, data=b"hello").json == first.json
    assert client.put(address, data=b"other").status_code == 409
    assert client.get(first.json["url"]).data == b"hello"


def test_a_file_that_is_attached_to_nothing_is_its_uploaders_alone(ann: User, signed_in: SignedIn) -> None:
    colleague = colleague_of(ann)
    sent = upload(signed_in(ann), "a.txt", b"hello")
    for other in (colleague, UserFactory()):
        client = signed_in(other)
        assert client.get(f"/api/attachment/{sent.json['id']}").status_code == 404
        assert client.get(sent.json["url"]).status_code == 404
        assert client.put(sent.request.path, data=b"hello").status_code == 404


def test_access_follows_what_a_file_is_attached_to(
    ann: User,
    signed_in: SignedIn,
    seen_by: dict[int, set[int]],
) -> None:
    bob = UserFactory()
    sent = upload(signed_in(ann), "a.txt", b"hello")
    public.attach(actor=actor_of(ann), attachment_ids=[sent.json["id"]], subject_type=SUBJECT, subject_id=7)
    assert signed_in(bob).get(sent.json["url"]).status_code == 404
    seen_by[7] = {bob.id}
    assert signed_in(bob).get(sent.json["url"]).data == b"hello"
    assert signed_in(ann).get(sent.json["url"]).status_code == 404, "who sees the subject, not who sent it"


def test_guests_send_files_and_read_their_own_alone(session: Session, signed_in: SignedIn) -> None:
    one = signed_in(make_guest(), guest_rfx_id=1)
    other = signed_in(make_guest(), guest_rfx_id=2)
    sent = upload(one, "a.txt", b"hello", "RFXANSWER")
    assert one.get(sent.json["url"]).data == b"hello"
    assert other.get(sent.json["url"]).status_code == 404


@pytest.mark.parametrize(
    "kind", ["COMPANYLOGO", "USERPICLARGE", "USERPICSOURCE", "FORMIMAGE", "FORMTHUMBNAIL"]
)
def test_a_guest_can_not_announce_a_picture_of_a_person_or_an_organisation(
    session: Session, signed_in: SignedIn, kind: str
) -> None:
    refused = upload(signed_in(make_guest(), guest_rfx_id=1), "me.png", png(), kind)
    assert refused.status_code == 403
    assert refused.json["errors"] == ["Guests can't upload profile pictures or logos."]


def few(**given: int) -> UploadLimits:
    """Limits that a test can reach; what is not given is the limit of users."""
    return replace(USER_UPLOADS, **given)


@pytest.mark.parametrize("limits", [few(files=2), few(size=12)])
def test_more_uploads_than_the_limit_of_an_hour_are_refused_until_the_hour_is_over(
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


@pytest.mark.parametrize("limits", [few(waiting_files=2), few(waiting_size=12)])
def test_more_files_than_may_wait_to_be_attached_are_refused_until_some_are_attached(
    ann: User,
    signed_in: SignedIn,
    seen_by: dict[int, set[int]],
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


def test_a_guest_may_upload_less_than_a_user(session: Session, signed_in: SignedIn) -> None:
    guest = signed_in(make_guest(), guest_rfx_id=1)
    body = {"filename": "a.bin", "size": 25 * 1024 * 1024, "kind": "RFXANSWER"}
    answers = [guest.post("/api/attachment/start", json=body).status_code for _ in range(21)]
    assert answers == [201] * 20 + [429]


def test_bytes_that_are_sent_again_and_again_are_refused(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    address = upload(client, "a.txt", b"hello").request.path
    answers = {client.put(address, data=b"hello").status_code for _ in range(600)}
    assert answers == {200, 429}


def test_a_guest_link_opened_beside_a_sign_in_still_opens_the_guests_files(
    ann: User, session: Session, signed_in: SignedIn
) -> None:
    guest = signed_in(make_guest(), guest_rfx_id=1)
    sent = upload(guest, "a.txt", b"hello", "RFXANSWER")
    both = signed_in(ann)
    assert both.get(sent.json["url"]).status_code == 404
    cookie = guest.get_cookie(GUEST_COOKIE)
    assert cookie is not None
    both.set_cookie(GUEST_COOKIE, cookie.value)
    assert both.get(sent.json["url"]).data == b"hello"


def test_without_a_sign_in_a_link_leads_to_it_and_back(client: CheckedClient, session: Session) -> None:
    assert client.get("/files/1").headers["Location"] == "/login?returnUrl=%2Ffiles%2F1"
    assert client.get("/api/attachment/1").status_code == 401


@pytest.mark.parametrize(
    "headers",
    [{"Accept": "application/json"}, {"Authorization": "Bearer x"}, {"Authorization": "Basic eDp5"}],
)
@pytest.mark.parametrize("path", ["/files/1", "/files/export/1"])
def test_a_program_without_a_sign_in_is_refused_as_a_call_is(
    client: CheckedClient, session: Session, path: str, headers: dict[str, str]
) -> None:
    refused = client.get(path, headers=headers)
    assert refused.status_code == 401
    assert refused.json["errors"] == ["Please sign in again."]


def test_a_program_loads_a_file_with_the_token_of_its_calls(
    ann: User, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    client = signed_in(ann)
    sent = upload(client, "a.txt", b"hello")
    program, bearer = new_client(), {"Authorization": f"Bearer {client.token}"}
    assert program.get(sent.json["url"], headers=bearer).data == b"hello"
    missing = program.get("/files/999999", headers=bearer)
    assert (missing.status_code, missing.json["code"]) == (404, "notFound")
    other = {"Authorization": f"Bearer {signed_in(UserFactory()).token}"}
    assert program.get(sent.json["url"], headers=other).status_code == 404
    suspended = signed_in(ann)
    ann.status = "SUSPENDED"
    refused = suspended.get(sent.json["url"], headers={"Authorization": f"Bearer {suspended.token}"})
    assert refused.status_code == 401


def test_an_id_beyond_all_ids_is_not_found(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    assert client.get(f"/api/attachment/{10**30}").status_code == 404
    assert client.get(f"/files/{10**30}").status_code == 404


def test_only_own_stored_and_free_files_can_be_attached(
    ann: User, signed_in: SignedIn, seen_by: dict[int, set[int]]
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

    for user, wanted in ((colleague, stored), (ann, announced), (ann, 999_999)):
        with pytest.raises(InvalidError, match="no longer there"):
            attach(user, wanted)
    with counted_statements() as log:
        attach(ann, stored)
    assert len([s for s in log.statements if "attachment" in s]) == 3
    attach(ann, stored)
    attach(colleague, stored)
    with pytest.raises(InvalidError):
        attach(ann, stored, subject_id=2)
    seen_by[1] = {ann.id}
    with pytest.raises(InvalidError):
        attach(colleague, stored, subject_id=2, reuse=True)
    attach(ann, stored, subject_id=2, reuse=True)
    attached = public.attachments_of(SUBJECT, [1, 2, 3])
    assert {subject: [a.filename for a in files] for subject, files in attached.items()} == {
        1: ["a.txt"],
        2: ["a.txt"],
        3: [],
    }


def test_no_more_files_than_allowed(ann: User) -> None:
    with pytest.raises(InvalidError, match="At most 10 files"):
        public.attach(actor=actor_of(ann), attachment_ids=range(1, 12), subject_type=SUBJECT, subject_id=1)


def test_pictures_can_be_shown_in_mails_to_those_who_know_their_digest(
    ann: User, signed_in: SignedIn, client: CheckedClient
) -> None:
    logo = upload(signed_in(ann), "logo.png", png(), "COMPANYLOGO").json["id"]
    letter = upload(signed_in(ann), "letter.pdf", b"%PDF-1.7", "MESSAGE").json["id"]
    path = public.picture_path(logo)
    assert path is not None
    assert client.get(path).status_code == 200
    assert client.get(path[:-1] + ("0" if path[-1] != "0" else "1")).status_code == 404
    assert public.picture_path(letter) is None
    assert public.picture_path(None) is None


def test_a_picture_is_not_sent_again_to_those_who_have_it(ann: User, signed_in: SignedIn) -> None:
    client = signed_in(ann)
    sent = upload(client, "logo.png", png(), "COMPANYLOGO")
    tag = client.get(sent.json["url"]).headers["ETag"]
    for path in (sent.json["url"], f"/api/attachment/{sent.json['id']}"):
        again = client.get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")


def test_only_an_address_with_the_pictures_own_version_is_kept_for_good(
    ann: User, signed_in: SignedIn
) -> None:
    client = signed_in(ann)
    sent = upload(client, "logo.png", png(), "COMPANYLOGO")
    digest = client.get(sent.json["url"]).headers["ETag"].strip('"')
    address = f"{sent.json['url']}?v={digest[:16]}"
    kept = "private, max-age=31536000, immutable"
    assert client.get(address).headers["Cache-Control"] == kept
    again = client.get(address, headers={"If-None-Match": f'"{digest}"'})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, kept)
    for other in (sent.json["url"], f"{sent.json['url']}?v=", f"{sent.json['url']}?v={digest[:15]}"):
        assert client.get(other).headers["Cache-Control"] == "private, max-age=86400"
    assert signed_in(UserFactory()).get(address).status_code == 404
    letter = upload(client, "letter.pdf", b"%PDF-1.7", "MESSAGE")
    digest = client.get(letter.json["url"]).headers["ETag"].strip('"')
    assert "immutable" not in client.get(f"{letter.json['url']}?v={digest[:16]}").headers["Cache-Control"]


def test_lists_get_the_small_variant_of_a_picture_under_the_same_rules(
    ann: User, signed_in: SignedIn
) -> None:
    client = signed_in(ann)
    sent = upload(client, "logo.png", png((800, 400)), "COMPANYLOGO")
    large = client.get(sent.json["url"])
    digest = large.headers["ETag"].strip('"')
    address = f"{sent.json['url']}?v={digest[:16]}&size=small"
    small = client.get(address)
    with Image.open(BytesIO(small.data)) as seen:
        assert seen.size == (96, 48)
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


def test_a_picture_from_before_there_were_small_ones_is_shown_large_until_the_job_has_been(
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
    with Image.open(BytesIO(before.data)) as seen:
        assert seen.size == (400, 200)
    assert "immutable" not in before.headers["Cache-Control"]
    make_small_pictures()
    commit()
    session.expire_all()
    with Image.open(BytesIO(client.get(address).data)) as seen:
        assert seen.size == (96, 48)
    assert session.get_one(Attachment, lost.json["id"]).small_size == 0


def test_files_that_were_never_attached_are_removed_after_a_week(
    ann: User,
    signed_in: SignedIn,
    session: Session,
    storage_folder: Path,
    seen_by: dict[int, set[int]],
) -> None:
    client = signed_in(ann)
    kept = upload(client, "kept.txt", b"kept").json["id"]
    loose = upload(client, "loose.txt", b"loose").json["id"]
    face = upload(client, "face.png", png(), "USERPICLARGE").json["id"]
    assert (storage_folder / "attachments" / f"{face}-small").exists()
    logo = upload(client, "logo.png", png(), "COMPANYLOGO").json["id"]
    public.attach(actor=actor_of(ann), attachment_ids=[kept], subject_type=SUBJECT, subject_id=1)
    OrganisationFactory(logo_id=logo)
    with shifted(timedelta(days=6)):
        delete_unused_files()
        commit()
        assert session.get(Attachment, loose) is not None
    with shifted(timedelta(days=8)):
        delete_unused_files()
        commit()
    session.expire_all()
    assert session.get(Attachment, kept) is not None
    assert session.get(Attachment, logo) is not None, "what something points to stays"
    assert session.get(Attachment, loose) is None
    assert storage().get(f"attachments/{kept}") == b"kept"
    for name in (str(loose), str(face), f"{face}-small"):
        assert not (storage_folder / "attachments" / name).exists()
