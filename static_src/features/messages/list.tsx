import { useId } from "react";
import type { ListPage } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { Avatar } from "../../domain/people/faces";
import { ThreadTypeLabel } from "../../domain/threads/thread-type";
import type { ThreadRow } from "../../domain/threads/threads";
import { usePageContext, usePermission } from "../../lib/browser/page-context";
import { emit, useBrowserEvent } from "../../lib/events";
import { useDebounced } from "../../lib/state/use-debounced";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useQueryParams } from "../../lib/state/use-query-param";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Field, FieldGroup } from "../../ui/field";
import { ClearFilters, FilterPanel } from "../../ui/filter-panel";
import { SearchInput, Switch } from "../../ui/inputs";
import { ResultCount } from "../../ui/load-more";
import { PageHeader } from "../../ui/page-header";
import { TagList } from "../../ui/tag-list";
import { Time } from "../../ui/time";
import { Shortcuts } from "./shortcuts";
import "./messages.scss";

const pageSize = 10;
const filtersOff = {
  subject: "",
  filterTypeTask: "false",
  filterTypeRfi: "false",
} satisfies ListFilters<"/api/messageThread">;
const defaults = { tags: "inbox", ...filtersOff, sort: "-activity" };

const columns: readonly Column<ThreadRow>[] = [
  {
    key: "from",
    title: "From",
    sort: "from",
    className: "thread-from",
    render: (row) => <Sender row={row} />,
  },
  { key: "type", title: "Type", sort: "type", render: ({ type }) => <ThreadTypeLabel type={type} /> },
  {
    key: "subject",
    title: "Subject",
    sort: "subject",
    primary: true,
    className: "thread-subject-cell",
    render: (row) => (
      <>
        <div className="thread-line">
          <div className="thread-about">
            <span className="thread-subject">{row.subject}</span>
            <span className="thread-count num" title={countWords(row.messageCount)}>
              {row.messageCount}
              <span className="visually-hidden"> {row.messageCount === 1 ? "message" : "messages"}</span>
            </span>
            <TagList tags={row.tags} />
          </div>
          <Time value={row.lastActivity} as="shortDate" className="thread-date" />
        </div>
        <span className="cell-sub thread-sample" dir="auto">
          {row.lastMessage.sample}
        </span>
      </>
    ),
  },
];

/** /messages: the viewer's threads (specification, section 2, Messages). */
export default function MessageList({ list: first }: { list: ListPage<ThreadRow> }) {
  const [filters, setFilters] = useQueryParams(defaults);
  const { sort, ...narrowing } = filters;
  const settled = useDebounced(narrowing);
  const list = useInfiniteList({
    queryKey: ["threads"],
    path: "/api/messageThread",
    params: { ...setOnly(settled), sort },
    pageSize,
    first,
    inAddress: true,
  });
  useBrowserEvent("MESSAGES_CHANGED", () => list.refetch());
  const maySend = usePermission("SEND_MESSAGES");
  const subjectId = useId();
  const active = Object.keys(setOnly(narrowing)).filter((name) => name !== "tags").length;
  const filtered = active > 0 || filters.tags !== "inbox";
  const write = () => emit("OPEN_NEW_MESSAGE", {});
  return (
    <>
      <PageHeader
        title="Messages"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["thread", "threads"]}
          />
        }
        actions={
          maySend && (
            <Button variant="primary" icon="add" onClick={write}>
              New Message...
            </Button>
          )
        }
      />
      <div className="with-filters">
        <div className="thread-filters">
          <Shortcuts current={filters.tags} onChange={(tags) => setFilters({ tags })} />
          <FilterPanel active={active} onClear={() => setFilters(filtersOff)}>
            <Field label="Subject" id={subjectId}>
              <SearchInput
                value={filters.subject}
                maxLength={300}
                onChange={(event) => setFilters({ subject: event.target.value })}
              />
            </Field>
            <FieldGroup label="Type">
              <Switch
                label="Tasks"
                checked={filters.filterTypeTask === "true"}
                onChange={(event) => setFilters({ filterTypeTask: String(event.target.checked) })}
              />
              <Switch
                label="RFIs"
                checked={filters.filterTypeRfi === "true"}
                onChange={(event) => setFilters({ filterTypeRfi: String(event.target.checked) })}
              />
            </FieldGroup>
          </FilterPanel>
        </div>
        <Card flush className="thread-table">
          <DataTable
            label="Messages"
            columns={columns}
            rows={list.rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/messages/t/${id}`}
            sort={sort}
            unsorted={defaults.sort}
            onSort={(by) => setFilters({ sort: by })}
            rowClass={({ tags }) => (tags.includes("new") ? "thread-new" : undefined)}
            isLoading={list.isLoading}
            isStale={list.isStale}
            empty={
              <EmptyState
                icon="messages"
                title="No messages for the current search filter."
                text="What you write to other organisations, and what they write to you, appears here."
                action={
                  active > 0 ? (
                    <ClearFilters onClear={() => setFilters(filtersOff)} />
                  ) : (
                    !filtered && maySend && <Button onClick={write}>New Message...</Button>
                  )
                }
              />
            }
            more={list}
          />
        </Card>
      </div>
    </>
  );
}

/** Who wrote last; where that is the viewer's own side, to whom, for their own name tells no row from another. */
function Sender({ row: { lastMessage, otherOrganisations } }: { row: ThreadRow }) {
  const { organisation } = usePageContext();
  const { createdBy } = lastMessage;
  const own = createdBy.organisation.id === organisation?.id && otherOrganisations.length > 0;
  return (
    <span className="thread-sender">
      <Avatar person={createdBy} />
      <span>
        <span className="thread-sender-name">{createdBy.name}</span>
        <span className="cell-sub d-block">
          {own ? `to ${listed(otherOrganisations)}` : createdBy.organisation.name}
        </span>
      </span>
    </span>
  );
}

const listed = (names: readonly string[]) =>
  names.length > 3 ? `${names.slice(0, 3).join(", ")} and others` : names.join(", ");

function countWords(count: number): string {
  return count === 1 ? "1 message" : `${count} messages`;
}

/** The filters that are on; the call takes the others' absence. */
function setOnly(filters: Omit<typeof defaults, "sort">): Partial<typeof defaults> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "" && value !== "false"));
}
