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
  const { rfx, answering } = open;
  const isReview = isReviewer(rfx);
  const [doing, done] = isReview ? ["reviewing", "reviewed"] : ["answering", "done"];
  const fields = answering.fields.filter(
    (field) => field.formIndex === section.formIndex && field.sectionIndex === section.index,
  );
  const isOffered = !isReview || (takesParts(rfx) && reviewProgress(open, fields).pending.length > 0);
  const people = partsOfSection(
    parts.parts,
    fields.map(({ key }) => key),
  );
  return (
    <span className="section-people d-flex align-items-center justify-content-end">
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

/** Button that asks a colleague to answer or to review; null for viewers who may not ask now. */
export function AskButton({ rfx, parts }: { rfx: Rfx; parts: OpenParts }) {
  if (!parts.mayAssign || !takesParts(rfx)) return null;
  return (
    <Button variant="quiet" icon="invite" onClick={() => parts.ask({ kind: "ask", sectionId: "" })}>
      {isReviewer(rfx) ? "Ask for a review..." : "Ask a colleague..."}
    </Button>
  );
}
