"""Builder of the form as spreadsheet (kind `docFormSheet`), called by the worker."""

import re

from app.forms.public import own_form
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")


def build(actor: Actor, _format: str, args: Arguments) -> ExportFile:
    """Build the workbook of a form of the actor's organisation.

    The import is local, so that only the worker loads openpyxl.
    """
    from app.form_imports.exports.form_sheet import write_form

    form = own_form(actor=actor, form_id=int(args["form_id"]))
    content = write_form(title=form.title, form_type=form.type, document=form.doc)
    name = " ".join(UNSAFE_IN_NAMES.sub(" ", form.title).split())[:80] or "Form"
    return ExportFile(filename=f"{name}.xlsx", content_type=CONTENT_TYPE, content=content)
