import { Avatar } from "../../../domain/people/faces";
import { Button, IconButton } from "../../../ui/button";
import type { Answering } from "../detail/answering/answering";
import type { Section } from "../detail/answering/sections";
import { partsOfSection } from "./part-sections";
import type { OpenParts } from "./parts";
import { isWaiting } from "./parts";
import "./parts.scss";

type Props = { parts: OpenParts; answering: Answering; section: Section };

const maxFaces = 2;

/** The faces of the people who answer a section, and a button that asks a colleague for it. */
export function SectionPeople({ parts, answering, section }: Props) {
  const keys = answering.fields
    .filter((field) => field.formIndex === section.formIndex && field.sectionIndex === section.index)
    .map(({ key }) => key);
  const people = partsOfSection(parts.parts, keys);
  return (
    <span className="section-people d-flex align-items-center justify-content-end">
      {people.slice(0, maxFaces).map((part) => (
        <span
          key={part.id}
          className={isWaiting(part) ? undefined : "section-face-done"}
          title={`${part.assignee.name}: ${isWaiting(part) ? "answering" : "done"}`}
        >
          <Avatar person={part.assignee} labelled />
          {!isWaiting(part) && <span className="visually-hidden">Done</span>}
        </span>
      ))}
      {people.length > maxFaces && <span className="cell-sub num">+{people.length - maxFaces}</span>}
      {parts.mayAssign && (
        <IconButton
          icon="invite"
          size="sm"
          label={`Ask a colleague for ${section.title}...`}
          onClick={() => parts.ask({ kind: "ask", sectionId: `${section.formIndex}-${section.index}` })}
        />
      )}
    </span>
  );
}

/** Button below the forms that asks a colleague. */
export function AskButton({ parts }: { parts: OpenParts }) {
  return (
    <Button variant="quiet" icon="invite" onClick={() => parts.ask({ kind: "ask", sectionId: "" })}>
      Ask a colleague...
    </Button>
  );
}
