import { measure } from "../../../domain/questionnaire/rules/answers";
import { isConditionMet } from "../../../domain/questionnaire/rules/conditions";
import {
  boundText,
  type Condition,
  type Field,
  type Operator,
} from "../../../domain/questionnaire/rules/types";

const unansweredOperators: ReadonlySet<Operator> = new Set(["unanswered", "notEquals"]);

/** Return true if a hidden or unanswered field meets a comparison. */
export function isMetUnanswered({ operator }: Condition): boolean {
  return unansweredOperators.has(operator);
}

/** Return true if one answer to `field` can meet all of these conditions; in doubt, too. */
export function canBeMet(field: Field, conditions: readonly Condition[]): boolean {
  if (conditions.every(isMetUnanswered)) return true;
  if (conditions.some(({ operator }) => operator === "unanswered")) return false;
  switch (field.type) {
    case "NUMBER":
    case "CURRENCY_AMOUNT":
    case "DATE":
      return hasNumber(field, conditions);
    case "FILE":
    case "TABLE":
    case "FORMSIGNATURE":
      return true;
    default:
      return sampleAnswers(field, conditions).some((value) =>
        conditions.every((condition) =>
          isConditionMet(field, condition.operator, condition.value ?? null, value),
        ),
      );
  }
}

/** Return true if a number, amount or date within the bounds of the field can meet all conditions. */
function hasNumber(field: Field, conditions: readonly Condition[]): boolean {
  const numberOf = (operand: unknown) => measure(field, boundText(operand));
  let low = numberOf(field.min);
  let high = numberOf(field.max);
  let allowed: bigint[] | null = null;
  const excluded = new Set<bigint>();
  for (const { operator, value } of conditions) {
    if (operator === "answered") continue;
    const numbers = (Array.isArray(value) ? value : [value]).map(numberOf);
    const validNumbers = numbers.filter((number) => number !== null);
    const [first] = validNumbers;
    // The editor reports invalid operands as errors.
    if (first === undefined || validNumbers.length < numbers.length) return true;
    if (operator === "notEquals") excluded.add(first);
    else if (operator === "greaterThan") low = low === null || low <= first ? first + 1n : low;
    else if (operator === "lessThan") high = high === null || high >= first ? first - 1n : high;
    else
      allowed = allowed === null ? validNumbers : allowed.filter((number) => validNumbers.includes(number));
  }
  const isWithin = (number: bigint) => (low === null || number >= low) && (high === null || number <= high);
  if (allowed) return allowed.some((number) => isWithin(number) && !excluded.has(number));
  if (low === null || high === null) return true;
  return high - low + 1n > BigInt([...excluded].filter(isWithin).length);
}

/** Return answers that meet the conditions if any answer does. */
function sampleAnswers(field: Field, conditions: readonly Condition[]): unknown[] {
  if (field.type === "YESNO") return [true, false];
  const options = field.options.map(({ value }) => value);
  if (field.type === "SINGLE_CHOICE") return options;
  const operands = (...operators: Operator[]) =>
    conditions.flatMap(({ operator, value }) => (operators.includes(operator) ? [value].flat() : []));
  if (field.type === "MULTI_CHOICE") {
    const contained = operands("contains");
    const exact = conditions.flatMap(({ operator, value }) =>
      operator === "equals" ? [[value].flat()] : [],
    );
    const extended = options.map((option) => [...new Set([...contained, option])]);
    return [...exact, contained, ...extended, options].filter((choices) => choices.length > 0);
  }
  const texts = operands("equals", "in");
  // The last words make the text different from every text that it must not equal.
  return texts.length > 0 ? texts : [[...operands("contains"), "and another text"].join(" ")];
}
