"""PDF of forms: the document with the answer in place of each visible field.

The PDF is built only from stored documents and values, never from HTML of a client. RFxs and previews use the same
code.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import render_template
from markupsafe import Markup

from app.files.public import AttachmentInfo
from app.forms.document.export_text import signature_parts, table_rows
from app.forms.document.fields import Field, FieldType
from app.forms.document.nodes import Attributes, Document, Node
from app.forms.exports.pictures import drawn_signature, printable_picture
from app.kernel.files.papers import Party, fact_rows, letterhead
from app.kernel.files.pdf import font_faces, font_for, isolated, make_pdf, runs_from_right, turned, written

TABLE_ROWS = 50
"""Rows per printed table; longer tables are split because the renderer's time is quadratic in the rows."""
PARAGRAPH_LINES = 30
FIELDS_WITHOUT_CONTENTS, HEADINGS_WITHOUT_CONTENTS = 24, 2
"""A document with no more fields, or no more headings, is printed without a table of contents."""
MARKS = {
    name: Markup(f"<{tag}>{{}}</{tag}>")  # noqa: S704  (tags of our own)
    for name, tag in (("bold", "b"), ("italic", "i"), ("underline", "u"), ("strike", "strike"))
}
CONTAINERS = {
    name: Markup(f"<{tag}>{{}}</{tag}>")  # noqa: S704  (tags of our own)
    for name, tag in (
        ("bulletList", "ul"),
        ("orderedList", "ol"),
        ("listItem", "li"),
        ("blockquote", "blockquote"),
    )
}
HEADINGS = (Markup("<h1>{}</h1>"), Markup("<h2>{}</h2>"), Markup("<h3>{}</h3>"))
CELLS = {"tableHeader": Markup("<th{}>{}</th>"), "tableCell": Markup("<td{}>{}</td>")}


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedAnswer:
    """Visible field with its answer as text; `text` is empty if it is not answered.

    `note` names the author and the time of the answer; `outdated` marks a signature whose answers have changed since.
    """

    field: Field
    value: Any = None
    text: str = ""
    note: str = ""
    outdated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedForm:
    """Form to print: its stored document, its visible fields by fid, and its pictures by attachment id.

    With `blank` it has empty boxes to write in instead of answers.
    """

    title: str
    doc: Document
    answers: Mapping[str, PrintedAnswer]
    pictures: Mapping[int, bytes] = field(default_factory=dict)
    blank: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTable:
    """Table of texts under a heading. `columns` maps names to widths in percent of the page."""

    title: str
    columns: Mapping[str, int]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """Start of the first page: the two parties, the result in one sentence, and facts as (name, text)."""

    parties: Sequence[Party]
    result: str
    facts: Sequence[tuple[str, str]]

    @property
    def texts(self) -> Iterator[str]:
        """Yield all texts, which decide the fonts to embed."""
        yield self.result
        yield from (party.name for party in self.parties)
        yield from (text for _, text in self.facts)


def print_forms(
    *,
    title: str,
    footer: str,
    forms: Sequence[PrintedForm],
    cover: Cover | None = None,
    tables: Sequence[PrintedTable] = (),
    files: Sequence[AttachmentInfo] = (),
) -> bytes:
    """Print `forms` as a PDF, one after the other; without a `cover` each starts on a new page.

    The cover is followed by the contents with page numbers, unless the document is short. `tables` and the list of
    `files` come last. Raises RuntimeError if the PDF cannot be created.
    """
    bodies = [(_title(form), _Writer(form).body()) for form in forms]
    bodies += [
        (written(table.title), Markup("").join(_cells(table.columns, table.rows, table.columns)))
        for table in tables
    ]
    headings = list(_headings(forms))
    texts = [str(body) for _, body in bodies]
    texts += [title, footer, *headings, *(cover.texts if cover else ())]
    texts += [info.filename for info in files]
    return make_pdf(
        render_template(
            "forms/printed.html",
            title=title,
            heading=written(isolated(title)),
            footer=written(isolated(footer)),
            parties=letterhead(*cover.parties) if cover else (),
            result=written(cover.result) if cover else "",
            facts=list(fact_rows(cover.facts)) if cover else (),
            has_contents=_has_contents(forms, headings),
            documents=[{"title": heading, "body": body} for heading, body in bodies],
            attachments=[
                {"name": written(info.filename), "size": info.size, "sha256": written(info.sha256)}
                for info in files
            ],
            faces=font_faces(texts),
            contents_font=font_for(headings),
        )
    )


def _has_contents(forms: Sequence[PrintedForm], headings: Sequence[str]) -> bool:
    is_long = sum(len(form.answers) for form in forms) > FIELDS_WITHOUT_CONTENTS
    return is_long and len(headings) > HEADINGS_WITHOUT_CONTENTS


