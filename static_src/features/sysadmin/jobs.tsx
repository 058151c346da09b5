import { useState } from "react";
import { type ListPage, request } from "../../api/client";
import { useSave } from "../../lib/state/use-save";
import { groupDigits } from "../../lib/text/numbers";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import type { Column } from "../../ui/data-table";
import { FailureAlert } from "../../ui/failure-alert";
import { Time } from "../../ui/time";
import { AdminList, StatusBadge, type StatusLook, useAdminList } from "./admin-list";
import type { JobRow, JobStatus } from "./types";
import "./sysadmin.scss";

const looks: Readonly<Record<JobStatus, StatusLook>> = {
  QUEUED: { label: "Queued", tone: "wait", icon: "pending" },
  RUNNING: { label: "Running", tone: "info", icon: "in-progress" },
  DONE: { label: "Done", tone: "ok", icon: "completed" },
  FAILED: { label: "Failed", tone: "bad", icon: "declined" },
};

type QueueCount = Pick<JobRow, "name" | "status"> & { count: number };
type Props = { list: ListPage<JobRow>; queues: readonly QueueCount[] };

/** /sysadmin/jobs: the background jobs, with a button that retries a permanently failed job. */
export default function Jobs({ list: first, queues: initialQueues }: Props) {
  const [queues, setQueues] = useState(initialQueues);
  const state = useAdminList("/api/sysadmin/job", first, { sort: "-created" });
  const retry = useSave({
    send: (id: number) => request("POST", "/api/sysadmin/job/{job_id}/retry", { path: { job_id: id } }),
    success: "The job is queued again.",
    onSaved: ({ name }) => {
      setQueues((before) => queuedAgain(before, name));
      state.list.refetch();
    },
    perInput: true,
  });
  const actions: Column<JobRow> = {
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    render: ({ id, name, status }) =>
      status === "FAILED" && (
        <Button
          size="sm"
          icon="refresh"
          aria-label={`Try ${name} again`}
          busy={retry.current === id}
          busyText="Queueing..."
          onClick={() => retry.save(id)}
        >
          Try again
        </Button>
      ),
  };
  return (
    <AdminList
      state={state}
      title="Jobs"
      noun={["job", "jobs"]}
      searchLabel="Name"
      statuses={looks}
      columns={[...columns, actions]}
      icon="clock"
      emptyText="Work in the background appears here; what was done stays for a week."
    >
      <FailureAlert error={retry.failure} />
      <Card title="Queues" className="mb-3">
        {queues.length === 0 ? (
          <p className="cell-sub mb-0">No queued, running or failed jobs.</p>
        ) : (
          <ul className="queue-list">
            {queues.map(({ name, status, count }) => (
              <li key={`${name}-${status}`}>
                <span>{name}</span>
                <Badge tone={looks[status].tone} icon={looks[status].icon}>
                  {groupDigits(count)} {looks[status].label.toLowerCase()}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </AdminList>
  );
}

/** Return the counts after one failed job of this name was queued again. */
function queuedAgain(queues: readonly QueueCount[], name: string): QueueCount[] {
  const count = (status: JobStatus) =>
    queues.find((queue) => queue.name === name && queue.status === status)?.count ?? 0;
  const changed: QueueCount[] = [
    { name, status: "QUEUED", count: count("QUEUED") + 1 },
    { name, status: "FAILED", count: count("FAILED") - 1 },
  ];
  const same = (one: QueueCount, other: QueueCount) => one.name === other.name && one.status === other.status;
  const others = queues.filter((queue) => !changed.some((one) => same(one, queue)));
  return [...others, ...changed].filter((queue) => queue.count > 0);
}

const columns: readonly Column<JobRow>[] = [
  {
    key: "name",
    title: "Job",
    sort: "name",
    primary: true,
    render: ({ id, name, lastError }) => (
      <>
        <span className="cell-title">{name}</span>
        <span className="cell-sub d-block num">#{id}</span>
        {lastError && <span className="cell-sub d-block job-error">{lastError}</span>}
      </>
    ),
  },
  {
    key: "status",
    title: "Status",
    sort: "status",
    render: ({ status }) => <StatusBadge look={looks[status]} />,
  },
  { key: "attempts", title: "Attempts", sort: "attempts", numeric: true, render: ({ attempts }) => attempts },
  {
    key: "created",
    title: "Asked for",
    sort: "created",
    render: ({ created }) => <Time value={created} as="dateTime" />,
  },
  {
    key: "finished",
    title: "Ended",
    render: ({ finished, runAt, status }) =>
      finished ? (
        <Time value={finished} as="dateTime" />
      ) : status === "QUEUED" ? (
        <>
          due <Time value={runAt} as="dateTime" />
        </>
      ) : (
        "-"
      ),
  },
];
