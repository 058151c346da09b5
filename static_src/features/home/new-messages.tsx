import type { ListPage } from "../../api/client";
import { Avatar } from "../../domain/people/faces";
import { useBrowserEvent } from "../../lib/events";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useDates } from "../../lib/text/dates";
import { formatListCount } from "../../lib/text/numbers";
import { Badge, type Tone } from "../../ui/badge";
import { EmptyState } from "../../ui/empty-state";
import type { IconName } from "../../ui/icons";
import { HomePanel } from "./home-panel";
import type { ThreadRow } from "./types";
import "./home.scss";

const params = { tags: ["new"] } as const;

/** Threads with messages that the viewer has not seen. */
export function NewMessages({ first }: { first: ListPage<ThreadRow> }) {
  const list = useInfiniteList({
    queryKey: ["messageThreads"],
    path: "/api/messageThread",
    params,
    pageSize: 10,
    first,
  });
  useBrowserEvent("MESSAGES_CHANGED", list.refetch);
  return (
    <HomePanel
      title={formatListCount(list, ["New Message", "New Messages"])}
      actions={<a href="/messages">All messages</a>}
      height="fixed"
      list={list}
      empty={<EmptyState icon="messages" title="You have no new messages." />}
    >
      <ul className="home-rows">
        {list.rows.map((thread) => (
          <li key={thread.id}>
            <MessageRow thread={thread} />
          </li>
        ))}
      </ul>
    </HomePanel>
  );
}

const typeLooks: Record<string, { label: string; tone: Tone; icon: IconName }> = {
  GENERAL: { label: "Message", tone: "none", icon: "message" },
  RFI: { label: "RFI", tone: "info", icon: "rfx" },
};

function MessageRow({ thread: { id, type, subject, lastMessage, lastActivity } }: { thread: ThreadRow }) {
  const look = typeLooks[type] ?? { label: type, tone: "none", icon: "message" };
  return (
    <a className="home-row" href={`/messages/t/${id}/m/${lastMessage.id}`}>
      <Avatar person={lastMessage.createdBy} labelled />
      <span className="home-row-main">
        <span className="home-row-title">
          <Badge tone={look.tone} icon={look.icon}>
            {look.label}
          </Badge>
          <span className="cell-title text-truncate" dir="auto">
            {subject}
          </span>
        </span>
        <span className="cell-sub text-truncate d-block" dir="auto">
          {lastMessage.sample}
        </span>
      </span>
      <ShortTime value={lastActivity} />
    </a>
  );
}

/** The time of day for today, otherwise the date. */
function ShortTime({ value }: { value: string }) {
  const dates = useDates();
  return (
    <time className="home-row-when" dateTime={value}>
      {dates.age(value) === "today" ? dates.time(value) : dates.shortDate(value)}
    </time>
  );
}
