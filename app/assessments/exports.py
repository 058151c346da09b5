"""Report of an assessment as PDF, rendered by the worker from stored data (kind `assessment`).

HTML from a request is never used (product decisions, Where the two pages meet, Report download).
"""

import re
from collections.abc import Iterator, Sequence
from zoneinfo import ZoneInfo

from flask import render_template

from app.assessments.policies import Json, supplier_scoring
from app.assessments.serializers import serialize_assessment_by_id
from app.assessments.types import TYPE_INFO, AssessmentStatus, AssessmentType, ReportAudience
from app.kernel.clock import now
from app.kernel.dates import day_text
from app.kernel.files.papers import Party, fact_rows, letterhead
from app.kernel.files.pdf import font_faces, isolated, make_pdf, written
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile
from app.kernel.numbers import counted
from app.kernel.sanitise import plain_text
from app.network.public import logos_of
from app.tasks.public import TaskStatus

KIND = "assessment"
COLUMNS_PER_TABLE = 5
"""Columns of respondents that fit next to the questions; more respondents continue in another table."""
NAME_SIZE, MIN_NAME_SIZE = 7.0, 4.0
"""Font sizes of respondents' names above their columns, in points."""
LETTERS_IN_COLUMN = 12
"""Letters of a word that fit in a column at NAME_SIZE; longer words get a smaller size instead of a line break."""
INTERNAL = "Internal: for {organisation} alone. It names who gave which mark."
"""Note on every page, so that the report is not forwarded to the supplier."""
FOR_SUPPLIER = "From {organisation}. Averages and comments of all respondents, without names."
"""Note on every page of the report for the supplier."""
UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")


def report_file(*, actor: Actor, body: Json) -> ExportFile:
    """Render the internal report from the `AssessmentSchema` body of an assessment; the caller has checked the access."""
    zone = actor.zone
    scoring, tasks = body["scoring"], body["tasks"]
    is_performance = body["type"] == AssessmentType.PERFORMANCE
    return _file(
        actor=actor,
        body=body,
        scoring=scoring,
        facts=list(_facts(actor, body, zone)),
        note=INTERNAL,
        name=f"Assessment {body['id']} {_file_name(body)}",
        texts=[*_internal_texts(scoring, tasks), *_survey_texts(body["rfxs"])],
        result=result_sentence(body),
        previous=_bar(body["previous_score"]) if _is_completed(body) else None,
        for_supplier=False,
        performance=is_performance,
        tables=list(_tables(scoring)) if is_performance else [],
        surveys=_surveys(body["rfxs"]),
        tasks=_tasks(tasks, zone),
    )


def supplier_report_file(*, actor: Actor, body: Json) -> ExportFile:
    """Render the report for the supplier: averages and comments without names.

    Raises ConflictError if the assessment has no such report.
    """
    zone = actor.zone
    if refusal := body["supplier_report_refusal"]:
        raise ConflictError(refusal)
    scoring = supplier_scoring(body["scoring"])
    supplier, count = _supplier(body), scoring["respondent_count"]
    return _file(
        actor=actor,
        body=body,
        scoring=scoring,
        facts=list(_supplier_facts(body, count, zone)),
        note=FOR_SUPPLIER,
        name=f"Report {_file_name(body)}",
        texts=list(_texts(scoring)),
        result=f"{isolated(supplier)} scored {percent(scoring['overall'])}, the average of {count} respondents.",
        previous=None,
        for_supplier=True,
        tables=[],
        surveys=[],
        tasks=[],
    )


def _file(
    *,
    actor: Actor,
    body: Json,
    scoring: Json,
    facts: Sequence[tuple[str, str]],
    note: str,
    name: str,
    texts: Sequence[str],
    result: str,
    **context: object,
) -> ExportFile:
    """Render a report with what both kinds have: parties, score, topics, questions, comments."""
    supplier, organisation = _supplier(body), actor.organisation_name
    supplier_id = body["relationship"]["with_organisation"]["id"]
    logos = logos_of([actor.organisation_id, supplier_id])
    parties = [
        Party(name=organisation, logo=logos.get(actor.organisation_id)),
        Party(name=supplier, logo=logos.get(supplier_id)),
    ]
    html = render_template(
        "assessments/report.html",
        title=body["title"],
        heading=written(isolated(body["title"])),
        parties=letterhead(*parties),
        note=note.format(organisation=written(isolated(organisation[:80]))),
        footer=written(isolated(f"{body['type_info']['label']} assessment of {supplier[:80]}")),
        result=written(result),
        facts=list(fact_rows(facts)),
        score_name=TYPE_INFO[body["type"]]["score_name"],
        overall=_bar(scoring["overall"]),
        topics=_topics(scoring),
        questions=_questions(scoring),
        comments=_comments(scoring),
        faces=font_faces([body["title"], supplier, organisation, *(text for _, text in facts), *texts]),
        **context,
    )
    return ExportFile(filename=f"{name}.pdf", content_type="application/pdf", content=make_pdf(html))


def result_sentence(body: Json) -> str:
    """Say in one sentence how the supplier scored, compared with the previous score, and the open follow-ups."""
    name, overall, previous = isolated(_supplier(body)), body["scoring"]["overall"], body["previous_score"]
    open_count = sum(task["status"] != TaskStatus.CLOSED for task in body["tasks"])
    follow_ups = counted(open_count, "open follow-up") if open_count else "no open follow-ups"
    if overall is None:
        return f"{name} has no score{'' if _is_completed(body) else ' yet'} and {follow_ups}."
    if previous is None:
        score, comma = percent(overall), ""
    else:
        score, comma = f"{percent(overall)}, {_compared(overall, previous)}", ","
    verb = "scored" if _is_completed(body) else "scores"
    so_far = "" if _is_completed(body) else "So far, "
    return f"{so_far}{name} {verb} {score}{comma} and has {follow_ups}."


