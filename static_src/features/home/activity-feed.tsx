import type { ListPage } from "../../api/client";
import { EventList, useEventLog } from "../../domain/events/event-list";
import { type EventRow, viewTypes } from "../../domain/events/event-log";
import { EmptyState } from "../../ui/empty-state";
import { HomePanel } from "./home-panel";

/**
 * Event types that the feed leaves out: sign-ins, confirmed identities, visits of a password-reset link, and the events of Recently Viewed.
 */
const ignoredTypes = ["user.login", "user.passwordReset.visited", "user.stepUp", ...viewTypes] as const;

/** The viewer's events in the log of the organisation. */
export function ActivityFeed({ userId, first }: { userId: number; first: ListPage<EventRow> }) {
  const list = useEventLog({ createdByUserId: userId, ignoredTypes }, first);
  return (
    <HomePanel
      title="Activity Feed"
      height="tall"
      list={list}
      empty={<EmptyState icon="journal" title="No activity yet." text="Your activity will appear here." />}
    >
      <EventList events={list.rows} label="Activity" />
    </HomePanel>
  );
}
