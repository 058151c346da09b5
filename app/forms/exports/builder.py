"""PDF export of a form with preview values (kind `docForm`), run by the worker."""

import re

from app.forms.document.export_text import value_text
from app.forms.document.rules import visible
from app.forms.document.walk import walk
from app.forms.exports.pictures import pictures_of
from app.forms.exports.printing import PrintedAnswer, PrintedForm, print_forms
from app.forms.queries.forms import own_form
from app.forms.queries.previews import drop_stale_values, preview_of
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile

KIND = "docForm"
UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")


def build(actor: Actor, format: str, args: Arguments) -> ExportFile:
    """Print a form of the actor's organisation with the actor's preview values."""
    form = own_form(actor=actor, form_id=int(args["form_id"]))
    preview = preview_of(actor=actor, form=form)
    values = drop_stale_values(form.doc, preview.values) if preview else {}
    fields = walk(form.doc)
    visible_keys = visible(fields, values)
    answers = {
        placed.field.fid: PrintedAnswer(
            field=placed.field,
            value=values.get(placed.key),
            text=value_text(placed.field, values.get(placed.key)),
        )
        for placed in fields
        if placed.key in visible_keys
    }
    content = print_forms(
        title=form.title,
        footer=f"{form.title[:90]} - Revision {form.revision + 1}",
        forms=[PrintedForm(title=form.title, doc=form.doc, answers=answers, pictures=pictures_of(form.doc))],
    )
    name = " ".join(UNSAFE_IN_NAMES.sub(" ", form.title).split())[:80] or "Form"
    return ExportFile(filename=f"{name}.{format}", content_type="application/pdf", content=content)
