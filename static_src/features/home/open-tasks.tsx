import type { ListPage } from "../../api/client";
import { useBrowserEvent } from "../../lib/events";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { Badge, type Tone } from "../../ui/badge";
import { Due } from "../../ui/due";
import { EmptyState } from "../../ui/empty-state";
import type { IconName } from "../../ui/icons";
import { Time } from "../../ui/time";
import { countText, HomePanel } from "./home-panel";
import type { TaskRow } from "./types";
import "./home.scss";

/** Open tasks of the viewer. */
export function OpenTasks({ first }: { first: ListPage<TaskRow> }) {
  const list = useInfiniteList({
    queryKey: ["userTasks"],
    path: "/api/userTask",
    params: { sort: "due" },
    pageSize: 10,
    first,
  });
  useBrowserEvent("RFX_CHANGED", list.refetch);
  useBrowserEvent("NON_CONFORMANCE_CHANGED", list.refetch);
  useBrowserEvent("EVENT_LOG_CHANGED", list.refetch);
  return (
    <HomePanel
      title={countText(list, "Open Tasks")}
      height="fixed"
      list={list}
      empty={
        <EmptyState
          icon="task"
          title="You have no tasks outstanding."
          text="When you receive questions or issues to resolve, they'll appear in here."
        />
      }
    >
      <ul className="home-rows">
        {list.rows.map((task) => (
          <li key={task.id}>
            <TaskLink task={task} />
          </li>
        ))}
      </ul>
    </HomePanel>
  );
}

const typeLooks: Record<string, { label: string; tone: Tone; icon: IconName }> = {
  NONCONFORMANCE: { label: "NCR", tone: "bad", icon: "ncr" },
  RFX: { label: "RFx", tone: "info", icon: "rfx" },
  FOLLOW_UP: { label: "Follow-up", tone: "wait", icon: "follow-up" },
};

export function taskHref({ id, type, nonConformance, rfx }: TaskRow): string {
  if (type === "NONCONFORMANCE") return `/ncr/${nonConformance?.id ?? ""}`;
  return `/rfx/${rfx?.id ?? ""}/task/${id}`;
}

function TaskLink({ task }: { task: TaskRow }) {
  const { type, title, rfx, formValue, question, relationship, created, due } = task;
  const look = typeLooks[type] ?? { label: type, tone: "none", icon: "task" };
  const name = type === "NONCONFORMANCE" ? title : (formValue?.name ?? title);
  const about = [rfx?.title, relationship.withOrganisation.name].filter(Boolean).join(", ");
  return (
    <a className="home-row" href={taskHref(task)}>
      <span className="home-row-badge">
        <Badge tone={look.tone} icon={look.icon}>
          {look.label}
        </Badge>
      </span>
      <span className="home-row-main">
        <span className="cell-title text-truncate d-block" dir="auto">
          {name}
        </span>
        {question && (
          <span className="text-truncate d-block" dir="auto">
            {question}
          </span>
        )}
        <span className="cell-sub text-truncate d-block" dir="auto">
          {about}
        </span>
      </span>
      <span className="home-row-when">
        <Due value={due} className="d-block" />
        <span className="cell-sub">
          <Time value={created} as="shortDate" />, <Time value={created} as="age" />
        </span>
      </span>
    </a>
  );
}
