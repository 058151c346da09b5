"""Report of an assessment as PDF, rendered by the worker from stored data (kind `assessment`).

HTML from a request is never used (product decisions, Where the two pages meet, Report download).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from flask import render_template

from app.assessments.serializers import serialize_assessment_by_id
from app.assessments.types import TYPE_INFO, AssessmentStatus, AssessmentType
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.exports import ExportFile
from app.kernel.pdf import fact, font_faces, isolated, make_pdf, written
from app.kernel.sanitise import plain_text

Json = Mapping[str, Any]
"""JSON body of `AssessmentSchema`, or a part of it."""
KIND = "assessment"
COLUMNS_PER_TABLE = 5
"""Columns of respondents that fit next to the questions; more respondents continue in another table."""
NAME_SIZE, MIN_NAME_SIZE = 7.0, 4.0
"""Font sizes of respondents' names above their columns, in points."""
LETTERS_IN_COLUMN = 12
"""Letters of a word that fit in a column at NAME_SIZE; longer words get a smaller size instead of a line break."""
INTERNAL = "Internal: for {organisation} alone. It names who gave which mark."
"""Note on every page, so that the report is not forwarded to the supplier."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")


def report_file(*, actor: Actor, body: Json) -> ExportFile:
    """Render the report from the `AssessmentSchema` body of an assessment; the caller has checked the access."""
    supplier = body["relationship"]["with_organisation"]["name"]
    scoring, tasks = body["scoring"], body["tasks"]
    is_performance = body["type"] == AssessmentType.PERFORMANCE
    facts = list(_facts(actor, body, supplier))
    texts = [text for _, text in facts] + [body["title"], supplier, actor.organisation_name]
    texts += [*_texts(scoring, tasks), *_survey_texts(body["rfxs"])]
    html = render_template(
        "assessments/report.html",
        title=body["title"],
        heading=written(isolated(body["title"])),
        organisation=written(isolated(actor.organisation_name)),
        internal=INTERNAL.format(organisation=written(isolated(actor.organisation_name[:80]))),
        footer=written(isolated(f"{body['type_info']['label']} assessment of {supplier[:80]}")),
        facts=[(name, fact(text)) for name, text in facts],
        score_name=TYPE_INFO[body["type"]]["score_name"],
        overall=percent(scoring["overall"]),
        performance=is_performance,
        topics=_topics(scoring),
        tables=list(_tables(scoring)) if is_performance else [],
        comments=_comments(scoring),
        surveys=_surveys(body["rfxs"]),
        tasks=_tasks(tasks),
        faces=font_faces(texts),
    )
    name = " ".join(UNSAFE_IN_NAMES.sub(" ", f"{body['title']} {supplier}").split())[:100]
    return ExportFile(
        filename=f"Assessment {body['id']} {name}.pdf", content_type="application/pdf", content=make_pdf(html)
    )


def percent(score: float | None) -> str:
    """Format a share of 1 as a whole percentage; halves are rounded up."""
    if score is None:
        return "no score"
    hundredfold = abs(score) * 100
    rounded = int(round(hundredfold, 6) + 0.5)
    return f"{'-' if score < 0 and rounded else ''}{rounded}%"


def _facts(actor: Actor, body: Json, supplier: str) -> Iterator[tuple[str, str]]:
    yield "Supplier", supplier
    yield "Type", body["type_info"]["label"]
    yield "Status", body["status_info"]["label"]
    yield "Started", f"{_day(body['created'])} by {body['created_by']['name']}"
    yield "Deadline", _day(body["deadline"]) or "none"
    if body["status"] == AssessmentStatus.COMPLETED:
        yield "Completed", f"{_day(body['completed_date'])} by {body['closed_by']['name']}"
        yield "Previous score", percent(body["previous_score"])
    else:
        yield "Note", "This assessment is still open: the scores are those of the moment of this report."
    yield "Report made", f"{_day(now())} for {actor.name}"


def _topics(scoring: Json) -> list[dict[str, object]]:
    return [
        {
            "topic": written(topic["topic"]),
            "score": percent(topic["score"]),
            "weight": _weight(topic["weight"]),
            "width": max(0, min(100, round((topic["score"] or 0) * 100))),
        }
        for topic in scoring["topics"]
    ]


def _tables(scoring: Json) -> Iterator[dict[str, object]]:
    """Yield the table of respondents by questions in parts that fit the width of a page."""
    people = scoring["respondents"]
    for start in range(0, len(people), COLUMNS_PER_TABLE):
        part = slice(start, start + COLUMNS_PER_TABLE)
        yield {
            "respondents": [
                {"name": written(person["name"]), "size": _name_size(person["name"])}
                for person in people[part]
            ],
            "rows": [
                {
                    "question": written(row["question"]),
                    "topic": written(row["topic"]),
                    "scores": [percent(score) if score is not None else "-" for score in row["scores"][part]],
                    "mean": percent(row["mean"]),
                }
                for row in scoring["questions"]
            ],
            "means": [percent(person["score"]) for person in people[part]],
        }


def _name_size(name: str) -> float:
    """Return the font size, in points, at which the longest word of a name fits in its column."""
    longest = max(map(len, name.split()), default=1)
    return max(MIN_NAME_SIZE, min(NAME_SIZE, round(NAME_SIZE * LETTERS_IN_COLUMN / longest, 1)))


def _comments(scoring: Json) -> list[dict[str, object]]:
    return [
        {
            "question": written(question["question"]),
            "answers": [
                {"respondent": written(answer["respondent"]), "text": written(answer["text"])}
                for answer in question["answers"]
            ],
        }
        for question in scoring["comments"]
    ]


def _surveys(rfxs: Sequence[Json]) -> list[dict[str, object]]:
    """Build the rows of the surveys that count."""
    return [
        {
            "ref": f"#{rfx['id']}",
            "what": written(f"{rfx['type_label']}: {rfx['bundle_name'] or rfx['form_title']}"),
            "recipient": written(rfx["recipient"]),
            "status": rfx["status_info"]["label"],
            "score": percent(rfx["score"]),
        }
        for rfx in rfxs
        if not rfx["ignored"]
    ]


def _tasks(tasks: Sequence[Json]) -> list[dict[str, object]]:
    return [
        {
            "title": written(task["title"]),
            "text": written(plain_text(task["description_html"] or "")),
            "assignee": written(_assignee(task)),
            "created": _day(task["created"]),
            "status": task["status"].title(),
        }
        for task in tasks
    ]


def _assignee(task: Json) -> str:
    user = task["assigned_to_user"]
    return str(user["name"] if user else task["assigned_to_organisation"].name)


def _texts(scoring: Json, tasks: Sequence[Json]) -> Iterator[str]:
    """Yield all user input, which decides the fonts to embed."""
    for question in scoring["comments"]:
        yield question["question"]
        for answer in question["answers"]:
            yield answer["text"]
    yield from (row["question"] for row in scoring["questions"])
    yield from (person["name"] for person in scoring["respondents"])
    yield from (topic["topic"] for topic in scoring["topics"])
    yield from (plain_text(task["description_html"] or "") for task in tasks)
    yield from (task["title"] for task in tasks)
    yield from (_assignee(task) for task in tasks)


def _survey_texts(rfxs: Sequence[Json]) -> Iterator[str]:
    for rfx in rfxs:
        yield rfx["bundle_name"] or rfx["form_title"]
        yield rfx["recipient"]


def _weight(weight: float) -> str:
    return f"{weight:g}"


def _day(moment: datetime | None) -> str:
    return f"{moment.day} {MONTHS[moment.month - 1]} {moment.year}" if moment else ""


def build_report(actor: Actor, _format: str, args: dict[str, Any]) -> ExportFile:
    """Build the report of one assessment with the content that `actor` may see now."""
    return report_file(
        actor=actor, body=serialize_assessment_by_id(actor=actor, assessment_id=int(args["assessment_id"]))
    )
