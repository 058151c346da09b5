import { useRef } from "react";
import type {
  FieldAttrs,
  Field as FormField,
  Operator,
  ScoringRule,
} from "../../../../domain/questionnaire/rules/types";
import { renderThenFocus } from "../../../../lib/browser/render-then-focus";
import { Button } from "../../../../ui/button";
import { Field, FieldGroup } from "../../../../ui/field";
import { Select, TextArea, TextInput } from "../../../../ui/inputs";
import { moved, RowButtons } from "../../row-buttons";
import { operatorsFor } from "./field-faults";
import { firstOperand, OperandInput, operatorLabels } from "./field-operand";
import "./field-settings.scss";

const scoringOperators: readonly Operator[] = ["equals", "in", "between", "answered", "unanswered"];
const maxRules = 50;
const maxPoints = 1_000;

type Props = {
  field: FormField;
  faults?: readonly string[] | undefined;
  set: (change: FieldAttrs) => void;
  id?: string | undefined;
  label?: string;
};

/** Return the change that adds a rule with the first operator of the type. */
export function withNewRule(field: FormField): FieldAttrs {
  const operator = operatorsFor(field.type, scoringOperators)[0] ?? "answered";
  const rule = { operator, operand: firstOperand(operator, field), points: 1, followUp: "" };
  return { scoring: [...field.scoring, rule].map(storedRule) };
}

/** Editor of the scoring rules. The first matching rule gives the points and can create a follow-up on submit. */
export function ScoringEditor({ field, faults, set, id, label = "Scoring" }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const rules = field.scoring;
  const operators = operatorsFor(field.type, scoringOperators);
  const setRules = (next: readonly ScoringRule[]) => set({ scoring: next.map(storedRule) });
  const updateRule = (index: number, part: Partial<ScoringRule>) =>
    setRules(rules.map((rule, at) => (at === index ? { ...rule, ...part } : rule)));
  const add = () => {
    renderThenFocus(
      () => set(withNewRule(field)),
      () => list.current?.lastElementChild,
    );
  };
  return (
    <FieldGroup
      label={label}
      hint={rules.length > 0 ? "The first matching rule sets the points." : undefined}
      error={faults}
      id={id}
    >
      <ol className="form-rows" ref={list}>
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity but its place
          <li key={index} className="form-column">
            <div className="form-row">
              <Select
                aria-label={`Comparison of rule ${index + 1}`}
                value={rule.operator}
                options={operators.map((operator) => ({
                  value: operator,
                  label: `Answer ${operatorLabels[operator]}`,
                }))}
                onChange={(event) => {
                  const operator = event.target.value as Operator;
                  updateRule(index, { operator, operand: firstOperand(operator, field) });
                }}
              />
              <RowButtons
                what={`rule ${index + 1}`}
                index={index}
                count={rules.length}
                onMove={(step) => setRules(moved(rules, index, step))}
                onRemove={() => setRules(rules.filter((_, at) => at !== index))}
              />
            </div>
            <OperandInput
              key={rule.operator}
              field={field}
              operator={rule.operator}
              value={rule.operand}
              onChange={(operand) => updateRule(index, { operand })}
              label={`Value of rule ${index + 1}`}
            />
            <Field label="Points">
              <PointsInput
                value={rule.points}
                min={-maxPoints}
                onChange={(points) => updateRule(index, { points })}
              />
            </Field>
            <Field
              label="Follow-up"
              hint="If the supplier gives this answer, this follow-up is raised automatically."
            >
              <TextArea
                grow
                rows={1}
                maxLength={1000}
                value={rule.followUp}
                onChange={(event) => updateRule(index, { followUp: event.target.value })}
              />
            </Field>
          </li>
        ))}
      </ol>
      {rules.length < maxRules && (
        <Button size="sm" icon="add" onClick={add}>
          Add a scoring rule
        </Button>
      )}
      {rules.length > 0 && (
        <Field label="Weight" hint="Weight of this question within its topic.">
          <PointsInput value={field.weight} min={0} onChange={(weight) => set({ weight })} />
        </Field>
      )}
    </FieldGroup>
  );
}

type PointsProps = { value: number; min: number; onChange: (value: number) => void };

/** Input for points. Valid numbers are applied while the user types; on blur the input shows the applied value. */
function PointsInput({ value, min, onChange }: PointsProps) {
  return (
    <TextInput
      inputMode="decimal"
      defaultValue={String(value)}
      onChange={(event) => {
        const text = event.target.value.trim().replace(",", ".");
        const points = Number(text);
        if (text && Number.isFinite(points)) onChange(Math.max(min, Math.min(maxPoints, points)));
      }}
      onBlur={(event) => {
        event.target.value = String(value);
      }}
    />
  );
}

function storedRule({ operator, operand, points, followUp }: ScoringRule): Partial<ScoringRule> {
  const rule: Partial<ScoringRule> = { operator };
  if (operand !== null && operand !== undefined) rule.operand = operand;
  if (points !== 0) rule.points = points;
  if (followUp) rule.followUp = followUp;
  return rule;
}
