import type { ReactNode } from "react";
import type { InfiniteList } from "../lib/state/use-infinite-list";
import type { ListFilterState } from "../lib/state/use-list-filters";
import { Card } from "./card";
import { type Column, DataTable, type Sort } from "./data-table";
import { EmptyState } from "./empty-state";
import { ClearFilters, FilterPanel } from "./filter-panel";
import type { IconName } from "./icons";
import { ResultCount } from "./load-more";
import { PageHeader } from "./page-header";
import type { RowTicks } from "./row-ticks";

type FilterActions = Pick<ListFilterState, "active" | "clear">;

type PageProps<T> = {
  list: InfiniteList<T>;
  filters: FilterActions;
  title: string;
  /** Singular and plural, for the number of results. */
  noun: readonly [string, string];
  /** Shown above the title. */
  above?: ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  /** Shown next to the number of results. */
  selectAll?: ReactNode;
  /** Shown between the title and the list. */
  notes?: ReactNode;
  /** The filters: inputs with placeholders, selects and switches. */
  fields?: ReactNode;
  /** The place of the filters: in a bar above the list or in a panel next to it. */
  filterLayout?: "bar" | "side";
  /** Replaces the filter panel. */
  panel?: ReactNode;
  /** The table. */
  children: ReactNode;
};

/** A list screen: the title with the number of results, the filters, and the table. */
export function ListPage<T>(props: PageProps<T>) {
  const { list, filters, title, noun, above, actions, selectAll, notes, fields, panel, children } = props;
  const { filterLayout = panel ? "side" : "bar" } = props;
  return (
    <>
      <PageHeader
        above={above}
        title={title}
        sub={
          <>
            <ResultCount total={list.total} capped={list.capped} failed={list.failed} noun={noun} />
            {selectAll}
          </>
        }
        actions={actions}
      />
      {notes}
      <div className={filterLayout === "side" ? "with-filters" : "with-filter-bar"}>
        {panel ?? (
          <FilterPanel layout={filterLayout} active={filters.active} onClear={filters.clear}>
            {fields}
          </FilterPanel>
        )}
        {children}
      </div>
    </>
  );
}

type TableProps<T> = {
  list: InfiniteList<T>;
  filters: FilterActions & Pick<ListFilterState, "sort" | "setSort">;
  label: string;
  columns: readonly Column<T>[];
  rowHref?: (row: T) => string | null;
  rowClass?: (row: T) => string | undefined;
  rowName?: (row: T) => string;
  expand?: (row: T, close: () => void) => ReactNode;
  unsorted?: Sort;
  /** A column of checkboxes (`useSelection`); needs `rowName`. */
  ticks?: RowTicks | undefined;
  dense?: boolean | "phone";
  className?: string;
  /** Shown above the rows, inside the card. */
  search?: ReactNode;
  /** An empty list; `things` is the plural for 'No contacts for the current search filter.' */
  empty: { icon: IconName; things: string; text?: ReactNode; action?: ReactNode };
};

/** The table of a list screen. By default an empty list offers to clear the filters. */
export function ListTable<T extends { id: number }>(props: TableProps<T>) {
  const { list, filters, className, search, empty, ...table } = props;
  const { action = filters.active > 0 && <ClearFilters onClear={filters.clear} /> } = empty;
  return (
    <Card flush {...(className ? { className } : {})}>
      {search}
      <DataTable
        {...table}
        rows={list.rows}
        rowKey={({ id }) => id}
        sort={filters.sort}
        onSort={filters.setSort}
        isLoading={list.isLoading}
        isStale={list.isStale}
        more={list}
        empty={
          <EmptyState
            icon={empty.icon}
            title={`No ${empty.things} for the current search filter.`}
            text={empty.text}
            action={action}
          />
        }
      />
    </Card>
  );
}
