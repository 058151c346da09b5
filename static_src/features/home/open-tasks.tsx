import { type ListPage, request } from "../../api/client";
import { emit, useBrowserEvent } from "../../lib/events";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useSave } from "../../lib/state/use-save";
import { formatListCount } from "../../lib/text/numbers";
import { Badge, type Tone } from "../../ui/badge";
import { IconButton } from "../../ui/button";
import { Due } from "../../ui/due";
import { EmptyState } from "../../ui/empty-state";
import type { IconName } from "../../ui/icons";
import { Time } from "../../ui/time";
import { HomePanel } from "./home-panel";
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
  const finishing = useSave({
    send: (taskId: number) => request("PUT", "/api/userTask/{task_id}/done", { path: { task_id: taskId } }),
    success: "Task done",
    onSaved: () => {
      list.refetch();
      emit("NOTIFICATIONS_READ", {});
    },
    onError: list.refetch,
  });
  useBrowserEvent("RFX_CHANGED", list.refetch);
  useBrowserEvent("NON_CONFORMANCE_CHANGED", list.refetch);
  useBrowserEvent("EVENT_LOG_CHANGED", list.refetch);
  return (
    <HomePanel
      title={formatListCount(list, ["Open Task", "Open Tasks"])}
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
          <li key={task.id} className="home-task">
            <TaskLink task={task} />
            {task.type === "REVIEW" && task.request?.tab !== "award" && (
              <IconButton
                icon="check"
                size="sm"
                label="Mark as done"
                busy={finishing.current === task.id}
                onClick={() => finishing.save(task.id)}
              />
            )}
          </li>
        ))}
      </ul>
    </HomePanel>
  );
}

const typeLooks: Record<string, { label: string; tone: Tone; icon: IconName }> = {
  NONCONFORMANCE: { label: "NCR", tone: "bad", icon: "ncr" },
  RFX: { label: "RFx", tone: "info", icon: "rfx" },
  REVIEW: { label: "Review", tone: "wait", icon: "check" },
  EVALUATION: { label: "Evaluation", tone: "info", icon: "check" },
  RFX_PART: { label: "Part", tone: "info", icon: "rfx" },
  REVIEW_PART: { label: "Review", tone: "wait", icon: "check" },
  HANDOVER: { label: "Contact", tone: "wait", icon: "contacts" },
  DOCUMENT: { label: "Document", tone: "info", icon: "file" },
  FOLLOW_UP: { label: "Follow-up", tone: "wait", icon: "follow-up" },
};

export function taskHref({
  id,
  type,
  nonConformance,
  rfx,
  request: about,
  document,
  schedule,
  relationship,
}: TaskRow): string {
  if (document) {
    const page =
      type === "REVIEW" ? `/organisations/${relationship.withOrganisation.id}/documents` : "/setup/document";
    return `${page}?requirement=${document.id}`;
  }
  if (about) return `/rfx/request/${about.id}${about.tab ? `?tab=${about.tab}` : ""}`;
  if (schedule) return `/rfx?tab=schedules&schedule=${schedule.id}`;
  if (nonConformance) return `/ncr/${nonConformance.id}`;
  if (type === "REVIEW" || type === "HANDOVER") return `/rfx/${rfx?.id ?? ""}`;
  return `/rfx/${rfx?.id ?? ""}/task/${id}`;
}

function TaskLink({ task }: { task: TaskRow }) {
  const { type, title, rfx, request: sent, formValue, question, relationship, created, due } = task;
  const look = typeLooks[type] ?? { label: type, tone: "none", icon: "task" };
  const isReview = type === "REVIEW";
  const name = rfx && !isReview ? (formValue?.name ?? title) : title;
  const todo = sent?.title ?? (isReview ? (rfx ? null : "Sign off") : rfx?.title);
  const about = [todo, relationship.withOrganisation.name].filter(Boolean).join(", ");
  return (
    <a className="home-row" href={taskHref(task)}>
      <span className="home-row-badge">
        <Badge tone={look.tone} icon={look.icon}>
          {look.label}
        </Badge>
      </span>
      <span className="home-row-main">
        <span className="home-line">
          <span className="cell-title text-truncate" dir="auto">
            {name}
          </span>
          <Due value={due} className="home-row-when" />
        </span>
        {question && (
          <span className="text-truncate d-block" dir="auto">
            {question}
          </span>
        )}
        <span className="home-line cell-sub">
          <span className="text-truncate" dir="auto">
            {about}
          </span>
          <span className="home-row-when">
            <Time value={created} as="shortDate" />, <Time value={created} as="age" />
          </span>
        </span>
      </span>
    </a>
  );
}
