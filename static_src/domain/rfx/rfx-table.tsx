import type { ReactNode } from "react";
import type { ListPage } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { useBrowserEvent } from "../../lib/events";
import { type InfiniteList, useInfiniteList } from "../../lib/state/use-infinite-list";
import { StatusBadge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { type Column, DataTable, type Sort } from "../../ui/data-table";
import { Due } from "../../ui/due";
import { EmptyState } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import type { RowTicks } from "../../ui/row-ticks";
import { Time } from "../../ui/time";
import type { RfxRow } from "./rfx";
import { openStatuses } from "./rfx";
import { OrganisationName } from "./rfx-status";
import "./rfx-table.scss";

const pageSize = 10;

type ListOptions = {
  /** The query of GET /api/rfx; `relationshipId` restricts the list to one supplier. */
  params?: ListFilters<"/api/rfx">;
  first?: ListPage<RfxRow> | undefined;
  inAddress?: boolean;
};

/** Load RFxs, newest first; reloads when another island of the page changes one. */
export function useRfxList({
  params = {},
  first,
  inAddress = false,
}: ListOptions = {}): InfiniteList<RfxRow> {
  const list = useInfiniteList({
    queryKey: ["rfx"],
    path: "/api/rfx",
    params,
    pageSize,
    first,
    inAddress,
  });
  useBrowserEvent("RFX_CHANGED", () => list.refetch());
  return list;
}

/** The statuses in which the deadline is shown. */
const columns: readonly Column<RfxRow>[] = [
  { key: "ref", title: "#ref", sort: "ref", className: "num", render: ({ ref }) => `#${ref}` },
  { key: "type", title: "Type", sort: "type", className: "rfx-type", render: ({ typeLabel }) => typeLabel },
  {
    key: "supplier",
    title: "Supplier",
    sort: "supplier",
    className: "party-cell",
    // The heading fits sent RFxs; cells of received ones name the requester.
    render: ({ organisation, viewerRole }) => (
      <>
        {viewerRole === "RESPONDENT" && "from "}
        <OrganisationName organisation={organisation} />
      </>
    ),
  },
  {
    key: "title",
    title: "Title",
    sort: "title",
    primary: true,
    className: "rfx-title",
    render: ({ title, bundleName, recipient }) => (
      <span title={title}>
        <span className="cell-title">{title}</span>
        {recipient && <span className="cell-sub"> to {recipient}</span>}
        {bundleName && <span className="cell-sub"> {bundleName}</span>}
      </span>
    ),
  },
  {
    key: "date",
    title: "Date",
    sort: "date",
    render: ({ sentDate, created, deadline, status }) => (
      <span className="rfx-date">
        <Time value={sentDate ?? created} as="shortDate" />{" "}
        {openStatuses.has(status) && <Due value={deadline} withWord />}
      </span>
    ),
  },
  {
    key: "status",
    title: "Status",
    sort: "status",
    className: "status-cell",
    render: ({ ref, title, statusInfo, awaitsReview }) => (
      <span className="rfx-status">
        <StatusBadge info={statusInfo} />
        {awaitsReview && (
          <ButtonLink size="sm" href={`/rfx/${ref}`} className="rfx-review">
            Review<span className="visually-hidden"> {title}</span>
          </ButtonLink>
        )}
      </span>
    ),
  },
];

/** The link of a sent RFx to its request. */
const requestColumn: Column<RfxRow> = {
  key: "request",
  title: "Request",
  className: "rfx-request",
  render: ({ requestId, title }) =>
    requestId !== null && (
      <a href={`/rfx/request/${requestId}`} aria-label={`Request ${title}`} title="Show the request">
        <Icon name="bundle" />
      </a>
    ),
};

type TableProps = {
  list: InfiniteList<RfxRow>;
  /** Show the link of sent RFxs to their request. */
  withRequest?: boolean;
  /** Show the supplier column; false for a list of one relationship. */
  withSupplier?: boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  ticks?: RowTicks | undefined;
  /** The action of the empty state. */
  action?: ReactNode;
};

/** The table of RFxs (specification, section 2, RFXs). A click on a row opens /rfx/{ref}. */
export function RfxTable(props: TableProps) {
  const { list, withSupplier = true, withRequest = false, sort, onSort, ticks, action } = props;
  const shown = columns.filter(({ key }) => withSupplier || key !== "supplier");
  return (
    <Card flush className="rfx-table">
      <DataTable
        dense
        label="RFxs"
        columns={withRequest ? [...shown, requestColumn] : shown}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ ref }) => `/rfx/${ref}`}
        rowName={({ ref, title }) => `#${ref} ${title}`}
        ticks={ticks}
        {...(sort && onSort ? { sort, onSort } : {})}
        isLoading={list.isLoading}
        isStale={list.isStale}
        empty={
          <EmptyState
            icon="rfx"
            title="No RFxs for the current search filter."
            text="Requests for information that you send, and those that you are asked to answer, appear here."
            action={action}
          />
        }
        more={list}
      />
    </Card>
  );
}

/** The RFxs of a relationship, on the supplier's page. */
export function RelationshipRfxs({ relationshipId }: { relationshipId: number }) {
  const list = useRfxList({ params: { relationshipId } });
  return <RfxTable list={list} withSupplier={false} />;
}