def _headings(forms: Sequence[PrintedForm]) -> Iterator[str]:
    """Yield the entries of the table of contents as text."""
    for form in forms:
        yield form.title
        yield from _headings_in(form.doc["doc"])


def _headings_in(node: Node) -> Iterator[str]:
    for child in node.get("content") or ():
        if child["type"] == "heading":
            yield _text_of(child)
        else:
            yield from _headings_in(child)


def _text_of(node: Node) -> str:
    """Return the text of a node and its descendants."""
    return str(node.get("text") or "") + "".join(_text_of(child) for child in node.get("content") or ())


def _title(form: PrintedForm) -> Markup | None:
    """Return the form's title, or None if its document starts with a level 1 heading."""
    first: Node = next(iter(form.doc["doc"].get("content") or ()), {})
    has_heading = first.get("type") == "heading" and (first.get("attrs") or {}).get("level", 1) == 1
    return None if has_heading else written(form.title)


class _Writer:
    """Writer of one form's HTML."""

    def __init__(self, form: PrintedForm) -> None:
        self._form = form

    def body(self) -> Markup:
        return Markup("").join(self._blocks(self._form.doc["doc"]))

    def _answer_of(self, node: Node) -> PrintedAnswer | None:
        return self._form.answers.get(str((node.get("attrs") or {}).get("fid")))

    def _blocks(self, node: Node) -> Iterator[Markup]:
        for child in node.get("content") or ():
            yield from self._block(child)

    def _block(self, node: Node) -> Iterator[Markup]:
        kind, attrs = node["type"], node.get("attrs") or {}
        match kind:
            case "heading":
                heading = HEADINGS[int(attrs.get("level", 1)) - 1].format(self._inline(node))
                yield turned(_text_of(node), heading)
            case "paragraph":
                paragraph = Markup("<p>{}</p>").format(self._inline(node) or Markup("&nbsp;"))
                yield turned(_text_of(node), paragraph)
                yield from self._below(node)
            case "dvFieldBlock":
                if answer := self._answer_of(node):
                    yield from self._question(answer)
            case "table":
                yield from self._table(node)
            case "horizontalRule":
                yield Markup("<hr/>")
            case "image":
                yield self._picture(attrs)
            case _:
                inside = Markup("").join(self._blocks(node))
                yield turned(_text_of(node), CONTAINERS[kind].format(inside))

    def _inline(self, node: Node) -> Markup:
        pieces = []
        for child in node.get("content") or ():
            match child["type"]:
                case "text":
                    pieces.append(_marked(written(child["text"]), child))
                case "hardBreak":
                    pieces.append(Markup("<br/>"))
                case _:
                    pieces.append(self._inline_answer(child))
        return Markup("").join(pieces)

    def _inline_answer(self, node: Node) -> Markup:
        answer = self._answer_of(node)
        if answer is None:
            return Markup("")
        if not answer.text:
            return Markup('<span class="none">________</span>')
        return Markup('<span class="inline">{}</span>').format(written(answer.text))

    def _below(self, node: Node) -> Iterator[Markup]:
        """Yield the parts of inline answers that are printed below the paragraph: signature, rows, note."""
        for child in node.get("content") or ():
            answer = self._answer_of(child) if child["type"] == "dvField" else None
            if answer is None or not answer.text:
                continue
            if answer.field.type in {FieldType.FORMSIGNATURE, FieldType.TABLE}:
                yield from _answer(answer)
            yield from _note(answer)

    def _question(self, answer: PrintedAnswer) -> Iterator[Markup]:
        question = answer.field
        label = question.label or question.name
        star = Markup(" *") if question.required else Markup("")
        style = "asked" if self._form.blank else "question"
        yield turned(label, Markup('<p class="{}">{}{}</p>').format(style, written(label), star))
        # The parts below a question are aligned to the side on which the question starts.
        on_right = runs_from_right(label)
        if answer.text:
            yield from _answer(answer, on_right=on_right)
            yield from _note(answer, on_right=on_right)
        elif self._form.blank:
            if question.hint:
                hint = Markup('<p class="who">{}</p>').format(written(question.hint))
                yield turned(question.hint, hint, on_right=on_right)
            yield Markup('<table class="cells"><tr><td>&nbsp;</td></tr></table>')
        else:
            yield turned("Not answered", Markup('<p class="none">Not answered</p>'), on_right=on_right)

    def _picture(self, attrs: Attributes) -> Markup:
        picture = printable_picture(self._form.pictures.get(int(attrs["attachmentId"])))
        if picture is None:
            return Markup('<p class="none">[{}]</p>').format(written(attrs.get("alt") or "Picture"))
        return Markup('<p><img src="data:image/png;base64,{}" width="{}" height="{}"/></p>').format(*picture)

    def _table(self, node: Node) -> Iterator[Markup]:
        rows = list(node.get("content") or ())
        for start in range(0, len(rows), TABLE_ROWS):
            part = Markup("").join(self._row(row) for row in rows[start : start + TABLE_ROWS])
            yield turned(_text_of(node), Markup('<table class="cells">{}</table>').format(part))

    def _row(self, row: Node) -> Markup:
        cells = []
        for cell in row.get("content") or ():
            attrs = cell.get("attrs") or {}
            spans = Markup("").join(
                Markup(' {}="{}"').format(name, int(attrs[name]))
                for name in ("colspan", "rowspan")
                if attrs.get(name)
            )
            cells.append(CELLS[cell["type"]].format(spans, Markup("").join(self._blocks(cell))))
        return Markup("<tr>{}</tr>").format(Markup("").join(cells))


