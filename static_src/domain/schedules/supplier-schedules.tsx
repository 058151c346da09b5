import { request } from "../../api/client";
import { useBrowserEvent } from "../../lib/events";
import { useQuery } from "../../lib/state/queries";
import { Card } from "../../ui/card";
import { ScheduleText } from "./schedule-line";
import { lastRoundHref } from "./schedules";

const pageSize = 20;

/** The schedules of a supplier; absent without any. */
export function SupplierSchedules({ relationshipId }: { relationshipId: number }) {
  const { data, refetch } = useQuery({
    queryKey: ["schedules", relationshipId],
    queryFn: ({ signal }) =>
      request("GET", "/api/schedule", { query: { relationshipId, pageSize }, signal, toast: false }),
  });
  useBrowserEvent("SCHEDULES_CHANGED", () => refetch());
  if (!data?.length) return null;
  return (
    <Card title="Schedules" actions={<a href="/rfx?tab=schedules">All schedules</a>}>
      <ul className="list-unstyled mb-0">
        {data.map((schedule) => (
          <li key={schedule.id}>
            <a className="quiet-link" href={lastRoundHref(schedule)}>
              <bdi>{schedule.title}</bdi>
            </a>
            <ScheduleText schedule={schedule} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
