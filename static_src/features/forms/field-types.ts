/** What a question can ask for, in words (product decisions, Field types). */
export const fieldTypes = {
  TEXT: "Text",
  TEXTAREA: "Long text",
  NUMBER: "Number",
  DATE: "Date",
  YESNO: "Yes or no",
  SINGLE_CHOICE: "One of several options",
  MULTI_CHOICE: "Several options",
  COUNTRY: "Country",
  CURRENCY_AMOUNT: "Amount of money",
  EMAIL: "E-mail address",
  URL: "Web address",
  FILE: "Files",
  TABLE: "Table",
  FORMSIGNATURE: "Signature",
} as const;

export type FieldType = keyof typeof fieldTypes;

export const fieldTypeChoices = Object.entries(fieldTypes).map(([value, label]) => ({ value, label }));

export const fieldTypeLabel = (type: string) => fieldTypes[type as FieldType] ?? type;

/** Which settings each type has: the same as in a form's document. */
export const hasOptions = (type: string) => type === "SINGLE_CHOICE" || type === "MULTI_CHOICE";
export const hasAffixes = (type: string) => type === "TEXT" || type === "NUMBER";
export const hasLength = (type: string) => type === "TEXT" || type === "TEXTAREA";
export const hasRange = (type: string) =>
  type === "NUMBER" ||
  type === "DATE" ||
  type === "CURRENCY_AMOUNT" ||
  type === "MULTI_CHOICE" ||
  type === "FILE";
export const hasColumns = (type: string) => type === "TABLE";

export const columnTypeChoices = [
  { value: "TEXT", label: "Text" },
  { value: "NUMBER", label: "Number" },
  { value: "DATE", label: "Date" },
  { value: "YESNO", label: "Yes or no" },
] as const;
