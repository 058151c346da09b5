import { useState } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useDates } from "../../../lib/text/dates";
import { formatCount } from "../../../lib/text/numbers";
import { Icon } from "../../../ui/icon";
import type { Rfx } from "../types";
import type { OpenParts } from "./parts";
import { isLive, isWaiting, type Part } from "./parts";
import { isReviewer } from "./party";
import "../rfx.scss";
import "./parts.scss";

const loadList = () => import("./part-list");

type Props = { rfx: Rfx; parts: OpenParts };

/** Strip above the form: the parts that are done or reviewed, and whose turn it is, with the actions on each part. */
export function WhoseTurn({ rfx, parts }: Props) {
  const dates = useDates();
  const [isExpanded, setExpanded] = useState(false);
  const list = useLoaded(loadList, isExpanded);
  const live = parts.parts.filter(isLive);
  const returned = parts.parts.filter(({ status }) => status === "RETURNED");
  if (!parts.mayAssign || (live.length === 0 && returned.length === 0)) return null;
  const isReview = isReviewer(rfx);
  const done = live.length - live.filter(isWaiting).length;
  const waiting = live.filter(isWaiting).sort(byDue);
  return (
    <details className="card whose-turn mb-3" onToggle={(event) => setExpanded(event.currentTarget.open)}>
      <summary>
        <span className="part-main">
          <strong>
            {live.length > 0 ? doneText(done, live.length, isReview) : "No one is answering a part."}
          </strong>
          {waiting.slice(0, maxNamed).map((part) => {
            const due = dates.due(part.due);
            return (
              <span key={part.id}>
                {" "}
                <bdi>{firstName(part)}</bdi>
                {due
                  ? `: ${due.text.replace(/^To/, "to")}`
                  : isReview
                    ? ": reviewing"
                    : part.status === "ASKED"
                      ? ": not opened"
                      : ": answering"}
                {"."}
              </span>
            );
          })}
          {waiting.length > maxNamed && ` And ${waiting.length - maxNamed} more.`}
          {returned.length > 0 && (
            <span className="deadline-near">
              {" "}
              {formatCount(returned.length, "part was", "parts were")} given back.
            </span>
          )}
        </span>
        <span className="cell-sub d-flex align-items-center gap-2">
          {isExpanded ? "Hide parts" : "Show parts"}
          <Icon name={isExpanded ? "up" : "down"} />
        </span>
      </summary>
      {list && (
        <list.PartList
          rfx={rfx}
          shown={[...waiting, ...returned, ...live.filter((part) => !isWaiting(part))]}
          parts={parts}
        />
      )}
    </details>
  );
}

const maxNamed = 3;

const firstName = ({ assignee, isOwn }: Part) => (isOwn ? "You" : (assignee.name.split(/\s+/)[0] ?? ""));

function doneText(done: number, total: number, isReview: boolean): string {
  const word = isReview ? "reviewed" : "done";
  if (done === total) return total === 1 ? `The part is ${word}.` : `All ${total} parts are ${word}.`;
  return `${done} of ${formatCount(total, "part")} ${word}.`;
}

/** Sort by day; parts without one come last. */
const byDue = (one: Part, other: Part) => (one.due ?? "9999").localeCompare(other.due ?? "9999");
