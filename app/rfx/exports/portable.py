"""The answers of an RFx as PDF: cover, the forms as documents with the answers in them, the files.

Made from stored documents and values alone, never from HTML that somebody sent; the renderer may open the fonts
and nothing else, neither file nor socket.
"""

import base64
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import render_template
from markupsafe import Markup
from PIL import Image, ImageDraw
from xhtml2pdf import pisa
from xhtml2pdf.config.resources import ResourceAccessPolicy

from app.config import ROOT
from app.forms.public import FieldType, table_rows
from app.rfx.exports.content import Content, Document, Line, moment_text
from app.rfx.exports.writing import needs_east_asian, written

FONT_FOLDERS = (ROOT / "app" / "static" / "build" / "fonts", ROOT / "node_modules")
"""Where the fonts are: copied by the build, else in the packages that they come from."""
BODY, BODY_BOLD = "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"
EAST_ASIAN = "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf"
RENDER_SECONDS = 400
TABLE_ROWS = 50
"""One long table makes the renderer quadratic: tables are broken into parts of so many rows."""
PARAGRAPH_LINES = 30
SIGNATURE_BOX = (600, 200)
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


def pdf(content: Content) -> bytes:
    """The PDF of `content`. Raises RuntimeError where it cannot be made."""
    head = content.head
    bodies = [(document, _Writer(content, document).body()) for document in content.documents]
    html = render_template(
        "rfx/answers.html",
        title=head.rfx.title,
        heading=written(head.rfx.title),
        organisation=written(head.requester_name),
        footer=written(f"RFx #{head.rfx.id} - {head.rfx.title[:90]}"),
        facts=[(name, written(value)) for name, value in content.facts],
        documents=[{"title": _title(document), "body": body} for document, body in bodies],
        attachments=[
            {"name": written(info.filename), "size": info.size, "sha256": written(info.sha256)}
            for info in content.attachments
        ],
        faces=_faces(content, bodies),
    )
    policy = ResourceAccessPolicy.server(
        FONT_FOLDERS[1], extra_roots=FONT_FOLDERS[:1], allow_remote=False, max_render_seconds=RENDER_SECONDS
    )
    file = BytesIO()
    status = pisa.CreatePDF(html, dest=file, encoding="utf-8", resource_policy=policy)
    if status.err:
        raise RuntimeError(f"the PDF of RFx {head.rfx.id} could not be made")
    return file.getvalue()


def _title(document: Document) -> Markup | None:
    """The form's title, unless its document begins with one of its own."""
    first: Mapping[str, Any] = next(iter(document.row.doc["doc"].get("content") or ()), {})
    own = first.get("type") == "heading" and (first.get("attrs") or {}).get("level", 1) == 1
    return None if own else written(document.row.title)


def _faces(content: Content, bodies: Sequence[tuple[Document, Markup]]) -> list[dict[str, str]]:
    """The fonts; the East Asian one, of 10 MB, only where it is needed."""
    faces = [
        {"family": "Body", "weight": "normal", "path": _font(BODY)},
        {"family": "Body", "weight": "bold", "path": _font(BODY_BOLD)},
    ]
    texts = [str(body) for _, body in bodies]
    texts += [content.head.requester_name, *(value for _, value in content.facts)]
    texts += [document.row.title for document in content.documents]
    texts += [info.filename for info in content.attachments]
    if any(needs_east_asian(text) for text in texts):
        faces += [{"family": "EastAsian", "weight": w, "path": _font(EAST_ASIAN)} for w in ("normal", "bold")]
    return faces


def _font(name: str) -> str:
    for path in (FONT_FOLDERS[0] / Path(name).name, FONT_FOLDERS[1] / name):
        if path.exists():
            return str(path)
    raise RuntimeError(f"the font {name} is not installed")


