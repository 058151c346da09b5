import { useMemo, useState } from "react";
import { fieldErrors } from "../../../api/field-errors";
import {
  noPerson,
  type PersonChoice,
  PersonPicker,
  personErrors,
} from "../../../domain/people/person-picker";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { parseDay, printDay } from "../../../lib/text/days";
import { formatCount } from "../../../lib/text/numbers";
import { FormModal } from "../../../ui/form-modal";
import { chosenSections, dueErrors, type Errors, NoteAndDue, SectionPicker } from "./ask-fields";
import { initialSections } from "./ask-modal";
import { askForReview, changeReview } from "./part-calls";
import { type PartSection, sectionsToReview } from "./part-sections";
import type { Part, PartModalProps } from "./parts";

type AskProps = PartModalProps & { sectionId: string; keys?: readonly string[] };

/** Dialog that asks a colleague to review the answers of some sections. */
export function AskReviewModal({ open, sectionId, keys, onChanged, onClose }: AskProps) {
  const { rfx } = open;
  const sections = useMemo(() => sectionsToReview(open), [open]);
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    initialSections(
      sections.filter((section) => !isReviewed(section)),
      sectionId,
      keys,
    ),
  );
  const [person, setPerson] = useState(noPerson);
  const [note, setNote] = useState("");
  const [dueText, setDueText] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const draftState = useDraft(
    `review.${rfx.id}`,
    () => ({ person, note }),
    (entries) => {
      setPerson(entries.person);
      setNote(entries.note);
    },
  );
  const { save, busy, failure } = useSave({
    send: ({ userId, due }: { userId: number; due: string | null }, key) =>
      askForReview(rfx.id, { userId, sections: chosenSections(sections, chosen), note, due }, key),
    success: () => `Asked ${person.name} to review ${formatCount(chosen.length, "section")}.`,
    onSaved: onChanged,
    onError: (error) => setErrors(fieldErrors(error)),
  });
  const submit = () => {
    const problems: Record<string, string[]> = { ...personErrors(person), ...dueErrors(dueText) };
    if (chosen.length === 0) problems.sections = ["Choose at least one section."];
    setErrors(problems);
    if (Object.keys(problems).length === 0 && person.userId !== null) {
      save({ userId: person.userId, due: parseDay(dueText) });
    }
  };
  return (
    <FormModal
      title="Ask for a review"
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={submit}
      submitLabel="Ask"
      submitIcon="send"
      busyText="Asking..."
    >
      <p className="text-secondary">
        {rfx.relationship.withOrganisation.safeName} doesn't see who reviews what.
      </p>
      <SectionPicker
        sections={sections}
        chosen={chosen}
        onChoose={setChosen}
        countOf={reviewText}
        isDisabled={isReviewed}
        errors={errors}
      />
      <PersonPicker value={person} onChange={setPerson} hasGuests={false} label="Reviewer" errors={errors} />
      <NoteAndDue
        note={note}
        onNote={setNote}
        dueText={dueText}
        onDue={setDueText}
        errors={errors}
        deadline={null}
      />
    </FormModal>
  );
}

const isReviewed = ({ openCount }: PartSection) => openCount === 0;

function reviewText({ openCount, visibleCount }: PartSection): string {
  if (visibleCount === 0) return "No answers";
  return openCount === 0 ? "Reviewed" : `${openCount} of ${visibleCount} to review`;
}

/** Dialog that changes reviewer, day and note of a part; its reviewer is asked again. */
export function ChangeReviewModal({ open, part, onChanged, onClose }: PartModalProps & { part: Part }) {
  const { rfx } = open;
  const current: PersonChoice = { userId: part.assignee.id, name: part.assignee.name, email: "" };
  const [person, setPerson] = useState(current);
  const [note, setNote] = useState(part.note);
  const [dueText, setDueText] = useState(printDay(part.due));
  const [errors, setErrors] = useState<Errors>({});
  const draftState = useDraft(
    `review.part.${part.id}`,
    () => ({ note }),
    (entries) => setNote(entries.note),
  );
  const isSamePerson = person.userId === current.userId;
  const { save, busy, failure } = useSave({
    send: (due: string | null, key) =>
      changeReview(rfx.id, part.id, { userId: isSamePerson ? null : person.userId, note, due }, key),
    success: () => `Asked ${person.name} to review “${part.title}”.`,
    onSaved: onChanged,
    onError: (error) => setErrors(fieldErrors(error)),
  });
  const submit = () => {
    const problems: Record<string, string[]> = { ...personErrors(person), ...dueErrors(dueText) };
    setErrors(problems);
    if (Object.keys(problems).length === 0) save(parseDay(dueText));
  };
  return (
    <FormModal
      title={`Change the review of “${part.title}”`}
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={submit}
      submitLabel="Ask again"
      submitIcon="send"
      busyText="Asking..."
    >
      <PersonPicker value={person} onChange={setPerson} hasGuests={false} label="Reviewer" errors={errors} />
      <NoteAndDue
        note={note}
        onNote={setNote}
        dueText={dueText}
        onDue={setDueText}
        errors={errors}
        deadline={null}
      />
    </FormModal>
  );
}
