"""Pages of imports of suppliers."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.imports import schemas
from app.imports.queries import imports_of, list_rows, own_import
from app.imports.serializers import serialize_import, serialize_import_brief, serialize_rows
from app.imports.types import PAGE_SIZE, Outcome
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import Permission, current_actor, page_requires
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page

blueprint = Blueprint("import_pages", __name__)
TITLE = "Import suppliers"


@blueprint.get("/organisations/import")
@page_requires(Permission.MANAGE_RELATIONSHIPS)
def new_import() -> ResponseReturnValue:
    """Render the choice of a file, with the user's earlier imports."""
    earlier = [serialize_import_brief(each) for each in imports_of(actor=current_actor())]
    imports = dumped_many(schemas.SupplierImportBriefSchema, earlier)
    return render_page(TITLE, "imports/new", {"imports": imports})


@blueprint.get("/organisations/import/<int:supplier_import_id>")
@page_requires(Permission.MANAGE_RELATIONSHIPS)
def supplier_import(supplier_import_id: int) -> ResponseReturnValue:
    """Render an import: its columns, or its plan with the rows of the tab in the address."""
    own = own_import(actor=current_actor(), import_id=supplier_import_id)
    outcome: Outcome | None = address_query(schemas.SupplierImportRowQuerySchema())["outcome"]
    page = list_rows(import_id=own.id, outcome=outcome, query=ListQuery(page_size=PAGE_SIZE))
    rows = dumped_many(schemas.SupplierImportRowSchema, serialize_rows(own, page.rows))
    return render_page(
        TITLE,
        "imports/import",
        {
            "first": dumped(schemas.SupplierImportSchema, serialize_import(own)),
            "list": first_page(page, rows),
        },
    )
