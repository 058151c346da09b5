/**
 * Rules on the answers of a form: visible fields, invalid answers and completion.
 * app/forms/document/rules.py has the same functions with the same results, verified by the shared vectors in
 * tests/vectors/form-rules.json. The result of the server decides.
 */

import { dateFault, mediumDate, parseDate } from "../../../lib/text/date-text";
import { answered, columnField, isEmptyRow, measure } from "./answers";
import { isConditionMet } from "./conditions";
import { parseCount, parseDecimal } from "./numbers";
import { breaksPattern } from "./pattern-check";
import { shapeError } from "./shapes";
import { isEmailAddress, isWebAddress, lengthOf } from "./text";
import {
  type Condition,
  conditionsOf,
  type Field,
  type FieldType,
  isAnyEnough,
  ownValue,
  type Values,
} from "./types";
import type { PlacedField } from "./walk";

const missingErrors: Readonly<Record<FieldType, string>> = {
  TEXT: "Write an answer.",
  TEXTAREA: "Write an answer.",
  NUMBER: "Enter a number.",
  DATE: "Enter a date.",
  YESNO: "Choose Yes or No.",
  SINGLE_CHOICE: "Choose one of the options.",
  MULTI_CHOICE: "Choose at least one option.",
  COUNTRY: "Choose a country.",
  CURRENCY_AMOUNT: "Enter an amount.",
  EMAIL: "Enter an e-mail address.",
  URL: "Enter a web address.",
  FILE: "Upload a file.",
  TABLE: "Add a row.",
  FORMSIGNATURE: "Sign here.",
};
const countNouns: Readonly<Partial<Record<FieldType, readonly [string, string, string]>>> = {
  MULTI_CHOICE: ["Choose", "option", "options"],
  FILE: ["Upload", "file", "files"],
  TABLE: ["Add", "row", "rows"],
};
const maxRowErrors = 20;

/** Progress of a form. `percent` is rounded down, so that 100 means all; a form without questions is complete. */
export interface Completion {
  answered: number;
  total: number;
  percent: number;
}

/** Result of validation. `errors` contains the sentences of each invalid field by key. */
export interface Validity {
  valid: boolean;
  errors: Record<string, string[]>;
}

/** Return the keys of the visible fields. For conditions, hidden and missing fields are unanswered. */
export function visible(fields: readonly PlacedField[], values: Values): Set<string> {
  const parents = parentsOf(fields);
  const visibility = new Map<string, boolean>();
  for (const placed of fields) {
    const pending = [placed];
    const entered = new Set<string>();
    // Decide the fields that a condition refers to before the field itself, without a recursion of up to 1,000 calls.
    for (let current = pending.at(-1); current; current = pending.at(-1)) {
      if (visibility.has(current.key)) {
        pending.pop();
        continue;
      }
      const above = parents.get(current) ?? [];
      if (!entered.has(current.key)) {
        entered.add(current.key);
        const undecided = above.filter(
          (parent) => parent && !visibility.has(parent.key) && !entered.has(parent.key),
        );
        if (undecided.length > 0) {
          pending.push(...(undecided.reverse() as PlacedField[]));
          continue;
        }
      }
      // In a cycle, possible only in a draft, the field that closes the cycle is treated as hidden.
      const visibleParents = above.map((parent) => (parent && visibility.get(parent.key) ? parent : null));
      visibility.set(current.key, isVisible(current.field, visibleParents, values));
      pending.pop();
    }
  }
  return new Set([...visibility].filter(([, isShown]) => isShown).map(([key]) => key));
}

/**
 * Map each field with conditions to the fields of the same form that they refer to, in the order of the conditions;
 * undefined replaces a missing field.
 */
export function parentsOf(fields: readonly PlacedField[]): Map<PlacedField, (PlacedField | undefined)[]> {
  const byName = new Map<string, PlacedField>();
  for (const placed of fields) {
    const name = `${placed.formIndex}.${placed.field.name}`;
    if (!byName.has(name)) byName.set(name, placed);
  }
  const parents = new Map<PlacedField, (PlacedField | undefined)[]>();
  for (const placed of fields) {
    const conditions = conditionsOf(placed.field);
    if (conditions.length > 0)
      parents.set(
        placed,
        conditions.map(({ field }) => byName.get(`${placed.formIndex}.${field}`)),
      );
  }
  return parents;
}

/** Decide the visibility; `parents` has the visible field of each condition, or null if it is hidden or missing. */
function isVisible(field: Field, parents: readonly (PlacedField | null)[], values: Values): boolean {
  const conditions = conditionsOf(field);
  if (conditions.length === 0) return true;
  const isMet = (condition: Condition, index: number) => {
    const parent = parents[index];
    if (!parent) return condition.operator === "unanswered" || condition.operator === "notEquals";
    const value = ownValue(values, parent.key);
    return isConditionMet(parent.field, condition.operator, condition.value ?? null, value);
  };
  return isAnyEnough(field) ? conditions.some(isMet) : conditions.every(isMet);
}

/** Compute the completion of the visible fields whose keys are in `writable`. */
export function completion(
  fields: readonly PlacedField[],
  values: Values,
  writable: ReadonlySet<string>,
): Completion {
  const counted = countedFields(fields, values, writable);
  const done = counted.filter(({ field, key }) => answered(field, ownValue(values, key)));
  return completionOf(done.length, counted.length);
}

