import { measure } from "../../../../domain/questionnaire/rules/answers";
import { parseCount, parseDecimal } from "../../../../domain/questionnaire/rules/numbers";
import { patternFault } from "../../../../domain/questionnaire/rules/pattern";
import { maxFiles, textCaps } from "../../../../domain/questionnaire/rules/shapes";
import {
  boundText,
  conditionsOf,
  type Field,
  type FieldType,
  type Operator,
} from "../../../../domain/questionnaire/rules/types";
import { parseDate } from "../../../../lib/text/date-text";
import { groupDigits } from "../../../../lib/text/numbers";
import { choiceTypes, countedTypes, rangedTypes, textTypes } from "./field-types";

/** Parts of a field next to which an error is shown. */
export type FaultPlace =
  | "label"
  | "min"
  | "max"
  | "maxLength"
  | "pattern"
  | "options"
  | "columns"
  | "visibleWhen"
  | "scoring";

export type FieldFaults = Partial<Record<FaultPlace, string[]>>;

/**
 * Return the errors that block publishing, by field id. app/forms/document/field_checks.py has the same checks; the
 * result of the server decides.
 */
export function findFaults(fields: readonly Field[]): Map<string, FieldFaults> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const faultsByFid = new Map<string, FieldFaults>();
  for (const field of fields) {
    const faults = faultsOf(field, byName);
    if (Object.keys(faults).length > 0) faultsByFid.set(field.fid, faults);
  }
  return faultsByFid;
}

/** Return the id of the control next to which an error is shown, in a panel whose ids begin with `id`. */
export function placeId(id: string | undefined, place: FaultPlace): string | undefined {
  return id && `${id}-${place}`;
}

/** Return all errors of one field, in the order of the panel. */
export function sentencesOf(faults: FieldFaults | undefined): string[] {
  return Object.values(faults ?? {}).flat();
}

function faultsOf(field: Field, byName: ReadonlyMap<string, Field>): FieldFaults {
  const faults: FieldFaults = {};
  const add = (place: FaultPlace, sentence: string | null) => {
    if (sentence) faults[place] = [...(faults[place] ?? []), sentence];
  };
  if (!field.label.trim()) add("label", "A field needs a label.");
  if (rangedTypes.has(field.type)) checkRange(field, add);
  if (textTypes.has(field.type)) {
    const cap = textCaps[field.type] ?? 0;
    if (field.maxLength !== null && field.maxLength > cap)
      add("maxLength", `Use at most ${groupDigits(cap)}.`);
    if (field.pattern) add("pattern", patternFault(field.pattern));
  }
  if (choiceTypes.has(field.type))
    for (const sentence of optionFaults(field.options)) add("options", sentence);
  if (field.type === "TABLE") for (const sentence of columnFaults(field)) add("columns", sentence);
  for (const sentence of conditionFaults(field, byName)) add("visibleWhen", sentence);
  for (const [index, rule] of field.scoring.entries()) {
    const fault = operandFault(field, rule.operator, rule.operand);
    if (fault) add("scoring", `Rule ${index + 1}: ${fault}`);
  }
  return faults;
}

function checkRange(field: Field, add: (place: FaultPlace, sentence: string | null) => void): void {
  const isCount = countedTypes.has(field.type);
  const noun = isCount ? "a whole number" : field.type === "DATE" ? "a date" : "a number";
  const isValid = (bound: string) =>
    isCount
      ? parseCount(bound) !== null
      : field.type === "DATE"
        ? parseDate(bound) !== null
        : parseDecimal(bound) !== null;
  for (const place of ["min", "max"] as const) {
    const bound = field[place];
    if (bound === null || isValid(bound)) continue;
    add(place, `Enter ${noun}.`);
    return;
  }
  const low = boundMeasure(field, field.min);
  const high = boundMeasure(field, field.max);
  if (low !== null && high !== null && low > high) add("max", "The highest value is below the lowest.");
  if (field.type === "FILE" && high !== null && high > maxFiles)
    add("max", `At most ${maxFiles} files can be asked for.`);
  if (field.type === "TABLE" && low !== null && field.maxRows !== null && low > field.maxRows)
    add("max", "The highest number of rows is below the lowest.");
  if (field.type === "MULTI_CHOICE" && low !== null && low > field.options.length)
    add("min", `There are only ${field.options.length} options.`);
}

function boundMeasure(field: Field, bound: string | null): number | bigint | null {
  if (bound === null) return null;
  if (countedTypes.has(field.type)) return parseCount(bound);
  const measured: unknown = measure(field, bound);
  return typeof measured === "number" || typeof measured === "bigint" ? measured : null;
}

function optionFaults(options: readonly { value: string; label: string }[]): string[] {
  if (options.length === 0) return ["Add options to choose from."];
  const faults: string[] = [];
  if (options.some(({ label }) => !label.trim())) faults.push("Every option needs a label.");
  if (options.some(({ value }) => !value.trim())) faults.push("Every option needs a value.");
  const values = options.map(({ value }) => value);
  const duplicate = values.find((value, index) => value && values.indexOf(value) !== index);
  if (duplicate !== undefined) faults.push(`The value '${duplicate}' is there twice.`);
  return faults;
}

