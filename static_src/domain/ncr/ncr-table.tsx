import type { ListPage } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { usePermission } from "../../lib/browser/page-context";
import { emit, useBrowserEvent } from "../../lib/events";
import { type InfiniteList, useInfiniteList } from "../../lib/state/use-infinite-list";
import { useQueryParam } from "../../lib/state/use-query-param";
import { printDay } from "../../lib/text/days";
import { Badge, StatusBadge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { type Column, DataTable, type Sort } from "../../ui/data-table";
import { Due } from "../../ui/due";
import { EmptyState } from "../../ui/empty-state";
import type { RowTicks } from "../../ui/row-ticks";
import { type NcrRow, ncrSeverities, ncrShortcuts, ncrTypes } from "./ncr";
import "./ncr-table.scss";

const pageSize = 10;

type ListOptions = {
  /** The query of GET /api/ncr; `relationshipId` restricts the list to one supplier. */
  params?: ListFilters<"/api/ncr">;
  first?: ListPage<NcrRow> | undefined;
  inAddress?: boolean;
};

/** Load non-conformances, newest first; reloads when another island of the page changes one. */
export function useNcrList({
  params = {},
  first,
  inAddress = false,
}: ListOptions = {}): InfiniteList<NcrRow> {
  const list = useInfiniteList({
    queryKey: ["ncr"],
    path: "/api/ncr",
    params,
    pageSize,
    first,
    inAddress,
  });
  useBrowserEvent("NON_CONFORMANCE_CHANGED", () => list.refetch());
  return list;
}

const openStatuses: ReadonlySet<string> = new Set(["PENDING", "INPROGRESS"]);

const columns: readonly Column<NcrRow>[] = [
  { key: "ref", title: "#ref", sort: "ref", className: "num", render: ({ id }) => `#${id}` },
  {
    key: "date",
    title: "Date",
    sort: "date",
    className: "event-day-cell",
    render: ({ eventDate }) => <EventDay day={eventDate} />,
  },
  {
    key: "supplier",
    title: "Supplier",
    sort: "supplier",
    className: "party-cell",
    render: ({ supplierRelationship: { organisation, withOrganisation }, isRaiser }) => (
      <span>
        <a href={`/organisations/${withOrganisation.id}`}>{withOrganisation.name}</a>
        {!isRaiser && <span className="cell-sub"> raised by {organisation.name}</span>}
      </span>
    ),
  },
  {
    key: "summary",
    title: "Summary",
    sort: "summary",
    primary: true,
    className: "ncr-summary",
    render: ({ title, accountName, type, partNumber, recurrence }) => (
      <span title={recurrence ? `${title}\n${recurrence.text}` : title}>
        {recurrence && (
          <Badge tone="wait" icon="refresh" className="me-2">
            {recurrence.label}
          </Badge>
        )}
        <span className="cell-title">{title}</span>
        <span className="cell-sub">
          {" "}
          {ncrTypes[type]}, {accountName}
          {partNumber && `, part ${partNumber}`}
        </span>
      </span>
    ),
  },
  {
    key: "severity",
    title: "Severity",
    sort: "severity",
    render: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    key: "due",
    title: "Due",
    className: "due-cell",
    render: ({ due, status }) => <Due value={due} isDone={!openStatuses.has(status)} />,
  },
  {
    key: "status",
    title: "Status",
    sort: "status",
    className: "status-cell",
    render: (row) => <NcrStatusBadge row={row} />,
  },
];

/** The day of an event as dd/mm/yyyy, the specification's format for non-conformances. */
export function EventDay({ day }: { day: string }) {
  return (
    <time dateTime={day} className="num">
      {printDay(day)}
    </time>
  );
}

export function SeverityBadge({ severity }: Pick<NcrRow, "severity">) {
  const { label, tone } = ncrSeverities[severity];
  return (
    <Badge tone={tone} icon={severity === "CRITICAL" ? "critical" : undefined}>
      {label}
    </Badge>
  );
}

/** The badge of a status, with a mark if the other party has requested to resolve it. */
export function NcrStatusBadge({ row: { statusInfo, resolutionAsked } }: { row: NcrRow }) {
  return (
    <span className="ncr-status">
      <StatusBadge info={statusInfo} />
      {resolutionAsked && (
        <Badge tone="ok" icon="check">
          Resolution requested
        </Badge>
      )}
    </span>
  );
}

type TableProps = {
  list: InfiniteList<NcrRow>;
  onOpen: (id: number) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Show the supplier column; false for a list of one relationship. */
  withSupplier?: boolean;
  ticks?: RowTicks | undefined;
  /** True if filters are set; the empty state mentions them. */
  filtered?: boolean;
  /** The relationship of a supplier's list. `mayBegin` allows new non-conformances; true above None. */
  relationship?: { id: number; supplierName: string; mayBegin: boolean } | undefined;
};

/** The table of non-conformances. A click on a row opens its details; the row's link is /ncr/{id}. */
export function NcrTable({
  list,
  onOpen,
  sort,
  onSort,
  withSupplier = true,
  filtered = false,
  ticks,
  relationship,
}: TableProps) {
  const mayRaise = usePermission("MANAGE_NCRS");
  const openNew = () =>
    emit(
      "OPEN_NEW_NCR",
      relationship ? { relationshipId: relationship.id, supplierName: relationship.supplierName } : {},
    );
  const empty = filtered ? (
    <EmptyState
      icon="ncr"
      title="No non-conformances for the current search filter."
      text="What you report about suppliers, and what is reported about you, appears here."
    />
  ) : (
    <EmptyState
      icon="ncr"
      title="No non-conformances."
      text="Report quality, delivery and other supplier issues here and track them to resolution."
      action={
        mayRaise &&
        relationship?.mayBegin !== false && <Button onClick={openNew}>New Non-Conformance...</Button>
      }
    />
  );
  return (
    <Card flush className="ncr-table">
      <DataTable
        dense
        label="Non-conformances"
        columns={columns.filter(({ key }) => withSupplier || key !== "supplier")}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/ncr/${id}`}
        onRowClick={({ id }) => onOpen(id)}
        rowName={({ id, title }) => `#${id} ${title}`}
        ticks={ticks}
        {...(onSort ? { sort: sort ?? "", onSort } : {})}
        isLoading={list.isLoading}
        isStale={list.isStale}
        empty={empty}
        more={list}
      />
    </Card>
  );
}

type ShortcutsProps = { current: string | null; onChange: (label: string | null) => void };

/** The three shortcut filters. A second press on the current one resets it. */
export function NcrShortcuts({ current, onChange }: ShortcutsProps) {
  return (
    <fieldset className="ncr-shortcuts">
      <legend className="visually-hidden">Shortcut filters</legend>
      {ncrShortcuts.map(({ label }) => (
        <Button
          key={label}
          size="sm"
          aria-pressed={label === current}
          onClick={() => onChange(label === current ? null : label)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

type RelationshipProps = { relationshipId: number; supplierName: string; mayBegin: boolean };

/** The non-conformances of a relationship, on the supplier's page. The shortcut is in the address; default: open ones. */
export function RelationshipNcrs({ relationshipId, supplierName, mayBegin }: RelationshipProps) {
  const [shown, setShown] = useQueryParam("show", "open");
  const shortcut = ncrShortcuts.find(({ key }) => key === shown);
  const filters = shortcut?.filters ?? {};
  const list = useNcrList({ params: { relationshipId, ...filters } });
  const mayRaise = usePermission("MANAGE_NCRS");
  return (
    <>
      <div className="ncr-bar">
        <NcrShortcuts
          current={shortcut?.label ?? null}
          onChange={(label) =>
            setShown(ncrShortcuts.find((shortcut) => shortcut.label === label)?.key ?? "all")
          }
        />
        {mayRaise && (
          <Button
            icon="add"
            size="sm"
            disabled={!mayBegin}
            onClick={() => emit("OPEN_NEW_NCR", { relationshipId, supplierName })}
          >
            New Non-Conformance...
          </Button>
        )}
        {mayRaise && !mayBegin && (
          <p className="text-secondary small-text">A new non-conformance needs a relationship above None.</p>
        )}
      </div>
      <NcrTable
        list={list}
        onOpen={(id) => emit("OPEN_NEW_NCR", { id })}
        withSupplier={false}
        filtered={shortcut !== undefined}
        relationship={{ id: relationshipId, supplierName, mayBegin }}
      />
    </>
  );
}