/** Build a `Completion` from its two counts. */
export function completionOf(done: number, total: number): Completion {
  return { answered: done, total, percent: total === 0 ? 100 : Math.floor((done * 100) / total) };
}

/**
 * Validate the visible fields whose keys are in `writable`: required answers are present, all answers meet the rules.
 */
export function validity(
  fields: readonly PlacedField[],
  values: Values,
  writable: ReadonlySet<string>,
): Validity {
  const errors: [string, string[]][] = [];
  for (const { field, key } of countedFields(fields, values, writable)) {
    const sentences = ruleErrors(field, ownValue(values, key));
    if (sentences.length > 0) errors.push([key, sentences]);
  }
  return { valid: errors.length === 0, errors: Object.fromEntries(errors) };
}

function countedFields(fields: readonly PlacedField[], values: Values, writable: ReadonlySet<string>) {
  const visibleKeys = visible(fields, values);
  return fields.filter(({ key }) => visibleKeys.has(key) && writable.has(key));
}

/**
 * Return the errors of `value` as an answer to `field`, as sentences to show next to it; empty if it is valid. An
 * unanswered optional field is valid. For a value that cannot be stored only the `shapeError` is returned.
 */
export function ruleErrors(field: Field, value: unknown): string[] {
  const shape = shapeError(field, value);
  if (shape) return [shape];
  if (!answered(field, value)) return field.required ? [missingErrors[field.type]] : [];
  switch (field.type) {
    case "TEXT":
    case "TEXTAREA":
      return lengthErrors(field, String(value));
    case "NUMBER":
      return rangeErrors(field, value, "number");
    case "DATE":
      return dateErrors(field, String(value));
    case "EMAIL":
      return isEmailAddress(String(value).trim()) ? [] : ["Enter an e-mail address like name@example.com."];
    case "URL":
      return isWebAddress(String(value).trim()) ? [] : ["Enter a web address like https://example.com."];
    case "CURRENCY_AMOUNT":
      return amountErrors(field, value as Record<string, unknown>);
    case "MULTI_CHOICE":
    case "FILE":
      return countErrors(field, (value as unknown[]).length, parseBound(field.max));
    case "TABLE":
      return tableErrors(field, value as Record<string, unknown>[]);
    default:
      return [];
  }
}

function lengthErrors(field: Field, text: string): string[] {
  const errors: string[] = [];
  const length = lengthOf(text);
  if (field.maxLength !== null && length > field.maxLength)
    errors.push(`Use at most ${field.maxLength} characters. This has ${length}.`);
  if (field.pattern && breaksPattern(field.pattern, text.trim()))
    errors.push("This does not have the format that is asked for.");
  return errors;
}

function rangeErrors(field: Field, value: unknown, noun: "number" | "amount"): string[] {
  const number = measure(field, value);
  const low = field.min === null ? null : parseDecimal(field.min);
  const high = field.max === null ? null : parseDecimal(field.max);
  if (number !== null && (low === null || number >= low) && (high === null || number <= high)) return [];
  const amount = noun === "amount" ? "an amount" : "a number";
  if (low !== null && high !== null) return [`Enter ${amount} between ${field.min} and ${field.max}.`];
  if (low !== null) return [`Enter ${amount} of ${field.min} or more.`];
  if (high !== null) return [`Enter ${amount} of ${field.max} or less.`];
  return [`Enter ${amount}, such as ${noun === "amount" ? "1250.50" : "98.4"}.`];
}

function dateErrors(field: Field, text: string): string[] {
  const fault = dateFault(text);
  if (fault) return [fault];
  const low = field.min === null ? null : parseDate(field.min);
  const high = field.max === null ? null : parseDate(field.max);
  const day = measure(field, text) ?? 0n;
  const isIn =
    (!low || day >= (measure(field, field.min) ?? 0n)) && (!high || day <= (measure(field, field.max) ?? 0n));
  if (isIn) return [];
  if (low && high) return [`Enter a date between ${mediumDate(low)} and ${mediumDate(high)}.`];
  if (low) return [`Enter a date on or after ${mediumDate(low)}.`];
  return high ? [`Enter a date on or before ${mediumDate(high)}.`] : [];
}

function amountErrors(field: Field, value: Record<string, unknown>): string[] {
  const errors = rangeErrors(field, value, "amount");
  return value.currency ? errors : [...errors, "Choose a currency."];
}

function countErrors(field: Field, count: number, max: number | null): string[] {
  const [verb, singular, plural] = countNouns[field.type] ?? ["", "", ""];
  const min = parseBound(field.min);
  if (min !== null && count < min) return [`${verb} at least ${min} ${min === 1 ? singular : plural}.`];
  if (max !== null && count > max) return [`${verb} at most ${max} ${max === 1 ? singular : plural}.`];
  return [];
}

function parseBound(bound: string | null): number | null {
  return bound === null ? null : parseCount(bound);
}

function tableErrors(field: Field, rows: readonly Record<string, unknown>[]): string[] {
  const errors: string[] = [];
  let count = 0;
  for (const [index, row] of rows.entries()) {
    if (isEmptyRow(field, row)) continue;
    count += 1;
    for (const column of field.columns)
      for (const sentence of ruleErrors(columnField(column), ownValue(row, column.name)))
        errors.push(`Row ${index + 1}, ${column.label || column.name}: ${sentence}`);
  }
  return [...countErrors(field, count, field.maxRows), ...errors.slice(0, maxRowErrors)];
}
