import { Badge, type Tone } from "../../ui/badge";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import type { IconName } from "../../ui/icons";
import { Time } from "../../ui/time";
import type { AssessmentTask } from "./types";

const statusLooks: Readonly<Record<AssessmentTask["status"], { label: string; tone: Tone; icon: IconName }>> =
  {
    OPEN: { label: "Open", tone: "wait", icon: "new" },
    ANSWERED: { label: "Answered", tone: "info", icon: "reply" },
    CLOSED: { label: "Closed", tone: "ok", icon: "completed" },
  };

const columns: readonly Column<AssessmentTask>[] = [
  {
    key: "task",
    title: "Task",
    primary: true,
    render: ({ title, rfxId }) => (
      <>
        <span className="cell-title">{title}</span>
        <span className="cell-sub d-block">#{rfxId}</span>
      </>
    ),
  },
  {
    key: "assigned",
    title: "Assigned to",
    render: ({ assignedToUser, assignedToOrganisation }) =>
      assignedToUser?.name ?? assignedToOrganisation.name,
  },
  { key: "created", title: "Created", render: ({ created }) => <Time value={created} /> },
  { key: "due", title: "Due", render: ({ due }) => <Time value={due} none="-" /> },
  {
    key: "status",
    title: "Status",
    render: ({ status }) => (
      <Badge tone={statusLooks[status].tone} icon={statusLooks[status].icon}>
        {statusLooks[status].label}
      </Badge>
    ),
  },
];

/** Follow-up tasks of the surveys. A click on a row leads to /rfx/{rfxId}/task/{taskId}. */
export function TasksCard({ tasks }: { tasks: readonly AssessmentTask[] }) {
  return (
    <Card flush title="Follow-up tasks">
      <DataTable
        label="Follow-up tasks"
        columns={columns}
        rows={tasks}
        rowKey={({ id }) => id}
        rowHref={({ id, rfxId }) => `/rfx/${rfxId}/task/${id}`}
        empty={
          <EmptyState
            icon="follow-up"
            title="No follow-up tasks."
            text="Questions raised on single answers of the surveys appear here."
          />
        }
      />
    </Card>
  );
}
