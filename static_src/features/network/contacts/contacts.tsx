import type { ListPage } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import { LevelBadge } from "../../../domain/level";
import { Avatar } from "../../../domain/people/faces";
import { usePermission } from "../../../lib/browser/page-context";
import { emit, useBrowserEvent } from "../../../lib/events";
import { useDebounced } from "../../../lib/state/use-debounced";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { countNarrowing, useQueryParams } from "../../../lib/state/use-query-param";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { Field } from "../../../ui/field";
import { ClearFilters, FilterPanel } from "../../../ui/filter-panel";
import { Icon } from "../../../ui/icon";
import { SearchInput, Switch, TextInput } from "../../../ui/inputs";
import { ResultCount } from "../../../ui/load-more";
import { PageHeader } from "../../../ui/page-header";
import type { ContactRow } from "../types";
import { UserStatusBadge } from "./user-status";
import "../network.scss";

const pageSize = 20;

const defaults = {
  search: "",
  userName: "",
  organisationName: "",
  myOrgOnly: "true",
  sort: "name",
} satisfies ListFilters<"/api/user">;

const { userName, organisationName, myOrgOnly } = defaults;
const filtersOff = { userName, organisationName, myOrgOnly };

/** /contacts: people of the own organisation and of those that may be seen (specification, section 2, Contacts). */
export default function Contacts({ list: first }: { list: ListPage<ContactRow> }) {
  const mayAdd = usePermission("MANAGE_USERS");
  const [filters, setFilters] = useQueryParams(defaults);
  const settled = useDebounced(filters);
  const list = useInfiniteList({
    queryKey: ["contacts"],
    path: "/api/user",
    params: { ...settled, includeSuspended: true, sort: filters.sort },
    pageSize,
    first,
    inAddress: true,
  });
  useBrowserEvent("USERS_CHANGED", () => list.refetch());
  const active = countNarrowing(filters, filtersOff);
  return (
    <>
      <PageHeader
        title="Contacts"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["contact", "contacts"]}
          />
        }
        actions={
          mayAdd && (
            <Button variant="primary" icon="add" onClick={() => emit("OPEN_ADD_USER", {})}>
              Add a User...
            </Button>
          )
        }
      />
      <div className="with-filters">
        <FilterPanel active={active} onClear={() => setFilters(filtersOff)}>
          <Field label="CONTACT name">
            <TextInput
              value={filters.userName}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setFilters({ userName: event.target.value })}
            />
          </Field>
          <Field label="ORGANISATION name">
            <TextInput
              value={filters.organisationName}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setFilters({ organisationName: event.target.value })}
            />
          </Field>
          <Switch
            label="Our Organisation"
            checked={filters.myOrgOnly === "true"}
            onChange={(event) => setFilters({ myOrgOnly: String(event.target.checked) })}
          />
        </FilterPanel>
        <Card flush>
          <div className="list-search">
            <Field label="Search" hideLabel>
              <SearchInput
                value={filters.search}
                maxLength={200}
                placeholder="Search people and organisations"
                onChange={(event) => setFilters({ search: event.target.value })}
              />
            </Field>
          </div>
          <DataTable
            label="Contacts"
            columns={columns}
            rows={list.rows}
            rowKey={({ id }) => id}
            rowHref={({ id, name }) => (name === "Anonymous" ? null : `/contacts/${id}`)}
            sort={filters.sort}
            onSort={(sort) => setFilters({ sort })}
            isLoading={list.isLoading}
            isStale={list.isStale}
            more={list}
            empty={
              <EmptyState
                icon="contacts"
                title="No contacts for the current search filter."
                text={
                  filters.myOrgOnly === "true" &&
                  "Turn 'Our Organisation' off to look among the people of other organisations too."
                }
                action={
                  (active > 0 || filters.search !== "") && (
                    <ClearFilters onClear={() => setFilters({ ...filtersOff, search: "" })} />
                  )
                }
              />
            }
          />
        </Card>
      </div>
    </>
  );
}

const columns: readonly Column<ContactRow>[] = [
  {
    key: "name",
    title: "Name",
    sort: "name",
    primary: true,
    render: (contact) => (
      <span className="subject">
        <Avatar person={contact} size="md" />
        <span className="subject-text">
          <span className="subject-title">
            <span className="cell-title">
              {contact.name}
              {contact.status === "INVITED" && (
                <span className="invited-flag">
                  <Icon name="invited" label="Invited" />
                </span>
              )}
            </span>
            {contact.status === "SUSPENDED" && <UserStatusBadge status="SUSPENDED" />}
          </span>
          <span className="cell-sub d-block">{contact.jobTitle || "no job title"}</span>
        </span>
      </span>
    ),
  },
  {
    key: "organisation",
    title: "Organisation",
    sort: "organisation",
    render: ({ organisation: { id, name } }) => (
      <a href={`/organisations/${id}`} className="quiet-link">
        {name}
      </a>
    ),
  },
  {
    key: "relationship",
    title: "Relationship",
    render: ({ relationship }) => relationship && <LevelBadge level={relationship.level} />,
  },
];
