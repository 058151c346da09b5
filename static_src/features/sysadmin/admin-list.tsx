import { type ReactNode, useId } from "react";
import type { ListPage as Page } from "../../api/client";
import type { ListFilters, ListPath, RowOf } from "../../api/types";
import { type InfiniteList, useInfiniteList } from "../../lib/state/use-infinite-list";
import { type ListFilterState, useListFilters } from "../../lib/state/use-list-filters";
import { Badge, type Tone } from "../../ui/badge";
import type { Column, Sort } from "../../ui/data-table";
import { Field } from "../../ui/field";
import type { IconName } from "../../ui/icons";
import { SearchInput, Select } from "../../ui/inputs";
import { ListPage, ListTable } from "../../ui/list-page";
import { BackLink } from "../../ui/page-header";

/** The label, tone and icon of a status. */
export type StatusLook = { label: string; tone: Tone; icon: IconName };

export function StatusBadge({ look: { label, tone, icon } }: { look: StatusLook }) {
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

type AdminPath = Extract<ListPath, `/api/sysadmin/${string}`>;
type Options = { sort: Sort /** The list can be limited to one organisation. */; ofOrganisation?: boolean };
type Filters = { status: string; search: string; organisationId: string; sort: string };

const filtersOff = { status: "", search: "", organisationId: "" };
const initial: Record<string, Filters> = {};

/** Return a constant with the initial filters, as `useListFilters` needs it. */
function defaultsOf(sort: Sort): Filters {
  initial[sort] ??= { ...filtersOff, sort };
  return initial[sort];
}

/** A list of the sysadmin area with its filters; `sort` is the initial order. */
export function useAdminList<P extends AdminPath>(path: P, first: Page<RowOf<P>>, options: Options) {
  const filters = useListFilters(defaultsOf(options.sort), filtersOff);
  const { organisationId, ...common } = filters.params;
  const list = useInfiniteList({
    queryKey: ["sysadmin"],
    path,
    params: (options.ofOrganisation ? filters.params : common) as ListFilters<P>,
    pageSize: 20,
    first,
    inAddress: true,
  });
  return { list, filters };
}

type Props<T> = {
  state: { list: InfiniteList<T>; filters: ListFilterState<Filters> };
  title: string;
  /** Singular and plural. */
  noun: readonly [string, string];
  searchLabel: string;
  searchHint?: string;
  statuses: Readonly<Record<string, StatusLook>>;
  columns: readonly Column<T>[];
  rowHref?: (row: T) => string;
  icon: IconName;
  /** The text of an empty list. */
  emptyText?: string;
  /** More filters, below the common ones. */
  moreFilters?: ReactNode;
  /** Shown above the list. */
  children?: ReactNode;
};

/** A list screen of the sysadmin area, with a search and a status as filters. */
export function AdminList<T extends { id: number }>(props: Props<T>) {
  const { title, noun, searchLabel, searchHint, statuses, columns, rowHref, icon, emptyText } = props;
  const { list, filters } = props.state;
  const [searchId, statusId] = [useId(), useId()];
  const options = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));
  return (
    <ListPage
      list={list}
      filters={filters}
      above={<BackLink href="/sysadmin/home">SysAdmin Home</BackLink>}
      title={title}
      noun={noun}
      notes={props.children}
      fields={
        <>
          <Field label={searchLabel} id={searchId}>
            <SearchInput
              {...filters.text("search")}
              placeholder={searchHint ?? searchLabel}
              maxLength={200}
            />
          </Field>
          <Field label="Status" id={statusId}>
            <Select
              {...filters.text("status")}
              options={[{ value: "", label: "All statuses" }, ...options]}
            />
          </Field>
          {props.moreFilters}
        </>
      }
    >
      <ListTable
        list={list}
        filters={filters}
        label={title}
        columns={columns}
        {...(rowHref ? { rowHref } : {})}
        empty={{ icon, things: noun[1], text: emptyText }}
      />
    </ListPage>
  );
}
