import { useEffect, useRef, useState } from "react";
import { type ListPage, request } from "../../api/client";
import {
  type BulkJob,
  type BulkOutcome,
  type BulkRow,
  isOpen,
  outcomes,
  percentOf,
} from "../../domain/bulk/bulk";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useQueryParam } from "../../lib/state/use-query-param";
import { groupDigits } from "../../lib/text/numbers";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmModal } from "../../ui/confirm-modal";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { FilterTabs } from "../../ui/filter-tabs";
import { BackLink, PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import "./job.scss";

type Props = { job: BulkJob; list: ListPage<BulkRow> };

const pollInterval = 1_000;
const rowsKey = ["bulkRows"] as const;

const states: Record<BulkJob["state"], { label: string; tone: "none" | "info" | "ok" }> = {
  QUEUED: { label: "Waiting", tone: "none" },
  RUNNING: { label: "Running", tone: "info" },
  DONE: { label: "Finished", tone: "ok" },
  UNDOING: { label: "Undoing", tone: "info" },
  UNDONE: { label: "Undone", tone: "none" },
};

const columns: readonly Column<BulkRow>[] = [
  {
    key: "label",
    title: "Row",
    primary: true,
    render: ({ label, url }) => (url ? <a href={url}>{label}</a> : <bdi>{label}</bdi>),
  },
  {
    key: "outcome",
    title: "Outcome",
    render: ({ outcome }) =>
      outcome ? (
        <Badge tone={outcomes[outcome].tone} icon={outcomes[outcome].icon}>
          {outcomes[outcome].label}
        </Badge>
      ) : (
        <Badge icon="new">Waiting</Badge>
      ),
  },
  { key: "message", title: "Note", render: ({ message }) => message },
];

/** /bulk/{id}: an action on many rows, with its progress and the outcome of each row. */
export default function BulkJobPage({ job: first, list: firstPage }: Props) {
  const [outcome, setOutcome] = useQueryParam("outcome");
  const client = useQueryClient();
  const { data: job } = useQuery({
    queryKey: ["bulkJob", first.id],
    queryFn: ({ signal }) =>
      request("GET", "/api/bulk/{bulk_job_id}", { path: { bulk_job_id: first.id }, toast: false, signal }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? pollInterval : false),
  });
  const list = useInfiniteList({
    queryKey: rowsKey,
    path: `/api/bulk/${first.id}/row` as "/api/bulk/{bulk_job_id}/row",
    params: outcome ? { outcome: outcome as BulkOutcome } : {},
    pageSize: 50,
    first: firstPage,
  });
  const seen = useRef(progressOf(first));
  useEffect(() => {
    if (seen.current === progressOf(job)) return;
    seen.current = progressOf(job);
    client.invalidateQueries({ queryKey: rowsKey });
  }, [job, client]);
  return (
    <>
      <PageHeader
        above={<BackLink href="/home" />}
        title={job.title}
        badges={<Badge tone={states[job.state].tone}>{states[job.state].label}</Badge>}
        sub={
          <>
            Started <Time value={job.created} as="dateTime" />
          </>
        }
        actions={job.canUndo && <UndoButton job={job} />}
      />
      <Progress job={job} />
      <OutcomeTabs job={job} outcome={outcome} onChange={setOutcome} />
      <Card flush>
        <DataTable
          label="Rows"
          columns={columns}
          rows={list.rows}
          rowKey={({ id }) => id}
          isLoading={list.isLoading}
          isStale={list.isStale}
          more={list}
          empty={<EmptyState icon="search" title="No rows with this outcome." />}
        />
      </Card>
    </>
  );
}

const progressOf = ({ state, processed }: BulkJob) => `${state} ${processed}`;

/** The progress of a job that is running or being undone. */
function Progress({ job }: { job: BulkJob }) {
  if (!isOpen(job)) return null;
  const text = `${groupDigits(job.processed)} of ${groupDigits(job.toProcess)}`;
  return (
    <div className="bulk-progress">
      <progress max={100} value={percentOf(job)} aria-label="Progress" aria-valuetext={text} />
      <span className="num">{text}</span>
    </div>
  );
}

type TabsProps = { job: BulkJob; outcome: string; onChange: (outcome: string) => void };

/** The outcomes that occur, with their numbers. */
function OutcomeTabs({ job, outcome, onChange }: TabsProps) {
  const { counts } = job;
  const numbers: Record<BulkOutcome, number> = {
    DONE: counts.done,
    UNCHANGED: counts.unchanged,
    FAILED: counts.failed,
    GONE: counts.gone,
    UNDONE: counts.undone,
    NOT_UNDONE: counts.notUndone,
  };
  const present = (Object.keys(numbers) as BulkOutcome[]).filter(
    (each) => numbers[each] > 0 || each === outcome,
  );
  const address = `/bulk/${job.id}`;
  return (
    <FilterTabs
      label="Outcome"
      current={outcome}
      onChange={onChange}
      tabs={[
        { value: "", label: `All ${groupDigits(job.total)}`, href: address },
        ...present.map((each) => ({
          value: each,
          label: `${outcomes[each].label} ${groupDigits(numbers[each])}`,
          href: `${address}?outcome=${each}`,
        })),
      ]}
    />
  );
}

/** The button that restores the former values, with its confirmation. */
function UndoButton({ job }: { job: BulkJob }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const undo = async () => {
    const undoing = await request("POST", "/api/bulk/{bulk_job_id}/undo", {
      path: { bulk_job_id: job.id },
    });
    setAsking(false);
    client.setQueryData(["bulkJob", job.id], undoing);
  };
  const count = job.counts.done;
  return (
    <>
      <Button icon="undo" onClick={() => setAsking(true)}>
        Undo
      </Button>
      <ConfirmModal
        show={isAsking}
        title="Undo this change?"
        confirmLabel="Undo"
        busyLabel="Undoing..."
        onConfirm={undo}
        onClose={() => setAsking(false)}
      >
        {job.kind === "supplierImport.run" ? (
          <p>
            Suppliers that this import has created or added are removed, and updated ones get their earlier
            values back. Those that were used or changed since stay as they are.
          </p>
        ) : (
          <p>
            {count === 1
              ? "1 row gets its earlier value back."
              : `${groupDigits(count)} rows get their earlier values back.`}{" "}
            Rows that were changed since stay as they are.
          </p>
        )}
        <p>
          You can undo until <Time value={job.undoUntil} as="dateTime" />.
        </p>
      </ConfirmModal>
    </>
  );
}
