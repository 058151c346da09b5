import type { Field as FormField, Operator } from "../../../../domain/questionnaire/rules/types";
import { boundText } from "../../../../domain/questionnaire/rules/types";
import { DateInput } from "../../../../ui/date-input";
import { Checkbox, Select, TextInput } from "../../../../ui/inputs";
import "./field-settings.scss";

export const operatorLabels: Readonly<Record<Operator, string>> = {
  equals: "is",
  notEquals: "is not",
  in: "is one of",
  contains: "contains",
  greaterThan: "is more than",
  lessThan: "is less than",
  between: "is between",
  answered: "is answered",
  unanswered: "is not answered",
};

/** Return the initial operand of an operator. */
export function firstOperand(operator: Operator, field: FormField | undefined): unknown {
  if (operator === "answered" || operator === "unanswered") return null;
  if (operator === "between") return [null, null];
  const single = field?.type === "YESNO" ? true : (field?.options[0]?.value ?? "");
  return operator === "in" ? [single] : single;
}

type Props = {
  field: FormField;
  operator: Operator;
  value: unknown;
  onChange: (value: unknown) => void;
  label: string;
};

/** Input for the operand, depending on the operator and the type of the field. */
export function OperandInput({ field, operator, value, onChange, label }: Props) {
  if (operator === "answered" || operator === "unanswered") return null;
  if (operator === "between") {
    const [low = null, high = null] = Array.isArray(value) ? value : [];
    return (
      <div className="form-pair">
        <SingleInput
          field={field}
          value={low}
          onChange={(next) => onChange([next, high])}
          label={`${label}, from`}
        />
        <SingleInput
          field={field}
          value={high}
          onChange={(next) => onChange([low, next])}
          label={`${label}, to`}
        />
      </div>
    );
  }
  if (operator === "in") return <ListInput field={field} value={value} onChange={onChange} label={label} />;
  return <SingleInput field={field} value={value} onChange={onChange} label={label} />;
}

type PartProps = Omit<Props, "operator">;

function ListInput({ field, value, onChange, label }: PartProps) {
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  if (field.options.length > 0) {
    return (
      <fieldset aria-label={label}>
        {field.options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label || option.value}
            checked={values.includes(option.value)}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? [...values, option.value]
                  : values.filter((other) => other !== option.value),
              )
            }
          />
        ))}
      </fieldset>
    );
  }
  return (
    <TextInput
      aria-label={`${label}, separated by commas`}
      placeholder="Separated by commas"
      defaultValue={values.join(", ")}
      onBlur={(event) =>
        onChange(
          event.target.value
            .split(",")
            .map((part) => part.trim())
            .filter(Boolean),
        )
      }
    />
  );
}

const yesNoOptions = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

function SingleInput({ field, value, onChange, label }: PartProps) {
  if (field.type === "YESNO") {
    return (
      <Select
        aria-label={label}
        value={String(value === true)}
        options={yesNoOptions}
        onChange={(event) => onChange(event.target.value === "true")}
      />
    );
  }
  if (field.options.length > 0) {
    const current = typeof value === "string" ? value : "";
    return (
      <Select
        aria-label={label}
        value={current}
        placeholder="Choose an option"
        options={field.options.map((option) => ({
          value: option.value,
          label: option.label || option.value,
        }))}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (field.type === "DATE") {
    const day = typeof value === "string" && value ? value : null;
    return (
      <DateInput
        label={label}
        value={day}
        onChange={(next, text) => onChange(next ?? (text.trim() || null))}
      />
    );
  }
  const isNumber = field.type === "NUMBER" || field.type === "CURRENCY_AMOUNT";
  return (
    <TextInput
      aria-label={label}
      inputMode={isNumber ? "decimal" : undefined}
      maxLength={500}
      value={isNumber ? (boundText(value) ?? "") : typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.target.value === "" && isNumber ? null : event.target.value)}
    />
  );
}
