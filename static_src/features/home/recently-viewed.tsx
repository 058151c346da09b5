import type { ReactNode } from "react";
import type { ListPage } from "../../api/client";
import { useEventLog } from "../../domain/events/event-list";
import { type EventRow, eventArgs, viewTypes } from "../../domain/events/event-log";
import { formatListCount } from "../../lib/text/numbers";
import { Badge } from "../../ui/badge";
import { EmptyState } from "../../ui/empty-state";
import type { IconName } from "../../ui/icons";
import { Time } from "../../ui/time";
import { HomePanel } from "./home-panel";
import "./home.scss";

/** Records that the viewer has opened, newest first (specification, section 2, Home). */
export function RecentlyViewed({ userId, first }: { userId: number; first: ListPage<EventRow> }) {
  const list = useEventLog({ createdByUserId: userId, types: viewTypes }, first);
  return (
    <HomePanel
      title="Recently Viewed"
      actions={
        list.rows.length > 0 && (
          <span className="text-secondary num">{formatListCount(list, ["entry", "entries"])}.</span>
        )
      }
      height="tall"
      list={list}
      empty={<EmptyState icon="history" title="Nothing here." text="You have not viewed anything yet." />}
    >
      <ul className="home-rows">
        {list.rows.map((event) => (
          <li key={event.id}>
            <Viewed event={event} />
          </li>
        ))}
      </ul>
    </HomePanel>
  );
}

function Viewed({ event }: { event: EventRow }) {
  const { badge, icon, text } = describe(event);
  return (
    <div className="home-row">
      <span className="home-row-badge home-row-badge-wide">
        <Badge icon={icon}>{badge}</Badge>
      </span>
      <span className="home-row-main home-row-text">{text}</span>
      <Time value={event.created} as="dateTime" className="home-row-when" />
    </div>
  );
}

function describe(event: EventRow): { badge: string; icon: IconName; text: ReactNode } {
  const args = eventArgs(event);
  switch (event.type) {
    case "user.viewed.organisation":
      return {
        badge: "Organisation",
        icon: "organisation",
        text: <a href={`/organisations/${args.organisationId}`}>{args.organisationName}</a>,
      };
    case "user.viewed.user":
      return {
        badge: "User",
        icon: "user",
        text: <a href={`/contacts/${args.userId}`}>{args.userName}</a>,
      };
    case "user.viewed.assessment":
      return {
        badge: "Assessment",
        icon: "assessment",
        text: (
          <>
            <a href={`/assessment/${args.assessmentId}`}>{args.assessmentTitle}</a>
            {args.supplierName && ` for ${args.supplierName}`}
          </>
        ),
      };
    default:
      return { badge: "RFx", icon: "rfx", text: <ViewedRfx type={event.type} args={args} /> };
  }
}

function ViewedRfx({ type, args }: { type: string; args: ReturnType<typeof eventArgs> }) {
  const received = type === "user.viewed.rfx.received";
  const other = received ? args.fromOrganisationName : args.supplierName;
  return (
    <>
      <a href={`/rfx/${args.rfxId}`}>{args.rfxTitle}</a>
      {other && ` ${received ? "received from" : "sent to"} ${other}`}
    </>
  );
}
