import { useId } from "react";
import type { FieldAttrs, Field as FormField, Operator } from "../../../../domain/questionnaire/rules/types";
import { firstStop } from "../../../../lib/browser/focus-stops";
import { Button } from "../../../../ui/button";
import { FieldGroup } from "../../../../ui/field";
import { Select } from "../../../../ui/inputs";
import { operatorsFor } from "./field-faults";
import { firstOperand, OperandInput, operatorLabels } from "./field-operand";
import "./field-settings.scss";

const conditionOperators: readonly Operator[] = [
  "equals",
  "notEquals",
  "in",
  "contains",
  "greaterThan",
  "lessThan",
  "answered",
  "unanswered",
];

type Props = {
  field: FormField;
  fields: readonly FormField[];
  faults?: readonly string[] | undefined;
  set: (change: FieldAttrs) => void;
};

/** Editor of the visibility condition: always visible, or only while the answer of another field meets a comparison. */
export function ConditionEditor({ field, fields, faults, set }: Props) {
  const id = useId();
  const condition = field.visibleWhen;
  const others = fields.filter(({ fid }) => fid !== field.fid);
  const other = condition ? fields.find(({ name }) => name === condition.field) : undefined;
  // The pressed button disappears, so move the focus to the first control that replaces it.
  const replaceCondition = (visibleWhen: FieldAttrs["visibleWhen"]) => {
    set({ visibleWhen });
    requestAnimationFrame(() => {
      const container = document.getElementById(id);
      if (container) firstStop(container)?.focus();
    });
  };
  if (!condition) {
    const first = others[0];
    return (
      <div className="field" id={id}>
        <Button
          size="sm"
          icon="preview"
          disabled={!first}
          onClick={() => first && replaceCondition(initialCondition(first))}
        >
          Show only under a condition
        </Button>
      </div>
    );
  }
  const operators = other ? operatorsFor(other.type, conditionOperators) : [condition.operator];
  return (
    <FieldGroup label="Shown only when" error={faults} id={id}>
      <div className="form-stack">
        <Select
          aria-label="Field that decides"
          value={condition.field}
          options={[
            ...(other ? [] : [{ value: condition.field, label: `${condition.field} (missing)` }]),
            ...others.map(({ name, label }) => ({ value: name, label: label ? `${label} (${name})` : name })),
          ]}
          onChange={(event) => {
            const nextField = fields.find(({ name }) => name === event.target.value);
            if (nextField) set({ visibleWhen: initialCondition(nextField) });
          }}
        />
        <Select
          aria-label="Comparison"
          value={condition.operator}
          options={operators.map((operator) => ({ value: operator, label: operatorLabels[operator] }))}
          onChange={(event) => {
            const operator = event.target.value as Operator;
            set({ visibleWhen: buildCondition(condition.field, operator, firstOperand(operator, other)) });
          }}
        />
        {other && (
          <OperandInput
            key={`${other.fid} ${condition.operator}`}
            field={other}
            operator={condition.operator}
            value={condition.value}
            onChange={(value) =>
              set({ visibleWhen: buildCondition(condition.field, condition.operator, value) })
            }
            label="Value to compare with"
          />
        )}
        <Button size="sm" icon="remove" onClick={() => replaceCondition(null)}>
          Show always
        </Button>
      </div>
    </FieldGroup>
  );
}

function initialCondition(field: FormField) {
  const operator: Operator = field.type === "YESNO" || field.options.length > 0 ? "equals" : "answered";
  return buildCondition(field.name, operator, firstOperand(operator, field));
}

function buildCondition(field: string, operator: Operator, value: unknown) {
  return value === null || value === undefined ? { field, operator } : { field, operator, value };
}
