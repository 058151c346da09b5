"""Answers of an RFx as PDF: cover, contents, forms with their answers, follow-up tasks, files."""

from collections.abc import Iterator

from app.forms.public import PrintedAnswer, PrintedForm, PrintedTable, percentage, pictures_of, print_forms
from app.kernel.pdf import isolated
from app.rfx.exports.content import Content, Document, Line, day_text, moment_text


def pdf(content: Content) -> bytes:
    """Return the PDF of `content`; raises RuntimeError if it cannot be rendered."""
    context = content.context
    return print_forms(
        title=context.rfx.title,
        organisation=context.requester_name,
        footer=f"RFx #{context.rfx.id} - {context.rfx.title[:90]}",
        facts=content.facts,
        forms=[_printed(document, content) for document in content.documents],
        tables=list(_tables(content)),
        files=content.attachments,
    )


def _tables(content: Content) -> Iterator[PrintedTable]:
    """Yield the table of scores by topic, which only the requester gets, and the table of follow-up tasks."""
    score_rows = [
        [
            section.topic,
            field.question,
            field.rule,
            f"{field.points} of {field.most}",
            f"{percentage(field.score)}%",
        ]
        for section in content.sections
        for field in section.fields
    ]
    if score_rows:
        columns = {"Topic": 18, "Question": 41, "Rule": 19, "Points": 12, "Score": 10}
        yield PrintedTable(title="Scores", columns=columns, rows=score_rows)
    task_rows = [
        [task.question, task.asked, task.asked_of, day_text(task.due), task.status]
        for task in content.follow_ups
    ]
    if task_rows:
        columns = {"Question": 30, "Asked": 30, "Of": 16, "Due": 12, "Status": 12}
        yield PrintedTable(title="Follow-up tasks", columns=columns, rows=task_rows)


def _printed(document: Document, content: Content) -> PrintedForm:
    return PrintedForm(
        title=document.row.title,
        doc=document.row.doc,
        answers={line.placed.field.fid: _answer(line, content) for line in document.lines},
        pictures=pictures_of(document.row.doc),
    )


def _answer(line: Line, content: Content) -> PrintedAnswer:
    text, author = line.text, (line.answered_by, line.organisation, moment_text(line.answered_at))
    return PrintedAnswer(
        field=line.placed.field,
        value=line.value,
        text=text,
        note=", ".join(map(isolated, author)) if text else "",
        outdated=line.placed.key in content.outdated,
    )
