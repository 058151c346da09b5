import type { FieldAttrs, Option } from "../../../../domain/questionnaire/rules/types";
import { changeConditions } from "./condition-groups";

/** Value of an option before and after a change. */
export interface ValueRename {
  from: string;
  to: string;
}

/**
 * Return the option whose value changed, which happens at each typed letter while the value follows the label. Returns
 * null if two options share a value, because a comparison could refer to either of them.
 */
export function findRenamedValue(
  before: readonly Partial<Option>[],
  after: readonly Partial<Option>[],
): ValueRename | null {
  if (before.length !== after.length) return null;
  const renames = before.flatMap(({ value: from = "" }, index) => {
    const to = after[index]?.value ?? "";
    return from === to ? [] : [{ from, to }];
  });
  const [rename] = renames;
  if (!rename?.from || !rename.to || renames.length > 1) return null;
  const isOldValueUsed = after.some(({ value }) => value === rename.from);
  const wasNewValueUsed = before.some(({ value }) => value === rename.to);
  return isOldValueUsed || wasNewValueUsed ? null : rename;
}

/** Return the operand after a renamed value. */
function renameOperand(operand: unknown, { from, to }: ValueRename): unknown {
  if (Array.isArray(operand)) return operand.map((item) => (item === from ? to : item));
  return operand === from ? to : operand;
}

/** Extend a change of a field's options by the operands of its scoring rules. */
export function withOwnRules(field: FieldAttrs, change: FieldAttrs): FieldAttrs {
  const rename = change.options && findRenamedValue(field.options ?? [], change.options);
  if (!rename || change.scoring || !field.scoring?.length) return change;
  const scoring = field.scoring.map((rule) =>
    rule.operand === undefined ? rule : { ...rule, operand: renameOperand(rule.operand, rename) },
  );
  return { ...change, scoring };
}

/** Return `visibleWhen` with the conditions on field `name` after a renamed value; null if no condition changes. */
export function renameInConditions(visibleWhen: unknown, name: string, rename: ValueRename): unknown {
  return changeConditions(visibleWhen, (condition) => {
    if (condition.field !== name) return null;
    const value = renameOperand(condition.value, rename);
    return JSON.stringify(value) === JSON.stringify(condition.value) ? null : { ...condition, value };
  });
}
