"""Child processes that read untrusted files, so that no file can end or slow the process that needs its contents.

A child is a script that runs isolated (`python -I`), without the application. It limits its own memory and processor time,
reads the file from standard input and writes its result.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


class ChildError(Exception):
    """A child that reached a limit, or ended otherwise without a result."""


def read_in_child(script: Path, content: bytes, *, seconds: int, arguments: Sequence[str] = ()) -> bytes:
    """Return the output of `script` for a file. Raises ChildError if it fails or takes over `seconds`."""
    try:
        done = subprocess.run(  # noqa: S603 - the arguments are limits, not input
            [sys.executable, "-I", str(script), *arguments],
            input=content,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ChildError from error
    if done.returncode != 0:
        raise ChildError
    return done.stdout