function columnFaults({ columns }: Field): string[] {
  if (columns.length === 0) return ["Add columns."];
  const faults: string[] = [];
  if (columns.some(({ label }) => !label.trim())) faults.push("Every column needs a label.");
  const names = columns.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) faults.push(`The column name '${duplicate}' is there twice.`);
  for (const { type, options, label, name } of columns) {
    if (type === "SINGLE_CHOICE") {
      faults.push(...optionFaults(options).map((sentence) => `${label || name}: ${sentence}`));
    }
  }
  return faults;
}

function conditionFaults(field: Field, byName: ReadonlyMap<string, Field>): string[] {
  const conditions = conditionsOf(field);
  const circle = circleOf(field, byName);
  if (circle) return [`This field would depend on itself: ${circle.join(" > ")}.`];
  return conditions.flatMap((condition, index) => {
    const other = byName.get(condition.field);
    const fault = other
      ? operandFault(other, condition.operator, condition.value)
      : `The form has no field '${condition.field}' any more.`;
    if (!fault) return [];
    return conditions.length > 1 ? `Condition ${index + 1}: ${fault}` : fault;
  });
}

/** Return the names from a field back to itself along the conditions; null if it does not depend on itself. */
function circleOf(field: Field, byName: ReadonlyMap<string, Field>): string[] | null {
  const cameFrom = new Map<string, Field>();
  const pending = [field];
  for (let current = pending.shift(); current; current = pending.shift()) {
    for (const { field: name } of conditionsOf(current)) {
      const next = byName.get(name);
      if (!next || cameFrom.has(name)) continue;
      cameFrom.set(name, current);
      pending.push(next);
    }
  }
  const circle = [field.name];
  for (let below = cameFrom.get(field.name); below; below = cameFrom.get(below.name)) {
    circle.unshift(below.name);
    if (below === field) return circle;
  }
  return null;
}

const isComparable = (type: FieldType) => type !== "FILE" && type !== "TABLE" && type !== "FORMSIGNATURE";
const isOrdered = (type: FieldType) => type === "NUMBER" || type === "DATE" || type === "CURRENCY_AMOUNT";
const containingTypes: ReadonlySet<FieldType> = new Set(["TEXT", "TEXTAREA", "EMAIL", "URL", "MULTI_CHOICE"]);

const supports: Readonly<Record<Operator, (type: FieldType) => boolean>> = {
  answered: () => true,
  unanswered: () => true,
  equals: isComparable,
  notEquals: isComparable,
  in: isComparable,
  contains: (type) => containingTypes.has(type),
  greaterThan: isOrdered,
  lessThan: isOrdered,
  between: isOrdered,
};

/** Return the operators of `offered` that apply to answers of this type. */
export function operatorsFor(type: FieldType, operators: readonly Operator[]): Operator[] {
  return operators.filter((operator) => supports[operator](type));
}

/** Return the reason why an answer to `field` cannot be compared with this operand, as a sentence, or null. */
function operandFault(field: Field, operator: Operator, operand: unknown): string | null {
  if (operator === "answered" || operator === "unanswered") return null;
  if (!supports[operator](field.type)) return "This comparison does not suit the field.";
  if (operator === "between") return betweenFault(field, operand);
  if (
    operator === "in" ||
    (field.type === "MULTI_CHOICE" && operator !== "contains" && Array.isArray(operand))
  ) {
    if (!Array.isArray(operand) || operand.length === 0) return "Give at least one value to compare with.";
    return operand.map((item) => singleFault(field, item)).find(Boolean) ?? null;
  }
  return singleFault(field, operand);
}

function singleFault(field: Field, operand: unknown): string | null {
  switch (field.type) {
    case "YESNO":
      return typeof operand === "boolean" ? null : "Choose Yes or No.";
    case "SINGLE_CHOICE":
    case "MULTI_CHOICE":
      return field.options.some(({ value }) => value === operand)
        ? null
        : operand
          ? `'${operand}' is not among the options.`
          : "Choose an option.";
    case "NUMBER":
    case "CURRENCY_AMOUNT":
    case "DATE":
      return measure(field, boundText(operand)) !== null
        ? null
        : field.type === "DATE"
          ? "Enter a date to compare with."
          : "Enter a number to compare with.";
    default:
      return typeof operand === "string" && operand.trim() ? null : "Enter a text to compare with.";
  }
}

function betweenFault(field: Field, operand: unknown): string | null {
  if (!Array.isArray(operand) || operand.length !== 2 || operand.every((item) => item === null)) {
    return "Give a lower or an upper value.";
  }
  for (const item of operand) {
    const fault = item === null ? null : singleFault(field, item);
    if (fault) return fault;
  }
  const [low, high] = operand.map((item) => boundMeasure(field, boundText(item)));
  return low !== null && high !== null && low !== undefined && high !== undefined && low > high
    ? "The lower value is above the upper one."
    : null;
}
