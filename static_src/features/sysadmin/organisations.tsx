import { useId } from "react";
import type { ListPage } from "../../api/client";
import { useDebounced } from "../../lib/use-debounced";
import { useInfiniteList } from "../../lib/use-infinite-list";
import { useQueryParams } from "../../lib/use-query-param";
import { Badge, TestBadge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import { SearchInput, Select } from "../../ui/inputs";
import { ResultCount } from "../../ui/load-more";
import { BackLink, PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import type { Tenant } from "./types";

const pageSize = 20;
const defaults = { status: "", search: "" };
const statuses = [
  { value: "", label: "All" },
  { value: "CONFIRMED", label: "Confirmed" },
  { value: "INVITED", label: "Invited" },
];

const columns: readonly Column<Tenant>[] = [
  {
    key: "name",
    title: "Organisation",
    primary: true,
    render: ({ name, isTestOrganisation }) => (
      <>
        <span className="cell-title">{name}</span> {isTestOrganisation && <TestBadge />}
      </>
    ),
  },
  {
    key: "status",
    title: "Status",
    render: ({ status }) =>
      status === "CONFIRMED" ? (
        <Badge tone="ok" icon="completed">
          Confirmed
        </Badge>
      ) : (
        <Badge tone="wait" icon="invited">
          Invited
        </Badge>
      ),
  },
  {
    key: "active",
    title: "Active users",
    numeric: true,
    render: ({ id, name, activeUsers }) => (
      <a
        href={`/sysadmin/users?status=ACTIVE&organisationId=${id}`}
        aria-label={`${activeUsers} active users of ${name}`}
      >
        {activeUsers}
      </a>
    ),
  },
  { key: "invited", title: "Invited", numeric: true, render: ({ invitedUsers }) => invitedUsers },
  { key: "suspended", title: "Suspended", numeric: true, render: ({ suspendedUsers }) => suspendedUsers },
  { key: "since", title: "Since", render: ({ created }) => <Time value={created} /> },
];

/** /sysadmin/organisations: the organisations in numbers; what is in them is nobody's business here. */
export default function Tenants({ list: first }: { list: ListPage<Tenant> }) {
  const [filters, setFilters] = useQueryParams(defaults);
  const list = useInfiniteList<Tenant>({
    queryKey: ["tenants"],
    path: "/api/sysadmin/organisation",
    params: useDebounced(filters),
    pageSize,
    first,
    inAddress: true,
  });
  const [searchId, statusId] = [useId(), useId()];
  return (
    <>
      <PageHeader
        above={<BackLink href="/sysadmin/home">SysAdmin Home</BackLink>}
        title="Organisations"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["organisation", "organisations"]}
          />
        }
      />
      <div className="with-filters">
        <search className="card filter-panel" aria-label="Filters">
          <Field label="Name" id={searchId}>
            <SearchInput
              value={filters.search}
              maxLength={200}
              onChange={(event) => setFilters({ search: event.target.value })}
            />
          </Field>
          <Field label="Status" id={statusId}>
            <Select
              value={filters.status}
              options={statuses}
              onChange={(event) => setFilters({ status: event.target.value })}
            />
          </Field>
        </search>
        <Card flush>
          <DataTable
            label="Organisations"
            columns={columns}
            rows={list.rows}
            rowKey={({ id }) => id}
            isLoading={list.isLoading}
            isStale={list.isStale}
            empty={<EmptyState icon="organisation" title="No organisations for the current search filter." />}
            more={list}
          />
        </Card>
      </div>
    </>
  );
}