def _answer(answer: PrintedAnswer, *, on_right: bool = False) -> Iterator[Markup]:
    """Yield the printed answer; `on_right` is True if its question starts on the right."""
    match answer.field.type:
        case FieldType.TABLE:
            columns = [column.label or column.name for column in answer.field.columns]
            yield from _cells(columns, table_rows(answer.field, answer.value), on_right=on_right)
        case FieldType.FORMSIGNATURE:
            yield from _signature(answer, on_right=on_right)
        case _:
            yield from _paragraphs(answer.text, on_right=on_right)


def _signature(answer: PrintedAnswer, *, on_right: bool) -> Iterator[Markup]:
    value: Mapping[str, Any] = answer.value
    if strokes := value.get("strokes"):
        picture = Markup('<p><img src="data:image/png;base64,{}" width="210" height="70"/></p>')
        yield turned("Picture", picture.format(drawn_signature(strokes)), on_right=on_right)
    signed = Markup('<p class="answer">{}</p>').format(
        written(", ".join(map(isolated, signature_parts(value))))
    )
    yield turned(answer.text, signed, on_right=on_right)
    if value.get("answersHash"):
        proof = Markup('<p class="who">Signed by {} over answers with the SHA-256 {}</p>').format(
            written(str(value.get("userName") or value["name"])), written(str(value["answersHash"]))
        )
        yield turned("Signed", proof, on_right=on_right)
    if answer.outdated:
        warning = Markup('<p class="warning">Answers have been changed since this was signed.</p>')
        yield turned("Answers", warning, on_right=on_right)


def _marked(text: Markup, node: Node) -> Markup:
    for mark in node.get("marks") or ():
        if style := MARKS.get(mark["type"]):
            text = style.format(text)
        elif mark["type"] == "link":
            text = Markup("{} ({})").format(text, written(mark["attrs"]["href"]))
    return text


def _paragraphs(text: str, *, on_right: bool) -> Iterator[Markup]:
    """Split a text into paragraphs, because the renderer's time is quadratic in the lines of a paragraph."""
    lines = text.split("\n")
    for start in range(0, len(lines), PARAGRAPH_LINES):
        part = "\n".join(lines[start : start + PARAGRAPH_LINES])
        yield turned(part, Markup('<p class="answer">{}</p>').format(written(part)), on_right=on_right)


def _note(answer: PrintedAnswer, *, on_right: bool = False) -> Iterator[Markup]:
    if answer.note:
        note = Markup('<p class="who">{}</p>').format(written(answer.note))
        yield turned(answer.note, note, on_right=on_right)


def _cells(
    columns: Iterable[str],
    rows: Sequence[Sequence[str]],
    widths: Mapping[str, int] | None = None,
    *,
    on_right: bool = False,
) -> Iterator[Markup]:
    """Yield a table in parts; with `on_right` its columns start on the right, like the question that it answers."""
    head = Markup("").join(
        Markup("<th{}>{}</th>").format(
            Markup(' width="{}%"').format(widths[column]) if widths else "",
            turned(column, written(column), on_right=on_right),
        )
        for column in columns
    )
    for start in range(0, len(rows), TABLE_ROWS):
        part = Markup("").join(
            Markup("<tr>{}</tr>").format(
                Markup("").join(
                    Markup("<td>{}</td>").format(turned(cell, written(cell), on_right=on_right))
                    for cell in row
                )
            )
            for row in rows[start : start + TABLE_ROWS]
        )
        table = Markup('<table class="cells"><tr>{}</tr>{}</table>').format(head, part)
        yield Markup('<div dir="rtl">{}</div>').format(table) if on_right else table
