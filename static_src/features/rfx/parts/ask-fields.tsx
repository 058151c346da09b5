import { dayOf, dayProblem, parseDay } from "../../../lib/text/days";
import { DateInput } from "../../../ui/date-input";
import { Field, FieldGroup } from "../../../ui/field";
import { Checkbox, TextArea } from "../../../ui/inputs";
import type { PartSection } from "./part-sections";

const longestNote = 500;

export type Errors = Readonly<Record<string, string[]>>;

type PickerProps = {
  sections: readonly PartSection[];
  /** Ids of the chosen sections. */
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
  /** Return the text about the open questions of a section. */
  countOf: (section: PartSection) => string;
  /** Return true for a section that cannot be chosen. */
  isDisabled?: (section: PartSection) => boolean;
  errors: Errors;
};

/** The sections of all forms with ticks. */
export function SectionPicker({ sections, chosen, onChoose, countOf, isDisabled, errors }: PickerProps) {
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <FieldGroup label="Sections" required error={errors.sections ?? errors.keys}>
      <div>
        {sections.map((section) => (
          <Checkbox
            key={section.id}
            checked={chosen.includes(section.id)}
            disabled={isDisabled?.(section) ?? false}
            onChange={() => toggle(section.id)}
            label={
              <>
                <bdi>{section.title}</bdi> <span className="cell-sub num">{countOf(section)}</span>
              </>
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** Return the chosen sections as the API names them. */
export function chosenSections(sections: readonly PartSection[], chosen: readonly string[]) {
  return sections
    .filter(({ id }) => chosen.includes(id))
    .map(({ docFormId, sectionIndex }) => ({ docFormId, sectionIndex }));
}

type NoteAndDueProps = {
  note: string;
  onNote: (note: string) => void;
  dueText: string;
  onDue: (text: string) => void;
  errors: Errors;
  deadline: string | null;
};

/** The note to the person, and the day. */
export function NoteAndDue({ note, onNote, dueText, onDue, errors, deadline }: NoteAndDueProps) {
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

/** Return the errors of an entered day. */
export function dueErrors(text: string): Record<string, string[]> {
  const problem = parseDay(text) || !text.trim() ? null : dayProblem(text);
  return problem ? { due: [problem] } : {};
}
