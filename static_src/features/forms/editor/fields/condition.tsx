import { useId } from "react";
import {
  type Condition,
  conditionsOf,
  type FieldAttrs,
  type Field as FormField,
  isAnyEnough,
  type Operator,
} from "../../../../domain/questionnaire/rules/types";
import { renderThenFocus } from "../../../../lib/browser/render-then-focus";
import { Button, IconButton } from "../../../../ui/button";
import { FieldGroup } from "../../../../ui/field";
import { Select } from "../../../../ui/inputs";
import { maxConditions, visibleWhenOf } from "./condition-groups";
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
  /** Id of the group, whose first button gets the focus when the last condition is removed. */
  home: string;
};

/** Return the change that adds a condition, on the field of the last one; null if the form has no other field. */
export function withNewCondition(field: FormField, fields: readonly FormField[]): FieldAttrs | null {
  const others = fields.filter(({ fid }) => fid !== field.fid);
  const conditions = conditionsOf(field);
  const target = others.find(({ name }) => name === conditions.at(-1)?.field) ?? others[0];
  if (!target) return null;
  return { visibleWhen: visibleWhenOf([...conditions, initialCondition(target)], isAnyEnough(field)) };
}

/** Editor of 1 to 10 visibility conditions: the answers of other fields must meet all of them, or at least one. */
export function ConditionEditor({ field, fields, faults, set, home }: Props) {
  const id = useId();
  const conditions = conditionsOf(field);
  const isAny = isAnyEnough(field);
  const others = fields.filter(({ fid }) => fid !== field.fid);
  const setConditions = (next: readonly Condition[], nextIsAny = isAny) =>
    set({ visibleWhen: visibleWhenOf(next, nextIsAny) });
  const rowId = (index: number) => `${id}-${index}`;
  // The pressed button moves or disappears, so move the focus to the condition that was added or is next.
  const changeRows = (index: number, change: () => void) =>
    renderThenFocus(change, () => document.getElementById(rowId(index)) ?? document.getElementById(home));
  const add = () => {
    const change = withNewCondition(field, fields);
    if (!change) return;
    changeRows(conditions.length, () => set(change));
  };
  const remove = (index: number) => {
    const next = conditions.filter((_, at) => at !== index);
    changeRows(Math.min(index, conditions.length - 2), () => setConditions(next));
  };
  return (
    <FieldGroup label="Shown only when" error={faults} id={id}>
      <div className="form-stack">
        {conditions.length > 1 && (
          <Select
            aria-label="Number of conditions that must be met"
            value={isAny ? "any" : "all"}
            options={[
              { value: "all", label: "All conditions are met" },
              { value: "any", label: "Any condition is met" },
            ]}
            onChange={(event) => setConditions(conditions, event.target.value === "any")}
          />
        )}
        <ol className="form-rows">
          {conditions.map((condition, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no identity but its place; a new count resets inputs that moved
            <li key={`${index} of ${conditions.length}`} className="form-column" id={rowId(index)}>
              <ConditionRow
                condition={condition}
                number={index + 1}
                others={others}
                onChange={(next) => setConditions(conditions.map((now, at) => (at === index ? next : now)))}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
        </ol>
        {conditions.length < maxConditions && (
          <Button size="sm" icon="add" onClick={add}>
            Add a condition
          </Button>
        )}
      </div>
    </FieldGroup>
  );
}

type RowProps = {
  condition: Condition;
  number: number;
  others: readonly FormField[];
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

function ConditionRow({ condition, number, others, onChange, onRemove }: RowProps) {
  const other = others.find(({ name }) => name === condition.field);
  const operators = other ? operatorsFor(other.type, conditionOperators) : [condition.operator];
  return (
    <>
      <div className="form-row">
        <Select
          aria-label={`Field of condition ${number}`}
          value={condition.field}
          options={[
            ...(other ? [] : [{ value: condition.field, label: `${condition.field} (missing)` }]),
            ...others.map(({ name, label }) => ({ value: name, label: label ? `${label} (${name})` : name })),
          ]}
          onChange={(event) => {
            const nextField = others.find(({ name }) => name === event.target.value);
            if (nextField) onChange(initialCondition(nextField));
          }}
        />
        <IconButton icon="remove" size="sm" label={`Remove condition ${number}`} onClick={onRemove} />
      </div>
      <Select
        aria-label={`Comparison of condition ${number}`}
        value={condition.operator}
        options={operators.map((operator) => ({ value: operator, label: operatorLabels[operator] }))}
        onChange={(event) => {
          const operator = event.target.value as Operator;
          onChange(buildCondition(condition.field, operator, firstOperand(operator, other)));
        }}
      />
      {other && (
        <OperandInput
          key={`${other.fid} ${condition.operator}`}
          field={other}
          operator={condition.operator}
          value={condition.value}
          onChange={(value) => onChange(buildCondition(condition.field, condition.operator, value))}
          label={`Value of condition ${number}`}
        />
      )}
    </>
  );
}

function initialCondition(field: FormField): Condition {
  const operator: Operator = field.type === "YESNO" || field.options.length > 0 ? "equals" : "answered";
  return buildCondition(field.name, operator, firstOperand(operator, field));
}

function buildCondition(field: string, operator: Operator, value: unknown): Condition {
  return value === null || value === undefined ? { field, operator } : { field, operator, value };
}
