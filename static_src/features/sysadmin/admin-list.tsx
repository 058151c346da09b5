import { type ReactNode, useId } from "react";
import type { ListPage } from "../../api/client";
import type { ListFilters, ListPath, RowOf } from "../../api/types";
import { useDebounced } from "../../lib/state/use-debounced";
import { type InfiniteList, useInfiniteList } from "../../lib/state/use-infinite-list";
import { countNarrowing, useQueryParams } from "../../lib/state/use-query-param";
import { Badge, type Tone } from "../../ui/badge";
import { Card } from "../../ui/card";
import { type Column, DataTable, type Sort } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import { ClearFilters, FilterPanel } from "../../ui/filter-panel";
import type { IconName } from "../../ui/icons";
import { SearchInput, Select } from "../../ui/inputs";
import { ResultCount } from "../../ui/load-more";
import { BackLink, PageHeader } from "../../ui/page-header";

/** What a status is called and how it looks. */
export type StatusLook = { label: string; tone: Tone; icon: IconName };

export function StatusBadge({ look: { label, tone, icon } }: { look: StatusLook }) {
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

type AdminPath = Extract<ListPath, `/api/sysadmin/${string}`>;

type Options = { sort: Sort; ofOrganisation?: boolean };

/** A list of the area with its filters and its sort, which stand in the address; `sort` is the one that it begins with. */
export function useAdminList<P extends AdminPath>(path: P, first: ListPage<RowOf<P>>, options: Options) {
  const off: Record<string, string> = { status: "", search: "" };
  if (options.ofOrganisation) off.organisationId = "";
  const defaults: Record<string, string> = { ...off, sort: options.sort };
  const [{ sort = options.sort, ...filters }, setFilters] = useQueryParams(defaults);
  const settled = useDebounced(filters);
  const list = useInfiniteList({
    queryKey: ["sysadmin"],
    path,
    // Each list of the area has these filters.
    params: { ...settled, sort } as ListFilters<P>,
    pageSize: 20,
    first,
    inAddress: true,
  });
  const active = countNarrowing(filters, off);
  return { list, filters, sort, setFilters, active, clear: () => setFilters(off) };
}

export type AdminListState<T> = Omit<ReturnType<typeof useAdminList>, "list"> & { list: InfiniteList<T> };

type Props<T> = {
  state: AdminListState<T>;
  title: string;
  /** One, and several. */
  noun: readonly [string, string];
  searchLabel: string;
  searchHint?: string;
  statuses: Readonly<Record<string, StatusLook>>;
  columns: readonly Column<T>[];
  rowHref?: (row: T) => string;
  icon: IconName;
  /** What appears here, for whoever finds the list empty. */
  emptyText?: string;
  /** More filters, below those of every list. */
  filters?: ReactNode;
  /** Above the list. */
  children?: ReactNode;
};

/** A list of the sysadmin area: a search, a status, and rows, twenty at a time. */
export function AdminList<T extends { id: number }>(props: Props<T>) {
  const { title, noun, searchLabel, searchHint, statuses, columns, rowHref, icon, emptyText } = props;
  const { list, filters, sort, setFilters, active, clear } = props.state;
  const [searchId, statusId] = [useId(), useId()];
  const options = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));
  return (
    <>
      <PageHeader
        above={<BackLink href="/sysadmin/home">SysAdmin Home</BackLink>}
        title={title}
        sub={<ResultCount total={list.total} capped={list.capped} failed={list.failed} noun={noun} />}
      />
      {props.children}
      <div className="with-filters">
        <FilterPanel active={active} onClear={clear}>
          <Field label={searchLabel} id={searchId} hint={searchHint}>
            <SearchInput
              value={filters.search ?? ""}
              maxLength={200}
              onChange={(event) => setFilters({ search: event.target.value })}
            />
          </Field>
          <Field label="Status" id={statusId}>
            <Select
              value={filters.status ?? ""}
              options={[{ value: "", label: "All" }, ...options]}
              onChange={(event) => setFilters({ status: event.target.value })}
            />
          </Field>
          {props.filters}
        </FilterPanel>
        <Card flush>
          <DataTable
            label={title}
            columns={columns}
            rows={list.rows}
            rowKey={({ id }) => id}
            {...(rowHref ? { rowHref } : {})}
            sort={sort}
            onSort={(by) => setFilters({ sort: by })}
            isLoading={list.isLoading}
            isStale={list.isStale}
            empty={
              <EmptyState
                icon={icon}
                title={`No ${noun[1]} for the current search filter.`}
                text={emptyText}
                action={active > 0 && <ClearFilters onClear={clear} />}
              />
            }
            more={list}
          />
        </Card>
      </div>
    </>
  );
}
