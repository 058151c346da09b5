import { useState } from "react";
import { type ListPage, request } from "../../api/client";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { Badge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Crumbs, PageHeader } from "../../ui/page-header";
import { ColumnsForm } from "./columns-form";
import { Plan } from "./plan";
import { type ImportRow, type SupplierImport, stateLabels } from "./types";
import "./imports.scss";

type Props = { first: SupplierImport; list: ListPage<ImportRow> };

const pollInterval = 400;
const waiting: readonly SupplierImport["state"][] = ["READING", "PLANNING"];

/** /organisations/import/{id}: the columns of a file, then the plan, which is what runs. */
export default function ImportPage({ first, list }: Props) {
  const client = useQueryClient();
  const key = ["supplierImport", first.id];
  const [isMapping, setMapping] = useState(false);
  // While a correction is checked, the plan stays on the page.
  const [isCorrecting, setCorrecting] = useState(false);
  const { data: read } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      request("GET", "/api/supplierImport/{supplier_import_id}", {
        path: { supplier_import_id: first.id },
        toast: false,
        signal,
      }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data && waiting.includes(state.data.state) ? pollInterval : false),
  });
  const change = (next: SupplierImport) => {
    client.setQueryData(key, next);
    setMapping(false);
    setCorrecting(false);
  };
  const showCorrection = (next: SupplierImport) => {
    client.setQueryData(key, next);
    setCorrecting(true);
  };
  const reload = () => client.invalidateQueries({ queryKey: key });
  const showsColumns = read.state === "MAPPING" || (isMapping && read.state === "READY");
  const showsPlan = !isMapping && (read.state === "READY" || (isCorrecting && read.state === "PLANNING"));
  return (
    <>
      <PageHeader
        above={
          <Crumbs
            items={[
              { label: "Network", href: "/organisations" },
              { label: "Import", href: "/organisations/import" },
              { label: read.filename },
            ]}
          />
        }
        title={<bdi>{read.filename}</bdi>}
        badges={<Badge>{stateLabels[read.state]}</Badge>}
      />
      {waiting.includes(read.state) && !showsPlan && <Working read={read} />}
      {read.state === "FAILED" && (
        <EmptyState
          icon="error"
          title={read.error ?? "The file could not be read."}
          action={
            <ButtonLink variant="primary" href="/organisations/import">
              Choose another file
            </ButtonLink>
          }
        />
      )}
      {showsColumns && (
        <ColumnsForm
          read={read}
          onSaved={change}
          onCancel={read.state === "READY" ? () => setMapping(false) : null}
        />
      )}
      {showsPlan && (
        <Plan
          read={read}
          // The rows that came with the page belong to the plan of that moment.
          list={read.planVersion === first.planVersion ? list : undefined}
          onColumns={() => setMapping(true)}
          onChanged={reload}
          onCorrected={showCorrection}
        />
      )}
      {read.jobId !== null && <Finished read={read} />}
    </>
  );
}

/** The progress of the worker. */
function Working({ read: { state, progress } }: { read: SupplierImport }) {
  const text = state === "READING" ? "Reading the file..." : "Checking the rows...";
  return (
    <div className="import-working" role="status">
      <p>{text} You can leave this page.</p>
      <progress max={100} value={progress} aria-label={text} />
    </div>
  );
}

/** The link to the progress, the results and the undo. */
function Finished({ read: { state, jobId } }: { read: SupplierImport }) {
  const titles: Partial<Record<SupplierImport["state"], string>> = {
    RUNNING: "This import is running.",
    UNDONE: "This import was undone.",
  };
  return (
    <EmptyState
      icon="completed"
      title={titles[state] ?? "This import has been run."}
      text={
        state === "UNDONE"
          ? "The result lists the suppliers that stayed."
          : "The result lists each supplier. You can undo the import for 7 days, except for suppliers that were used or changed since."
      }
      action={
        <ButtonLink variant="primary" href={`/bulk/${jobId}`}>
          {state === "RUNNING" ? "Show progress" : "Show result"}
        </ButtonLink>
      }
    />
  );
}
