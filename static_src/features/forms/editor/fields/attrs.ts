import { type FieldAttrs, type FieldType, isRecord } from "../../../../domain/questionnaire/rules/types";
import { isVisibleWhen } from "./condition-groups";
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
  "documentType",
  "sourceKey",
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
  documentType: "",
  sourceKey: "",
};

/** Return the attributes in their stored form, without empty values and defaults. */
export function storedAttrs(attrs: Readonly<Record<string, unknown>>): FieldAttrs {
  const entries = fieldAttributes.flatMap((name) => {
    const value = attrs[name];
    const isDefault = value === null || value === undefined || value === defaults[name] || isEmptyList(value);
    return isDefault ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries) as FieldAttrs;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const knownTypes: ReadonlySet<string> = new Set<FieldType>(fieldKinds.map(({ type }) => type));
const validators: Readonly<Record<string, (value: unknown) => boolean>> = {
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
  visibleWhen: isVisibleWhen,
  writableBy: (value) => value === "REQUESTER" || value === "BOTH" || value === "RESPONDENT",
  type: (value) => typeof value === "string" && knownTypes.has(value),
};
const maxLengths: Readonly<Record<string, number>> = {
  fid: 36,
  name: 64,
  label: 2_000,
  hint: 5_000,
  prefix: 20,
  suffix: 20,
  pattern: 200,
  topic: 200,
  documentType: 40,
  sourceKey: 100,
};

/**
 * Parse field attributes from untrusted JSON text (the clipboard). Unknown attributes and values of the wrong type are
 * dropped. Returns null if the text is not a field.
 */
export function attrsFromText(text: string | null): FieldAttrs | null {
  try {
    const parsed: unknown = JSON.parse(text ?? "");
    return isRecord(parsed) ? attrsFromUntrusted(parsed) : null;
  } catch {
    return null;
  }
}

/** Do the same for an untrusted object. */
export function attrsFromUntrusted(source: Readonly<Record<string, unknown>>): FieldAttrs | null {
  const names = fieldAttributes.filter((name) => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    if (value === undefined || value === null) return false;
    const maxLength = maxLengths[name];
    if (maxLength !== undefined) return typeof value === "string" && value.length <= maxLength;
    return validators[name]?.(value) ?? false;
  });
  return names.includes("type")
    ? storedAttrs(Object.fromEntries(names.map((name) => [name, source[name]])))
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
    value.every((item) => isRecord(item) && Object.keys(item).every((key) => keys.includes(key)));
}
