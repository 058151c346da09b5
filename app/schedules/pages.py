"""The tab of the page of RFxs with the schedules, and the schedule of an RFx on its page."""

from flask.typing import ResponseReturnValue

from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import Actor, current_actor
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page
from app.rfx.public import RfxContext, ViewerRole
from app.schedules.queries.schedules import list_schedules, schedule_of_round
from app.schedules.schemas import ScheduleQuerySchema, ScheduleSchema, schedule_filter
from app.schedules.serializers import serialize_schedules
from app.schedules.types import PAGE_SIZE


def schedule_list() -> ResponseReturnValue:
    """Render the list of schedules, the fourth tab of the page of RFxs."""
    query = address_query(ScheduleQuerySchema())
    actor = current_actor()
    page = list_schedules(
        actor=actor, filters=schedule_filter(query), query=ListQuery(page_size=PAGE_SIZE), sort=query["sort"]
    )
    rows = dumped_many(ScheduleSchema, serialize_schedules(page.rows, actor=actor))
    return render_page("RFXs", "schedules/list", first_page(page, rows))


def schedule_of_rfx(actor: Actor, context: RfxContext) -> object:
    """Return the schedule that an RFx belongs to, for the users of its requester; None if it does not repeat."""
    if context.role is not ViewerRole.REQUESTER or context.rfx.assessment_id is not None:
        return None
    schedule = schedule_of_round(actor=actor, rfx_id=context.rfx.id)
    return schedule and dumped(ScheduleSchema, serialize_schedules([schedule], actor=actor)[0])
