import { isRecord } from "../../../../domain/questionnaire/rules/types";
import { valueText } from "../../../../domain/questionnaire/rules/value-text";
import type { PlacedField } from "../../../../domain/questionnaire/rules/walk";

export interface ListedValue {
  key: string;
  label: string;
  text: string;
}

/**
 * List the preview values for the side panel (specification, section 2, Forms): in the order of the form, without keys
 * that start with two underscores and without unanswered fields; files are listed by name.
 */
export function listedValues(
  values: Readonly<Record<string, unknown>>,
  fields: readonly PlacedField[],
): ListedValue[] {
  const byKey = new Map(fields.map((placed) => [placed.key, placed]));
  const order = new Map(fields.map(({ key }, index) => [key, index]));
  return Object.keys(values)
    .filter((key) => !key.startsWith("__") && values[key] !== null && values[key] !== undefined)
    .sort((a, b) => (order.get(a) ?? Number.MAX_SAFE_INTEGER) - (order.get(b) ?? Number.MAX_SAFE_INTEGER))
    .map((key) => ({
      key,
      label: byKey.get(key)?.field.label || key,
      text: textOf(byKey.get(key), values[key]),
    }))
    .filter(({ text }) => text !== "");
}

function textOf(placed: PlacedField | undefined, value: unknown): string {
  if (isFiles(value)) return value.map(({ filename }) => filename).join(", ");
  if (placed) return valueText(placed.field, value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isFiles(value: unknown): value is { filename: string }[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isRecord(item) && typeof item.filename === "string")
  );
}

/** Keep the values of fields in the document and the reserved values (keys that start with two underscores). */
export function fittingValues(
  values: Readonly<Record<string, unknown>>,
  fields: readonly PlacedField[],
): Record<string, unknown> {
  const keys = new Set(fields.map(({ key }) => key));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => key.startsWith("__") || (keys.has(key) && value !== null && value !== undefined),
    ),
  );
}
