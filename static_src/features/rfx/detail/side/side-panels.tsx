import { OrgLogo } from "../../../../domain/people/faces";
import { useLoaded } from "../../../../lib/browser/use-loaded";
import { useDates } from "../../../../lib/text/dates";
import { Badge, type Tone } from "../../../../ui/badge";
import { Card } from "../../../../ui/card";
import type { IconName } from "../../../../ui/icons";
import { Skeleton } from "../../../../ui/skeleton";
import { Presence } from "../../live/presence";
import type { ResponseStatus } from "../../types";
import type { OpenRfx } from "../open-rfx";
import type { TasksProps } from "./task-list";
import "./side-panels.scss";

const loadList = () => import("./task-list");

const statusLooks: Readonly<Record<ResponseStatus, { label: string; tone: Tone; icon: IconName }>> = {
  NOT_STARTED: { label: "Not started", tone: "none", icon: "new" },
  INPROGRESS: { label: "In Progress", tone: "info", icon: "in-progress" },
  SUBMITTED: { label: "Submitted", tone: "ok", icon: "completed" },
  DECLINED: { label: "Declined", tone: "bad", icon: "declined" },
};

/** The response of each organisation: name, status, last change; and the people who have the RFx open. */
export function ResponsesPanel({ rfx, live }: Pick<OpenRfx, "rfx" | "live">) {
  const { responses } = rfx.latestValuesFvc;
  return (
    <Card title="Responses" className="side-card">
      <ul className="response-list">
        {responses.map(({ organisation, status, updated, submittedBy }) => {
          const { label, tone, icon } = statusLooks[status];
          return (
            <li key={organisation.id}>
              <OrgLogo
                organisation={{
                  id: organisation.id,
                  name: organisation.safeName,
                  logoUrl: organisation.logoUrl,
                }}
              />
              <span className="response-text">
                <span className="response-name">{organisation.safeName}</span>
                <span className="cell-sub">
                  {updated ? <Updated value={updated} /> : "Nothing answered yet"}
                  {status === "SUBMITTED" && submittedBy && `, by ${submittedBy.name}`}
                </span>
              </span>
              <Badge tone={tone} icon={icon}>
                {label}
              </Badge>
            </li>
          );
        })}
      </ul>
      <Presence live={live} place="side" />
    </Card>
  );
}

/** 'Updated today, 14:02', or the date for an earlier day. */
function Updated({ value }: { value: string }) {
  const { age, time, date } = useDates();
  const days = age(value);
  const recent = days === "today" || days === "yesterday";
  return <time dateTime={value}>Updated {recent ? `${days}, ${time(value)}` : date(value)}</time>;
}

/** Follow-up tasks on single answers; a click goes to the field (specification, section 2, RFx detail). */
export function TasksPanel({ tasks, answering, onTask }: TasksProps) {
  const open = tasks.filter(({ isOpen }) => isOpen).length;
  const list = useLoaded(loadList, tasks.length > 0);
  return (
    <Card
      title={<>Follow-up tasks {open > 0 && <span className="panel-count num">{open}</span>}</>}
      className="side-card"
    >
      {tasks.length === 0 ? (
        <p className="cell-sub mb-0">Follow-ups on single answers will appear here.</p>
      ) : (
        (list && <list.TaskList tasks={tasks} answering={answering} onTask={onTask} />) || (
          <Skeleton lines={tasks.length} />
        )
      )}
    </Card>
  );
}
