/**
 * Check for answers that cannot be stored: of the wrong JSON type, outside of the options or over the hard limits.
 * Typing errors are never rejected; the text is stored and marked (see rules.ts). app/forms/document/shapes.py has the
 * same checks.
 */
import { columnField } from "./answers";
import { countryName } from "./countries";
import { currencyCodes } from "./currencies";
import { groupDigits } from "./numbers";
import { isLongerThan, isStorable } from "./text";
import { type Field, type FieldType, isRecord } from "./types";

export const textCaps: Readonly<Partial<Record<FieldType, number>>> = {
  TEXT: 2_000,
  TEXTAREA: 20_000,
  NUMBER: 100,
  DATE: 100,
  EMAIL: 500,
  URL: 2_000,
};
export const maxFiles = 20;
export const maxRows = 200;
export const maxSignerName = 200;
export const signatureWidth = 600;
export const signatureHeight = 200;
const maxStrokes = 200;
const maxStrokeNumbers = 20_000;

const signatureKeys = new Set(["name", "strokes", "signedAt", "userId", "userName", "answersHash"]);

const unstorableError = "This has a character that cannot be kept. Remove it.";
const fileError = "A file in this answer is not complete. Upload it again.";
const signatureErrorText = "The signature could not be read. Sign again.";

/** Return the reason why an answer to `field` cannot be stored, as a sentence, or null. Null is always storable. */
export function shapeError(field: Field, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  switch (field.type) {
    case "YESNO":
      return typeof value === "boolean" ? null : "Choose Yes or No.";
    case "SINGLE_CHOICE":
      return isOption(field, value) ? null : "Choose one of the options.";
    case "MULTI_CHOICE":
      return choicesError(field, value);
    case "COUNTRY":
      return typeof value === "string" && countryName(value) ? null : "Choose a country from the list.";
    case "CURRENCY_AMOUNT":
      return amountError(value);
    case "FILE":
      return filesError(value);
    case "TABLE":
      return tableError(field, value);
    case "FORMSIGNATURE":
      return signatureError(value);
    default:
      return textError(field.type, value);
  }
}

function isOption(field: Field, value: unknown): boolean {
  return field.options.some((option) => option.value === value);
}

function textError(type: FieldType, value: unknown): string | null {
  if (typeof value !== "string") return "Write the answer as text.";
  const limit = textCaps[type] ?? 0;
  if (isLongerThan(value, limit))
    return `This is too long to keep: use at most ${groupDigits(String(limit))} characters.`;
  return isStorable(value) ? null : unstorableError;
}

function choicesError(field: Field, value: unknown): string | null {
  if (!Array.isArray(value) || value.some((choice) => !isOption(field, choice)))
    return "Choose from the options.";
  return new Set(value).size === value.length ? null : "Choose each option once.";
}

function amountError(value: unknown): string | null {
  if (!isRecord(value) || !hasExactly(value, ["currency", "amount"])) return "Give a currency and an amount.";
  const { currency } = value;
  if (typeof currency !== "string" || (currency !== "" && !currencyCodes.has(currency)))
    return "Choose a currency from the list.";
  return textError("NUMBER", value.amount);
}

function filesError(value: unknown): string | null {
  if (!Array.isArray(value)) return "Upload the answer as files.";
  if (value.length > maxFiles) return `Upload at most ${maxFiles} files.`;
  return value.every(isFile) ? null : fileError;
}

function isFile(file: unknown): boolean {
  return (
    isRecord(file) &&
    hasExactly(file, ["attachmentId", "filename", "size", "contentType"]) &&
    isWhole(file.attachmentId, 1) &&
    file.filename !== "" &&
    isShortText(file.filename, 255) &&
    isWhole(file.size, 0) &&
    isShortText(file.contentType, 255)
  );
}

function tableError(field: Field, value: unknown): string | null {
  if (!Array.isArray(value) || !value.every(isRecord)) return "Write the answer as rows.";
  if (value.length > maxRows) return `This is too long to keep: use at most ${maxRows} rows.`;
  for (const [index, row] of value.entries()) {
    for (const [name, cell] of Object.entries(row)) {
      const column = field.columns.find((candidate) => candidate.name === name);
      if (!column) return `Row ${index + 1} has a column that the table does not have.`;
      const error = shapeError(columnField(column), cell);
      if (error) return `Row ${index + 1}, ${column.label || name}: ${error}`;
    }
  }
  return null;
}

function signatureError(value: unknown): string | null {
  if (!isRecord(value) || !Object.keys(value).every((key) => signatureKeys.has(key)))
    return signatureErrorText;
  const { name, strokes, ...serverValues } = value;
  if (typeof name !== "string" || !isStorable(name)) return signatureErrorText;
  if (isLongerThan(name, maxSignerName)) return `Use at most ${maxSignerName} characters for the name.`;
  if (!Array.isArray(strokes) || strokes.length > maxStrokes || !strokes.every(isStroke))
    return signatureErrorText;
  if (strokes.reduce((sum, stroke) => sum + stroke.length, 0) > maxStrokeNumbers)
    return "The drawn signature is too detailed to keep. Clear it and sign again.";
  return Object.values(serverValues).every(isServerValue) ? null : signatureErrorText;
}

function isStroke(stroke: unknown): stroke is number[] {
  if (!Array.isArray(stroke) || stroke.length < 2 || stroke.length % 2 === 1) return false;
  return stroke.every(
    (number, index) =>
      typeof number === "number" && number >= 0 && number <= (index % 2 ? signatureHeight : signatureWidth),
  );
}

/**
 * Check the type of a property that the server sets when the user signs. The server replaces it and does not trust it.
 */
function isServerValue(value: unknown): boolean {
  return value === null || isWhole(value, 0) || isShortText(value, 300);
}

function isWhole(value: unknown, min: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min;
}

function isShortText(value: unknown, limit: number): boolean {
  return typeof value === "string" && !isLongerThan(value, limit) && isStorable(value);
}

function hasExactly(value: Record<string, unknown>, keys: readonly string[]): boolean {
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}