def _compared(overall: float, previous: float) -> str:
    """Compare two scores as they are printed: equal percentages are the same."""
    if percent(overall) == percent(previous):
        return "the same as before"
    return f"{'up' if overall > previous else 'down'} from {percent(previous)}"


def _is_completed(body: Json) -> bool:
    return bool(body["status"] == AssessmentStatus.COMPLETED)


def _supplier(body: Json) -> str:
    return str(body["relationship"]["with_organisation"]["name"])


def _file_name(body: Json) -> str:
    return " ".join(UNSAFE_IN_NAMES.sub(" ", f"{body['title']} {_supplier(body)}").split())[:100]


def percent(score: float | None) -> str:
    """Format a share of 1 as a whole percentage; halves are rounded up."""
    if score is None:
        return "no score"
    hundredfold = abs(score) * 100
    rounded = int(round(hundredfold, 6) + 0.5)
    return f"{'-' if score < 0 and rounded else ''}{rounded}%"


def _facts(actor: Actor, body: Json, zone: ZoneInfo) -> Iterator[tuple[str, str]]:
    yield "Supplier", _supplier(body)
    yield "Type", body["type_info"]["label"]
    yield "Status", body["status_info"]["label"]
    yield "Started", f"{day_text(body['created'], zone)} by {body['created_by']['name']}"
    yield "Deadline", day_text(body["deadline"], zone) or "none"
    if _is_completed(body):
        yield "Completed", f"{day_text(body['completed_date'], zone)} by {body['closed_by']['name']}"
        yield "Previous score", percent(body["previous_score"])
    else:
        yield "Note", "This assessment is still open: the scores are those of the moment of this report."
    yield "Report made", f"{day_text(now(), zone)} for {actor.name}"


def _supplier_facts(body: Json, respondent_count: int, zone: ZoneInfo) -> Iterator[tuple[str, str]]:
    yield "Supplier", _supplier(body)
    yield "Type", body["type_info"]["label"]
    yield "Respondents", str(respondent_count)
    if _is_completed(body):
        yield "Completed", day_text(body["completed_date"], zone)
    else:
        yield "Note", "This assessment is still open: the scores are those of the moment of this report."
    yield "Report made", day_text(now(), zone)


def _bar(score: float | None) -> dict[str, object] | None:
    """Return the percentage and the width of a bar; None without a score."""
    return None if score is None else {"percent": percent(score), "width": _width(score)}


def _width(score: float | None) -> int:
    return max(0, min(100, round((score or 0) * 100)))


def _topics(scoring: Json) -> list[dict[str, object]]:
    return [
        {
            "topic": written(topic["topic"]),
            "score": percent(topic["score"]),
            "weight": _weight(topic["weight"]) if "weight" in topic else "",
            "width": _width(topic["score"]),
            "is_hidden": topic.get("is_hidden", False),
        }
        for topic in scoring["topics"]
    ]


def _questions(scoring: Json) -> list[dict[str, object]]:
    """Build the rows of questions with their averages."""
    return [
        {
            "question": written(row["question"]),
            "score": percent(row["mean"]),
            "width": _width(row["mean"]),
            "is_hidden": row.get("is_hidden", False),
        }
        for row in scoring["questions"]
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
                {"respondent": written(answer.get("respondent", "")), "text": written(answer["text"])}
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


def _tasks(tasks: Sequence[Json], zone: ZoneInfo) -> list[dict[str, object]]:
    return [
        {
            "title": written(task["title"]),
            "text": written(plain_text(task["description_html"] or "")),
            "assignee": written(_assignee(task)),
            "created": day_text(task["created"], zone),
            "status": task["status"].title(),
        }
        for task in tasks
    ]


def _assignee(task: Json) -> str:
    user = task["assigned_to_user"]
    return str(user["name"] if user else task["assigned_to_organisation"].name)


def _texts(scoring: Json) -> Iterator[str]:
    """Yield the user input that both reports have; all of it decides the fonts to embed."""
    for question in scoring["comments"]:
        yield question["question"]
        yield from (answer["text"] for answer in question["answers"])
    yield from (row["question"] for row in scoring["questions"])
    yield from (topic["topic"] for topic in scoring["topics"])


def _internal_texts(scoring: Json, tasks: Sequence[Json]) -> Iterator[str]:
    yield from _texts(scoring)
    yield from (person["name"] for person in scoring["respondents"])
    for question in scoring["comments"]:
        yield from (answer["respondent"] for answer in question["answers"])
    yield from (plain_text(task["description_html"] or "") for task in tasks)
    yield from (task["title"] for task in tasks)
    yield from (_assignee(task) for task in tasks)


def _survey_texts(rfxs: Sequence[Json]) -> Iterator[str]:
    for rfx in rfxs:
        yield rfx["bundle_name"] or rfx["form_title"]
        yield rfx["recipient"]


def _weight(weight: float) -> str:
    return f"{weight:g}"


def demand_supplier_report(*, actor: Actor, assessment_id: int) -> None:
    """Raise ConflictError with the reason if an assessment has no report for the supplier."""
    refusal = serialize_assessment_by_id(actor=actor, assessment_id=assessment_id)["supplier_report_refusal"]
    if refusal:
        raise ConflictError(str(refusal))


def build_report(actor: Actor, _format: str, args: Arguments) -> ExportFile:
    """Build a report of one assessment with the content that `actor` may see now."""
    body = serialize_assessment_by_id(actor=actor, assessment_id=int(args["assessment_id"]))
    if args.get("audience") == ReportAudience.SUPPLIER:
        return supplier_report_file(actor=actor, body=body)
    return report_file(actor=actor, body=body)
