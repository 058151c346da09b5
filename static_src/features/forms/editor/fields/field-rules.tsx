import { textCaps } from "../../../../domain/questionnaire/rules/shapes";
import type { FieldAttrs, Field as FormField } from "../../../../domain/questionnaire/rules/types";
import { DateInput } from "../../../../ui/date-input";
import { Field } from "../../../../ui/field";
import { TextInput } from "../../../../ui/inputs";
import { type FieldFaults, placeId } from "./field-faults";
import { affixedTypes, countedTypes, rangedTypes, textTypes } from "./field-types";
import "./field-settings.scss";

type Props = {
  field: FormField;
  faults: FieldFaults;
  set: (change: FieldAttrs) => void;
  /** Prefix of the ids of the controls: `${id}-min`. */
  id?: string | undefined;
};

const boundLabels: Readonly<Record<string, readonly [low: string, high: string]>> = {
  NUMBER: ["Lowest number", "Highest number"],
  CURRENCY_AMOUNT: ["Lowest amount", "Highest amount"],
  DATE: ["Earliest date", "Latest date"],
  MULTI_CHOICE: ["Fewest choices", "Most choices"],
  FILE: ["Fewest files", "Most files"],
  TABLE: ["Fewest rows", "Most rows"],
};

/** Settings of the answer: minimum and maximum, length, pattern, prefix and suffix. */
export function RuleFields({ field, faults, set, id }: Props) {
  return (
    <>
      {affixedTypes.has(field.type) && (
        <div className="form-pair">
          <Field label="Prefix">
            <TextInput
              maxLength={20}
              value={field.prefix}
              onChange={(event) => set({ prefix: event.target.value })}
            />
          </Field>
          <Field label="Suffix">
            <TextInput
              maxLength={20}
              value={field.suffix}
              onChange={(event) => set({ suffix: event.target.value })}
            />
          </Field>
        </div>
      )}
      {rangedTypes.has(field.type) && <RangeFields field={field} faults={faults} set={set} id={id} />}
      {textTypes.has(field.type) && (
        <>
          <Field label="Maximum length" error={faults.maxLength} id={placeId(id, "maxLength")}>
            <WholeInput
              value={field.maxLength}
              max={textCaps[field.type] ?? 2_000}
              onChange={(maxLength) => set({ maxLength })}
            />
          </Field>
          <Field
            label="Pattern"
            hint="What the answer must look like, such as [A-Z]{2}[0-9]{9}"
            error={faults.pattern}
            id={placeId(id, "pattern")}
          >
            <TextInput
              maxLength={200}
              spellCheck={false}
              value={field.pattern}
              onChange={(event) => set({ pattern: event.target.value })}
            />
          </Field>
        </>
      )}
    </>
  );
}

function RangeFields({ field, faults, set, id }: Props) {
  const [low, high] = boundLabels[field.type] ?? ["Lowest", "Highest"];
  const isTable = field.type === "TABLE";
  return (
    <div className="form-pair">
      <Field label={low} error={faults.min} id={placeId(id, "min")}>
        <BoundInput field={field} value={field.min} onChange={(min) => set({ min })} />
      </Field>
      <Field label={high} error={faults.max} id={placeId(id, "max")}>
        {isTable ? (
          <WholeInput value={field.maxRows} max={200} onChange={(maxRows) => set({ maxRows })} />
        ) : (
          <BoundInput field={field} value={field.max} onChange={(max) => set({ max })} />
        )}
      </Field>
    </div>
  );
}

type BoundProps = { field: FormField; value: string | null; onChange: (value: string | null) => void };

function BoundInput({ field, value, onChange }: BoundProps) {
  if (field.type === "DATE") {
    return (
      <DateInput
        value={value}
        onChange={(day, text) => onChange(day ?? (text.trim() ? text.trim() : null))}
      />
    );
  }
  return (
    <TextInput
      inputMode={countedTypes.has(field.type) ? "numeric" : "decimal"}
      maxLength={40}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value.trim() || null)}
    />
  );
}

type WholeProps = { value: number | null; max: number; onChange: (value: number | null) => void };

/** Input for a whole number from 1, or null. */
function WholeInput({ value, max, onChange }: WholeProps) {
  return (
    <TextInput
      inputMode="numeric"
      value={value === null ? "" : String(value)}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, "").slice(0, 6);
        onChange(digits ? Math.max(1, Math.min(max, Number(digits))) : null);
      }}
    />
  );
}
