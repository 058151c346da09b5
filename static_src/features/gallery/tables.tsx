import { useState } from "react";
import { toasts } from "../../lib/toasts";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { ClearFilters, FilterPanel } from "../../ui/filter-panel";
import { Checkbox } from "../../ui/inputs";
import { LoadFailedLine } from "../../ui/load-failed-line";
import { LoadFailed, LoadMore, NoConnection, ResultCount } from "../../ui/load-more";
import { Time } from "../../ui/time";
import { Example } from "./example";

type Row = { id: number; name: string; status: "Open" | "Closed"; due: string; score: number };

const rows: readonly Row[] = [
  { id: 1, name: "Bergmann Präzision GmbH", status: "Open", due: "2026-12-01T12:00:00Z", score: 82 },
  { id: 2, name: "Kisumu Castings", status: "Closed", due: "2026-10-14T12:00:00Z", score: 64 },
  { id: 3, name: "Mori Seiki Tools", status: "Open", due: "2027-01-20T12:00:00Z", score: 91 },
];

const columns: readonly Column<Row>[] = [
  { key: "name", title: "Supplier", sort: "name", primary: true, render: ({ name }) => name },
  {
    key: "status",
    title: "Status",
    render: ({ status }) => <Badge tone={status === "Open" ? "wait" : "ok"}>{status}</Badge>,
  },
  { key: "due", title: "Due", sort: "due", render: ({ due }) => <Time value={due} /> },
  { key: "score", title: "Score", numeric: true, render: ({ score }) => score },
];

function sortRows(sort: string): Row[] {
  const sorted = [...rows].sort((a, b) =>
    sort.endsWith("due") ? a.due.localeCompare(b.due) : a.name.localeCompare(b.name),
  );
  return sort.startsWith("-") ? sorted.reverse() : sorted;
}

const more = { hasMore: false, isLoadingMore: false, loadMore: () => {} };
const rowKey = ({ id }: Row) => id;
const empty = <EmptyState title="No suppliers yet." />;

export function TableExamples() {
  const [sort, setSort] = useState("name");
  const [filters, setFilters] = useState(1);
  return (
    <>
      <Example name="DataTable" use="Rows of the server with sorting, paging and details." wide>
        <ResultCount total={rows.length} noun={["supplier", "suppliers"]} />
        <DataTable
          label="Suppliers"
          columns={columns}
          rows={sortRows(sort)}
          rowKey={rowKey}
          sort={sort}
          onSort={setSort}
          rowHref={({ id }) => `#supplier-${id}`}
          empty={empty}
          more={{ ...more, hasMore: true }}
        />
      </Example>
      <Example
        name="DataTable with details"
        use="Each row opens a part below it; one is open at a time."
        wide
      >
        <DataTable
          label="Suppliers with details"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          rowName={({ name }) => name}
          expand={({ name }, close) => (
            <p className="mb-0">
              Details of {name}.{" "}
              <Button size="sm" onClick={close}>
                Close
              </Button>
            </p>
          )}
          empty={empty}
        />
      </Example>
      <Example wide name="DataTable, loading" use="Bars in place of the rows.">
        <DataTable
          label="Loading suppliers"
          columns={columns.slice(0, 2)}
          rows={[]}
          rowKey={rowKey}
          empty={empty}
          isLoading
        />
      </Example>
      <Example name="DataTable, empty" use="The reason and the next step.">
        <DataTable
          label="No suppliers"
          columns={columns}
          rows={[]}
          rowKey={rowKey}
          empty={
            <EmptyState
              icon="search"
              title="No supplier matches the filters."
              action={<ClearFilters onClear={() => toasts.info("The filters are cleared.")} />}
            />
          }
        />
      </Example>
      <Example name="DataTable, failed" use="The request failed and can be repeated.">
        <DataTable
          label="Failed suppliers"
          columns={columns}
          rows={[]}
          rowKey={rowKey}
          empty={empty}
          more={{ ...more, failed: true, refetch: () => toasts.info("The list is requested again.") }}
        />
      </Example>
      <Example
        name="LoadMore, LoadFailed, LoadFailedLine, NoConnection"
        use="The end of a growing list; other parts that failed."
      >
        <LoadMore {...more} hasMore moreFailed />
        <LoadMore {...more} hasMore isLoadingMore />
        <LoadFailed title="The chart could not be loaded." />
        <LoadFailedLine title="The notes could not be loaded." refetch={() => {}} />
        <NoConnection />
      </Example>
      <Example name="FilterPanel" use="The filters of a list; they apply on change.">
        <FilterPanel active={filters} onClear={() => setFilters(0)}>
          <Checkbox
            label="Open only"
            checked={filters > 0}
            onChange={({ target }) => setFilters(target.checked ? 1 : 0)}
          />
        </FilterPanel>
      </Example>
    </>
  );
}
