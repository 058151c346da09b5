/**
 * Functions on answers of every field type: presence, comparable value and stored form.
 * app/forms/document/answers.py implements the same functions.
 */
import { isoDate, parseDate } from "../../../lib/text/date-text";
import { canonicalDecimal, parseDecimal } from "./numbers";
import { isWebAddress } from "./text";
import { type Column, type Field, fieldFromAttrs, isRecord, ownValue } from "./types";

/** Return true if `value` is an answer to `field`; invalid or incomplete answers count, blank ones do not. */
export function answered(field: Field, value: unknown): boolean {
  switch (field.type) {
    case "YESNO":
      return typeof value === "boolean";
    case "MULTI_CHOICE":
    case "FILE":
      return Array.isArray(value) && value.length > 0;
    case "TABLE":
      return Array.isArray(value) && value.some((row) => !isEmptyRow(field, row));
    case "CURRENCY_AMOUNT":
      return isRecord(value) && hasText(ownValue(value, "amount"));
    case "FORMSIGNATURE":
      return isRecord(value) && hasText(ownValue(value, "name"));
    default:
      return hasText(value);
  }
}

/** Return true if no column of a TABLE row is answered; such rows are neither validated nor exported. */
export function isEmptyRow(field: Field, row: unknown): boolean {
  return (
    !isRecord(row) ||
    !field.columns.some((column) => answered(columnField(column), ownValue(row, column.name)))
  );
}

const columnFields = new WeakMap<Column, Field>();

/** Return a TABLE column as a field, for validating and formatting its cells. */
export function columnField(column: Column): Field {
  let field = columnFields.get(column);
  if (!field) {
    field = fieldFromAttrs(column);
    columnFields.set(column, field);
  }
  return field;
}

/** Return the number to compare an answer by: an amount without currency, a date as yyyymmdd; null if it has none. */
export function measure(field: Field, value: unknown): bigint | null {
  const text = field.type === "CURRENCY_AMOUNT" && isRecord(value) ? ownValue(value, "amount") : value;
  if (typeof text !== "string") return null;
  if (field.type === "DATE") {
    const day = parseDate(text);
    return day && BigInt(day.year * 10_000 + day.month * 100 + day.day);
  }
  return field.type === "NUMBER" || field.type === "CURRENCY_AMOUNT" ? parseDecimal(text.trim()) : null;
}

/**
 * Convert a typed answer to its stored form: ISO dates, plain decimals, trimmed addresses, null for blank.
 * Text that is not a date, number or address is returned as typed, so that the user can see and correct it.
 */
export function canonical(field: Field, value: unknown): unknown {
  if (field.type === "TABLE" && Array.isArray(value))
    return value.length > 0 ? value.map((row) => canonicalRow(field, row)) : null;
  if (field.type === "CURRENCY_AMOUNT" && isRecord(value)) {
    const amount = ownValue(value, "amount");
    return typeof amount === "string" ? { ...value, amount: canonicalDecimal(amount) } : value;
  }
  if (Array.isArray(value)) return value.length > 0 ? value : null;
  if (typeof value !== "string") return value ?? null;
  const plain = value.trim();
  if (!plain) return null;
  switch (field.type) {
    case "NUMBER":
      return canonicalDecimal(plain);
    case "DATE": {
      const day = parseDate(plain);
      return day ? isoDate(day) : value;
    }
    case "EMAIL":
      return plain;
    case "URL":
      return !plain.includes(":") && isWebAddress(`https://${plain}`) ? `https://${plain}` : plain;
    default:
      return value;
  }
}

function canonicalRow(field: Field, row: unknown): unknown {
  if (!isRecord(row)) return row;
  const columns = new Map(field.columns.map((column) => [column.name, columnField(column)]));
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => {
      const column = columns.get(name);
      return [name, column ? canonical(column, cell) : cell];
    }),
  );
}

function hasText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
