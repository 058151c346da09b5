import { useDates } from "../../../lib/text/dates";
import { Button } from "../../../ui/button";
import { Due } from "../../../ui/due";
import { Icon } from "../../../ui/icon";
import type { OpenRfx } from "../detail/open-rfx";
import { reviewProgress } from "../detail/review/review-progress";
import { isWaiting, type OpenParts, ownParts, type Part } from "./parts";
import { isReviewer, takesParts } from "./party";
import "./parts.scss";

type Props = { open: OpenRfx; parts: OpenParts };

/** The viewer's parts with note and due date, and the buttons that end them, or the progress of their review. */
export function OwnParts({ open, parts }: Props) {
  const own = ownParts(parts);
  if (own.length === 0) return null;
  return (
    <div className="stack mb-3">
      {own.map((part) => (
        <OwnPart key={part.id} part={part} parts={parts} open={open} />
      ))}
    </div>
  );
}

function OwnPart({ part, parts, open }: Props & { part: Part }) {
  const { title, note, due, askedBy } = part;
  const label = isReviewer(open.rfx) ? "Your part to review:" : "Your part:";
  return (
    <section className="card own-part" aria-label={`${label} ${title}`}>
      <div className="part-main">
        <h2>
          {label} <bdi>{title}</bdi>
        </h2>
        <p className="cell-sub mb-0">
          Asked by <bdi>{askedBy.name}</bdi>
          {due && ", "}
          <Due value={due} isDone={!isWaiting(part)} withWord />
        </p>
        {note && <p className="mb-0">{note}</p>}
      </div>
      {isReviewer(open.rfx) ? (
        <PartReview part={part} open={open} />
      ) : (
        takesParts(open.rfx) && <PartButtons part={part} parts={parts} />
      )}
    </section>
  );
}

/** The progress of a review part; the server ends the part with its last answer. */
function PartReview({ part, open }: { part: Part; open: OpenRfx }) {
  const { date } = useDates();
  const keys = new Set(part.keys);
  const { reviewed, total } = reviewProgress(
    open,
    open.answering.fields.filter(({ key }) => keys.has(key)),
  );
  return (
    <p className="cell-sub num mb-0" role="status">
      {isWaiting(part) ? (
        `${reviewed} of ${total} reviewed`
      ) : (
        <>
          <Icon name="success" /> Reviewed on {date(part.done)}
        </>
      )}
    </p>
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
