import type { ListPage as Page } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import { ListBulk, SelectEverything, useListSelection } from "../../../domain/bulk/list-selection";
import { LevelBadge } from "../../../domain/level";
import { EmailText } from "../../../domain/people/email-text";
import { Avatar } from "../../../domain/people/faces";
import { ListTools, ListViews } from "../../../domain/views/list-views";
import type { PageViews } from "../../../domain/views/views";
import { usePermission } from "../../../lib/browser/page-context";
import { emit, useBrowserEvent } from "../../../lib/events";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters } from "../../../lib/state/use-list-filters";
import { Button } from "../../../ui/button";
import type { Column } from "../../../ui/data-table";
import { Field } from "../../../ui/field";
import { ClearFilters } from "../../../ui/filter-panel";
import { Icon } from "../../../ui/icon";
import { SearchInput, Switch, TextInput } from "../../../ui/inputs";
import { ListPage, ListTable } from "../../../ui/list-page";
import type { ContactRow } from "../types";
import { UserStatusBadge } from "./user-status";
import "../network.scss";

const pageSize = 20;

const loadBulk = () => import("./bulk-actions");

const defaults = {
  search: "",
  userName: "",
  organisationName: "",
  myOrgOnly: "true",
  sort: "name",
} satisfies ListFilters<"/api/user">;

const viewed = { list: "user", defaults, canExport: true };
const extra = { exported: viewed };
const { userName, organisationName, myOrgOnly } = defaults;
const filtersOff = { userName, organisationName, myOrgOnly };

type Props = { list: Page<ContactRow>; views?: PageViews };

/** /contacts: the people of visible organisations, first the viewer's (specification, section 2, Contacts). */
export default function Contacts({ list: first, views }: Props) {
  const mayAdd = usePermission("MANAGE_USERS");
  const filters = useListFilters(defaults, filtersOff);
  const { values } = filters;
  const list = useInfiniteList({
    queryKey: ["contacts"],
    path: "/api/user",
    params: { ...filters.params, includeSuspended: true },
    pageSize,
    first,
    inAddress: true,
  });
  const selection = useListSelection(list, { ...filters.params, includeSuspended: true });
  useBrowserEvent("USERS_CHANGED", () => list.refetch());
  return (
    <ListPage
      list={list}
      filters={filters}
      title="Contacts"
      noun={["contact", "contacts"]}
      selectAll={mayAdd && <SelectEverything selection={selection} />}
      filterLayout="side"
      actions={
        <>
          <ListTools {...viewed} views={views} selection={selection} />
          {mayAdd && (
            <Button variant="primary" icon="add" onClick={() => emit("OPEN_ADD_USER", {})}>
              Add a User...
            </Button>
          )}
        </>
      }
      notes={<ListViews {...viewed} views={views} />}
      fields={
        <>
          <Field label="CONTACT name">
            <TextInput {...filters.text("userName")} maxLength={200} autoComplete="off" />
          </Field>
          <Field label="ORGANISATION name">
            <TextInput {...filters.text("organisationName")} maxLength={200} autoComplete="off" />
          </Field>
          <Switch label="Our Organisation" {...filters.toggle("myOrgOnly")} />
        </>
      }
    >
      <ListTable
        list={list}
        filters={filters}
        label="Contacts"
        dense="phone"
        columns={columns}
        rowName={({ name }) => name}
        ticks={mayAdd ? selection.ticks : undefined}
        rowHref={({ id, hasPage }) => (hasPage ? `/contacts/${id}` : null)}
        search={
          <div className="list-search">
            <Field label="Search" hideLabel>
              <SearchInput
                {...filters.text("search")}
                maxLength={200}
                placeholder="Search people and organisations"
              />
            </Field>
          </div>
        }
        empty={{
          icon: "contacts",
          things: "contacts",
          text:
            values.myOrgOnly === "true" &&
            "Turn 'Our Organisation' off to look among the people of other organisations too.",
          action: (filters.active > 0 || values.search !== "") && (
            <ClearFilters onClear={() => filters.set({ ...filtersOff, search: "" })} />
          ),
        }}
      />
      {mayAdd && <ListBulk selection={selection} onChanged={list.refetch} load={loadBulk} extra={extra} />}
    </ListPage>
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
    render: ({ organisation: { id, name }, email }) => (
      <span>
        <a href={`/organisations/${id}`} className="quiet-link contact-organisation">
          {name}
        </a>
        {email && (
          <a href={`mailto:${email}`} className="quiet-link cell-sub contact-email">
            <EmailText email={email} />
          </a>
        )}
      </span>
    ),
  },
  {
    key: "relationship",
    title: "Relationship",
    render: ({ relationship }) => relationship && <LevelBadge level={relationship.level} />,
  },
];
