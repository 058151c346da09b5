/**
 * Comparison of an answer with the operand of a condition (`visibleWhen`) or of a scoring rule.
 * app/forms/document/conditions.py implements the same operators and documents each of them.
 */
import { answered, measure } from "./answers";
import { foldCase } from "./text";
import { boundText, type Field, type FieldType, type Operator } from "./types";

const measurableTypes: ReadonlySet<FieldType> = new Set(["NUMBER", "CURRENCY_AMOUNT", "DATE"]);
const exactTypes: ReadonlySet<FieldType> = new Set(["SINGLE_CHOICE", "COUNTRY"]);

/**
 * Return true if the answer `value` meets the condition. An unanswered field meets only `unanswered` and `notEquals`.
 */
export function isConditionMet(field: Field, operator: Operator, operand: unknown, value: unknown): boolean {
  if (operator === "notEquals") return !isConditionMet(field, "equals", operand, value);
  if (operator === "unanswered") return !answered(field, value);
  if (!answered(field, value)) return false;
  switch (operator) {
    case "answered":
      return true;
    case "equals":
      return isEqual(field, operand, value);
    case "in":
      return Array.isArray(operand) && isIn(field, operand, value);
    case "contains":
      return contains(field, operand, value);
    case "greaterThan":
      return compare(field, operand, value) === 1;
    case "lessThan":
      return compare(field, operand, value) === -1;
    case "between":
      return isBetween(field, operand, value);
  }
}

function isEqual(field: Field, operand: unknown, value: unknown): boolean {
  if (field.type === "YESNO") return typeof operand === "boolean" && operand === value;
  if (measurableTypes.has(field.type)) return compare(field, operand, value) === 0;
  if (field.type === "MULTI_CHOICE")
    return Array.isArray(value) && haveSameTexts(Array.isArray(operand) ? operand : [operand], value);
  if (typeof operand !== "string" || typeof value !== "string") return false;
  return exactTypes.has(field.type) ? operand === value : foldCase(operand) === foldCase(value);
}

function haveSameTexts(expected: readonly unknown[], actual: readonly unknown[]): boolean {
  const [left, right] = [expected, actual].map(
    (values) => new Set(values.filter((value) => typeof value === "string")),
  );
  return left !== undefined && left.size === right?.size && [...left].every((text) => right.has(text));
}

function isIn(field: Field, operand: readonly unknown[], value: unknown): boolean {
  if (field.type === "MULTI_CHOICE")
    return (
      Array.isArray(value) && value.some((choice) => typeof choice === "string" && operand.includes(choice))
    );
  return operand.some((item) => isEqual(field, item, value));
}

function contains(field: Field, operand: unknown, value: unknown): boolean {
  if (typeof operand !== "string") return false;
  if (field.type === "MULTI_CHOICE") return Array.isArray(value) && value.includes(operand);
  return typeof value === "string" && foldCase(value).includes(foldCase(operand));
}

/**
 * Return -1, 0 or 1 if the answer is below, equal to or above the operand; null if one of them is not a number or date.
 */
function compare(field: Field, operand: unknown, value: unknown): number | null {
  const answer = measure(field, value);
  const bound = measure(field, boundText(operand));
  if (answer === null || bound === null) return null;
  return answer > bound ? 1 : answer < bound ? -1 : 0;
}

function isBetween(field: Field, operand: unknown, value: unknown): boolean {
  if (!Array.isArray(operand) || operand.length !== 2) return false;
  const [low, high] = operand.map((bound) => (bound === null ? null : compare(field, bound, value)));
  const isAboveLow = operand[0] === null || low === 0 || low === 1;
  return isAboveLow && (operand[1] === null || high === 0 || high === -1);
}
