import type { FieldAttrs, FieldType } from "../../../../domain/questionnaire/rules/types";
import type { IconName } from "../../../../ui/icons";

/** Kind of field in the toolbar, the slash menu and the side panel of the editor. */
export interface FieldKind {
  type: FieldType;
  label: string;
  icon: IconName;
  /** More search words for the slash menu. */
  keywords: string;
  /** Initial attributes of a new field, in addition to its label. */
  start?: FieldAttrs;
}

const twoOptions = [
  { value: "option_1", label: "Option 1" },
  { value: "option_2", label: "Option 2" },
];

export const fieldKinds: readonly FieldKind[] = [
  { type: "TEXT", label: "Short text", icon: "field-text", keywords: "text line string input" },
  { type: "TEXTAREA", label: "Long text", icon: "field-textarea", keywords: "textarea paragraph comment" },
  { type: "NUMBER", label: "Number", icon: "field-number", keywords: "number amount count percent" },
  { type: "DATE", label: "Date", icon: "field-date", keywords: "day calendar" },
  { type: "YESNO", label: "Yes or No", icon: "field-yesno", keywords: "yesno boolean toggle" },
  {
    type: "SINGLE_CHOICE",
    label: "Single choice",
    icon: "field-single-choice",
    keywords: "radio select one option",
    start: { options: twoOptions },
  },
  {
    type: "MULTI_CHOICE",
    label: "Multiple choice",
    icon: "field-multi-choice",
    keywords: "checkbox many options",
    start: { options: twoOptions },
  },
  { type: "COUNTRY", label: "Country", icon: "field-country", keywords: "nation place" },
  {
    type: "CURRENCY_AMOUNT",
    label: "Currency amount",
    icon: "field-currency",
    keywords: "money price currency",
  },
  { type: "EMAIL", label: "E-mail address", icon: "field-email", keywords: "email mail" },
  { type: "URL", label: "Web address", icon: "field-url", keywords: "url link website" },
  { type: "FILE", label: "Files", icon: "field-file", keywords: "upload attachment document file" },
  {
    type: "TABLE",
    label: "Answer table",
    icon: "field-table",
    keywords: "rows columns grid table",
    start: { columns: [{ name: "column_1", label: "Column 1" }] },
  },
  { type: "FORMSIGNATURE", label: "Signature", icon: "field-signature", keywords: "sign signature" },
];

const byType = new Map(fieldKinds.map((kind) => [kind.type, kind]));

/** Return the kind of a type; the kind of TEXT for an unknown type. */
export function fieldKind(type: FieldType | undefined): FieldKind {
  return byType.get(type ?? "TEXT") ?? (fieldKinds[0] as FieldKind);
}

// The server drops attributes that do not apply to the type of a field.

export const choiceTypes: ReadonlySet<FieldType> = new Set(["SINGLE_CHOICE", "MULTI_CHOICE"]);
export const textTypes: ReadonlySet<FieldType> = new Set(["TEXT", "TEXTAREA"]);
export const affixedTypes: ReadonlySet<FieldType> = new Set(["TEXT", "NUMBER"]);
/** Types whose bounds are a count of options, files or rows. */
export const countedTypes: ReadonlySet<FieldType> = new Set(["MULTI_CHOICE", "FILE", "TABLE"]);
export const rangedTypes: ReadonlySet<FieldType> = new Set([
  ...countedTypes,
  "NUMBER",
  "DATE",
  "CURRENCY_AMOUNT",
]);
