import { useState } from "react";
import { type ListPage, request } from "../../api/client";
import { Avatar } from "../../domain/people/faces";
import { usePageContext } from "../../lib/browser/page-context";
import { emit, useBrowserEvent } from "../../lib/events";
import { useDebounced } from "../../lib/state/use-debounced";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useSave } from "../../lib/state/use-save";
import { useDates } from "../../lib/text/dates";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { classNames } from "../../ui/class-names";
import { EmptyState } from "../../ui/empty-state";
import { FailureAlert } from "../../ui/failure-alert";
import { Icon } from "../../ui/icon";
import { LoadFailed, LoadMore } from "../../ui/load-more";
import { Skeleton } from "../../ui/skeleton";
import type { NotificationKind, NotificationRow } from "./types";
import "./updates.scss";

/** The groups of the panel, in their order. Each has the unread entries first, as the server sorts them. */
const groups: readonly { title: string; kinds: readonly NotificationKind[] }[] = [
  { title: "Answers to review", kinds: ["RESPONSE_SUBMITTED", "SURVEY_COMPLETED", "REVIEW_DONE"] },
  {
    title: "Follow-ups and non-conformances",
    kinds: ["FOLLOW_UP_ANSWERED", "RESOLUTION_REQUESTED", "CORRECTIVE_STEP_SENT", "CORRECTIVE_STEP_LATE"],
  },
  { title: "Documents", kinds: ["DOCUMENT_RECEIVED", "DOCUMENT_REJECTED", "DOCUMENT_ENDING"] },
  {
    title: "Suppliers",
    kinds: ["RFX_DECLINED", "RFX_HANDED_OVER", "DEADLINE_PASSED", "INVITATION_ACCEPTED", "SCHEDULE_ENDED"],
  },
];

/** Actions of others that concern the viewer: the panel before the four specified panels of Home. */
export function Updates({ first }: { first: ListPage<NotificationRow> }) {
  const { live } = usePageContext();
  const [unread, setUnread] = useState(live?.unread ?? 0);
  const list = useInfiniteList({
    queryKey: ["notifications"],
    path: "/api/notification",
    pageSize: 10,
    first,
  });
  useBrowserEvent("NOTIFICATIONS_CHANGED", (counts) => {
    setUnread(counts.unread);
    list.refetch();
  });
  const {
    save: markRead,
    busy,
    failure,
  } = useSave({
    send: (ids: readonly number[] | null) =>
      request("PUT", "/api/notification/read", { body: { ids: ids && [...ids] } }),
    onSaved: (_, ids) => {
      setUnread((count) => (ids ? Math.max(0, count - ids.length) : 0));
      list.refetch();
      emit("NOTIFICATIONS_READ", {});
    },
  });
  const isEmpty = list.rows.length === 0;
  const showsSkeleton = useDebounced(isEmpty && list.isRefreshing, 150) && list.isRefreshing;
  return (
    <Card
      title={
        <>
          Updates
          {unread > 0 && (
            <span className="update-count" role="status">
              <Badge tone="ok">{unread > 99 ? "99+" : unread} unread</Badge>
            </span>
          )}
        </>
      }
      actions={
        unread > 0 && (
          <Button size="sm" variant="quiet" icon="check" busy={busy} onClick={() => markRead(null)}>
            Mark all as read
          </Button>
        )
      }
      flush
      className="home-updates"
    >
      <div className="scroll-area update-scroll" id="updates">
        <FailureAlert error={failure} />
        {list.isLoading || (isEmpty && showsSkeleton) ? (
          <div className="px-3">
            <Skeleton lines={6} />
          </div>
        ) : isEmpty ? (
          list.failed ? (
            <LoadFailed {...list} />
          ) : (
            <EmptyState
              icon="check"
              title="You're up to date"
              text="Submitted answers, answered follow-ups and accepted invitations appear here."
            />
          )
        ) : (
          <>
            {groups.map(({ title, kinds }) => (
              <Group
                key={title}
                title={title}
                rows={list.rows.filter(({ kind }) => kinds.includes(kind))}
                onRead={markRead}
              />
            ))}
            <LoadMore {...list} />
          </>
        )}
      </div>
    </Card>
  );
}

type GroupProps = {
  title: string;
  rows: readonly NotificationRow[];
  onRead: (ids: readonly number[]) => void;
};

function Group({ title, rows, onRead }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <section className="update-group">
      <h3>{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={`${row.kind} ${row.id}`}>
            <Update row={row} onRead={() => onRead(row.unreadIds)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Update({ row, onRead }: { row: NotificationRow; onRead: () => void }) {
  const { author, sentence, details, created, unreadIds } = row;
  const isUnread = unreadIds.length > 0;
  const readOnLeave = () => {
    // The page is about to be left, so the request must outlive it.
    if (isUnread) {
      request("PUT", "/api/notification/read", {
        body: { ids: unreadIds },
        keepalive: true,
        toast: false,
      }).catch(() => {
        // The entry stays unread.
      });
    }
  };
  return (
    <div className={classNames("update", isUnread && "update-unread")}>
      {isUnread ? (
        <button
          type="button"
          className="update-mark"
          aria-label="Mark as read"
          title="Mark as read"
          onClick={onRead}
        >
          <span className="update-dot" />
        </button>
      ) : (
        <span className="update-mark" />
      )}
      {author ? (
        <Avatar person={author} />
      ) : (
        <span className="avatar face-sm update-icon" aria-hidden="true">
          <Icon name="clock" />
        </span>
      )}
      <div className="update-main">
        <p className="update-sentence" dir="auto">
          {isUnread && <span className="visually-hidden">Unread: </span>}
          {sentence.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order
            <SentencePart key={at} {...part} isAuthor={at === 0 && author !== null} onClick={readOnLeave} />
          ))}
        </p>
        {details && (
          <p className="update-details text-truncate" dir="auto">
            {details}
          </p>
        )}
      </div>
      <UpdateTime value={created} />
    </div>
  );
}

/** The time of day for today, "Yesterday", otherwise the short date. */
function UpdateTime({ value }: { value: string }) {
  const dates = useDates();
  const age = dates.age(value);
  const text =
    age === "today" ? dates.time(value) : age === "yesterday" ? "Yesterday" : dates.shortDate(value);
  return (
    <time className="update-time num" dateTime={value} title={dates.dateTime(value)}>
      {text}
    </time>
  );
}

type SentencePartProps = NotificationRow["sentence"][number] & { isAuthor: boolean; onClick: () => void };

/** A part of the sentence of an update: a link, or text. */
function SentencePart({ text, href, isAuthor, onClick }: SentencePartProps) {
  if (!href) return <span className={isAuthor ? "update-name" : undefined}>{text}</span>;
  return (
    <a href={href} onClick={onClick}>
      {text}
    </a>
  );
}
