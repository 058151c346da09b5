import { useEffect, useId } from "react";
import type { ListPage as Page } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { ListBulk, SelectEverything, useListSelection } from "../../domain/bulk/list-selection";
import { Avatar } from "../../domain/people/faces";
import { ThreadTypeLabel } from "../../domain/threads/thread-type";
import type { ThreadRow } from "../../domain/threads/threads";
import { ListTools, ListViews } from "../../domain/views/list-views";
import type { PageViews } from "../../domain/views/views";
import { usePageContext, usePermission } from "../../lib/browser/page-context";
import { emit, useBrowserEvent } from "../../lib/events";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useListFilters, withoutOff } from "../../lib/state/use-list-filters";
import { formatCount } from "../../lib/text/numbers";
import { Button } from "../../ui/button";
import type { Column } from "../../ui/data-table";
import { Field, FieldGroup } from "../../ui/field";
import { ClearFilters } from "../../ui/filter-panel";
import { SearchInput, Switch, TextInput } from "../../ui/inputs";
import { ListPage, ListTable } from "../../ui/list-page";
import { TagList } from "../../ui/tag-list";
import { Time } from "../../ui/time";
import { offerUndo } from "./deleted-thread";
import { Shortcuts } from "./shortcuts";
import "./messages.scss";

const pageSize = 10;
const filtersOff = {
  search: "",
  subject: "",
  filterTypeTask: "false",
  filterTypeRfi: "false",
} satisfies ListFilters<"/api/messageThread">;
const defaults = { tags: "inbox", ...filtersOff, sort: "-activity" };
const viewed = { list: "messageThread", defaults };

const loadBulk = () => import("./bulk-actions");

const columns: readonly Column<ThreadRow>[] = [
  {
    key: "from",
    title: "From",
    sort: "from",
    className: "thread-from",
    render: (row) => <Counterpart row={row} />,
  },
  {
    key: "type",
    title: "Type",
    sort: "type",
    className: "thread-type-cell",
    render: ({ type }) => <ThreadTypeLabel type={type} />,
  },
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
            <span className="thread-subject" title={row.subject}>
              {row.subject}
            </span>
            <span className="thread-count num" title={formatCount(row.messageCount, "message")}>
              {row.messageCount}
              <span className="visually-hidden"> {row.messageCount === 1 ? "message" : "messages"}</span>
            </span>
            <TagList tags={row.tags} />
          </div>
          <Time value={row.lastActivity} as="shortDate" className="thread-date" />
        </div>
        <span className="cell-sub thread-sample" dir="auto">
          <OwnAuthor row={row} />
          {row.lastMessage.sample}
        </span>
      </>
    ),
  },
];

type Props = { list: Page<ThreadRow>; views?: PageViews };

/** /messages: the viewer's threads (specification, section 2, Messages). */
export default function MessageList({ list: first, views }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const { active, clear, values } = filters;
  const list = useInfiniteList({
    queryKey: ["threads"],
    path: "/api/messageThread",
    params: withoutOff(filters.params),
    pageSize,
    first,
    inAddress: true,
  });
  const selection = useListSelection(list, { ...withoutOff(filters.params), tags: [values.tags] });
  useBrowserEvent("MESSAGES_CHANGED", () => list.refetch());
  useEffect(offerUndo, []);
  const maySend = usePermission("SEND_MESSAGES");
  const searchId = useId();
  const subjectId = useId();
  const write = () => emit("OPEN_NEW_MESSAGE", {});
  return (
    <ListPage
      list={list}
      filters={filters}
      title="Messages"
      noun={["thread", "threads"]}
      selectAll={<SelectEverything selection={selection} />}
      actions={
        <>
          <ListTools {...viewed} views={views} />
          {maySend && (
            <Button variant="primary" icon="add" onClick={write}>
              New message...
            </Button>
          )}
        </>
      }
      notes={
        <>
          <Shortcuts current={values.tags} onChange={(tags) => filters.set({ tags })} />
          <ListViews {...viewed} views={views} />
        </>
      }
      fields={
        <>
          <Field label="Search" id={searchId}>
            <SearchInput {...filters.text("search")} placeholder="Subject, text or sender" maxLength={300} />
          </Field>
          <Field label="Subject" id={subjectId}>
            <TextInput {...filters.text("subject")} placeholder="Subject" maxLength={300} />
          </Field>
          <FieldGroup label="Type">
            <Switch label="Tasks" {...filters.toggle("filterTypeTask")} />
            <Switch label="RFIs" {...filters.toggle("filterTypeRfi")} />
          </FieldGroup>
        </>
      }
    >
      <ListTable
        list={list}
        filters={filters}
        className="thread-table"
        label="Messages"
        columns={columns}
        rowHref={({ id }) => `/messages/t/${id}`}
        rowName={({ subject }) => subject}
        ticks={selection.ticks}
        rowClass={({ tags }) => (tags.includes("new") ? "thread-new" : undefined)}
        unsorted={defaults.sort}
        empty={{
          icon: "messages",
          things: "messages",
          text: "What you write to other organisations, and what they write to you, appears here.",
          action:
            active > 0 ? (
              <ClearFilters onClear={clear} />
            ) : (
              values.tags === "inbox" && maySend && <Button onClick={write}>New message...</Button>
            ),
        }}
      />
      <ListBulk selection={selection} onChanged={() => emit("MESSAGES_CHANGED", {})} load={loadBulk} />
    </ListPage>
  );
}

/** The other side: the author of the last message, or its recipient if a colleague or the viewer wrote it. */
function Counterpart({ row }: { row: ThreadRow }) {
  const { lastMessage, otherOrganisations, counterpart } = row;
  const { createdBy } = lastMessage;
  const isOwn = useIsOwn(row);
  // A guest is not a participant.
  const person = counterpart ?? (isOwn ? { name: listed(otherOrganisations) } : createdBy);
  return (
    <span className="thread-sender">
      <Avatar person={person} />
      <span>
        <span className="thread-sender-name" dir="auto">
          {person.name}
        </span>
        {"organisation" in person && (
          <span className="cell-sub d-block" dir="auto">
            {isOwn ? listed(otherOrganisations) : createdBy.organisation.name}
          </span>
        )}
      </span>
    </span>
  );
}

/** The author of an own last message, before its text, because the row leads with the other side. */
function OwnAuthor({ row }: { row: ThreadRow }) {
  const { user } = usePageContext();
  const { createdBy } = row.lastMessage;
  if (!useIsOwn(row)) return null;
  // The space is outside, because it would be on the wrong side of a name before a text from right to left.
  return (
    <>
      <bdi>{createdBy.id === user?.id ? "You" : createdBy.name}:</bdi>{" "}
    </>
  );
}

/** Return true if the viewer's organisation wrote the last message to another one. */
function useIsOwn({ lastMessage, otherOrganisations }: ThreadRow): boolean {
  const { organisation } = usePageContext();
  return lastMessage.createdBy.organisation.id === organisation?.id && otherOrganisations.length > 0;
}

const listed = (names: readonly string[]) =>
  names.length > 3 ? `${names.slice(0, 3).join(", ")} and others` : names.join(", ");
