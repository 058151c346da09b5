import { Avatar } from "../../../domain/people/faces";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Due } from "../../../ui/due";
import { Icon } from "../../../ui/icon";
import { Menu } from "../../../ui/menu";
import type { Rfx } from "../types";
import { remindOfPart } from "./part-calls";
import type { OpenParts } from "./parts";
import { isLive, isWaiting, type Part, type Parts } from "./parts";
import { isReviewer, takesParts } from "./party";
import "./parts.scss";

const statusTexts: Readonly<Record<Part["status"], string>> = {
  ASKED: "Not opened yet",
  OPENED: "Answering",
  DONE: "Done",
  RETURNED: "Given back",
  WITHDRAWN: "Taken back",
};

/** Review parts are never opened or returned. */
const reviewTexts: Readonly<Partial<Record<Part["status"], string>>> = {
  ASKED: "To review",
  DONE: "Reviewed",
  WITHDRAWN: "Taken back",
};

type Props = { rfx: Rfx; shown: readonly Part[]; parts: OpenParts };

/** The parts below the strip, with the actions on each. */
export function PartList({ shown, ...rest }: Props) {
  return (
    <ul className="part-list">
      {shown.map((part) => (
        <PartRow key={part.id} part={part} {...rest} />
      ))}
    </ul>
  );
}

type RowProps = Omit<Props, "shown"> & { part: Part };

function PartRow({ rfx, part, parts }: RowProps) {
  const isOpen = takesParts(rfx);
  const texts = isReviewer(rfx) ? reviewTexts : statusTexts;
  const { save: remind, busy } = useSave<Parts>({
    send: (_, key) => remindOfPart(rfx, part.id, key),
    success: `Reminder sent to ${part.assignee.name}.`,
    onSaved: parts.apply,
  });
  const { title, assignee, email, status, due, reason } = part;
  return (
    <li className="part-row">
      <Avatar person={assignee} />
      <span className="part-main">
        <span className="cell-title d-block">
          <bdi>{title}</bdi>
        </span>
        <span className="cell-sub">
          <bdi>{assignee.name}</bdi>
          {email && <> ({email})</>}, {(texts[status] ?? "").toLowerCase()}
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
          items={partActions(part, parts, isOpen, remind, isReviewer(rfx))}
        />
      )}
    </li>
  );
}

function partActions(part: Part, { ask }: OpenParts, isOpen: boolean, remind: () => void, isReview: boolean) {
  // A part that is reviewed cannot be asked again, unlike one that is answered.
  const canChange = isOpen && (isWaiting(part) || !isReview);
  return [
    isOpen && isWaiting(part) && !part.isOwn && { label: "Remind", icon: "bell" as const, onSelect: remind },
    canChange && { label: "Change...", icon: "edit" as const, onSelect: () => ask({ kind: "change", part }) },
    { label: "Take back...", icon: "restore" as const, onSelect: () => ask({ kind: "withdraw", part }) },
  ];
}
