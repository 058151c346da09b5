import { request } from "../../api/client";
import type { ResponseOf } from "../../api/types";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { useSave } from "../../lib/state/use-save";
import { formatBytes } from "../../lib/text/bytes";
import { Badge, type Tone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { FailureAlert } from "../../ui/failure-alert";
import { PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";

type DataExport = ResponseOf<"GET", "/api/dataExport">[number];

const pollInterval = 2_000;
const queryKey = ["dataExports"] as const;

const states: Record<DataExport["status"], { label: string; tone: Tone }> = {
  QUEUED: { label: "Waiting", tone: "none" },
  RUNNING: { label: "Preparing", tone: "info" },
  DONE: { label: "Ready", tone: "ok" },
  FAILED: { label: "Failed", tone: "bad" },
  EXPIRED: { label: "Deleted", tone: "none" },
};

const isOpen = ({ status }: DataExport) => status === "QUEUED" || status === "RUNNING";

/** /setup/data: files with all data of the organisation. */
export default function DataExports({ exports: first }: { exports: DataExport[] }) {
  const client = useQueryClient();
  const { data: rows } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request("GET", "/api/dataExport", { toast: false, signal }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollInterval : false),
  });
  const { save, busy, failure } = useSave({
    send: () => request("POST", "/api/dataExport"),
    success: () => "We're preparing the file",
    onSaved: (now) => client.setQueryData(queryKey, now),
  });
  return (
    <>
      <PageHeader
        title="All Data"
        sub="Everything of your organisation in one ZIP file: JSON for each kind of data, your files, and a page that lists them."
        actions={
          <Button
            variant="primary"
            icon="archive"
            busy={busy}
            busyText="Requesting..."
            disabled={rows.some(isOpen)}
            onClick={() => save()}
          >
            Prepare a file
          </Button>
        }
      />
      <FailureAlert error={failure} />
      <p className="cell-sub">
        Answers of others are included if your organisation may read them; passwords are not. Only the person
        who prepared a file can download it, for 7 days. The audit log records each request.
      </p>
      <Card flush>
        <DataTable
          label="Files"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon="archive"
              title="No files yet."
              text="A large organisation takes some minutes. You can leave this page."
            />
          }
        />
      </Card>
    </>
  );
}

const columns: readonly Column<DataExport>[] = [
  {
    key: "created",
    title: "Requested",
    primary: true,
    render: ({ created }) => (
      <span className="cell-title">
        <Time value={created} as="dateTime" />
      </span>
    ),
  },
  { key: "user", title: "By", render: ({ userName }) => <bdi>{userName}</bdi> },
  {
    key: "status",
    title: "Status",
    render: (row) => (
      <Badge tone={states[row.status].tone}>
        {states[row.status].label}
        {row.status === "RUNNING" && row.progress > 0 ? ` ${row.progress}%` : ""}
      </Badge>
    ),
  },
  { key: "size", title: "Size", render: ({ size }) => size !== null && formatBytes(size) },
  {
    key: "expires",
    title: "Deleted on",
    render: ({ status, expires }) => status === "DONE" && expires && <Time value={expires} />,
  },
  {
    key: "file",
    title: <span className="visually-hidden">File</span>,
    render: ({ url, status }) =>
      url ? (
        <a href={url} download>
          Download
        </a>
      ) : (
        status === "FAILED" && "Please try again."
      ),
  },
];
