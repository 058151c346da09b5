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
import { dayOf, dayProblem, parseDay, printDay } from "../../../lib/text/days";
import { DateInput } from "../../../ui/date-input";
import { Field, FieldGroup } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { Checkbox, Switch, TextArea } from "../../../ui/inputs";
import { askForPart, changePart } from "./part-calls";
import { type PartSection, sectionsOf } from "./part-sections";
import type { Part, PartModalProps } from "./parts";

const longestNote = 500;
const daysBefore = 2;

/** Return the default day: two days before the deadline, but not before today; null without a deadline. */
export function defaultDue(deadline: string | null, today: Date): string | null {
  if (!deadline) return null;
  const day = new Date(deadline);
  day.setDate(day.getDate() - daysBefore);
  return dayOf(day > today ? day : today);
}

type Errors = Readonly<Record<string, string[]>>;

type AskProps = PartModalProps & { sectionId: string; keys?: readonly string[] };

/** Dialog that asks a colleague, or a person by e-mail, to answer some sections. */
export function AskModal({ open, parts, sectionId, keys, onChanged, onClose }: AskProps) {
  const { rfx, answering } = open;
  const sections = useMemo(
    () =>
      sectionsOf(
        answering,
        rfx.docForms.map(({ title }) => title),
      ),
    [answering, rfx.docForms],
  );
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
          sections: sections
            .filter(({ id }) => chosen.includes(id))
            .map(({ docFormId, sectionIndex }) => ({ docFormId, sectionIndex })),
          note,
          due,
          seesAll: seesAll && person.userId === null,
        },
        key,
      ),
    success: () => `Asked ${person.name} for ${countText(chosen.length)}.`,
    onSaved: onChanged,
    onError: (error) => setErrors(fieldErrors(error)),
  });
  const submit = () => {
    const problems: Record<string, string[]> = { ...personErrors(person), ...dueErrors(dueText) };
    if (chosen.length === 0) problems.sections = ["Choose at least one section."];
    setErrors(problems);
    if (Object.keys(problems).length === 0) save(parseDay(dueText));
  };
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
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
      <FieldGroup label="Sections" required error={errors.sections ?? errors.keys}>
        <div>
          {sections.map(({ id, title, visibleCount, openCount }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              label={
                <>
                  <bdi>{title}</bdi>
                  <span className="cell-sub num">
                    {openCount === 0 ? "Complete" : `${openCount} of ${visibleCount} open`}
                  </span>
                </>
              }
            />
          ))}
        </div>
      </FieldGroup>
      <PersonPicker
        value={person}
        onChange={setPerson}
        hasColleagues={parts.canAskColleagues}
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

function initialSections(
  sections: readonly PartSection[],
  sectionId: string,
  keys: readonly string[] | undefined,
): string[] {
  const wanted = new Set(keys);
  return sections
    .filter((section) => section.id === sectionId || section.keys.some((key) => wanted.has(key)))
    .map(({ id }) => id);
}

const countText = (count: number) => (count === 1 ? "1 section" : `${count} sections`);

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
        hasColleagues={parts.canAskColleagues}
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

type NoteAndDueProps = {
  note: string;
  onNote: (note: string) => void;
  dueText: string;
  onDue: (text: string) => void;
  errors: Errors;
  deadline: string | null;
};

function NoteAndDue({ note, onNote, dueText, onDue, errors, deadline }: NoteAndDueProps) {
  return (
    <>
      <Field label="Note" hint="Optional." error={errors.note}>
        <TextArea
          grow
          rows={2}
          maxLength={longestNote}
          value={note}
          onChange={(event) => onNote(event.target.value)}
        />
      </Field>
      <Field label="Due" hint="Optional." error={errors.due}>
        <DateInput
          value={parseDay(dueText)}
          text={dueText}
          min={dayOf(new Date())}
          max={deadline ? dayOf(new Date(deadline)) : undefined}
          onChange={(_, text) => onDue(text)}
        />
      </Field>
    </>
  );
}

function dueErrors(text: string): Record<string, string[]> {
  const problem = parseDay(text) || !text.trim() ? null : dayProblem(text);
  return problem ? { due: [problem] } : {};
}
