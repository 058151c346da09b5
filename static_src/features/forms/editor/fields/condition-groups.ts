import { type Condition, isRecord, type VisibleWhen } from "../../../../domain/questionnaire/rules/types";

export const maxConditions = 10;

/** Build the stored form of conditions: null without any, one condition, or a group of several. */
export function visibleWhenOf(conditions: readonly Condition[], isAny: boolean): VisibleWhen | null {
  const [first] = conditions;
  if (!first) return null;
  if (conditions.length === 1) return first;
  return isAny ? { any: conditions } : { all: conditions };
}

type StoredCondition = Readonly<Record<string, unknown>>;

/**
 * Apply `change` to each condition of the attribute `visibleWhen`. Returns null if no condition changes; `change`
 * returns null for these.
 */
export function changeConditions(
  visibleWhen: unknown,
  change: (condition: StoredCondition) => StoredCondition | null,
): StoredCondition | null {
  if (!isRecord(visibleWhen)) return null;
  for (const kind of ["all", "any"]) {
    const group = visibleWhen[kind];
    if (!Array.isArray(group)) continue;
    const changes = group.map((condition) => (isRecord(condition) ? change(condition) : null));
    if (changes.every((changed) => changed === null)) return null;
    return { [kind]: group.map((condition, index) => changes[index] ?? condition) };
  }
  return change(visibleWhen);
}

/** Return true if an untrusted value has the form of `visibleWhen`. */
export function isVisibleWhen(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const [kind, ...others] = Object.keys(value);
  if (kind !== "all" && kind !== "any") return isCondition(value);
  const group = value[kind];
  return (
    others.length === 0 &&
    Array.isArray(group) &&
    group.length >= 2 &&
    group.length <= maxConditions &&
    group.every(isCondition)
  );
}

function isCondition(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.field === "string" &&
    typeof value.operator === "string" &&
    Object.keys(value).every((key) => key === "field" || key === "operator" || key === "value")
  );
}
