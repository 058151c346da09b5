"""Converting pictures needs little memory for any size and number; measured in separate processes."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT
from app.files.pictures import TOO_LARGE_SENTENCE
from app.files.types import PICTURE_SENTENCE

LIMIT = 150
"""Allowed growth of a process in megabytes."""

DRAW = """
import sys
from PIL import Image
import pillow_heif
pillow_heif.register_heif_opener()
name, mode, width, height, frames, options = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]), eval(sys.argv[6])
ink = (40, 90, 160, 200)[: len(mode)] if len(mode) > 1 else 90
more = [Image.new(mode, (width, height), n) for n in range(1, frames)]
if more:
    options |= {"save_all": True, "append_images": more}
Image.new(mode, (width, height), ink).save(name, **options)
"""

REMAKE = r"""
import re, sys, threading
from io import BytesIO
from PIL import Image
from app.files.pictures import remake
from app.files.signatures import content_type
from app.files.types import PICTURES, AttachmentKind
from app.kernel.http.errors import InvalidError

def peak():
    # The figure of getrusage begins with that of the process which started this one.
    with open("/proc/self/status") as status:
        return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) // 1024

kind, at_once, names = AttachmentKind(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
for format in ("PNG", "JPEG", "WEBP", "TIFF", "GIF"):
    small = BytesIO()
    Image.new("RGB", (30, 30)).save(small, format)
    remake(small, content_type(small, "a"), PICTURES[kind])

def run(name):
    with open(name, "rb") as file:
        try:
            made = remake(file, content_type(file, name), PICTURES[kind])
            answers.append("%dx%d" % Image.open(BytesIO(made)).size)
        except InvalidError as error:
            answers.append(error.sentence)

before, answers = peak(), []
for name in names:
    threads = [threading.Thread(target=run, args=(name,)) for _ in range(at_once)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
print(peak() - before, *sorted(set(answers)), sep="|")
"""

LARGEST = [
    ("largest.png", "RGBA", 5000, 5000, 1, {}),
    ("wide.png", "RGBA", 6_000_000, 4, 1, {}),
    ("largest.jpg", "RGB", 10_000, 10_000, 1, {}),
    ("long.jpg", "RGB", 2000, 48_000, 1, {}),
    ("progressive.jpg", "RGB", 4500, 4000, 1, {"progressive": True, "subsampling": 0}),
    ("largest.webp", "RGBA", 4000, 2000, 1, {"lossless": True}),
    ("moving.webp", "RGB", 4000, 2000, 5, {"lossless": True}),
    ("largest.tiff", "RGBA", 4000, 2600, 1, {"compression": "tiff_deflate", "tiffinfo": {278: 2600}}),
    ("photo.heic", "RGB", 5712, 4284, 1, {"format": "HEIF", "quality": 40}),
    ("clear.heic", "RGBA", 4000, 3500, 1, {"format": "HEIF", "quality": 40}),
    ("moving.gif", "P", 5000, 5000, 5, {}),
    ("moving.png", "RGBA", 3000, 3000, 5, {}),
    ("largest.bmp", "P", 5000, 5000, 1, {}),
    ("photo.ico", "RGBA", 256, 256, 1, {}),
]


def run(script: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def draw(folder: Path, name: str, mode: str, width: int, height: int, frames: int, options: object) -> Path:
    run(DRAW, folder / name, mode, width, height, frames, repr(options))
    return folder / name


def convert(kind: str, *names: Path, at_once: int = 1) -> tuple[int, list[str]]:
    """Return the growth of the peak memory in megabytes, and the resulting sizes or error sentences."""
    growth, *outcomes = run(REMAKE, kind, at_once, *names).split("|")
    return int(growth), outcomes


@pytest.mark.parametrize("picture", LARGEST, ids=[each[0] for each in LARGEST])
def test_largest_accepted_pictures_need_little_memory(
    tmp_path: Path, picture: tuple[str, str, int, int, int, object]
) -> None:
    growth, outcomes = convert("USERPICLARGE", draw(tmp_path, *picture))
    assert outcomes == ["320x320"]
    assert growth < LIMIT


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("largest.jpg", "1600x1600"),
        ("long.jpg", "67x1600"),
        ("progressive.jpg", "1600x1422"),
        ("wide.png", "1600x1"),
    ],
)
def test_large_results_need_little_memory(tmp_path: Path, name: str, size: str) -> None:
    picture = next(each for each in LARGEST if each[0] == name)
    growth, outcomes = convert("FORMIMAGE", draw(tmp_path, *picture))
    assert outcomes == [size]
    assert growth < LIMIT


def test_eight_concurrent_pictures_need_as_little_as_one(tmp_path: Path) -> None:
    names = [draw(tmp_path, *picture) for picture in LARGEST if picture[0] in {"largest.png", "largest.jpg"}]
    growth, outcomes = convert("USERPICLARGE", *names, at_once=8)
    assert outcomes == ["320x320"]
    assert growth < LIMIT


def test_eight_concurrent_damaged_pictures_are_rejected_with_little_memory(tmp_path: Path) -> None:
    name = draw(tmp_path, *LARGEST[0])
    name.write_bytes(name.read_bytes()[:-5000])
    growth, outcomes = convert("USERPICLARGE", name, at_once=8)
    assert outcomes == [PICTURE_SENTENCE]
    assert growth < LIMIT


@pytest.mark.parametrize(
    "picture",
    [
        ("bomb.png", "RGBA", 6300, 6300, 1, {}),
        ("long.png", "L", 1, 26_000_000, 1, {}),
        ("bomb.webp", "RGB", 4000, 3000, 1, {"lossless": True}),
        ("bomb.tiff", "RGB", 4000, 4000, 1, {"compression": "tiff_deflate"}),
        ("bomb.gif", "P", 6300, 6300, 1, {}),
        ("bomb.heic", "RGB", 5000, 3500, 1, {"format": "HEIF", "quality": 40, "chroma": 444}),
        ("bomb.jpg", "L", 10_100, 10_000, 1, {}),
        ("progressive.jpg", "L", 9000, 9000, 1, {"progressive": True}),
    ],
    ids=lambda picture: picture[0],
)
def test_too_demanding_picture_is_rejected_before_decoding(
    tmp_path: Path, picture: tuple[str, str, int, int, int, object]
) -> None:
    growth, outcomes = convert("USERPICLARGE", draw(tmp_path, *picture))
    assert outcomes == [TOO_LARGE_SENTENCE]
    assert growth < 20
