import { type FieldAttrs, isRecord, type Option } from "../../../../domain/questionnaire/rules/types";

/** An option's value, before and after it was written anew. */
export interface Renamed {
  from: string;
  to: string;
}

/**
 * The one option whose value is another now, which is so at every letter of a label that its value follows. None while
 * two options share a value: what compares with it could mean either.
 */
export function renamedValue(
  before: readonly Partial<Option>[],
  after: readonly Partial<Option>[],
): Renamed | null {
  if (before.length !== after.length) return null;
  const changed = before.flatMap(({ value: from = "" }, index) => {
    const to = after[index]?.value ?? "";
    return from === to ? [] : [{ from, to }];
  });
  const [only] = changed;
  if (!only?.from || !only.to || changed.length > 1) return null;
  const stillThere = after.some(({ value }) => value === only.from);
  const thereBefore = before.some(({ value }) => value === only.to);
  return stillThere || thereBefore ? null : only;
}

/** What is compared with, after that. */
export function operandAfter(operand: unknown, { from, to }: Renamed): unknown {
  if (Array.isArray(operand)) return operand.map((each) => (each === from ? to : each));
  return operand === from ? to : operand;
}

/** A change of a field, and with its options what its own scoring rules compare with. */
export function withOwnRules(field: FieldAttrs, change: FieldAttrs): FieldAttrs {
  const renamed = change.options && renamedValue(field.options ?? [], change.options);
  if (!renamed || change.scoring || !field.scoring?.length) return change;
  const scoring = field.scoring.map((rule) =>
    rule.operand === undefined ? rule : { ...rule, operand: operandAfter(rule.operand, renamed) },
  );
  return { ...change, scoring };
}

/** A condition on the field of that name, after that; null where it compares with something else. */
export function conditionAfter(condition: unknown, name: string, renamed: Renamed): unknown {
  if (!isRecord(condition) || condition.field !== name) return null;
  const value = operandAfter(condition.value, renamed);
  return JSON.stringify(value) === JSON.stringify(condition.value) ? null : { ...condition, value };
}
