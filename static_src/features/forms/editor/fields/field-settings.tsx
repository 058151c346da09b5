import type {
  FieldAttrs,
  FieldType,
  Field as FormField,
  WritableBy,
} from "../../../../domain/questionnaire/rules/types";
import { Field } from "../../../../ui/field";
import { Checkbox, Select, TextArea } from "../../../../ui/inputs";
import type { FrozenField } from "../types";
import { DocumentTypeSelect } from "./document-type-select";
import { ColumnsEditor } from "./field-columns";
import { type FieldFaults, placeId } from "./field-faults";
import { OptionsEditor } from "./field-options";
import { RuleFields } from "./field-rules";
import { ScoringEditor } from "./field-scoring";
import { choiceTypes, fieldKind } from "./field-types";

const writers: readonly { value: WritableBy; label: string }[] = [
  { value: "RESPONDENT", label: "The respondent" },
  { value: "REQUESTER", label: "The requester" },
  { value: "BOTH", label: "Both" },
];

type Props = {
  field: FormField;
  faults: FieldFaults;
  /** Published version of the field; these parts cannot change. */
  published?: FrozenField | undefined;
  set: (change: FieldAttrs) => void;
  /** Prefix of the ids of the controls, the targets of a list of errors: `${id}-min`. */
  id?: string | undefined;
};

/** Settings of a library question except label, name, topic and type. */
export function FieldSettings({ field, faults, published, set, id }: Props) {
  return (
    <>
      <HintInput field={field} set={set} />
      <AnswerSettings field={field} faults={faults} published={published} set={set} id={id} />
      <ScoringEditor id={placeId(id, "scoring")} field={field} faults={faults.scoring} set={set} />
    </>
  );
}

export function HintInput({ field, set }: Pick<Props, "field" | "set">) {
  return (
    <Field label="Hint">
      <TextArea
        grow
        rows={2}
        maxLength={5_000}
        value={field.hint}
        onChange={(event) => set({ hint: event.target.value })}
      />
    </Field>
  );
}

/** Settings of the answer, the same in a form and in the library: its rules, its author, its display. */
export function AnswerSettings({ field, faults, published, set, id }: Props) {
  return (
    <>
      <Checkbox
        label="An answer is required"
        checked={field.required}
        onChange={(event) => set({ required: event.target.checked })}
      />
      <RuleFields key={field.type} id={id} field={field} faults={faults} set={set} />
      {choiceTypes.has(field.type) && (
        <OptionsEditor
          id={placeId(id, "options")}
          options={field.options}
          faults={faults.options}
          published={published?.options}
          onChange={(options) => set({ options })}
        />
      )}
      {field.type === "TABLE" && (
        <ColumnsEditor
          id={placeId(id, "columns")}
          columns={field.columns}
          faults={faults.columns}
          published={published?.columns}
          onChange={(columns) => set({ columns })}
        />
      )}
      {field.type === "FILE" && (
        <DocumentTypeSelect value={field.documentType} onChange={(documentType) => set({ documentType })} />
      )}
      <Field label="Who fills it in">
        <Select
          value={field.writableBy}
          options={writers}
          onChange={(event) => set({ writableBy: event.target.value as WritableBy })}
        />
      </Field>
      <Checkbox
        label="Keep the answer as a custom field of the relationship"
        checked={field.isRelationshipField}
        onChange={(event) => set({ isRelationshipField: event.target.checked })}
      />
      <Checkbox
        label="Show the answer in summaries"
        checked={field.showInSummary}
        onChange={(event) => set({ showInSummary: event.target.checked })}
      />
    </>
  );
}

/**
 * Return the change of attributes for a new type. Bounds are reset, because they have another meaning for another type.
 * Options and scoring stay only between choice types.
 */
export function typeChange(type: FieldType, previousType: FieldType): FieldAttrs {
  const keepsOptions = choiceTypes.has(type) && choiceTypes.has(previousType);
  return {
    type,
    min: null,
    max: null,
    maxRows: null,
    ...(keepsOptions ? {} : { options: [], columns: [], scoring: [], ...fieldKind(type).start }),
  };
}
