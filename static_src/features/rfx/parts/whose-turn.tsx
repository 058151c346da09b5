import { Avatar } from "../../../domain/people/faces";
import { useSave } from "../../../lib/state/use-save";
import { useDates } from "../../../lib/text/dates";
import { Button } from "../../../ui/button";
import { Due } from "../../../ui/due";
import { Icon } from "../../../ui/icon";
import { Menu } from "../../../ui/menu";
import { remindOfPart } from "./part-calls";
import { isLive, isWaiting, type Part, type Parts } from "./parts";
import type { OpenParts } from "./use-parts";
import "./parts.scss";

type Props = { rfxId: number; parts: OpenParts; isOpen: boolean };

/** Strip above the form: the parts that are done, and whose turn it is, with the actions on each part. */
export function WhoseTurn({ rfxId, parts, isOpen }: Props) {
  const dates = useDates();
  const live = parts.parts.filter(isLive);
  const returned = parts.parts.filter(({ status }) => status === "RETURNED");
  if (!parts.mayAssign || (live.length === 0 && returned.length === 0)) return null;
  const done = live.length - live.filter(isWaiting).length;
  const waiting = live.filter(isWaiting).sort(byDue);
  return (
    <details className="card whose-turn">
      <summary>
        <span className="whose-turn-text">
          <strong>{live.length > 0 ? doneText(done, live.length) : "No one is answering a part."}</strong>
          {waiting.slice(0, maxNamed).map((part) => {
            const due = dates.due(part.due);
            return (
              <span key={part.id}>
                {" "}
                <bdi>{firstName(part)}</bdi>
                {due
                  ? `: ${due.text.toLowerCase()}`
                  : part.status === "ASKED"
                    ? ": not opened"
                    : ": answering"}
                {"."}
              </span>
            );
          })}
          {waiting.length > maxNamed && ` And ${waiting.length - maxNamed} more.`}
          {returned.length > 0 && (
            <span className="whose-turn-returned">
              {" "}
              {returned.length === 1 ? "1 part was given back." : `${returned.length} parts were given back.`}
            </span>
          )}
        </span>
        <span className="whose-turn-more">
          <span className="closed-word">Show parts</span>
          <span className="open-word">Hide parts</span>
          <Icon name="down" />
        </span>
      </summary>
      <ul className="part-list">
        {[...waiting, ...returned, ...live.filter((part) => !isWaiting(part))].map((part) => (
          <PartRow key={part.id} rfxId={rfxId} part={part} parts={parts} isOpen={isOpen} />
        ))}
      </ul>
    </details>
  );
}

const maxNamed = 3;

const firstName = ({ assignee, isOwn }: Part) => (isOwn ? "You" : (assignee.name.split(/\s+/)[0] ?? ""));

function doneText(done: number, total: number): string {
  if (done === total) return total === 1 ? "The part is done." : `All ${total} parts are done.`;
  return `${done} of ${total} ${total === 1 ? "part" : "parts"} done.`;
}

/** Sort by day; parts without one come last. */
const byDue = (one: Part, other: Part) => (one.due ?? "9999").localeCompare(other.due ?? "9999");

const statusTexts: Readonly<Record<Part["status"], string>> = {
  ASKED: "Not opened yet",
  OPENED: "Answering",
  DONE: "Done",
  RETURNED: "Given back",
  WITHDRAWN: "Taken back",
};

type RowProps = Omit<Props, "parts"> & { parts: OpenParts; part: Part };

function PartRow({ rfxId, part, parts, isOpen }: RowProps) {
  const { save: remind, busy } = useSave<Parts>({
    send: (_, key) => remindOfPart(rfxId, part.id, key),
    success: `Reminder sent to ${part.assignee.name}.`,
    onSaved: parts.apply,
  });
  const { title, assignee, email, status, due, reason } = part;
  return (
    <li className="part-row">
      <Avatar person={assignee} />
      <span className="part-row-main">
        <span className="part-row-title">
          <bdi>{title}</bdi>
        </span>
        <span className="cell-sub">
          <bdi>{assignee.name}</bdi>
          {email && <> ({email})</>}, {statusTexts[status].toLowerCase()}
        </span>
        {status === "RETURNED" && reason && <q className="cell-sub d-block">{reason}</q>}
      </span>
      <Due value={due} isDone={!isWaiting(part)} withWord />
      {isOpen && status === "RETURNED" && (
        <Button size="sm" onClick={() => parts.ask({ kind: "ask", sectionId: "", keys: part.keys })}>
          Ask someone else...
        </Button>
      )}
      {isLive(part) && (
        <Menu
          label={`Actions on ${title}`}
          align="end"
          triggerClass="btn btn-quiet btn-sm btn-icon"
          busy={busy}
          trigger={<Icon name="more" />}
          items={partActions(part, parts, isOpen, remind)}
        />
      )}
    </li>
  );
}

function partActions(part: Part, { ask }: OpenParts, isOpen: boolean, remind: () => void) {
  return [
    isOpen && isWaiting(part) && !part.isOwn && { label: "Remind", icon: "bell" as const, onSelect: remind },
    isOpen && { label: "Change...", icon: "edit" as const, onSelect: () => ask({ kind: "change", part }) },
    { label: "Take back...", icon: "restore" as const, onSelect: () => ask({ kind: "withdraw", part }) },
  ];
}
