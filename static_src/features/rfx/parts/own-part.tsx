import { useDates } from "../../../lib/text/dates";
import { Button } from "../../../ui/button";
import { Due } from "../../../ui/due";
import { Icon } from "../../../ui/icon";
import { isWaiting, type OpenParts, ownParts, type Part } from "./parts";
import "./parts.scss";

type Props = { parts: OpenParts; isOpen: boolean };

/** The viewer's parts with note and due date, and the buttons that end them. */
export function OwnParts({ parts, isOpen }: Props) {
  const own = ownParts(parts);
  if (own.length === 0) return null;
  return (
    <div className="stack mb-3">
      {own.map((part) => (
        <OwnPart key={part.id} part={part} parts={parts} isOpen={isOpen} />
      ))}
    </div>
  );
}

function OwnPart({ part, parts, isOpen }: Props & { part: Part }) {
  const { title, note, due, askedBy } = part;
  return (
    <section className="card own-part" aria-label={`Your part: ${title}`}>
      <div className="part-main">
        <h2>
          Your part: <bdi>{title}</bdi>
        </h2>
        <p className="cell-sub mb-0">
          Asked by <bdi>{askedBy.name}</bdi>
          {due && ", "}
          <Due value={due} isDone={!isWaiting(part)} withWord />
        </p>
        {note && <p className="mb-0">{note}</p>}
      </div>
      {isOpen && <PartButtons part={part} parts={parts} />}
    </section>
  );
}

/** The buttons of the assignee: done, and return; a done part says so instead. */
export function PartButtons({ part, parts }: { part: Part; parts: Pick<OpenParts, "ask"> }) {
  const { date } = useDates();
  if (!isWaiting(part)) {
    return (
      <p className="cell-sub mb-0">
        <Icon name="success" /> Done on {date(part.done)}. You can still change your answers.
      </p>
    );
  }
  return (
    <div className="button-row">
      <Button onClick={() => parts.ask({ kind: "return", part })}>Give it back...</Button>
      <Button variant="primary" icon="check" onClick={() => parts.ask({ kind: "done", part })}>
        Done with my part
      </Button>
    </div>
  );
}
