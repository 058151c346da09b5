"""Storage behaves the same in a folder and in a bucket."""

from io import BytesIO
from pathlib import Path

import pytest

from app.files.storage import Storage
from tests.fixtures.storage import S3Bucket


@pytest.fixture(params=["folder", "bucket"])
def storage_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "folder":
        return str(tmp_path / "not" / "made" / "yet")
    bucket: S3Bucket = request.getfixturevalue("s3")
    return bucket.url


def test_bytes_are_stored_under_their_key(storage_url: str) -> None:
    storage = Storage(storage_url)
    large = bytes(range(256)) * 4096 * 12
    storage.put("a/1", b"small")
    storage.put_file("a/2", BytesIO(large))
    again = Storage(storage_url)
    assert again.get("a/1") == b"small"
    chunks = list(again.stream("a/2"))
    assert b"".join(chunks) == large
    assert max(map(len, chunks)) < 3 * 1024 * 1024
    storage.put("a/1", b"other")
    assert again.get("a/1") == b"other"
    again.delete("a/1")
    again.delete("a/1")
    for missing in ("a/1", "b"):
        with pytest.raises(FileNotFoundError):
            storage.get(missing)
        with pytest.raises(FileNotFoundError):
            storage.stream(missing)
    storage.check()


def test_bucket_keeps_its_prefix(s3: S3Bucket) -> None:
    Storage(s3.url).put("a/1", b"x")
    listed = s3.client.list_objects_v2(Bucket=s3.name)
    assert [entry["Key"] for entry in listed["Contents"]] == ["files/a/1"]


def test_missing_bucket_fails_the_check(s3: S3Bucket) -> None:
    with pytest.raises(Exception, match=r"(?i)not found|NoSuchBucket"):
        Storage("s3://no-such-bucket/files").check()
