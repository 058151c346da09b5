/**
 * Types of the form document: stored nodes, and the typed attributes of a field.
 * app/forms/document/fields.py is the Python version; both are verified by tests/vectors/form-rules.json.
 */
import { decimalText } from "./numbers";

export type FieldType =
  | "TEXT"
  | "TEXTAREA"
  | "NUMBER"
  | "DATE"
  | "YESNO"
  | "SINGLE_CHOICE"
  | "MULTI_CHOICE"
  | "COUNTRY"
  | "CURRENCY_AMOUNT"
  | "EMAIL"
  | "URL"
  | "FILE"
  | "TABLE"
  | "FORMSIGNATURE";

/** Types that do not fit into a line of text; they always are blocks. */
export const tallTypes: ReadonlySet<FieldType> = new Set([
  "TEXTAREA",
  "MULTI_CHOICE",
  "FILE",
  "TABLE",
  "FORMSIGNATURE",
]);

export type ColumnType = "TEXT" | "NUMBER" | "DATE" | "YESNO" | "SINGLE_CHOICE";
export type WritableBy = "RESPONDENT" | "REQUESTER" | "BOTH";
export type Operator =
  | "equals"
  | "notEquals"
  | "in"
  | "contains"
  | "greaterThan"
  | "lessThan"
  | "between"
  | "answered"
  | "unanswered";

export interface Option {
  value: string;
  label: string;
}

export interface Column {
  name: string;
  label: string;
  type: ColumnType;
  required: boolean;
  options: readonly Option[];
}

/** Comparison of the answer to `field`, a name in the same form, with `value`. */
export interface Condition {
  field: string;
  operator: Operator;
  value?: unknown;
}

/** One condition, or 2 to 10 conditions of which all or at least one must be met. */
export type VisibleWhen = Condition | { all: readonly Condition[] } | { any: readonly Condition[] };

export interface ScoringRule {
  operator: Operator;
  operand?: unknown;
  points: number;
  followUp: string;
}

/** Field with all properties. `min` and `max` are decimal text, an ISO date or a count, depending on the type. */
export interface Field {
  fid: string;
  name: string;
  type: FieldType;
  label: string;
  hint: string;
  required: boolean;
  prefix: string;
  suffix: string;
  min: string | null;
  max: string | null;
  maxLength: number | null;
  pattern: string;
  options: readonly Option[];
  columns: readonly Column[];
  maxRows: number | null;
  writableBy: WritableBy;
  visibleWhen: VisibleWhen | null;
  weight: number;
  scoring: readonly ScoringRule[];
  questionId: number | null;
  isRelationshipField: boolean;
  showInSummary: boolean;
  topic: string;
  /** The type of document that a FILE field asks for: the code of a shipped type, or the id of an own one. */
  documentType: string;
  /** Number of the question in the spreadsheet or standard that the field comes from. */
  sourceKey: string;
}

/** Stored attributes of a field node; attributes with their default value are absent. */
export type FieldAttrs = Partial<
  Omit<Field, "min" | "max" | "options" | "columns" | "scoring"> & {
    min: string | number | null;
    max: string | number | null;
    options: readonly Partial<Option>[];
    columns: readonly (Partial<Omit<Column, "options">> & { options?: readonly Partial<Option>[] })[];
    scoring: readonly Partial<ScoringRule>[];
  }
>;

export interface DocMark {
  type: string;
  attrs?: Record<string, unknown> | null;
}

export interface DocNode {
  type: string;
  attrs?: Record<string, unknown> | null;
  content?: readonly DocNode[];
  marks?: readonly DocMark[];
  text?: string;
}

/** Stored document: `{schemaVersion: 1, doc}`. */
export type FormDocument = {
  schemaVersion: number;
  doc: DocNode;
};

/** Answers by key. Absent and null are both "no answer". */
export type Values = Readonly<Record<string, unknown>>;

export interface FileAnswer {
  attachmentId: number;
  filename: string;
  size: number;
  contentType: string;
}

export interface SignatureAnswer {
  name: string;
  strokes: number[][];
  signedAt?: string | null;
  userId?: number | string | null;
  userName?: string | null;
  answersHash?: string | null;
}

export type RowAnswer = Record<string, unknown>;

const fieldNodes: ReadonlySet<string> = new Set(["dvField", "dvFieldBlock"]);

export function isFieldNode(node: DocNode): boolean {
  return fieldNodes.has(node.type);
}

/** Level 2 headings begin sections; the level 1 heading is the title. */
export function isHeading(node: DocNode, level: number): boolean {
  return node.type === "heading" && (node.attrs?.level ?? 1) === level;
}

/** Build a `Field` from the stored attributes of a node, with defaults for absent attributes. */
export function fieldFromAttrs(attrs: FieldAttrs): Field {
  return {
    fid: attrs.fid ?? "",
    name: attrs.name ?? "",
    type: attrs.type ?? "TEXT",
    label: attrs.label ?? "",
    hint: attrs.hint ?? "",
    required: attrs.required ?? false,
    prefix: attrs.prefix ?? "",
    suffix: attrs.suffix ?? "",
    min: boundText(attrs.min),
    max: boundText(attrs.max),
    maxLength: attrs.maxLength ?? null,
    pattern: attrs.pattern ?? "",
    options: (attrs.options ?? []).map(optionFrom),
    columns: (attrs.columns ?? []).map((column) => ({
      name: column.name ?? "",
      label: column.label ?? "",
      type: column.type ?? "TEXT",
      required: column.required ?? false,
      options: (column.options ?? []).map(optionFrom),
    })),
    maxRows: attrs.maxRows ?? null,
    writableBy: attrs.writableBy ?? "RESPONDENT",
    visibleWhen: attrs.visibleWhen ?? null,
    weight: attrs.weight ?? 1,
    scoring: (attrs.scoring ?? []).map((rule) => ({
      operator: rule.operator ?? "answered",
      operand: rule.operand ?? null,
      points: rule.points ?? 0,
      followUp: rule.followUp ?? "",
    })),
    questionId: attrs.questionId ?? null,
    isRelationshipField: attrs.isRelationshipField ?? false,
    showInSummary: attrs.showInSummary ?? false,
    topic: attrs.topic ?? "",
    documentType: attrs.documentType ?? "",
    sourceKey: attrs.sourceKey ?? "",
  };
}

/** Return the conditions of a field; empty for a field that is always visible. */
export function conditionsOf({ visibleWhen }: Pick<FieldAttrs, "visibleWhen">): readonly Condition[] {
  if (!visibleWhen) return [];
  if ("all" in visibleWhen) return visibleWhen.all;
  return "any" in visibleWhen ? visibleWhen.any : [visibleWhen];
}

/** Return true if one of several conditions is enough to show the field. */
export function isAnyEnough({ visibleWhen }: Pick<FieldAttrs, "visibleWhen">): boolean {
  return !!visibleWhen && "any" in visibleWhen;
}

/** Return `min`, `max` or an operand, stored as number or text, as text; null if it is empty. */
export function boundText(bound: unknown): string | null {
  if (typeof bound === "string") return bound || null;
  return typeof bound === "number" && Number.isFinite(bound) ? decimalText(bound) : null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return an own property or null; a field may have the name "constructor". */
export function ownValue(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? (values[key] ?? null) : null;
}

function optionFrom(option: Partial<Option>): Option {
  return { value: option.value ?? "", label: option.label ?? "" };
}
