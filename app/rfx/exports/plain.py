"""The content of an RFx as plain values for JSON, for the file with all data of an organisation."""

from app.kernel.http.json_types import Json
from app.rfx.exports.content import Content


def serialize_content(content: Content) -> Json:
    """Return the facts, answers and follow-ups of an RFx that its reader may see."""
    rfx = content.context.rfx
    return {
        "id": rfx.id,
        "type": rfx.type,
        "facts": [{"name": name, "value": value} for name, value in content.facts],
        "answers": [
            {
                "form": line.form_title,
                "section": line.placed.section_title,
                "key": line.placed.key,
                "source_key": line.placed.field.source_key,
                "question": line.question,
                "value": line.value,
                "text": line.text,
                "answered_by": line.answered_by,
                "organisation": line.organisation,
                "answered_at": line.answered_at,
            }
            for line in content.lines
        ],
        "files": [{"id": info.id, "name": info.filename} for info in content.attachments],
        "follow_ups": [
            {
                "question": task.question,
                "asked": task.asked,
                "asked_by": task.asked_by,
                "asked_of": task.asked_of,
                "created": task.created,
                "due": task.due,
                "status": task.status,
            }
            for task in content.follow_ups
        ],
    }
