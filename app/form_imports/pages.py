"""Pages of imports of forms."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.form_imports import schemas
from app.form_imports.queries import form_to_update, imports_of, mappings_of, own_import, source_of
from app.form_imports.serializers import serialize_import, serialize_import_brief, serialize_mapping
from app.kernel.clock import moment_text
from app.kernel.http.auth import Permission, current_actor, page_requires
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page

blueprint = Blueprint("form_import_pages", __name__)


@blueprint.get("/forms/import")
@page_requires(Permission.MANAGE_FORMS)
def new_form_import() -> ResponseReturnValue:
    """Render the choice of a file, with the user's earlier imports and the remembered mappings."""
    actor = current_actor()
    earlier = [serialize_import_brief(each) for each in imports_of(actor=actor)]
    mappings = [serialize_mapping(each) for each in mappings_of(actor=actor)]
    return render_page(
        "Form from a spreadsheet",
        "form-imports/new",
        {
            "imports": dumped_many(schemas.DocFormImportBriefSchema, earlier),
            "mappings": dumped_many(schemas.RememberedMappingSchema, mappings),
            "form": None,
        },
    )


@blueprint.get("/forms/<int:form_id>/import")
@page_requires(Permission.MANAGE_FORMS)
def form_update(form_id: int) -> ResponseReturnValue:
    """Render the choice of a newer file for a form."""
    form = form_to_update(actor=current_actor(), form_id=form_id)
    source = source_of(series_id=form.series_id)
    return render_page(
        f"Update {form.title}",
        "form-imports/new",
        {
            "imports": [],
            "mappings": [],
            "form": {
                "id": form.id,
                "title": form.title,
                "source": {
                    "filename": source.filename,
                    "attachmentId": source.attachment_id,
                    "imported": moment_text(source.imported),
                }
                if source
                else None,
            },
        },
    )


@blueprint.get("/forms/import/<int:doc_form_import_id>")
@page_requires(Permission.MANAGE_FORMS)
def form_import(doc_form_import_id: int) -> ResponseReturnValue:
    """Render an import: its columns, the questions with their problems, and the form."""
    actor = current_actor()
    own = own_import(actor=actor, import_id=doc_form_import_id)
    first = dumped(schemas.DocFormImportSchema, serialize_import(own, actor=actor))
    return render_page(own.filename, "form-imports/import", {"first": first})
