import type { ReactNode } from "react";
import { formatCount } from "../../../../lib/text/numbers";
import { classNames } from "../../../../ui/class-names";
import { Meter } from "../../../../ui/meter";
import type { RequestProgress } from "../../types";
import "../../requests.scss";

/** The strip of numbers above the suppliers. The bar has the colours of the dots next to it. */
export function Totals({ progress: { totals } }: { progress: RequestProgress }) {
  const { suppliers, submitted, inProgress, notOpened, declined, withdrawn, late } = totals;
  return (
    <dl className="request-totals card">
      <Cell label="Submitted" className="request-total-first">
        <span>
          <strong className="num">{submitted}</strong> of {suppliers}
        </span>
        <Meter
          className="request-total-meter"
          total={suppliers}
          parts={[
            { value: submitted, tone: "ok" },
            { value: inProgress, tone: "info" },
            { value: notOpened, tone: "none" },
            { value: declined, tone: "bad" },
          ]}
        />
      </Cell>
      <Cell
        label="In Progress"
        tone="info"
        note={totals.answering > 0 && `${totals.answering} answering now`}
      >
        <strong className="num">{inProgress}</strong>
      </Cell>
      <Cell
        label="Not opened"
        tone="none"
        note={
          totals.refused > 0 && (
            <span className="text-bad">{formatCount(totals.refused, "mail")} refused</span>
          )
        }
      >
        <strong className="num">{notOpened}</strong>
      </Cell>
      <Cell label="Declined" tone="bad" note={withdrawn > 0 && `${withdrawn} withdrawn`}>
        <strong className="num">{declined}</strong>
      </Cell>
      <Cell label="Late" note={totals.unsent > 0 && `${totals.unsent} not sent`}>
        <strong className={classNames("num", late > 0 && "text-bad")}>{late}</strong>
      </Cell>
      <Cell label="Average score" note={totals.scored > 0 && `of ${totals.scored} submitted`}>
        <strong className="num">{totals.averageScore === null ? "-" : `${totals.averageScore}%`}</strong>
      </Cell>
    </dl>
  );
}

type CellProps = {
  label: string;
  tone?: "info" | "none" | "bad";
  note?: ReactNode;
  className?: string;
  children: ReactNode;
};

function Cell({ label, tone, note, className, children }: CellProps) {
  return (
    <div className={classNames("request-total", className)}>
      <dt>
        {tone && <span className={`request-dot request-dot-${tone}`} aria-hidden="true" />}
        {label}
      </dt>
      <dd>
        {children}
        {note && <span className="request-total-note">{note}</span>}
      </dd>
    </div>
  );
}
