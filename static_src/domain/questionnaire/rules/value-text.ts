/**
 * Answers as readable text. app/forms/document/export_text.py has the same functions, so that the read-only view, the
 * PDF and the exports contain the same text.
 */

import { mediumDate, parseDate } from "../../../lib/text/date-text";
import { answered, columnField, isEmptyRow } from "./answers";
import { countryName } from "./countries";
import { groupDigits } from "./numbers";
import { type Field, isRecord, type Option, ownValue } from "./types";

/** Format an answer on one or several lines; an empty string without an answer. */
export function valueText(field: Field, value: unknown): string {
  return valueParts(field, value).join(", ");
}

/**
 * Return the parts of an answer: choices, files, or name and day of a signature; other answers have one part or none.
 * Each part has its own text direction, so that a date next to a right-to-left name is not reordered.
 */
export function valueParts(field: Field, value: unknown): string[] {
  if (!answered(field, value)) return [];
  switch (field.type) {
    case "MULTI_CHOICE":
      return choiceLabels(field.options, value);
    case "FILE":
      return listOf(value)
        .filter(isRecord)
        .map((file) => String(file.filename ?? ""));
    case "FORMSIGNATURE":
      return isRecord(value) ? signatureParts(value) : [];
    default:
      return [singlePart(field, value)];
  }
}

function singlePart(field: Field, value: unknown): string {
  switch (field.type) {
    case "YESNO":
      return value ? "Yes" : "No";
    case "SINGLE_CHOICE":
      return optionLabel(field.options, value);
    case "COUNTRY":
      return countryName(String(value)) ?? String(value);
    case "DATE":
      return dateText(String(value));
    case "TEXT":
      return withAffixes(field, String(value));
    case "NUMBER":
      return withAffixes(field, isYear(field) ? String(value) : groupDigits(String(value)));
    case "CURRENCY_AMOUNT":
      return isRecord(value)
        ? `${ownValue(value, "currency") ?? ""} ${groupDigits(String(value.amount))}`.trim()
        : "";
    case "TABLE":
      return tableRows(field, value)
        .map((cells) => cells.join("; "))
        .join("\n");
    default:
      return String(value);
  }
}

/** Return the answered rows of a TABLE with one text per column. */
function tableRows(field: Field, value: unknown): string[][] {
  return listOf(value)
    .filter((row): row is Record<string, unknown> => !isEmptyRow(field, row))
    .map((row) => field.columns.map((column) => valueText(columnField(column), ownValue(row, column.name))));
}

/** Return the labels of the chosen options in the order of the form, then the values that the form no longer has. */
export function choiceLabels(options: readonly Option[], value: unknown): string[] {
  const choices = listOf(value);
  const labels = options.filter((option) => choices.includes(option.value)).map((option) => option.label);
  const unknown = choices.filter((choice) => !options.some((option) => option.value === choice));
  return [...labels, ...unknown.map(String)];
}

/** Return the label of an option's value, or the value if the form no longer has the option. */
function optionLabel(options: readonly Option[], value: unknown): string {
  return options.find((option) => option.value === value)?.label ?? String(value);
}

/** Return true if the limits of a NUMBER allow years only, which are written without separators. */
function isYear({ min, max }: Field): boolean {
  return [min, max].every((limit) => limit !== null && /^[12][0-9]{3}$/.test(limit));
}

function dateText(value: string): string {
  const day = parseDate(value);
  return day ? mediumDate(day) : value;
}

/** Add prefix and suffix: "98.4%", "£ 20", "12 days". Only the suffixes % and ° follow without a space. */
function withAffixes(field: Field, text: string): string {
  const before = field.prefix ? `${field.prefix} ` : "";
  const after = ["", "%", "°"].includes(field.suffix) ? field.suffix : ` ${field.suffix}`;
  return before + text + after;
}

function signatureParts(value: Record<string, unknown>): string[] {
  const signedAt = ownValue(value, "signedAt");
  const day = typeof signedAt === "string" ? parseDate(signedAt.slice(0, 10)) : null;
  return [String(value.name), ...(day ? [mediumDate(day)] : [])];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