class _Writer:
    """Writes one form: its text as it stands, and in place of each field that shows its answer."""

    def __init__(self, content: Content, document: Document) -> None:
        self._doc: Mapping[str, Any] = document.row.doc["doc"]
        self._lines = {line.placed.field.fid: line for line in document.lines}
        self._outdated = content.outdated

    def body(self) -> Markup:
        return Markup("").join(self._blocks(self._doc))

    def _blocks(self, node: Mapping[str, Any]) -> Iterator[Markup]:
        for child in node.get("content") or ():
            yield from self._block(child)

    def _block(self, node: Mapping[str, Any]) -> Iterator[Markup]:
        kind, attrs = node["type"], node.get("attrs") or {}
        match kind:
            case "heading":
                yield HEADINGS[int(attrs.get("level", 1)) - 1].format(self._inline(node))
            case "paragraph":
                yield Markup("<p>{}</p>").format(self._inline(node) or Markup("&nbsp;"))
                yield from self._below(node)
            case "dvFieldBlock":
                if line := self._lines.get(str(attrs.get("fid"))):
                    yield from self._question(line)
            case "table":
                yield from self._table(node)
            case "horizontalRule":
                yield Markup("<hr/>")
            case "image":
                yield Markup('<p class="none">[{}]</p>').format(written(attrs.get("alt") or "Picture"))
            case _:
                yield CONTAINERS[kind].format(Markup("").join(self._blocks(node)))

    def _inline(self, node: Mapping[str, Any]) -> Markup:
        pieces = []
        for child in node.get("content") or ():
            match child["type"]:
                case "text":
                    pieces.append(_marked(written(child["text"]), child))
                case "hardBreak":
                    pieces.append(Markup("<br/>"))
                case _:
                    pieces.append(self._inline_answer(child.get("attrs") or {}))
        return Markup("").join(pieces)

    def _inline_answer(self, attrs: Mapping[str, Any]) -> Markup:
        line = self._lines.get(str(attrs.get("fid")))
        if line is None:
            return Markup("")
        if not line.text:
            return Markup('<span class="none">________</span>')
        return Markup('<span class="inline">{}</span>').format(written(line.text))

    def _below(self, node: Mapping[str, Any]) -> Iterator[Markup]:
        """What an answer within a line of text needs below it: a drawn signature, rows, who answered."""
        for child in node.get("content") or ():
            line = (
                self._lines.get(str((child.get("attrs") or {}).get("fid")))
                if child["type"] == "dvField"
                else None
            )
            if line is None or not line.text:
                continue
            if line.placed.field.type in {FieldType.FORMSIGNATURE, FieldType.TABLE}:
                yield from self._answer(line)
            yield _who(line)

    def _question(self, line: Line) -> Iterator[Markup]:
        star = Markup(" *") if line.placed.field.required else Markup("")
        yield Markup('<p class="question">{}{}</p>').format(written(line.question), star)
        if not line.text:
            yield Markup('<p class="none">No answer</p>')
            return
        yield from self._answer(line)
        yield _who(line)

    def _answer(self, line: Line) -> Iterator[Markup]:
        match line.placed.field.type:
            case FieldType.TABLE:
                columns = [column.label or column.name for column in line.placed.field.columns]
                yield from _cells(columns, table_rows(line.placed.field, line.value))
            case FieldType.FORMSIGNATURE:
                yield from self._signature(line)
            case _:
                yield from _paragraphs(line.text)

    def _signature(self, line: Line) -> Iterator[Markup]:
        value: Mapping[str, Any] = line.value
        if strokes := value.get("strokes"):
            yield Markup('<p><img src="data:image/png;base64,{}" width="210" height="70"/></p>').format(
                _drawn(strokes)
            )
        yield Markup('<p class="answer">{}</p>').format(written(line.text))
        if value.get("answersHash"):
            yield Markup('<p class="who">Signed by {} over answers with the SHA-256 {}</p>').format(
                written(str(value.get("userName") or value["name"])), written(str(value["answersHash"]))
            )
        if line.placed.key in self._outdated:
            yield Markup('<p class="warning">Answers have been changed since this was signed.</p>')

    def _table(self, node: Mapping[str, Any]) -> Iterator[Markup]:
        rows = list(node.get("content") or ())
        for start in range(0, len(rows), TABLE_ROWS):
            part = Markup("").join(self._row(row) for row in rows[start : start + TABLE_ROWS])
            yield Markup('<table class="cells">{}</table>').format(part)

    def _row(self, row: Mapping[str, Any]) -> Markup:
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


def _marked(text: Markup, node: Mapping[str, Any]) -> Markup:
    for mark in node.get("marks") or ():
        if style := MARKS.get(mark["type"]):
            text = style.format(text)
        elif mark["type"] == "link":
            text = Markup("{} ({})").format(text, written(mark["attrs"]["href"]))
    return text


def _paragraphs(text: str) -> Iterator[Markup]:
    """An answer of any length; one paragraph of thousands of lines would cost the renderer their square."""
    lines = text.split("\n")
    for start in range(0, len(lines), PARAGRAPH_LINES):
        part = "\n".join(lines[start : start + PARAGRAPH_LINES])
        yield Markup('<p class="answer">{}</p>').format(written(part))


def _who(line: Line) -> Markup:
    return Markup('<p class="who">{}, {}, {}</p>').format(
        written(line.answered_by), written(line.organisation), moment_text(line.answered_at)
    )


def _cells(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Markup]:
    head = Markup("").join(Markup("<th>{}</th>").format(written(column)) for column in columns)
    for start in range(0, len(rows), TABLE_ROWS):
        part = Markup("").join(
            Markup("<tr>{}</tr>").format(
                Markup("").join(Markup("<td>{}</td>").format(written(cell)) for cell in row)
            )
            for row in rows[start : start + TABLE_ROWS]
        )
        yield Markup('<table class="cells"><tr>{}</tr>{}</table>').format(head, part)


def _drawn(strokes: Sequence[Sequence[float]]) -> str:
    """The strokes of a signature as a PNG of twice their size, in base64."""
    width, height = SIGNATURE_BOX
    image = Image.new("L", (width * 2, height * 2), 255)
    pen = ImageDraw.Draw(image)
    for stroke in strokes:
        points = [(stroke[i] * 2, stroke[i + 1] * 2) for i in range(0, len(stroke) - 1, 2)]
        if len(points) == 1:
            x, y = points[0]
            pen.ellipse((x - 3, y - 3, x + 3, y + 3), fill=0)
        else:
            pen.line(points, fill=0, width=5, joint="curve")
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return base64.b64encode(file.getvalue()).decode()
