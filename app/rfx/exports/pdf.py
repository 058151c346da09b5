"""Answers of an RFx as PDF: result and facts, contents, forms with their answers, follow-up tasks, files."""

from collections.abc import Iterator
from datetime import datetime

from app.forms.public import (
    Cover,
    PrintedAnswer,
    PrintedForm,
    PrintedTable,
    percentage,
    pictures_of,
    print_forms,
)
from app.kernel.dates import day_text, time_text
from app.kernel.files.papers import Party
from app.kernel.files.pdf import isolated
from app.kernel.numbers import counted
from app.network.public import logos_of
from app.rfx.exports.content import Content, Document, Line
from app.rfx.types import RfxStatus


def pdf(content: Content) -> bytes:
    """Return the PDF of `content`; raises RuntimeError if it cannot be rendered."""
    context = content.context
    notes = _Notes(content)
    return print_forms(
        title=context.rfx.title,
        footer=f"RFx #{context.rfx.id} - {context.rfx.title[:90]}",
        cover=Cover(
            parties=_parties(content),
            result=result_sentence(content),
            # The title is printed above.
            facts=[*(fact for fact in content.facts if fact[0] != "Title"), *notes.facts],
        ),
        forms=[_printed(document, content, notes) for document in content.documents],
        tables=list(_tables(content)),
        files=content.attachments,
    )


def result_sentence(content: Content) -> str:
    """Say in one sentence how many questions are answered, with which score, and the open follow-ups."""
    context, completion = content.context, content.completion
    name = isolated(context.respondent_label)
    if context.rfx.status == RfxStatus.DECLINED:
        return f"{name} declined to answer."
    parts = [f"answered {completion.answered} of {counted(completion.total, 'question')}"]
    if content.score is not None:
        parts.append(f"scored {content.score}%")
    open_count = sum(task.is_open for task in content.follow_ups)
    if content.follow_ups:
        parts.append(f"has {counted(open_count, 'open follow-up') if open_count else 'no open follow-ups'}")
    *first, last = parts
    joined = f"{', '.join(first)}{',' if len(first) > 1 else ''} and {last}" if first else last
    return f"{name} {joined}."


def _parties(content: Content) -> list[Party]:
    context = content.context
    own_id, other_id = context.rfx.organisation_id, context.rfx.with_organisation_id
    logos = logos_of([own_id] if context.to_guest else [own_id, other_id])
    return [
        Party(name=context.requester_name, logo=logos.get(own_id)),
        Party(name=context.respondent_label, logo=logos.get(other_id) if other_id != own_id else None),
    ]


class _Notes:
    """Names and times of answers: once on the first page if one user has answered everything, else at each answer."""

    def __init__(self, content: Content) -> None:
        self._zone = content.zone
        self._authors: set[tuple[str, str]] = set()
        self._first: datetime | None = None
        self._last: datetime | None = None
        for line in content.lines:
            if line.answered_at is not None:
                self._authors.add((line.answered_by, line.organisation))
                self._first = min(self._first or line.answered_at, line.answered_at)
                self._last = max(self._last or line.answered_at, line.answered_at)

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield the fact for the first page, if one user has answered everything."""
        if len(self._authors) == 1:
            (author,) = self._authors
            yield "Answered by", ", ".join(map(isolated, author))
            first, last = time_text(self._first, self._zone), time_text(self._last, self._zone)
            yield "Answered at", first if first == last else f"{first} to {last}"

    def note(self, line: Line) -> str:
        """Return the note of one answer: the time alone if the name is on the first page."""
        if line.answered_at is None:
            return ""
        if len(self._authors) == 1:
            return "" if self._is_one_day else day_text(line.answered_at, self._zone)
        parts = (line.answered_by, line.organisation, time_text(line.answered_at, self._zone))
        return ", ".join(map(isolated, parts))

    @property
    def _is_one_day(self) -> bool:
        return day_text(self._first, self._zone) == day_text(self._last, self._zone)


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


def _printed(document: Document, content: Content, notes: _Notes) -> PrintedForm:
    return PrintedForm(
        title=document.row.title,
        doc=document.row.doc,
        answers={line.placed.field.fid: _answer(line, content, notes) for line in document.lines},
        pictures=pictures_of(document.row.doc),
    )


def _answer(line: Line, content: Content, notes: _Notes) -> PrintedAnswer:
    text = line.text
    return PrintedAnswer(
        field=line.placed.field,
        value=line.value,
        text=text,
        note=notes.note(line) if text else "",
        outdated=line.placed.key in content.outdated,
    )
