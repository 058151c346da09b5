import { useId, useState } from "react";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Checkbox, Select, TextArea } from "../../ui/inputs";
import { type FieldType, type ImportQuestion, type RowFix, typeLabels } from "./types";
import "./form-imports.scss";

type Props = {
  place: { sheet: string; row: number };
  question: ImportQuestion | null;
  fix: RowFix | null;
  onFix: (fix: RowFix) => void;
  onClose: () => void;
};

const choiceTypes: readonly FieldType[] = ["SINGLE_CHOICE", "MULTI_CHOICE"];
const types = Object.entries(typeLabels)
  .filter(([value]) => value !== "TABLE")
  .map(([value, label]) => ({ value, label }));

/** Correct a row in place: the text of the question, its type and choices, or take it out. */
export function FixForm({ place: { sheet, row }, question, fix, onFix, onClose }: Props) {
  const id = useId();
  const [label, setLabel] = useState(question?.label ?? "");
  const [type, setType] = useState<FieldType>(question?.type ?? "TEXTAREA");
  const [choices, setChoices] = useState(question?.choices.join("\n") ?? "");
  const [isRequired, setRequired] = useState(question?.isRequired ?? false);
  const [isConditional, setConditional] = useState(question?.isConditional ?? false);
  const base: RowFix = {
    sheet,
    row,
    label: null,
    type: null,
    choices: null,
    isRequired: null,
    isLeftOut: false,
    isHeading: null,
    isConditional: null,
    ...fix,
  };
  const lines = [...new Set(choices.split("\n").map((line) => line.trim()))].filter(Boolean);
  const apply = () =>
    onFix({
      ...base,
      isHeading: base.isHeading ? false : base.isHeading,
      label: label.trim() && label !== question?.label ? label.trim().replace(/\s+/g, " ") : base.label,
      type: type !== question?.type ? type : base.type,
      choices:
        choiceTypes.includes(type) && choices !== question?.choices.join("\n")
          ? lines
          : (base.choices ?? null),
      isRequired: isRequired !== question?.isRequired ? isRequired : base.isRequired,
      isConditional: isConditional !== question?.isConditional ? isConditional : base.isConditional,
    });
  return (
    <form
      className="form-import-fix"
      aria-label={`Row ${row + 1}`}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field label="Question" id={`${id}-label`}>
        <TextArea
          id={`${id}-label`}
          grow
          rows={2}
          maxLength={2_000}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
      </Field>
      <Field label="Type">
        <Select
          value={type}
          options={types}
          disabled={question?.type === "TABLE"}
          onChange={({ target }) => setType(target.value as FieldType)}
        />
      </Field>
      {choiceTypes.includes(type) && (
        <Field label="Choices" hint="One in each line">
          <TextArea grow rows={3} value={choices} onChange={({ target }) => setChoices(target.value)} />
        </Field>
      )}
      <Checkbox
        label="An answer is required"
        checked={isRequired}
        onChange={({ target }) => setRequired(target.checked)}
      />
      {question?.condition && (
        <Checkbox
          label={`Only shown if ${question.condition}`}
          checked={isConditional}
          onChange={({ target }) => setConditional(target.checked)}
        />
      )}
      <div className="form-import-buttons">
        <Button type="submit" variant="primary" size="sm">
          Apply
        </Button>
        <Button size="sm" onClick={() => onFix({ ...base, isHeading: true })}>
          Make it a heading
        </Button>
        <Button size="sm" onClick={() => onFix({ ...base, isLeftOut: true })}>
          Leave it out
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
