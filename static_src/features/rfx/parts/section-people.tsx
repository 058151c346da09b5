import { Avatar } from "../../../domain/people/faces";
import { Button, IconButton } from "../../../ui/button";
import type { Section } from "../detail/answering/sections";
import type { OpenRfx } from "../detail/open-rfx";
import { reviewProgress } from "../detail/review/review-progress";
import type { Rfx } from "../types";
import { partsOfSection } from "./part-sections";
import type { OpenParts } from "./parts";
import { isWaiting } from "./parts";
import { isReviewer, takesParts } from "./party";
import "./parts.scss";

type Props = { open: OpenRfx; parts: OpenParts; section: Section };

const maxFaces = 2;

/** The faces of the people who answer or review a section, and a button that asks a colleague for it. */
export function SectionPeople({ open, parts, section }: Props) {
  const { rfx } = open;
  const isReview = isReviewer(rfx);
  const isOffered =
    !isReview || (takesParts(rfx) && reviewProgress(open, fieldsOf(open, section)).pending.length > 0);
  return (
    <span className="section-people d-flex align-items-center justify-content-end">
      <SectionFaces open={open} parts={parts} section={section} />
      {parts.mayAssign && isOffered && (
        <IconButton
          icon="invite"
          size="sm"
          label={
            isReview ? `Ask for a review of ${section.title}...` : `Ask a colleague for ${section.title}...`
          }
          onClick={() => parts.ask({ kind: "ask", sectionId: `${section.formIndex}-${section.index}` })}
        />
      )}
    </span>
  );
}

/** The faces of the first people who answer or review a section, and the number of the others. */
export function SectionFaces({ open, parts, section }: Props) {
  const isReview = isReviewer(open.rfx);
  const [doing, done] = isReview ? ["reviewing", "reviewed"] : ["answering", "done"];
  const people = partsOfSection(
    parts.parts,
    fieldsOf(open, section).map(({ key }) => key),
  );
  return (
    <>
      {people.slice(0, maxFaces).map((part) => (
        <span
          key={part.id}
          className={isWaiting(part) ? undefined : "section-face-done"}
          title={`${part.assignee.name}: ${isWaiting(part) ? doing : done}`}
        >
          <Avatar person={part.assignee} labelled />
          {!isWaiting(part) && <span className="visually-hidden">{isReview ? "Reviewed" : "Done"}</span>}
        </span>
      ))}
      {people.length > maxFaces && <span className="cell-sub num">+{people.length - maxFaces}</span>}
    </>
  );
}

const fieldsOf = ({ answering }: OpenRfx, section: Section) =>
  answering.fields.filter(
    ({ formIndex, sectionIndex }) => formIndex === section.formIndex && sectionIndex === section.index,
  );

type AskProps = {
  rfx: Rfx;
  parts: OpenParts;
  /** Called with the function that opens the dialog: a sheet closes first. Without it the dialog opens at once. */
  beforeAsk?: (ask: () => void) => void;
};

/** Button that asks a colleague to answer or review. Renders nothing without the permission. */
export function AskButton({ rfx, parts, beforeAsk }: AskProps) {
  if (!parts.mayAssign || !takesParts(rfx)) return null;
  const ask = () => parts.ask({ kind: "ask", sectionId: "" });
  return (
    <Button variant="quiet" icon="invite" onClick={beforeAsk ? () => beforeAsk(ask) : ask}>
      {isReviewer(rfx) ? "Ask for a review..." : "Ask a colleague..."}
    </Button>
  );
}
