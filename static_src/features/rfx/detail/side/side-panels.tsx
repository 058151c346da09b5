import { OrgLogo } from "../../../../domain/people/faces";
import { useDates } from "../../../../lib/text/dates";
import { Badge, type Tone } from "../../../../ui/badge";
import { Card } from "../../../../ui/card";
import { classNames } from "../../../../ui/class-names";
import { Icon } from "../../../../ui/icon";
import type { IconName } from "../../../../ui/icons";
import { Time } from "../../../../ui/time";
import { Presence } from "../../live/presence";
import { keyOfTask, taskText } from "../../tasks";
import type { FollowUpTask, ResponseStatus } from "../../types";
import type { Answering } from "../answering/answering";
import type { OpenRfx } from "../open-rfx";
import "./side-panels.scss";

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

type TasksProps = {
  tasks: readonly FollowUpTask[];
  answering: Answering;
  onTask: (task: FollowUpTask) => void;
};

/** Follow-up tasks on single answers; a click goes to the field (specification, section 2, RFx detail). */
export function TasksPanel({ tasks, answering, onTask }: TasksProps) {
  const open = tasks.filter(({ isOpen }) => isOpen).length;
  return (
    <Card
      title={<>Follow-up tasks {open > 0 && <span className="panel-count num">{open}</span>}</>}
      className="side-card"
    >
      {tasks.length === 0 ? (
        <p className="cell-sub mb-0">Follow-ups on single answers will appear here.</p>
      ) : (
        <table className="task-list" aria-label="Follow-up tasks">
          <tbody>
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} answering={answering} onTask={onTask} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function TaskRow({ task, answering, onTask }: Omit<TasksProps, "tasks"> & { task: FollowUpTask }) {
  const key = keyOfTask(task);
  const field = key ? answering.field(key)?.field : undefined;
  const { isOpen, status, created, closed, due } = task;
  return (
    <tr className={classNames("task-row", !isOpen && "closed")}>
      <td>
        <Icon
          name={isOpen ? (status === "ANSWERED" ? "reply" : "new") : "success"}
          label={isOpen ? (status === "ANSWERED" ? "Answered" : "Open") : "Closed"}
        />
      </td>
      <td>
        <button type="button" className="task-link" onClick={() => onTask(task)}>
          {taskText(task)}
        </button>
        <span className="cell-sub d-block">
          {field && <>{field.label}, </>}
          {isOpen ? (
            <Time value={created} as="age" />
          ) : (
            <>
              closed <Time value={closed ?? created} />
            </>
          )}
          {isOpen && due && (
            <>
              , due <Time value={due} />
            </>
          )}
        </span>
      </td>
    </tr>
  );
}
