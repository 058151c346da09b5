import type { ApiResponse } from "../../api/types";

export type FormImport = ApiResponse<"DocFormImport">;
export type FormImportBrief = ApiResponse<"DocFormImportBrief">;
export type RememberedMapping = ApiResponse<"RememberedMapping">;
export type ImportSheet = FormImport["sheets"][number];
export type SheetMapping = FormImport["mapping"][number];
export type Meaning = SheetMapping["columns"][number]["meaning"];
export type ImportIssue = FormImport["issues"][number];
export type ImportQuestion = FormImport["questions"][number];
export type LibraryMatch = FormImport["matches"][number];
export type RowFix = FormImport["fixes"][number];
type RowLink = FormImport["links"][number];
export type FieldType = ImportQuestion["type"];

/** The choices of the user about a file; each change is sent as a whole. */
export type Chosen = {
  profile: string;
  language: string;
  sheets: SheetMapping[];
  fixes: RowFix[];
  links: RowLink[];
};

/** Return the choices of an import. */
export function chosenOf(read: FormImport): Chosen {
  const { profile, language, mapping, fixes, links } = read;
  return { profile: profile?.code ?? "", language, sheets: mapping, fixes, links };
}

/** The names of the meanings, as the server has them in its sentences. */
export const meanings: readonly (readonly [Meaning, string])[] = [
  ["NUMBER", "Number"],
  ["SECTION", "Section"],
  ["SUBSECTION", "Part of a section"],
  ["QUESTION", "Question"],
  ["HINT", "Hint"],
  ["TYPE", "Type"],
  ["CHOICES", "Choices"],
  ["REQUIRED", "Required"],
  ["DEPENDS_ON", "Depends on"],
  ["WEIGHT", "Weight"],
  ["RIGHT_ANSWER", "Right answer"],
  ["ANSWER", "Answer"],
  ["FURTHER_ANSWER", "Further answer"],
  ["MARK", "Choice to mark"],
  ["NAME", "Name of the field"],
];

/** The meanings that several columns of a sheet can have. */
export const repeatable: ReadonlySet<Meaning> = new Set([
  "HINT",
  "TYPE",
  "CHOICES",
  "FURTHER_ANSWER",
  "MARK",
]);

export const typeLabels: Record<FieldType, string> = {
  TEXT: "Text",
  TEXTAREA: "Long text",
  NUMBER: "Number",
  DATE: "Date",
  YESNO: "Yes or no",
  SINGLE_CHOICE: "Single choice",
  MULTI_CHOICE: "Multiple choice",
  COUNTRY: "Country",
  CURRENCY_AMOUNT: "Amount",
  EMAIL: "E-mail",
  URL: "Web address",
  FILE: "File",
  TABLE: "Table",
  FORMSIGNATURE: "Signature",
};

export const stateLabels: Record<FormImport["state"], string> = {
  READING: "Reading",
  READY: "Ready",
  CREATED: "Form created",
  FAILED: "Failed",
};

/** Identify a row of the file. */
export const rowKey = ({ sheet, row }: { sheet: string; row: number }) => `${row}@${sheet}`;
