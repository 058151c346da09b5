import { useEffect, useRef } from "react";
import { type ListPage, request } from "../../api/client";
import { errorText } from "../../api/errors";
import { useQueryClient } from "../../lib/state/queries";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useQueryParam } from "../../lib/state/use-query-param";
import { useSave } from "../../lib/state/use-save";
import { formatCount, groupDigits } from "../../lib/text/numbers";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { FailureAlert } from "../../ui/failure-alert";
import { FilterTabs } from "../../ui/filter-tabs";
import { focusNextCell } from "./cell-form";
import { Effect } from "./effect";
import { type ImportRow, type Outcome, outcomes, type SupplierImport } from "./types";
import "./imports.scss";

type Props = {
  read: SupplierImport;
  /** The first page of the rows; undefined loads them. */
  list: ListPage<ImportRow> | undefined;
  onColumns: () => void;
  /** Called when the counts or the state of the import may have changed. */
  onChanged: () => void;
  /** Called with the import after a cell was corrected; its rows are being checked then. */
  onCorrected: (read: SupplierImport) => void;
};

const rowsKey = ["supplierImportRows"] as const;

/** The plan with its rows, and the button that runs exactly this plan. */
export function Plan({ read, list: firstPage, onColumns, onChanged, onCorrected }: Props) {
  const [outcome, setOutcome] = useQueryParam("outcome");
  const client = useQueryClient();
  const { counts } = read;
  const list = useInfiniteList({
    queryKey: [...rowsKey, read.planVersion],
    path: `/api/supplierImport/${read.id}/row` as "/api/supplierImport/{supplier_import_id}/row",
    params: outcome ? { outcome: outcome as Outcome } : {},
    pageSize: 50,
    first: firstPage,
  });
  const { save, busy, failure } = useSave({
    send: () =>
      request("POST", "/api/supplierImport/{supplier_import_id}/run", {
        path: { supplier_import_id: read.id },
        body: { planVersion: read.planVersion },
        toast: false,
      }),
    onSaved: ({ jobId }) => window.location.assign(`/bulk/${jobId}`),
    onError: onChanged,
    failureOf: errorText,
    leaves: true,
  });
  const changed = () => {
    client.invalidateQueries({ queryKey: rowsKey });
    onChanged();
  };
  const isChecking = read.state === "PLANNING";
  const corrected = useRef<number | null>(null);
  const correct = (next: SupplierImport, n: number) => {
    corrected.current = n;
    onCorrected(next);
  };
  const isSettled = !isChecking && !list.isStale;
  useEffect(() => {
    if (!isSettled || corrected.current === null) return;
    focusNextCell(corrected.current);
    corrected.current = null;
  }, [isSettled]);
  const effective = counts.CREATE + counts.UPDATE + counts.ADD;
  const columns: readonly Column<ImportRow>[] = [
    { key: "label", title: "Supplier", primary: true, render: (row) => <Supplier row={row} /> },
    {
      key: "outcome",
      title: "Plan",
      className: "import-outcome",
      render: ({ outcome: planned }) =>
        planned && (
          <Badge tone={outcomes[planned].tone} icon={outcomes[planned].icon}>
            {outcomes[planned].label}
          </Badge>
        ),
    },
    {
      key: "effect",
      title: "What happens",
      className: "import-effect",
      render: (row) => (
        <Effect
          importId={read.id}
          row={row}
          isChecking={isChecking}
          onChanged={changed}
          onCorrected={correct}
        />
      ),
    },
  ];
  return (
    <>
      {read.isOutdated && (
        <div className="alert alert-warning" role="status">
          Your network has changed since the last plan, so it was made again. Check it before you run it.
        </div>
      )}
      <FailureAlert error={failure} />
      <Card className="import-run">
        <p role="status">{isChecking ? "Checking the rows..." : summaryOf(counts)}</p>
        <div className="import-foot">
          <Button onClick={onColumns} disabled={isChecking}>
            Change columns
          </Button>
          <Button
            variant="primary"
            busy={busy}
            busyText="Starting..."
            disabled={effective === 0 || isChecking}
            onClick={() => save()}
          >
            Import {formatCount(effective, "supplier")}
          </Button>
        </div>
      </Card>
      <Tabs read={read} outcome={outcome} onChange={setOutcome} />
      <Card flush>
        <DataTable
          label="Suppliers of the file"
          columns={columns}
          rows={list.rows}
          rowKey={({ n }) => n}
          isLoading={list.isLoading}
          isStale={list.isStale}
          more={list}
          empty={<EmptyState icon="search" title="No rows with this plan." />}
        />
      </Card>
    </>
  );
}

function Supplier({ row: { label, place, externalRef, city, country, emails } }: { row: ImportRow }) {
  const facts = [externalRef, city, country, ...emails].filter(Boolean).join(", ");
  return (
    <div>
      <bdi className="cell-title">{label}</bdi>
      <div className="cell-sub import-facts">
        {place}
        {facts && `: ${facts}`}
      </div>
    </div>
  );
}

function Tabs({
  read,
  outcome,
  onChange,
}: {
  read: SupplierImport;
  outcome: string;
  onChange: (to: string) => void;
}) {
  const { counts } = read;
  const kinds = Object.keys(outcomes) as Outcome[];
  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const address = `/organisations/import/${read.id}`;
  return (
    <FilterTabs
      label="Plan"
      current={outcome}
      onChange={onChange}
      tabs={[
        { value: "", label: `All ${groupDigits(total)}`, href: address },
        ...kinds
          .filter((kind) => counts[kind] > 0 || kind === outcome)
          .map((kind) => ({
            value: kind,
            label: `${outcomes[kind].label} ${groupDigits(counts[kind])}`,
            href: `${address}?outcome=${kind}`,
          })),
      ]}
    />
  );
}

/** Return what the run does, and what it leaves, as sentences. */
export function summaryOf(counts: SupplierImport["counts"]): string {
  const parts = [
    [counts.CREATE, "new"],
    [counts.UPDATE, "updated"],
    [counts.ADD, "added to your network from the directory"],
  ] as const;
  const done = parts.filter(([count]) => count > 0).map(([count, what]) => `${groupDigits(count)} ${what}`);
  const left = counts.ASK + counts.WRONG;
  return [
    done.length > 0 ? `${done.join(", ")}.` : "Nothing in this plan changes your network.",
    left > 0 &&
      `${formatCount(left, "row needs", "rows need")} your decision and ${left === 1 ? "is" : "are"} not imported.`,
    "No e-mails are sent.",
  ]
    .filter(Boolean)
    .join(" ");
}
