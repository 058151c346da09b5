import { useMemo, useState } from "react";
import { fieldErrors } from "../../../api/field-errors";
import {
  noPerson,
  type PersonChoice,
  PersonPicker,
  personBody,
  personErrors,
} from "../../../domain/people/person-picker";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { dayOf, parseDay, printDay } from "../../../lib/text/days";
import { formatCount } from "../../../lib/text/numbers";
import { FormModal } from "../../../ui/form-modal";
import { Switch } from "../../../ui/inputs";
import { chosenSections, dueErrors, type Errors, NoteAndDue, SectionPicker } from "./ask-fields";
import { askForPart, changePart } from "./part-calls";
import { type PartSection, sectionsOf } from "./part-sections";
import type { Part, PartModalProps } from "./parts";

const daysBefore = 2;

/** Return the default day: two days before the deadline, but not before today; null without a deadline. */
export function defaultDue(deadline: string | null, today: Date): string | null {
  if (!deadline) return null;
  const day = new Date(deadline);
  day.setDate(day.getDate() - daysBefore);
  return dayOf(day > today ? day : today);
}

type AskProps = PartModalProps & { sectionId: string; keys?: readonly string[] };

/** Dialog that asks a colleague, or a person by e-mail, to answer some sections. */
export function AskModal({ open, parts, sectionId, keys, onChanged, onClose }: AskProps) {
  const { rfx } = open;
  const sections = useMemo(() => sectionsOf(open), [open]);
  const [chosen, setChosen] = useState<readonly string[]>(() => initialSections(sections, sectionId, keys));
  const [person, setPerson] = useState(noPerson);
  const [note, setNote] = useState("");
  const [dueText, setDueText] = useState(() => printDay(defaultDue(rfx.deadline, new Date())));
  const [seesAll, setSeesAll] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const draftState = useDraft(
    `part.${rfx.id}`,
    () => ({ person, note }),
    (entries) => {
      setPerson(entries.person);
      setNote(entries.note);
    },
  );
  const { save, busy, failure } = useSave({
    send: (due: string | null, key) =>
      askForPart(
        rfx.id,
        {
          ...personBody(person),
          sections: chosenSections(sections, chosen),
          note,
          due,
          seesAll: seesAll && person.userId === null,
        },
        key,
      ),
    success: () => `Asked ${person.name} for ${formatCount(chosen.length, "section")}.`,
    onSaved: onChanged,
    onError: (error) => setErrors(fieldErrors(error)),
  });
  const submit = () => {
    const problems: Record<string, string[]> = { ...personErrors(person), ...dueErrors(dueText) };
    if (chosen.length === 0) problems.sections = ["Choose at least one section."];
    setErrors(problems);
    if (Object.keys(problems).length === 0) save(parseDay(dueText));
  };
  const isByMail = person.userId === null && person.email !== "";
  return (
    <FormModal
      title="Ask a colleague"
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={submit}
      submitLabel="Ask"
      submitIcon="send"
      busyText="Asking..."
    >
      <SectionPicker
        sections={sections}
        chosen={chosen}
        onChoose={setChosen}
        countOf={({ openCount, visibleCount }) =>
          openCount === 0 ? "Complete" : `${openCount} of ${visibleCount} open`
        }
        errors={errors}
      />
      <PersonPicker
        value={person}
        onChange={setPerson}
        hasColleagues={parts.canAskColleagues ?? false}
        errors={errors}
      />
      <NoteAndDue
        note={note}
        onNote={setNote}
        dueText={dueText}
        onDue={setDueText}
        errors={errors}
        deadline={rfx.deadline}
      />
      {(isByMail || !parts.canAskColleagues) && (
        <Switch
          label="May read the other sections"
          hint="Off: the link shows the chosen sections only."
          checked={seesAll}
          onChange={(event) => setSeesAll(event.target.checked)}
        />
      )}
    </FormModal>
  );
}

export function initialSections(
  sections: readonly PartSection[],
  sectionId: string,
  keys: readonly string[] | undefined,
): string[] {
  const wanted = new Set(keys);
  return sections
    .filter((section) => section.id === sectionId || section.keys.some((key) => wanted.has(key)))
    .map(({ id }) => id);
}

/** Dialog that changes person, day and note of a part; its assignee is asked again. */
export function ChangeModal({ open, parts, part, onChanged, onClose }: PartModalProps & { part: Part }) {
  const { rfx } = open;
  const current: PersonChoice = {
    userId: part.isGuest ? null : part.assignee.id,
    name: part.assignee.name,
    email: part.email ?? "",
  };
  const [person, setPerson] = useState(current);
  const [note, setNote] = useState(part.note);
  const [dueText, setDueText] = useState(printDay(part.due));
  const [errors, setErrors] = useState<Errors>({});
  const draftState = useDraft(
    `part.${part.id}`,
    () => ({ note }),
    (entries) => setNote(entries.note),
  );
  const isSamePerson = person.userId === current.userId && person.email === current.email;
  const { save, busy, failure } = useSave({
    send: (due: string | null, key) =>
      changePart(rfx.id, part.id, { ...(isSamePerson ? {} : personBody(person)), note, due }, key),
    success: () => `Asked ${person.name} for “${part.title}”.`,
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
      title={`Change “${part.title}”`}
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={submit}
      submitLabel="Ask again"
      submitIcon="send"
      busyText="Asking..."
    >
      <PersonPicker
        value={person}
        onChange={setPerson}
        hasColleagues={parts.canAskColleagues ?? false}
        errors={errors}
      />
      {!isSamePerson && (
        <p className="field-hint">{part.assignee.name} can no longer answer. Every answer stays.</p>
      )}
      <NoteAndDue
        note={note}
        onNote={setNote}
        dueText={dueText}
        onDue={setDueText}
        errors={errors}
        deadline={rfx.deadline}
      />
    </FormModal>
  );
}
