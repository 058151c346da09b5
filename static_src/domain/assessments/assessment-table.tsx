import type { ReactNode } from "react";
import type { ListPage } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { useBrowserEvent } from "../../lib/events";
import { type InfiniteList, useInfiniteList } from "../../lib/state/use-infinite-list";
import { StatusBadge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { type Column, DataTable, type Sort } from "../../ui/data-table";
import { Due } from "../../ui/due";
import { EmptyState } from "../../ui/empty-state";
import type { AssessmentRow } from "./assessments";
import { ShareCell } from "./share-cell";
import "./assessment-table.scss";

const pageSize = 10;

type ListOptions = {
  /** The query of GET /api/assessment; `relationshipId` restricts the list to one supplier. */
  params?: ListFilters<"/api/assessment">;
  first?: ListPage<AssessmentRow> | undefined;
  inAddress?: boolean;
};

/** Load assessments; reloads when another island of the page changes one. */
export function useAssessmentList({
  params = {},
  first,
  inAddress = false,
}: ListOptions = {}): InfiniteList<AssessmentRow> {
  const list = useInfiniteList({
    queryKey: ["assessments"],
    path: "/api/assessment",
    params,
    pageSize,
    first,
    inAddress,
  });
  useBrowserEvent("ASSESSMENT_CHANGED", () => list.refetch());
  return list;
}

const columns: readonly Column<AssessmentRow>[] = [
  {
    key: "supplier",
    title: "Supplier",
    sort: "supplier",
    className: "party-cell",
    render: ({ relationship: { withOrganisation } }) => (
      <a href={`/organisations/${withOrganisation.id}`}>{withOrganisation.name}</a>
    ),
  },
  {
    key: "title",
    title: "Title",
    sort: "title",
    primary: true,
    render: ({ title }) => <span className="cell-title">{title}</span>,
  },
  {
    key: "type",
    title: "Type",
    sort: "type",
    className: "one-line-cell",
    render: ({ typeInfo }) => typeInfo.label,
  },
  {
    key: "status",
    title: "Status",
    sort: "status",
    className: "status-cell",
    render: ({ statusInfo }) => <StatusBadge info={statusInfo} />,
  },
  {
    key: "score",
    title: "Score",
    sort: "score",
    numeric: true,
    render: ({ completedScore, previousScore, status }) => (
      <ShareCell
        score={completedScore}
        previous={previousScore}
        none={status === "COMPLETED" ? "no score" : "-"}
      />
    ),
  },
  {
    key: "deadline",
    title: "Deadline",
    sort: "deadline",
    className: "one-line-cell",
    render: ({ deadline, status }) =>
      deadline ? <Due value={deadline} isDone={status === "COMPLETED"} /> : "none",
  },
];

type TableProps = {
  list: InfiniteList<AssessmentRow>;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Show the supplier column; false for a list of one relationship. */
  withSupplier?: boolean;
  empty?: { title?: string; text?: string; action?: ReactNode };
};

/** The table of assessments. A click on a row opens /assessment/{id}. */
export function AssessmentTable({ list, sort, onSort, withSupplier = true, empty }: TableProps) {
  return (
    <Card flush>
      <DataTable
        dense
        label="Assessments"
        columns={columns.filter(({ key }) => withSupplier || key !== "supplier")}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/assessment/${id}`}
        isLoading={list.isLoading}
        isStale={list.isStale}
        {...(sort && onSort ? { sort, onSort, unsorted: "-created" } : {})}
        empty={
          <EmptyState
            icon="assessment"
            title={empty?.title ?? "No assessments for the current search filter."}
            text={empty?.text ?? "Assessments of your suppliers appear here, with their status and score."}
            action={empty?.action}
          />
        }
        more={list}
      />
    </Card>
  );
}
