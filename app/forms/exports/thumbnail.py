"""Thumbnail of a form: its first page, printed with empty boxes."""

import hashlib
import json
from functools import lru_cache
from io import BytesIO

from app.files.public import PICTURES, AttachmentKind, store_bytes
from app.forms.document.nodes import Document, StoredDocument
from app.forms.document.walk import walk
from app.forms.exports.pictures import pictures_of
from app.forms.exports.printing import PrintedAnswer, PrintedForm, print_forms
from app.forms.models import DocForm
from app.forms.operations.attachments import set_thumbnail
from app.forms.queries.forms import form_to_draw

HEIGHT = PICTURES[AttachmentKind.FORMTHUMBNAIL].edge
"""Height in pixels; the width follows from A4."""
MAX_BLOCKS = 40
MAX_CHARACTERS = 6_000
"""Limits of the drawn part, more than one page can show; they make the cost independent of the form's length."""


def draw_thumbnail(*, form_id: int, version: int) -> None:
    """Draw the thumbnail of a form at `version` and store it; do nothing if the form has been saved since."""
    form = form_to_draw(form_id=form_id, version=version)
    author = form.updated_by_user_id if form else None
    if form is None or author is None:
        return
    picture = _draw(form)
    if form_to_draw(form_id=form_id, version=version, lock=True) is None:
        return
    attachment = store_bytes(
        organisation_id=form.organisation_id,
        user_id=author,
        filename="thumbnail.png",
        content=picture,
        kind=AttachmentKind.FORMTHUMBNAIL,
        drawn=True,
    )
    set_thumbnail(form=form, attachment_id=attachment.id)


def _draw(form: DocForm) -> bytes:
    start = _start_of(form.doc)
    content = json.dumps([form.title, start], sort_keys=True)
    digest = hashlib.sha256(content.encode()).hexdigest()
    return _draw_start(digest, content)


@lru_cache(maxsize=32)
def _draw_start(_digest: str, content: str) -> bytes:
    """Draw the start of a form; cached, because every new organisation has the same starter forms."""
    title, doc = json.loads(content)
    answers = {placed.field.fid: PrintedAnswer(field=placed.field) for placed in walk(doc)}
    form = PrintedForm(title=title, doc=doc, answers=answers, pictures=pictures_of(doc), blank=True)
    return _first_page(print_forms(title=title, footer="", forms=[form]))


def _first_page(pdf: bytes) -> bytes:
    # The library needs 10 MB of memory, so only the worker imports it.
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        image = page.render(scale=HEIGHT / page.get_height()).to_pil()
    finally:
        document.close()
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _start_of(payload: Document) -> StoredDocument:
    """Copy the document with only as many blocks as the first page can show."""
    blocks, characters = [], 0
    for block in (payload["doc"].get("content") or ())[:MAX_BLOCKS]:
        blocks.append(block)
        characters += len(json.dumps(block))
        if characters > MAX_CHARACTERS:
            break
    return {**payload, "doc": {"type": "doc", "content": blocks}}
