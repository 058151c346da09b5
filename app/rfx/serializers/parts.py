"""Forms and responses as their viewer may read them: a delegate gets its part."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.forms.public import excerpt
from app.rfx.queries.answers import Answers
from app.rfx.queries.rfxs import RfxContext, documents_of, responses_of
from app.rfx.queries.rows import DocumentRow, ResponseRow
from app.rfx.types import ViewerRole


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A form with the questions of a part; it has no `html`, which is derived from the whole form."""

    id: int
    title: str
    type: str
    revision: int
    doc: dict[str, object]
    html: str = ""


def documents_for_viewer(context: RfxContext, answers: Answers, *, html: bool) -> Sequence[DocumentRow]:
    """Return the forms of an RFx, for a delegate without the sections of which it has no question.

    `answers` has the fields that the viewer may read. Forms without any of them are left out.
    """
    documents = documents_of(context, html=html)
    part = context.part
    if part is None or part.reads_all:
        return documents
    excerpts = []
    for document in documents:
        fields = [placed for placed in answers.fields if placed.form_id == document.id]
        own = {placed.field.fid for placed in fields if placed.key in part.keys}
        also = {placed.field.fid for placed in fields if placed.key not in part.keys}
        if fields:
            doc = excerpt(document.doc, own=own, also=also)
            excerpts.append(
                Excerpt(
                    id=document.id, title=document.title, type=document.type, revision=document.revision, doc=doc
                )
            )  # fmt: skip
    return excerpts


def responses_for_viewer(context: RfxContext) -> Sequence[ResponseRow]:
    """Return the response of each party, the respondent first; for a delegate the respondent's only."""
    responses = responses_of(context)
    return responses[:1] if context.role is ViewerRole.DELEGATE else responses
