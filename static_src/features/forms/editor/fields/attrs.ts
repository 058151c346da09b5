import { type FieldAttrs, type FieldType, isRecord } from "../../../../domain/questionnaire/rules/types";
import { fieldKinds } from "./field-types";

/** Names of all attributes of a field, the same as in ATTRIBUTE_DEFAULTS in app/forms/document/fields.py. */
export const fieldAttributes = [
  "fid",
  "name",
  "type",
  "label",
  "hint",
  "required",
  "prefix",
  "suffix",
  "min",
  "max",
  "maxLength",
  "pattern",
  "options",
  "columns",
  "maxRows",
  "writableBy",
  "visibleWhen",
  "weight",
  "scoring",
  "questionId",
  "isRelationshipField",
  "showInSummary",
  "topic",
] as const satisfies readonly (keyof FieldAttrs)[];

const defaults: Readonly<Record<string, unknown>> = {
  label: "",
  hint: "",
  required: false,
  prefix: "",
  suffix: "",
  pattern: "",
  writableBy: "RESPONDENT",
  weight: 1,
  isRelationshipField: false,
  showInSummary: false,
  topic: "",
};

/** Return the attributes in their stored form, without empty values and defaults. */
export function storedAttrs(attrs: Readonly<Record<string, unknown>>): FieldAttrs {
  const kept = fieldAttributes.flatMap((name) => {
    const value = attrs[name];
    const isNothing = value === null || value === undefined || value === defaults[name] || isEmptyList(value);
    return isNothing ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept) as FieldAttrs;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const types: ReadonlySet<string> = new Set<FieldType>(fieldKinds.map(({ type }) => type));
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  required: isFlag,
  isRelationshipField: isFlag,
  showInSummary: isFlag,
  maxLength: isWhole,
  maxRows: isWhole,
  questionId: isWhole,
  weight: (value) => typeof value === "number" && value >= 0 && value <= 1_000,
  min: isBound,
  max: isBound,
  options: isListOf(["value", "label"]),
  columns: isListOf(["name", "label", "type", "required", "options"]),
  scoring: isListOf(["operator", "operand", "points", "followUp"]),
  visibleWhen: (value) => isRecord(value) && typeof value.field === "string",
  writableBy: (value) => value === "REQUESTER" || value === "BOTH" || value === "RESPONDENT",
  type: (value) => typeof value === "string" && types.has(value),
};
const longest: Readonly<Record<string, number>> = {
  fid: 36,
  name: 64,
  label: 500,
  hint: 1_000,
  prefix: 20,
  suffix: 20,
  pattern: 200,
  topic: 200,
};

/**
 * Parse field attributes from untrusted JSON text (the clipboard). Unknown attributes and values of the wrong type are
 * dropped. Returns null if the text is not a field.
 */
export function attrsFromText(text: string | null): FieldAttrs | null {
  try {
    const given: unknown = JSON.parse(text ?? "");
    return isRecord(given) ? attrsFromAnywhere(given) : null;
  } catch {
    return null;
  }
}

/** Do the same for an untrusted object. */
export function attrsFromAnywhere(given: Readonly<Record<string, unknown>>): FieldAttrs | null {
  const kept = fieldAttributes.filter((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || value === null) return false;
    const most = longest[name];
    if (most !== undefined) return typeof value === "string" && value.length <= most;
    return kinds[name]?.(value) ?? false;
  });
  return kept.includes("type")
    ? storedAttrs(Object.fromEntries(kept.map((name) => [name, given[name]])))
    : null;
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isBound(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.length <= 40);
}

function isListOf(keys: readonly string[]) {
  return (value: unknown) =>
    Array.isArray(value) &&
    value.length <= 200 &&
    value.every((each) => isRecord(each) && Object.keys(each).every((key) => keys.includes(key)));
}
