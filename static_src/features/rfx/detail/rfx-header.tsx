import { type ReactNode, useRef } from "react";
import { openStatuses } from "../../../domain/rfx/rfx";
import { OrganisationName } from "../../../domain/rfx/rfx-status";
import { usePageContext } from "../../../lib/browser/page-context";
import { useHeightProperty } from "../../../lib/browser/use-height-property";
import { useHydrated } from "../../../lib/browser/use-hydrated";
import { useDates } from "../../../lib/text/dates";
import { StatusBadge } from "../../../ui/badge";
import { Facts } from "../../../ui/card";
import { classNames } from "../../../ui/class-names";
import { Crumbs } from "../../../ui/page-header";
import { Time } from "../../../ui/time";
import type { Rfx } from "../types";
import { deadlineText, isEndOfDay } from "./deadline";
import "../rfx.scss";

type Props = {
  rfx: Rfx;
  /** Saving state, next to the buttons. */
  progress: ReactNode;
  /** Secondary actions. */
  tools: ReactNode;
  /** The primary button. */
  submit?: ReactNode;
  crumbs?: boolean;
};

/** Titles above this length, in characters, may need more than two lines. */
const longTitle = 60;

/** Statuses before the first answer, which mean nothing to a guest. */
const unread: ReadonlySet<string> = new Set(["NEW", "PENDING"]);

/** Title, status and facts of an RFx. The title row with the actions is sticky. */
export function RfxHeader({ rfx, progress, tools, submit, crumbs = true }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const isGuest = rfx.viewerRole === "GUEST";
  useHeightProperty(row, "--rfx-title-height");
  return (
    <>
      {crumbs && <Crumbs items={[{ label: "RFXs", href: "/rfx" }, { label: `#${rfx.ref}` }]} />}
      <div ref={row} className="rfx-title-row">
        <div className="page-title">
          <h1 title={rfx.title.length > longTitle ? rfx.title : undefined}>
            {!isGuest && `Rfx: #${rfx.ref} - `}
            <bdi>{rfx.title}</bdi>
          </h1>
          {!(isGuest && unread.has(rfx.status)) && <StatusBadge info={rfx.statusInfo} />}
        </div>
        <div className="rfx-tools">{tools}</div>
        {(progress || submit) && (
          <div className="rfx-submit">
            <div className="rfx-progress">{progress}</div>
            {submit}
          </div>
        )}
      </div>
      <RfxFacts rfx={rfx} />
    </>
  );
}

function RfxFacts({ rfx }: { rfx: Rfx }) {
  const { about, assessment, thread, createdBy, relationship, viewerRole } = rfx;
  const from = (thread ?? { createdBy }).createdBy.name;
  const items: [string, ReactNode][] = [
    [
      "From",
      <span key="from">
        {from}
        {viewerRole !== "REQUESTER" && (
          <span className="fw-normal text-secondary"> at {relationship.organisation.safeName}</span>
        )}
      </span>,
    ],
    ["To", <Recipient key="to" rfx={rfx} />],
    ["Sent", <Time key="sent" value={rfx.sentDate ?? rfx.created} />],
    ["Deadline", <Deadline key="deadline" rfx={rfx} />],
  ];
  if (about) {
    const isGuest = viewerRole === "GUEST";
    items.push(["About", isGuest ? about.safeName : <OrganisationName key="about" organisation={about} />]);
  }
  if (rfx.requestId !== null && rfx.requestTitle !== null) {
    items.push([
      "Part of request",
      <a key="request" href={`/rfx/request/${rfx.requestId}`}>
        <bdi>{rfx.requestTitle}</bdi>
      </a>,
    ]);
  }
  if (assessment) {
    items.push([
      "Assessment",
      <a key="assessment" href={`/assessment/${assessment.id}`}>
        {assessment.title}
      </a>,
    ]);
  }
  return (
    <div className="rfx-facts">
      <Facts items={items} />
    </div>
  );
}

/**
 * The receiving organisation: a link, or plain text for the viewer's own organisation and the placeholder of guests.
 */
function Recipient({ rfx }: { rfx: Rfx }) {
  const own = usePageContext().organisation?.id;
  const { withOrganisation } = rfx.relationship;
  if (withOrganisation.id === own || rfx.viewerRole === "GUEST") return <>{withOrganisation.safeName}</>;
  return <OrganisationName organisation={withOrganisation} />;
}

/**
 * The deadline: its day, its time if it is before the end of that day in the user's time zone, and the days left
 * while the RFx can be answered. 'none' if there is no deadline.
 */
function Deadline({ rfx: { deadline, status } }: { rfx: Rfx }) {
  const { date, dateTime, daysLeft } = useDates();
  const hydrated = useHydrated();
  if (!deadline) return <>none</>;
  if (!openStatuses.has(status)) return <Time value={deadline} />;
  const left = daysLeft(deadline) ?? 0;
  return (
    <span className={classNames("rfx-deadline", left <= 14 && "deadline-near")}>
      <time dateTime={deadline}>
        {hydrated && !isEndOfDay(deadline) ? dateTime(deadline) : date(deadline)}
      </time>
      , {deadlineText(left)}
    </span>
  );
}
