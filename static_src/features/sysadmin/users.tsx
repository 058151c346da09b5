import { useId } from "react";
import type { ListPage } from "../../api/client";
import { useDebounced } from "../../lib/use-debounced";
import { useInfiniteList } from "../../lib/use-infinite-list";
import { useQueryParams } from "../../lib/use-query-param";
import { Badge, TestBadge, type Tone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import type { IconName } from "../../ui/icons";
import { SearchInput, Select } from "../../ui/inputs";
import { ResultCount } from "../../ui/load-more";
import { BackLink, PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import type { Account, AccountStatus } from "./types";

const pageSize = 20;
const defaults = { status: "", search: "", organisationId: "" };

const looks: Readonly<Record<AccountStatus, { label: string; tone: Tone; icon: IconName }>> = {
  ACTIVE: { label: "Active", tone: "ok", icon: "completed" },
  INVITED: { label: "Invited", tone: "wait", icon: "invited" },
  SUSPENDED: { label: "Suspended", tone: "bad", icon: "suspended" },
};

const statuses = [
  { value: "", label: "All" },
  ...Object.entries(looks).map(([value, { label }]) => ({ value, label })),
];

const columns: readonly Column<Account>[] = [
  {
    key: "name",
    title: "User",
    primary: true,
    render: ({ name, email, isAdmin }) => (
      <div>
        <span className="cell-title">{name}</span> {isAdmin && <Badge tone="info">Admin</Badge>}
        <span className="cell-sub d-block">{email}</span>
      </div>
    ),
  },
  {
    key: "organisation",
    title: "Organisation",
    render: ({ organisation }) => (
      <>
        {organisation.name} {organisation.isTestOrganisation && <TestBadge />}
      </>
    ),
  },
  {
    key: "status",
    title: "Status",
    render: ({ status }) => (
      <Badge tone={looks[status].tone} icon={looks[status].icon}>
        {looks[status].label}
      </Badge>
    ),
  },
  { key: "since", title: "Since", render: ({ created }) => <Time value={created} /> },
  { key: "seen", title: "Last seen", render: ({ lastSeen }) => <Time value={lastSeen} none="never" /> },
];

/** /sysadmin/users: who has an account; what is done with it is nobody's business here. */
export default function Accounts({ list: first }: { list: ListPage<Account> }) {
  const [filters, setFilters] = useQueryParams(defaults);
  const list = useInfiniteList<Account>({
    queryKey: ["accounts"],
    path: "/api/sysadmin/user",
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
        title="Users"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["user", "users"]}
          />
        }
      />
      <div className="with-filters">
        <search className="card filter-panel" aria-label="Filters">
          <Field label="Name, e-mail or organisation" id={searchId}>
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
          {filters.organisationId && (
            <Button size="sm" onClick={() => setFilters({ organisationId: "" })}>
              Show all organisations
            </Button>
          )}
        </search>
        <Card flush>
          <DataTable
            label="Users"
            columns={columns}
            rows={list.rows}
            rowKey={({ id }) => id}
            isLoading={list.isLoading}
            isStale={list.isStale}
            empty={<EmptyState icon="user" title="No users for the current search filter." />}
            more={list}
          />
        </Card>
      </div>
    </>
  );
}
