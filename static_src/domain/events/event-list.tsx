import type { ListPage } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { usePageContext } from "../../lib/browser/page-context";
import { useBrowserEvent } from "../../lib/events";
import { type InfiniteList, useInfiniteList } from "../../lib/state/use-infinite-list";
import { useDates } from "../../lib/text/dates";
import { EmptyState } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import type { IconName } from "../../ui/icons";
import { LoadFailed, LoadMore, NoConnection } from "../../ui/load-more";
import { Skeleton } from "../../ui/skeleton";
import type { EventRow } from "./event-log";
import "./event-list.scss";

/** The icons of events, by complete type, else by the first part of the type. */
const icons: Record<string, IconName> = {
  "user.login": "leave",
  "user.logout": "sign-out",
  "user.invited": "invite",
  "user.suspended": "suspended",
  "user.erased": "delete",
  "user.viewed": "preview",
  "user.passwordReset": "password",
  "relationship.levelChanged": "moved",
  "relationship.tagsChanged": "tag",
  "relationship.notesChanged": "note",
  "rfx.submitted": "completed",
  "rfx.declined": "declined",
  "rfx.expired": "expired",
  "rfx.withdrawn": "expired",
  "rfx.movedToRevision": "moved",
  "rfx.carried": "history",
  "rfx.confirmed": "completed",
  "rfx.awarded": "preferred",
  "rfx.partAsked": "user",
  "rfx.partOpened": "pending",
  "rfx.partDone": "completed",
  "rfx.partReturned": "reply",
  "rfx.partWithdrawn": "expired",
  "rfx.reminded": "bell",
  "rfx.deadlineChanged": "calendar",
  user: "user",
  relationship: "network",
  organisation: "organisation",
  message: "message",
  ncr: "ncr",
  task: "task",
  form: "forms",
  rfx: "rfx",
  rfxAward: "preferred",
  assessment: "assessment",
  export: "download",
};

function pictureOf(type: string): IconName {
  const words = type.split(".");
  for (let length = words.length; length > 0; length--) {
    const picture = icons[words.slice(0, length).join(".")];
    if (picture) return picture;
  }
  return "journal";
}

/** A list of events as sentences with links, newest first. */
export function EventList({ events, label }: { events: readonly EventRow[]; label: string }) {
  return (
    <ul className="event-list" aria-label={label}>
      {events.map((event) => (
        <li key={event.id}>
          <Icon name={pictureOf(event.type)} />
          <div className="event-text">
            <Sentence event={event} />
            <EventTime created={event.created} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The sentence of an event, with 'You' for the viewer's name. */
function Sentence({ event: { sentence } }: { event: EventRow }) {
  const { user } = usePageContext();
  const own = user ? `/contacts/${user.id}` : null;
  return (
    <p className="event-sentence">
      {sentence.map(({ text, href }, index) => {
        if (index === 0 && href && href === own) return <strong key={text}>You</strong>;
        if (!href) return text;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order
          <a key={index} href={href}>
            {text}
          </a>
        );
      })}
    </p>
  );
}

/** The time of an event: 'today, 14:02', 'yesterday, 09:10', or the date. */
function EventTime({ created }: { created: string }) {
  const dates = useDates();
  const age = dates.age(created);
  const near = age === "today" || age === "yesterday";
  return (
    <time className="event-time" dateTime={created} title={dates.dateTime(created)}>
      {near ? `${age}, ${dates.time(created)}` : dates.date(created)}
    </time>
  );
}

/** The query of GET /api/eventLog. */
type EventFilter = ListFilters<"/api/eventLog">;

/** Load events, newest first; reloads when the page records an event. */
export function useEventLog(params: EventFilter, first?: ListPage<EventRow>): InfiniteList<EventRow> {
  const list = useInfiniteList({
    queryKey: ["eventLog"],
    path: "/api/eventLog",
    params,
    pageSize: 10,
    first,
  });
  useBrowserEvent("EVENT_LOG_CHANGED", list.refetch);
  return list;
}

type JournalProps = {
  label: string;
  params: EventFilter;
  /** Show only the latest events, without a way to load more. */
  limit?: number;
};

/** The journal of a relationship or a user. */
export function Journal({ label, params, limit }: JournalProps) {
  const list = useEventLog(params);
  if (list.isLoading && list.isPaused) return <NoConnection />;
  if (list.isLoading) {
    return (
      <div className="px-3">
        <Skeleton lines={6} long />
      </div>
    );
  }
  if (list.failed && list.rows.length === 0) return <LoadFailed {...list} />;
  if (list.rows.length === 0) {
    return <EmptyState icon="journal" title="No activity yet." text="New activity will appear here." />;
  }
  return (
    <>
      <EventList events={list.rows.slice(0, limit)} label={label} />
      {limit === undefined && <LoadMore {...list} />}
    </>
  );
}
