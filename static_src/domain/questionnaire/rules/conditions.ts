/**
 * Comparison of an answer with the operand of a condition (`visibleWhen`) or of a scoring rule.
 * app/forms/document/conditions.py implements the same operators and documents each of them.
 */
import { answered, measure } from "./answers";
import { folded } from "./text";
import { boundText, type Field, type FieldType, type Operator } from "./types";

const measured: ReadonlySet<FieldType> = new Set(["NUMBER", "CURRENCY_AMOUNT", "DATE"]);
const exact: ReadonlySet<FieldType> = new Set(["SINGLE_CHOICE", "COUNTRY"]);

/**
 * Return true if the answer `value` meets the condition. An unanswered field meets only `unanswered` and `notEquals`.
 */
export function holds(field: Field, operator: Operator, operand: unknown, value: unknown): boolean {
  if (operator === "notEquals") return !holds(field, "equals", operand, value);
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
      return order(field, operand, value) === 1;
    case "lessThan":
      return order(field, operand, value) === -1;
    case "between":
      return isBetween(field, operand, value);
  }
}

function isEqual(field: Field, operand: unknown, value: unknown): boolean {
  if (field.type === "YESNO") return typeof operand === "boolean" && operand === value;
  if (measured.has(field.type)) return order(field, operand, value) === 0;
  if (field.type === "MULTI_CHOICE")
    return Array.isArray(value) && haveSameTexts(Array.isArray(operand) ? operand : [operand], value);
  if (typeof operand !== "string" || typeof value !== "string") return false;
  return exact.has(field.type) ? operand === value : folded(operand) === folded(value);
}

function haveSameTexts(wanted: readonly unknown[], chosen: readonly unknown[]): boolean {
  const [left, right] = [wanted, chosen].map(
    (all) => new Set(all.filter((each) => typeof each === "string")),
  );
  return left !== undefined && left.size === right?.size && [...left].every((text) => right.has(text));
}

function isIn(field: Field, operand: readonly unknown[], value: unknown): boolean {
  if (field.type === "MULTI_CHOICE")
    return (
      Array.isArray(value) && value.some((choice) => typeof choice === "string" && operand.includes(choice))
    );
  return operand.some((each) => isEqual(field, each, value));
}

function contains(field: Field, operand: unknown, value: unknown): boolean {
  if (typeof operand !== "string") return false;
  if (field.type === "MULTI_CHOICE") return Array.isArray(value) && value.includes(operand);
  return typeof value === "string" && folded(value).includes(folded(operand));
}

/**
 * Return -1, 0 or 1 if the answer is below, equal to or above the operand; null if one of them is not a number or date.
 */
function order(field: Field, operand: unknown, value: unknown): number | null {
  const found = measure(field, value);
  const bound = measure(field, boundText(operand));
  if (found === null || bound === null) return null;
  return found > bound ? 1 : found < bound ? -1 : 0;
}

function isBetween(field: Field, operand: unknown, value: unknown): boolean {
  if (!Array.isArray(operand) || operand.length !== 2) return false;
  const [low, high] = operand.map((bound) => (bound === null ? null : order(field, bound, value)));
  const isAboveLow = operand[0] === null || low === 0 || low === 1;
  return isAboveLow && (operand[1] === null || high === 0 || high === -1);
}
