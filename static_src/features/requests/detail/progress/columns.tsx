import type { ReactNode } from "react";
import { Avatar, OrgLogo } from "../../../../domain/people/faces";
import { openStatuses } from "../../../../domain/rfx/rfx";
import { useDates } from "../../../../lib/text/dates";
import { formatCount } from "../../../../lib/text/numbers";
import { Badge, StatusBadge } from "../../../../ui/badge";
import { classNames } from "../../../../ui/class-names";
import type { Column } from "../../../../ui/data-table";
import { Due } from "../../../../ui/due";
import { Icon } from "../../../../ui/icon";
import type { IconName } from "../../../../ui/icons";
import { Meter } from "../../../../ui/meter";
import type { SupplierRow } from "../../types";
import "../../requests.scss";

const isOpen = ({ status }: SupplierRow) => openStatuses.has(status);

/** A dash for a cell without a value. */
function None() {
  return (
    <span className="text-secondary" aria-hidden="true">
      -
    </span>
  );
}

export const columns: readonly Column<SupplierRow>[] = [
  {
    key: "supplier",
    title: "Supplier",
    sort: "supplier",
    primary: true,
    className: "request-supplier",
    render: ({ name, organisationId, isGuest }) => (
      <span className="request-supplier-name" title={name}>
        {isGuest ? (
          <span className="request-guest-face">
            <Icon name="user" />
          </span>
        ) : (
          <OrgLogo organisation={{ id: organisationId ?? 0, name }} size="sm" />
        )}
        <bdi className="cell-title">{name}</bdi>
      </span>
    ),
  },
  {
    key: "answered",
    title: "Answered",
    sort: "answered",
    className: "request-answered",
    render: ({ completion, status }) =>
      completion && status !== "DECLINED" ? (
        <span className="meter-cell" title={`${completion.percent}% answered`}>
          <Meter
            total={completion.total}
            parts={[{ value: completion.answered, tone: completion.percent === 100 ? "ok" : "info" }]}
          />
          <span className="num">
            {completion.answered}/{completion.total}
          </span>
          <span className="visually-hidden">, {completion.percent}%</span>
        </span>
      ) : (
        <None />
      ),
  },
  {
    key: "state",
    title: "State",
    sort: "state",
    className: "status-cell",
    render: ({ statusInfo, withdrawnReason, declineReason, isAwarded }) => (
      <span title={withdrawnReason ? `Withdrawn: ${withdrawnReason}` : (declineReason ?? undefined)}>
        <StatusBadge info={statusInfo} />
        {withdrawnReason !== null && <span className="cell-sub"> Withdrawn</span>}
        {isAwarded !== null && (
          <span className={isAwarded ? "request-now" : "cell-sub"}>
            {isAwarded ? " Awarded" : " Not awarded"}
          </span>
        )}
      </span>
    ),
  },
  {
    key: "activity",
    title: "Last activity",
    sort: "activity",
    className: "request-activity",
    render: ({ people, lastActivity }) => {
      const section = people[0]?.section;
      if (people.length > 0)
        return <span className="request-now">{section ? `Now, section ${section}` : "Now"}</span>;
      return lastActivity ? <Activity moment={lastActivity} /> : <None />;
    },
  },
  {
    key: "answering",
    title: "Answering",
    className: "request-answering",
    render: ({ people: [first, ...others] }) =>
      first ? (
        <span className="request-person">
          <Avatar person={first} />
          <bdi>{first.name}</bdi>
          {others.length > 0 && ` +${others.length}`}
        </span>
      ) : (
        <None />
      ),
  },
  {
    key: "mail",
    title: "Mail",
    sort: "mail",
    className: "request-mail",
    render: (row) => <MailState row={row} />,
  },
  {
    key: "deadline",
    title: "Days left",
    sort: "deadline",
    className: "request-days",
    render: (row) => <DaysLeft row={row} />,
  },
  {
    key: "followUps",
    title: "Follow-ups",
    sort: "followUps",
    numeric: true,
    render: ({ followUps }) => (followUps > 0 ? followUps : <None />),
  },
  {
    key: "score",
    title: "Score",
    sort: "score",
    className: "request-score",
    render: ({ score }) =>
      score === null ? (
        <span className="text-secondary" title="Not scored yet">
          <span aria-hidden="true">-</span>
          <span className="visually-hidden">not scored yet</span>
        </span>
      ) : (
        <span className="meter-cell">
          <Meter
            className="request-score-meter"
            total={100}
            parts={[{ value: Math.max(0, Math.min(100, score)), tone: "ok" }]}
          />
          <strong className="num">{score}%</strong>
        </span>
      ),
  },
];

/** Today with its time, else the day. */
function Activity({ moment }: { moment: string }) {
  const { daysLeft, time, shortDate, dateTime } = useDates();
  return (
    <time dateTime={moment} title={dateTime(moment)}>
      {daysLeft(moment) === 0 ? `Today, ${time(moment)}` : shortDate(moment)}
    </time>
  );
}

const mailStates: Record<SupplierRow["mail"]["state"], { label: string; icon: IconName; bad?: boolean }> = {
  SENT: { label: "Sent", icon: "mail" },
  WAITING: { label: "Waiting", icon: "clock" },
  REFUSED: { label: "Refused", icon: "error", bad: true },
  NOT_SENT: { label: "Not sent", icon: "none" },
};

/** Opened, or the state of the mails to the supplier: the reply of the mail server. */
function MailState({ row: { isOpened, mail } }: { row: SupplierRow }): ReactNode {
  const { label, icon, bad } = mailStates[mail.state];
  if (isOpened && !bad)
    return (
      <span className="request-mail-state text-secondary" title={`Mail: ${label.toLowerCase()}`}>
        <Icon name="preview" />
        Opened
      </span>
    );
  const part = mail.people > 1 ? `${mail.refused} of ${mail.people} mails refused` : "The mail was refused";
  return (
    <span
      className={classNames("request-mail-state", bad && "text-bad")}
      title={bad ? `${part}: ${mail.reply ?? ""}` : undefined}
    >
      <Icon name={icon} />
      {label}
      {bad && <span className="visually-hidden">: {mail.reply}</span>}
      {!isOpened && !bad && <span className="visually-hidden">, not opened</span>}
    </span>
  );
}

/** The days left of an open RFx; a chip within three days and after the deadline. */
function DaysLeft({ row }: { row: SupplierRow }) {
  const { daysLeft, due, dateTime } = useDates();
  const { deadline } = row;
  if (!deadline || !(isOpen(row) || row.isLate)) return <None />;
  const left = daysLeft(deadline) ?? 0;
  const text = formatCount(left, "day");
  if (row.isLate || left < 0) return <Due value={deadline} />;
  if (due(deadline)?.urgency === "soon")
    return (
      <time dateTime={deadline} title={dateTime(deadline)}>
        <Badge tone="wait" icon="clock">
          {left === 0 ? "Today" : text}
        </Badge>
      </time>
    );
  return (
    <time className="text-secondary" dateTime={deadline} title={dateTime(deadline)}>
      {text}
    </time>
  );
}
