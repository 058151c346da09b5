"""Read the text of one PDF from standard input and write it as JSON: the child process of `app.kernel.files.pdf_text`.

It runs isolated (`python -I`) with limits of memory and processor time, so a hostile file ends this process only.
"""

import json
import resource
import sys
from io import BytesIO

from pypdf import PdfReader

MEMORY = 512 * 1024 * 1024
SECONDS = 10
MAX_PAGES = 3
MAX_TEXT = 50_000


def main() -> int:
    """Read and print; the exit code is not 0 if the file is damaged or a limit was reached."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    sys.stdout.write(json.dumps({"text": _text(sys.stdin.buffer.read())}))
    return 0


def _text(content: bytes) -> str:
    reader = PdfReader(BytesIO(content))
    # An empty password opens files that are only protected against changes.
    if reader.is_encrypted and not reader.decrypt(""):
        return ""
    text = ""
    for number, page in enumerate(reader.pages):
        if number == MAX_PAGES or len(text) > MAX_TEXT:
            break
        text += page.extract_text(extraction_mode="layout") + "\n"
    return text[:MAX_TEXT]


if __name__ == "__main__":
    sys.exit(main())
