import { useId, useState } from "react";
import { type ListPage, request } from "../../api/client";
import { groupDigits } from "../../lib/numbers";
import { toasts } from "../../lib/toasts";
import { useDebounced } from "../../lib/use-debounced";
import { useInfiniteList } from "../../lib/use-infinite-list";
import { useQueryParams } from "../../lib/use-query-param";
import { Badge, type Tone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import type { IconName } from "../../ui/icons";
import { SearchInput, Select } from "../../ui/inputs";
import { ResultCount } from "../../ui/load-more";
import { BackLink, PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import type { JobRow, JobStatus, QueueCount } from "./types";

const pageSize = 20;
const defaults = { status: "", search: "" };

const looks: Readonly<Record<JobStatus, { label: string; tone: Tone; icon: IconName }>> = {
  QUEUED: { label: "Queued", tone: "wait", icon: "pending" },
  RUNNING: { label: "Running", tone: "info", icon: "in-progress" },
  DONE: { label: "Done", tone: "ok", icon: "completed" },
  FAILED: { label: "Failed", tone: "bad", icon: "declined" },
};

type Props = { list: ListPage<JobRow>; queues: readonly QueueCount[] };

/** /sysadmin/jobs: the work in the background, and another try for what failed for good. */
export default function Jobs({ list: first, queues }: Props) {
  const [filters, setFilters] = useQueryParams(defaults);
  const list = useInfiniteList<JobRow>({
    queryKey: ["jobs"],
    path: "/api/sysadmin/job",
    params: useDebounced(filters),
    pageSize,
    first,
    inAddress: true,
  });
  const [retrying, setRetrying] = useState<number | null>(null);
  const [searchId, statusId] = [useId(), useId()];
  const retry = async (id: number) => {
    setRetrying(id);
    try {
      await request("POST", `/api/sysadmin/job/${id}/retry`);
      toasts.success("The job is queued again.");
      list.refetch();
    } catch {
      // The client has told it; the job stays failed.
    } finally {
      setRetrying(null);
    }
  };
  const actions: Column<JobRow> = {
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    render: ({ id, name, status }) =>
      status === "FAILED" && (
        <Button
          size="sm"
          icon="refresh"
          aria-label={`Try ${name} again`}
          busy={retrying === id}
          busyText="Queueing..."
          onClick={() => retry(id)}
        >
          Try again
        </Button>
      ),
  };
  return (
    <>
      <PageHeader
        above={<BackLink href="/sysadmin/home">SysAdmin Home</BackLink>}
        title="Jobs"
        sub={
          <ResultCount total={list.total} capped={list.capped} failed={list.failed} noun={["job", "jobs"]} />
        }
      />
      <Card title="Queues" className="mb-3">
        {queues.length === 0 ? (
          <p className="cell-sub mb-0">Nothing waits, runs or has failed.</p>
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
      <div className="with-filters">
        <search className="card filter-panel" aria-label="Filters">
          <Field label="Name" id={searchId}>
            <SearchInput
              value={filters.search}
              maxLength={200}
              onChange={(event) => setFilters({ search: event.target.value })}
            />
          </Field>
          <Field label="Status" id={statusId}>
            <Select
              value={filters.status}
              options={[
                { value: "", label: "All" },
                ...Object.entries(looks).map(([value, { label }]) => ({ value, label })),
              ]}
              onChange={(event) => setFilters({ status: event.target.value })}
            />
          </Field>
        </search>
        <Card flush>
          <DataTable
            label="Jobs"
            columns={[...columns, actions]}
            rows={list.rows}
            rowKey={({ id }) => id}
            isLoading={list.isLoading}
            isStale={list.isStale}
            empty={
              <EmptyState
                icon="clock"
                title="No jobs for the current search filter."
                text="Work in the background appears here; what was done stays for a week."
              />
            }
            more={list}
          />
        </Card>
      </div>
    </>
  );
}

const columns: readonly Column<JobRow>[] = [
  {
    key: "name",
    title: "Job",
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
    render: ({ status }) => (
      <Badge tone={looks[status].tone} icon={looks[status].icon}>
        {looks[status].label}
      </Badge>
    ),
  },
  { key: "attempts", title: "Attempts", numeric: true, render: ({ attempts }) => attempts },
  { key: "created", title: "Asked for", render: ({ created }) => <Time value={created} as="dateTime" /> },
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
