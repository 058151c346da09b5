"""Limits of uploads per hour and of files that are not attached yet."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files import operations, public
from app.files.types import USER_UPLOADS, UploadLimits
from app.kernel.clock import shifted
from tests.factories.accounts import actor_of, colleague_of, make_guest
from tests.fixtures.people import SignedIn
from tests.integration.files.conftest import SUBJECT, upload


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
